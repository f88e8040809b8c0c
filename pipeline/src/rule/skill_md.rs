//! Skills in mirroir's dialect, and the list of an app's skills.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_records::TapPoint;
use skillc_skills::mirroir::{MirroirScreen, MirroirSkill, file_name, manifest};
use skillc_skills::{RecipeNote, TextCleanup};

use super::screen::{Element, points};
use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Generate,
    Manifest,
}

#[derive(Deserialize)]
struct Named {
    op: Option<Op>,
}

#[derive(Deserialize)]
struct Manifest {
    app_name: String,
    names: Vec<String>,
}

#[derive(Deserialize)]
struct Generate {
    app_name: String,
    #[serde(default)]
    goal: String,
    #[serde(default)]
    screens: Vec<Screen>,
    recipe: Option<Recipe>,
    cleanup: Option<Cleanup>,
    app_description: Option<Description>,
    app_md: Option<String>,
}

#[derive(Deserialize)]
struct Screen {
    #[serde(default)]
    elements: Vec<Element>,
    action_type: Option<String>,
    arrived_via: Option<String>,
    display_label: Option<String>,
}

#[derive(Deserialize)]
struct Recipe {
    name: String,
    navigation_type: String,
    #[serde(default)]
    hints: Vec<String>,
}

#[derive(Deserialize)]
struct Cleanup {
    #[serde(default)]
    strip_prefixes: Vec<String>,
    #[serde(default)]
    exclude_labels: Vec<String>,
}

/// What a skill takes over from APP.md: of the credentials only the names.
#[derive(Deserialize, Default)]
struct Description {
    #[serde(default)]
    context: String,
    #[serde(default)]
    hints: Vec<String>,
    #[serde(default)]
    credentials: BTreeMap<String, Value>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let text = match input::<Named>(value)?.op {
        Some(Op::Manifest) => {
            let Manifest { app_name, names } = input(value)?;
            let files: Vec<String> = names.iter().map(|name| file_name(name)).collect();
            manifest(
                &app_name,
                names
                    .iter()
                    .zip(&files)
                    .map(|(name, file)| (name.as_str(), file.as_str())),
            )
        }
        Some(Op::Generate) | None => generate(input(value)?)?,
    };
    Ok(json!({ "text": text }))
}

fn generate(wanted: Generate) -> Result<String, RuleError> {
    let description = match (wanted.app_description, &wanted.app_md) {
        (Some(description), _) => description,
        (None, Some(text)) => read(text),
        (None, None) => Description::default(),
    };
    let cleanup = wanted.cleanup.map_or_else(TextCleanup::default, |cleanup| TextCleanup {
        strip_prefixes: cleanup.strip_prefixes,
        exclude_labels: cleanup.exclude_labels,
    });
    let recipe = wanted.recipe.map(|recipe| RecipeNote {
        name: recipe.name,
        navigation_type: recipe.navigation_type,
        hints: recipe.hints,
    });
    let mut shown: Vec<Vec<TapPoint>> = Vec::new();
    let mut arrivals = Vec::new();
    for screen in wanted.screens {
        shown.push(points(screen.elements)?);
        arrivals.push((screen.action_type, screen.arrived_via, screen.display_label));
    }
    let screens: Vec<MirroirScreen<'_>> = shown
        .iter()
        .zip(&arrivals)
        .map(|(elements, (action, arrived_via, display_label))| MirroirScreen {
            elements,
            action: action.as_deref(),
            arrived_via: arrived_via.as_deref(),
            display_label: display_label.as_deref(),
        })
        .collect();
    let credentials: Vec<String> = description.credentials.into_keys().collect();
    let skill = MirroirSkill {
        app: &wanted.app_name,
        goal: &wanted.goal,
        screens: &screens,
        recipe: recipe.as_ref(),
        cleanup: &cleanup,
        context: &description.context,
        tips: &description.hints,
        credentials: &credentials,
    };
    Ok(skill.text())
}

/// The part of APP.md that a skill takes over; nothing of a file that the rules reject.
fn read(text: &str) -> Description {
    let parsed = skillc_app_description::parse(text);
    parsed
        .description()
        .map_or_else(Description::default, |description| Description {
            context: description.context.clone(),
            hints: description.tips.clone(),
            credentials: description
                .credentials
                .iter()
                .map(|credential| (credential.name.clone(), Value::Null))
                .collect(),
        })
}
