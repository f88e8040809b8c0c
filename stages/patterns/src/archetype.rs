//! Which recipe an app follows.
//!
//! APP.md's `archetype` selects a recipe by its exact name, with a score of 100. Without one, or when no recipe has the name, the
//! components of the first screen decide.
//!
//! Source: reference on mirroir's semantics, §13 (archetype), §14 (matching).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_records::{TapPoint, WindowSize};
use skillc_text::equals;

use crate::components::components;
use crate::library::PatternLibrary;
use crate::recipe::{Recipe, best_match};

/// The score of a recipe that APP.md names.
pub const DECLARED_SCORE: i64 = 100;

/// The recipe that an app follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Archetype {
    /// The recipe.
    pub recipe: Recipe,
    /// How well it fits.
    pub score: i64,
    /// Who chose it.
    pub choice: Choice,
}

/// Who chose a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// APP.md names it.
    Declared,
    /// It fits the first screen best.
    Matched,
}

/// The recipe of an app whose APP.md declares `declared` and whose first screen shows `first_screen`; none if none fits.
pub fn archetype(
    declared: Option<&str>,
    first_screen: Option<(&[TapPoint], WindowSize)>,
    library: &PatternLibrary,
) -> Option<Archetype> {
    let named = declared.and_then(|name| library.recipes.iter().find(|recipe| equals(&recipe.name, name)));
    if let Some(recipe) = named {
        return Some(Archetype {
            recipe: recipe.clone(),
            score: DECLARED_SCORE,
            choice: Choice::Declared,
        });
    }
    let (points, window) = first_screen?;
    let detected: BTreeSet<String> = components(points, &library.elements, window)
        .into_iter()
        .map(|component| component.kind)
        .collect();
    let (recipe, score) = best_match(&library.recipes, &detected)?;
    Some(Archetype {
        recipe: recipe.clone(),
        score,
        choice: Choice::Matched,
    })
}
