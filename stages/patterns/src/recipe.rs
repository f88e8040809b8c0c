//! Recipes: what a screen of some kind must have, may have and must not have.
//!
//! A recipe whose required components are all there scores 10 for each of them, 3 for each supporting one that is there, and loses 15
//! for each forbidden one. From 8 on it is accepted; only a strictly higher score replaces an earlier recipe.
//!
//! Source: reference on mirroir's semantics, §14, "Recipe".

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_app_description::outline::outline;
use skillc_text::trim_with_newlines;

use crate::fault::PatternFault;
use crate::key_values::{bullets, key_values};

const REQUIRED: i64 = 10;
const SUPPORTING: i64 = 3;
const FORBIDDEN: i64 = -15;
/// A recipe is accepted from this score on.
pub const ACCEPTED: i64 = 8;

/// What a screen of some kind is made of, and how one moves through it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Recipe {
    /// Its name.
    pub name: String,
    /// The platform it is for.
    pub platform: String,
    /// Components that must be there.
    pub required: BTreeSet<String>,
    /// Components that speak for it.
    pub supporting: BTreeSet<String>,
    /// Components that speak against it.
    pub forbidden: BTreeSet<String>,
    /// How one moves through it.
    pub navigation: Navigation,
    /// Hints for whoever explores it, in order.
    pub hints: Vec<String>,
}

/// How one moves through screens of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Navigation {
    /// `drill-down`, `card-drill-down`, `infinite-scroll`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// How one gets back.
    pub backtrack: String,
    /// Whether scrolling ends.
    pub scroll_behavior: String,
    /// What lies deeper.
    pub depth_pattern: String,
}

impl Default for Navigation {
    fn default() -> Self {
        Self {
            kind: "drill-down".to_owned(),
            backtrack: "tap-back-chevron".to_owned(),
            scroll_behavior: "finite".to_owned(),
            depth_pattern: "linear".to_owned(),
        }
    }
}

impl Recipe {
    /// Reads a recipe file.
    ///
    /// # Errors
    /// When it has no name or no description.
    pub fn parse(text: &str) -> Result<Self, PatternFault> {
        let outline = outline(text);
        let name = outline.front_matter.value("name").ok_or(PatternFault::NoName)?;
        let lines = |heading: &str| {
            outline
                .section(heading)
                .map(|section| section.lines.clone())
                .unwrap_or_default()
        };
        if trim_with_newlines(&lines("Description").join("\n")).is_empty() {
            return Err(PatternFault::NoDescription);
        }
        let mut navigation = Navigation::default();
        for (key, value) in key_values(&lines("Navigation Model")) {
            let field = match key {
                "type" => &mut navigation.kind,
                "backtrack" => &mut navigation.backtrack,
                "scroll_behavior" => &mut navigation.scroll_behavior,
                "depth_pattern" => &mut navigation.depth_pattern,
                _ => continue,
            };
            value.clone_into(field);
        }
        let set = |heading: &str| bullets(&lines(heading)).into_iter().collect();
        Ok(Self {
            name: name.to_owned(),
            platform: outline.front_matter.value("platform").unwrap_or("ios").to_owned(),
            required: set("Required Components"),
            supporting: set("Supporting Components"),
            forbidden: set("Forbidden Components"),
            navigation,
            hints: bullets(&lines("Exploration Hints")),
        })
    }

    /// How well it fits a screen that is made of `detected`.
    pub fn score(&self, detected: &BTreeSet<String>) -> i64 {
        if !self.required.is_subset(detected) {
            return 0;
        }
        let count = |set: &BTreeSet<String>| i64::try_from(set.intersection(detected).count()).unwrap_or(i64::MAX);
        REQUIRED * count(&self.required) + SUPPORTING * count(&self.supporting) + FORBIDDEN * count(&self.forbidden)
    }
}

/// The recipe that fits best, with its score; none if none is accepted. Ties keep the earlier recipe.
pub fn best_match<'r>(
    recipes: impl IntoIterator<Item = &'r Recipe>,
    detected: &BTreeSet<String>,
) -> Option<(&'r Recipe, i64)> {
    let mut best: Option<(&Recipe, i64)> = None;
    for recipe in recipes {
        let score = recipe.score(detected);
        if score >= ACCEPTED && best.is_none_or(|(_, best)| score > best) {
            best = Some((recipe, score));
        }
    }
    best
}

/// The exploration strategy for a navigation type.
pub fn strategy<'s>(navigation_type: &str, fallback: &'s str) -> &'s str {
    match navigation_type {
        "infinite-scroll" => "social",
        "drill-down" | "card-drill-down" | "form" | "list-to-thread" | "grid-browse" | "minimal" => "mobile",
        _ => fallback,
    }
}
