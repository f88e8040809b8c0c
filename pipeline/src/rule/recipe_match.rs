//! Recipes: reading one, the one that fits best, and the strategy for a navigation type.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_patterns::{Recipe, best_match, strategy};

use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    BestMatch {
        detected: BTreeSet<String>,
        recipes: Vec<Components>,
    },
    Parse {
        content: String,
    },
    Strategy {
        fallback: String,
        types: Vec<String>,
    },
}

#[derive(Deserialize)]
struct Components {
    name: String,
    #[serde(default)]
    required: BTreeSet<String>,
    #[serde(default)]
    supporting: BTreeSet<String>,
    #[serde(default)]
    forbidden: BTreeSet<String>,
}

impl From<Components> for Recipe {
    fn from(components: Components) -> Self {
        let Components {
            name,
            required,
            supporting,
            forbidden,
        } = components;
        Self {
            name,
            required,
            supporting,
            forbidden,
            ..Self::default()
        }
    }
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    Ok(match input(value)? {
        Input::BestMatch { detected, recipes } => {
            let recipes: Vec<Recipe> = recipes.into_iter().map(Recipe::from).collect();
            let best = best_match(&recipes, &detected);
            json!({ "name": best.map(|(recipe, _)| &recipe.name), "score": best.map(|(_, score)| score) })
        }
        Input::Parse { content } => {
            json!({ "recipe": Recipe::parse(&content).ok() })
        }
        Input::Strategy { fallback, types } => {
            json!({ "strategies": types.iter().map(|kind| strategy(kind, &fallback)).collect::<Vec<_>>() })
        }
    })
}
