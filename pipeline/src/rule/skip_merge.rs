//! The skip list: merging its three layers, and whether a text is skipped.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_permissions::skip::{BUILT_IN, SkipLayers, merge, skips};

use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    Merge {
        #[serde(default)]
        per_app: Vec<String>,
        #[serde(default)]
        global: Vec<String>,
        built_in: Option<Vec<String>>,
    },
    ShouldSkip {
        patterns: Vec<String>,
        text: String,
    },
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    Ok(match input(value)? {
        Input::Merge {
            per_app,
            global,
            built_in,
        } => {
            let built_in = built_in.unwrap_or_else(|| BUILT_IN.map(str::to_owned).to_vec());
            let merged = merge(&SkipLayers {
                per_app: &per_app,
                global: &global,
                built_in: &built_in,
            });
            json!({ "merged": merged.into_iter().map(|pattern| pattern.text).collect::<Vec<_>>() })
        }
        Input::ShouldSkip { patterns, text } => {
            json!({ "skip": patterns.iter().any(|pattern| skips(pattern, &text)) })
        }
    })
}
