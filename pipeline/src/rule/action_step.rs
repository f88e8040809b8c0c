//! Labels and the steps made from them, in mirroir's words.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_skills::label;

use super::screen::{Element, points};
use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    Format {
        action_type: Option<String>,
        arrived_via: Option<String>,
        #[serde(default)]
        strip_prefixes: Vec<String>,
    },
    FormatMany {
        action_types: Vec<Option<String>>,
        arrived_via: Option<String>,
    },
    ResolveLabel {
        arrived_via: String,
        elements: Vec<Element>,
    },
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    Ok(match input(value)? {
        Input::Format {
            action_type,
            arrived_via,
            strip_prefixes,
        } => {
            json!({ "step": label::step(action_type.as_deref(), arrived_via.as_deref(), &strip_prefixes) })
        }
        Input::FormatMany {
            action_types,
            arrived_via,
        } => {
            let steps = action_types
                .iter()
                .map(|action| label::step(action.as_deref(), arrived_via.as_deref(), &[]));
            json!({ "steps": steps.collect::<Vec<_>>() })
        }
        Input::ResolveLabel { arrived_via, elements } => {
            json!({ "label": label::resolve(&arrived_via, &points(elements)?) })
        }
    })
}
