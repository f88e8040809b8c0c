//! What makes two frames the same screen.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_records::{Icon, ScreenPoints, WindowSize};
use skillc_screens::{
    Refinement, SAME_SCREEN, ScreenIdentity, ZoneSignature, identity, pattern, similarity, title::title,
    title_aware_similarity,
};

use super::screen::{Element, points};
use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    Compute {
        elements: Vec<Element>,
        #[serde(default)]
        icons: usize,
    },
    Refined {
        elements: Vec<Element>,
        #[serde(default)]
        icons: usize,
        level: u8,
    },
    Similarity {
        a: Vec<Element>,
        b: Vec<Element>,
    },
    TitleSimilarity {
        a: Vec<Element>,
        b: Vec<Element>,
    },
    Title {
        elements: Vec<Element>,
    },
    IsDate {
        texts: Vec<String>,
    },
    ZoneSignature {
        elements: Vec<Element>,
    },
}

/// The rules ask for no more icons than this; a screen has some ten.
const MOST_ICONS: usize = 10_000;

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    Ok(match input(value)? {
        Input::Compute { elements, icons } => hashed(&known(elements, icons)?, Refinement::Plain),
        Input::Refined { elements, icons, level } => {
            let level = Refinement::ALL
                .into_iter()
                .find(|refinement| refinement.level() == level)
                .ok_or_else(|| RuleError::Value(format!("there is no level {level}; the levels are 0, 1 and 2")))?;
            hashed(&known(elements, icons)?, level)
        }
        Input::Similarity { a, b } => {
            let (a, b) = (known(a, 0)?, known(b, 0)?);
            alike(similarity(&a.structural, &b.structural))
        }
        Input::TitleSimilarity { a, b } => alike(title_aware_similarity(&known(a, 0)?, &known(b, 0)?)),
        Input::Title { elements } => json!({ "title": title(&points(elements)?) }),
        Input::IsDate { texts } => {
            json!({ "dates": texts.iter().map(|text| pattern::is_date(text)).collect::<Vec<_>>() })
        }
        Input::ZoneSignature { elements } => {
            json!({ "zones": ZoneSignature::of(&points(elements)?).to_string() })
        }
    })
}

fn known(elements: Vec<Element>, icons: usize) -> Result<ScreenIdentity, RuleError> {
    if icons > MOST_ICONS {
        return Err(RuleError::Value(format!(
            "{icons} icons are more than the {MOST_ICONS} that a screen can have"
        )));
    }
    let icon = Icon {
        at: skillc_records::WindowPoint::default(),
        size: 0.0,
    };
    let screen = ScreenPoints {
        points: points(elements)?,
        icons: vec![icon; icons],
    };
    // The window decides only the kind of the screen, which no operation of this area asks for.
    Ok(identity(&screen, WindowSize::new(0.0, 0.0)))
}

fn hashed(screen: &ScreenIdentity, level: Refinement) -> Value {
    json!({
        "structural": screen.structural,
        "payload": screen.payload(level),
        "hash": screen.refined(level),
    })
}

fn alike(similarity: f64) -> Value {
    json!({ "similarity": similarity, "equivalent": similarity >= SAME_SCREEN })
}
