//! A few of each kind of what is worth a look: so many that the kinds can be told apart, so few that a page opens.

use std::collections::{BTreeMap, BTreeSet};

use crate::measure::{ErrorKind, MatchRow, Outcome};
use crate::report::{Example, ExampleKind};

/// The most examples of one kind, class and app of one detector.
const MOST_ALIKE: usize = 5;

/// The most examples.
const MOST: usize = 240;

/// Collects examples, the first of each kind.
#[derive(Debug, Clone, Default)]
pub struct Gallery {
    examples: Vec<Example>,
    alike: BTreeMap<(ExampleKind, String, String, String), usize>,
    /// What is shown already: the same thing on the next frame says nothing new.
    shown: BTreeSet<String>,
}

impl Gallery {
    /// Takes what is worth a look of the rows of one frame.
    pub fn look(&mut self, rows: &[MatchRow]) {
        for row in rows {
            if let Some(kind) = kind(row) {
                self.take(kind, row, None);
            }
        }
    }

    /// Takes what became better or worse: the rows of the same frame by two detectors.
    pub fn compare(&mut self, old: &[MatchRow], new: &[MatchRow]) {
        for (before, after) in old.iter().zip(new) {
            // Labels come first and in the same order; where they end, so does the comparison.
            if before.basis.is_none() || after.basis.is_none() {
                break;
            }
            let kind = match (before.outcome, after.outcome) {
                (Outcome::Missed, Outcome::Found) => ExampleKind::Better,
                (Outcome::Found, Outcome::Missed) => ExampleKind::Worse,
                _ => continue,
            };
            self.take(kind, after, Some(before));
        }
    }

    fn take(&mut self, kind: ExampleKind, row: &MatchRow, other: Option<&MatchRow>) {
        let key = (kind, row.detector.clone(), row.class.clone(), row.app.clone());
        let alike = self.alike.entry(key).or_default();
        if *alike < MOST_ALIKE && self.examples.len() < MOST && self.shown.insert(same(kind, row)) {
            *alike += 1;
            self.examples.push(Example {
                kind,
                row: row.clone(),
                other: other.cloned(),
            });
        }
    }

    /// Adds what was collected of later frames.
    pub fn merge(&mut self, other: Self) {
        for example in other.examples {
            self.take(example.kind, &example.row, example.other.as_ref());
        }
    }

    /// The examples, by kind.
    pub fn finish(mut self) -> Vec<Example> {
        let rank = |kind: ExampleKind| ExampleKind::ALL.iter().position(|known| *known == kind);
        self.examples.sort_by_key(|example| rank(example.kind));
        self.examples
    }
}

/// What is the same for one thing on every frame that shows it.
fn same(kind: ExampleKind, row: &MatchRow) -> String {
    let rounded = |sides: Option<[f64; 4]>| sides.map(|sides| sides.map(f64::round));
    let place = rounded(row.label_box.or(row.seen_box));
    let texts = (&row.label_text, &row.seen_text);
    format!(
        "{kind:?} {} {} {} {place:?} {texts:?}",
        row.detector, row.app, row.class
    )
}

/// Why a row is worth a look; none if it isn't.
fn kind(row: &MatchRow) -> Option<ExampleKind> {
    match (row.outcome, row.error) {
        (Outcome::Missed, _) if row.overlap >= crate::measure::matching::BACKGROUND => Some(ExampleKind::Near),
        // A text without a place that was read as another one.
        (Outcome::Missed, _) if row.seen_text.is_some() => Some(ExampleKind::Near),
        (Outcome::Missed, _) => Some(ExampleKind::Missed),
        (Outcome::False, Some(ErrorKind::Background)) => Some(ExampleKind::False),
        (Outcome::False, _) => Some(ExampleKind::Near),
        (Outcome::Found, _) if row.is_exact == Some(false) => Some(ExampleKind::Near),
        (Outcome::Found | Outcome::Ignored, _) => None,
    }
}
