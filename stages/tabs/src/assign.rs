//! Which recorded taps were on which tab.
//!
//! A tap in the bar's band is on a tab if the text that was tapped matches its name, or, where no text was tapped, if it landed in the
//! tab's slot: half a slot to either side of its anchor. So an unlabelled tap on an icon-only bar becomes a tap on "Explorer". A tap
//! outside the band is never on a tab, and neither is one on a text that matches none. Where nobody knows the window there is no band,
//! and only a text that is a tab's name says anything.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_points::{LoweredTexts, Needle, tapped};
use skillc_records::{Action, ActionIndex, ActionKind, FrameIndex, ScreenPoints, WindowPoint, WindowSize};
use skillc_settle::Settled;
use skillc_text::{grapheme_count, trim};

use crate::target::targets_among;
use crate::{Edge, MinEvidence, TabNames, TabTarget, Via, Visited};

/// What an icon detector calls an icon that it can't name.
const NAMELESS_ICON: &str = "icon";

/// A recorded tap that was on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabTap {
    /// The tap.
    pub action: ActionIndex,
    /// The frame that it was decided on.
    pub frame: FrameIndex,
    /// The tab's place in the order declared.
    pub tab: usize,
    /// The edge of the window that the bar is declared along.
    pub edge: Edge,
    /// What says so.
    pub by: TapEvidence,
}

/// What says that a tap was on a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapEvidence {
    /// The text that was tapped matches the tab's name.
    Text,
    /// The tap landed in the tab's slot of the bar.
    Slot,
}

/// The recorded taps that were on a tab, in order.
///
/// `settled` has an entry for each of `actions`, in the same order; `screens` has the points of the frames that it names. Taps whose
/// place or screen isn't known are passed over.
pub fn assign(
    names: &TabNames,
    actions: &[Action],
    settled: &[Settled],
    screens: &BTreeMap<FrameIndex, ScreenPoints>,
    window: WindowSize,
    min_evidence: MinEvidence,
) -> Vec<TabTap> {
    if names.is_empty() {
        return Vec::new();
    }
    let mut texts = LoweredTexts::default();
    let on_tab = |(action, settled): (&Action, &Settled)| {
        let ActionKind::Tap { at: Some(at) } = action.kind else {
            return None;
        };
        let frame = settled.before?;
        let screen = screens.get(&frame)?;
        if !names.in_band(at, window) {
            return None;
        }
        texts.fill_trimmed(&screen.points);
        let (tab, by) = match label(action, screen, at) {
            Some(label) => {
                let lowered = Needle::new(label);
                let tab = tab_named(names, lowered.as_str())?;
                if !window.is_known() && !names.is(tab, lowered.as_str()) {
                    return None;
                }
                (tab, TapEvidence::Text)
            }
            None if !window.is_known() => return None,
            None => {
                let targets = targets_among(names, screen, &texts, &Visited::default(), window, min_evidence);
                (tab_at(names, &targets, at, window)?, TapEvidence::Slot)
            }
        };
        Some(TabTap {
            action: action.index,
            frame,
            tab,
            edge: names.edge(),
            by,
        })
    };
    actions.iter().zip(settled).filter_map(on_tab).collect()
}

/// The text that was tapped: what the producer says, else what is there. One letter is an icon that the OCR misread.
fn label<'a>(action: &'a Action, screen: &'a ScreenPoints, at: WindowPoint) -> Option<&'a str> {
    let is_label = |text: &&str| grapheme_count(text) > 1 && !text.eq_ignore_ascii_case(NAMELESS_ICON);
    let said = action.target_text.as_deref().map(trim).filter(is_label);
    said.or_else(|| {
        tapped(&screen.points, at)
            .map(|place| trim(&screen.points[place].text))
            .filter(is_label)
    })
}

/// The tab that is called so, else the first one that a part of the text, or whose part the text, is.
fn tab_named(names: &TabNames, lowered: &str) -> Option<usize> {
    let tabs = 0..names.len();
    tabs.clone()
        .find(|&tab| names.is(tab, lowered))
        .or_else(|| tabs.clone().find(|&tab| names.matches(tab, lowered)))
}

/// The tab whose anchor is nearest along the bar, if the tap landed in its slot; the first declared on ties.
fn tab_at(names: &TabNames, targets: &[TabTarget], at: WindowPoint, window: WindowSize) -> Option<usize> {
    let half_slot = names.slot(window) / 2.0;
    targets
        .iter()
        .filter(|target| matches!(target.via, Via::Synth { .. }) || names.in_band(target.at, window))
        .map(|target| (target.tab, (names.main(target.at) - names.main(at)).abs()))
        .filter(|(_, away)| *away <= half_slot)
        .min_by(|(tab, away), (other, further)| away.total_cmp(further).then(tab.cmp(other)))
        .map(|(tab, _)| tab)
}
