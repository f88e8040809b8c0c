//! The rules of APP.md, and the form in which they are matched.

use serde::{Deserialize, Serialize};
use skillc_app_description::{ObstacleMode, ObstacleRule};
use skillc_points::{LoweredTexts, Needle};
use skillc_records::AppField;

/// What the stage reads of APP.md: its Obstacles and its `obstacle_mode`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ObstaclePolicy {
    /// The rules in file order.
    pub rules: Vec<ObstacleRule>,
    /// What is done with them.
    pub mode: ObstacleMode,
}

/// The rules that are in force, lowered once. Empty unless the mode is [`ObstacleMode::Auto`].
#[derive(Debug, Clone, Default)]
pub struct ActiveRules(Vec<ActiveRule>);

/// A rule in the form in which it is matched.
#[derive(Debug, Clone)]
struct ActiveRule {
    trigger: Needle,
    action: Needle,
    /// The action as APP.md has it.
    named: String,
    /// The first rule with the same trigger: they are re-armed together.
    group: usize,
}

impl ActiveRules {
    /// The rules of `policy` that are in force. A rule keeps its place in APP.md.
    pub fn new(policy: &ObstaclePolicy) -> Self {
        let mut rules: Vec<ActiveRule> = Vec::new();
        if policy.mode == ObstacleMode::Auto {
            for rule in &policy.rules {
                let trigger = Needle::new(&rule.trigger);
                let group = rules
                    .iter()
                    .position(|other| other.trigger == trigger)
                    .unwrap_or(rules.len());
                rules.push(ActiveRule {
                    trigger,
                    action: Needle::new(&rule.action),
                    named: rule.action.clone(),
                    group,
                });
            }
        }
        Self(rules)
    }

    /// How many rules are in force.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no rule is in force.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The field of APP.md that names what rule `rule` taps.
    pub fn field(rule: usize) -> AppField {
        AppField::ObstacleAction(rule)
    }

    /// What rule `rule` taps, as APP.md has it.
    pub(crate) fn named(&self, rule: usize) -> &str {
        &self.0[rule].named
    }

    pub(crate) fn group(&self, rule: usize) -> usize {
        self.0[rule].group
    }

    /// Whether the screen shows the trigger of `rule`.
    pub(crate) fn is_triggered(&self, rule: usize, texts: &LoweredTexts) -> bool {
        texts.any_contains(&self.0[rule].trigger)
    }

    /// What the screen shows of `rule`.
    pub(crate) fn shown(&self, rule: usize, texts: &LoweredTexts) -> Shown {
        let ActiveRule { trigger, action, .. } = &self.0[rule];
        Shown {
            trigger: texts.any_contains(trigger),
            target: texts.first_containing(action),
        }
    }

    /// The rules whose trigger and action are both on the screen, in file order, with the place of the text that each taps.
    pub(crate) fn matching<'a>(&'a self, texts: &'a LoweredTexts) -> impl Iterator<Item = (usize, usize)> + 'a {
        let triggered = (0..self.len()).filter(|&rule| self.is_triggered(rule, texts));
        triggered.filter_map(|rule| {
            texts
                .first_containing(&self.0[rule].action)
                .map(|target| (rule, target))
        })
    }
}

/// What a screen shows of a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    /// Whether its trigger is there.
    pub(crate) trigger: bool,
    /// The place of the text that it taps, whether its trigger is there or not.
    pub(crate) target: Option<usize>,
}
