//! The texts that scenes and recordings show, to tell whether a trigger is one of them.

use skillc_app_description::{ObstacleRule, SimulatorObstacle};
use skillc_text::{contains, equals, grapheme_count, lower};

use super::obstacles::rules;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The texts that scenes and recordings show, to tell whether a trigger is one of them.
pub(super) struct SeenTexts<'s> {
    texts: Vec<String>,
    pub(super) modals: Vec<&'s SimulatorObstacle>,
}

impl<'s> SeenTexts<'s> {
    pub(super) fn new(source: &'s Source<'_>, surroundings: &Surroundings) -> Self {
        let mut texts = Vec::new();
        let mut modals = Vec::new();
        if let Some(spec) = &source.parsed.simulator {
            modals.extend(&spec.obstacles);
            for modal in &spec.obstacles {
                texts.extend(modal_texts(modal).map(lower));
            }
            for scene in &spec.screens {
                texts.push(lower(&scene.title));
                texts.extend(scene.elements.iter().filter_map(|element| element.text()).map(lower));
            }
        }
        let recorded = surroundings
            .recorded
            .iter()
            .flat_map(|recorded| recorded.screens.iter().flat_map(|screen| &screen.texts));
        texts.extend(recorded.map(|text| lower(&text.text)));
        texts.sort();
        texts.dedup();
        Self { texts, modals }
    }

    pub(super) fn contains(&self, trigger: &str) -> bool {
        let trigger = lower(trigger);
        self.texts.iter().any(|text| contains(text, &trigger))
    }

    /// The title of the modal that a rule is probably about: one with its button that no rule's trigger is on. Of several, one that
    /// isn't the only choice of another rule, or else one that shares a long word with the trigger.
    pub(super) fn title_for(&self, source: &Source<'_>, rule: &ObstacleRule) -> Option<&'s str> {
        let mut found = self.unserved_with(source, &rule.action);
        if found.len() > 1 {
            let others = rules(source).iter().filter(|other| *other != rule);
            let taken: Vec<_> = others
                .map(|other| self.unserved_with(source, &other.action))
                .filter(|one| one.len() == 1)
                .flatten()
                .collect();
            found.retain(|modal| !taken.contains(modal));
        }
        let best = if let [one] = found.as_slice() {
            Some(*one)
        } else {
            related(&found, rule)
        };
        best.map(|modal| modal.title.as_str())
    }

    /// The modals with a button of this text that no rule's trigger is on.
    fn unserved_with(&self, source: &Source<'_>, action: &str) -> Vec<&'s SimulatorObstacle> {
        let action = lower(action);
        let is_served = |modal: &SimulatorObstacle| {
            let triggers = rules(source).iter().map(|other| lower(&other.trigger));
            triggers
                .into_iter()
                .any(|trigger| modal_texts(modal).any(|text| contains(&lower(text), &trigger)))
        };
        let has_button = |modal: &SimulatorObstacle| modal.buttons.iter().any(|button| equals(&lower(button), &action));
        self.modals
            .iter()
            .copied()
            .filter(|modal| has_button(modal) && !is_served(modal))
            .collect()
    }
}

/// Of several modals the one that shares a long word with the trigger.
fn related<'s>(found: &[&'s SimulatorObstacle], rule: &ObstacleRule) -> Option<&'s SimulatorObstacle> {
    let words: Vec<_> = rule
        .trigger
        .split_whitespace()
        .map(lower)
        .filter(|word| grapheme_count(word) >= 5)
        .collect();
    let shares = |modal: &SimulatorObstacle| words.iter().any(|word| lower(&modal.title).contains(word.as_str()));
    found.iter().find(|modal| shares(modal)).copied()
}

pub(super) fn modal_texts(modal: &SimulatorObstacle) -> impl Iterator<Item = &str> {
    [Some(modal.title.as_str()), modal.body.as_deref()]
        .into_iter()
        .flatten()
        .chain(modal.buttons.iter().map(String::as_str))
}
