//! Where the tabs are on one screen.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_points::LoweredTexts;
use skillc_records::{ScreenPoints, WindowPoint, WindowSize};
use skillc_text::nfc;

use crate::TabNames;

/// How many points must lie in the bar's band before anchors are synthesised; 0 or less needs none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MinEvidence(pub i64);

impl Default for MinEvidence {
    /// The live explorer's.
    fn default() -> Self {
        Self(1)
    }
}

/// Where a tab is on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TabTarget {
    /// The tab's place in the order declared.
    pub tab: usize,
    /// Where it is tapped, in window points.
    pub at: WindowPoint,
    /// What placed it.
    pub via: Via,
}

/// What placed a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Via {
    /// Its name matches the text at this place in the list of points.
    Text {
        /// The place in the list.
        point: usize,
    },
    /// Even spacing along the bar.
    Synth {
        /// How many points, with text or without, lie in the bar's band.
        evidence: usize,
    },
}

/// The texts and tab names that the explorer has already tapped. Compared by canonical equivalence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visited(BTreeSet<String>);

impl Visited {
    /// The set of `texts`.
    pub fn new<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Self {
        Self(texts.into_iter().map(|text| nfc(text.as_ref()).into_owned()).collect())
    }

    /// Whether `text` was tapped.
    pub fn contains(&self, text: &str) -> bool {
        !self.0.is_empty() && self.0.contains(&*nfc(text))
    }
}

/// The targets on one screen, in tap order: text matches first, then synthesised anchors, each in the order declared.
///
/// Coordinates are window points, origin top left. Every target says what placed it, so that a report can say why a tap landed where
/// it did; [`TabNames::field`] is the field of APP.md behind it.
pub fn targets(
    names: &TabNames,
    screen: &ScreenPoints,
    visited: &Visited,
    window: WindowSize,
    min_evidence: MinEvidence,
) -> Vec<TabTarget> {
    if names.is_empty() {
        return Vec::new();
    }
    let mut texts = LoweredTexts::default();
    texts.fill_trimmed(&screen.points);
    targets_among(names, screen, &texts, visited, window, min_evidence)
}

/// [`targets`] with the texts already lowered.
pub(crate) fn targets_among(
    names: &TabNames,
    screen: &ScreenPoints,
    texts: &LoweredTexts,
    visited: &Visited,
    window: WindowSize,
    min_evidence: MinEvidence,
) -> Vec<TabTarget> {
    let mut targets = Vec::with_capacity(names.len());
    let open = |tab: &usize| !visited.contains(names.declared(*tab));
    for tab in (0..names.len()).filter(open) {
        let found = names
            .matching(tab, texts)
            .find(|&point| !visited.contains(&screen.points[point].text));
        if let Some(point) = found {
            targets.push(TabTarget {
                tab,
                at: screen.points[point].at,
                via: Via::Text { point },
            });
        }
    }
    let matched: Vec<usize> = targets.iter().map(|target| names.group(target.tab)).collect();
    let missing = |tab: &usize| !matched.contains(&names.group(*tab));
    if (0..names.len()).filter(open).any(|tab| missing(&tab))
        && let Some((cross, evidence)) = seen_bar(names, screen, window, min_evidence)
    {
        let synthesised = (0..names.len()).filter(open).filter(missing).map(|tab| TabTarget {
            tab,
            at: names.anchor(tab, cross, window),
            via: Via::Synth { evidence },
        });
        targets.extend(synthesised);
    }
    targets
}

/// Where the icons of the bar sit across it, and how many points say that there is a bar; none if too few do.
///
/// Icons decide, else texts, else (only if no evidence is asked for) the middle of the band.
fn seen_bar(
    names: &TabNames,
    screen: &ScreenPoints,
    window: WindowSize,
    MinEvidence(least): MinEvidence,
) -> Option<(f64, usize)> {
    let textless = |text: &str| text.is_empty();
    let in_band = |at: &WindowPoint| names.in_band(*at, window);
    let texts = screen.points.iter().filter(|point| in_band(&point.at));
    let mut icons: Vec<f64> = Vec::new();
    let mut labels: Vec<f64> = Vec::new();
    for point in texts {
        let crosses = if textless(&point.text) { &mut icons } else { &mut labels };
        crosses.push(names.cross(point.at));
    }
    icons.extend(
        screen
            .icons
            .iter()
            .map(|icon| icon.at)
            .filter(in_band)
            .map(|at| names.cross(at)),
    );
    let evidence = icons.len() + labels.len();
    if i64::try_from(evidence).unwrap_or(i64::MAX) < least {
        return None;
    }
    let cross = upper_median(if icons.is_empty() { labels } else { icons });
    Some((cross.unwrap_or_else(|| names.middle_of_band(window)), evidence))
}

/// The middle value; of an even number the upper middle one.
fn upper_median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
