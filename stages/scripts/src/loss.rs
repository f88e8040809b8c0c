//! What a script doesn't say of its skill.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A language of scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// agent-device's.
    Ad,
    /// Maestro's.
    Maestro,
}

/// Something that a script doesn't say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ScriptLoss {
    /// In which language.
    pub dialect: Dialect,
    /// The step of the skill, from 1; none for the script as a whole.
    pub step: Option<usize>,
    /// What.
    pub what: What,
}

/// What is lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The step has no word in the language; by the skill's word for it.
    LeftOut(String),
    /// The target is named by its place: nothing else tells it.
    ByPlace,
    /// Nothing verified the target: no tree was recorded, or nothing isolated it there.
    Unverified,
    /// How long the touch lasts.
    HowLong,
    /// Nothing says that the destination is reached.
    NoGuard,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftOut(word) => write!(f, "left out, no word for {}", serde_json::Value::from(word.as_str())),
            Self::ByPlace => f.write_str("by place only"),
            Self::Unverified => f.write_str("target not verified on a recorded tree"),
            Self::HowLong => f.write_str("how long the touch lasts"),
            Self::NoGuard => f.write_str("nothing says that the destination is reached"),
        }
    }
}

/// The comment lines that name `losses` at the head of a script. Losses of a kind stand on one line, so that it stays readable.
pub(crate) fn comments(losses: &[ScriptLoss]) -> String {
    let mut kinds: Vec<(&What, Vec<String>)> = Vec::new();
    for loss in losses {
        let step = loss.step.map(|step| step.to_string());
        match kinds.iter_mut().find(|(what, _)| *what == &loss.what) {
            Some((_, steps)) => steps.extend(step),
            None => kinds.push((&loss.what, step.into_iter().collect())),
        }
    }
    let line = |(what, steps): (&What, Vec<String>)| match steps.as_slice() {
        [] => format!("# {what}\n"),
        [one] => format!("# step {one}: {what}\n"),
        several => format!("# steps {}: {what}\n", several.join(", ")),
    };
    kinds.into_iter().map(line).collect()
}
