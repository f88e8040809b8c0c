//! How well the tabs are found: by the rule that compiles skills, over what the detector saw in the bar's band. What it saw elsewhere
//! is left out: that a title is called like a tab is no fault of the detector's.
//!
//! On a frame that shows the bar every tab must get a target that lies in it, and the target's distance from the tab's middle says how
//! sure a tap is. On a frame without the bar no anchor may be synthesised: that is the presence gate.

use skillc_records::{ScreenPoints, WindowPoint, WindowRect};
use skillc_tabs::{MinEvidence, TabNames, Via, Visited, targets};

use super::sample::{Sample, Seen};

/// How one frame's tab bar was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TabVerdict {
    /// Whether the frame shows the bar.
    pub is_shown: bool,
    /// Whether the gate was right: targets where there is a bar, no synthesised anchor where there is none.
    pub is_gate_right: bool,
    /// Tabs on the frame.
    pub tabs: usize,
    /// Tabs with a target in them.
    pub found: usize,
    /// For each tab with a target, the target's distance from the tab's middle, in points.
    pub distances: Vec<f64>,
}

/// The verdict on one frame; none where the app's tabs aren't known, or where it isn't known whether the frame shows them.
pub fn judge(sample: &Sample) -> Option<TabVerdict> {
    let bar = sample.truth.bar.as_ref()?;
    if !bar.is_shown && !sample.truth.whole.has("tab") {
        return None;
    }
    let names = TabNames::new(&bar.declared);
    let found = match &sample.seen {
        Seen::Found { points, .. } => {
            let in_band = |at| names.in_band(at, sample.window);
            let band = ScreenPoints {
                points: points
                    .points
                    .iter()
                    .filter(|point| in_band(point.at))
                    .cloned()
                    .collect(),
                icons: points.icons.iter().filter(|icon| in_band(icon.at)).copied().collect(),
            };
            targets(
                &names,
                &band,
                &Visited::default(),
                sample.window,
                MinEvidence::default(),
            )
        }
        Seen::Failed => Vec::new(),
    };
    if !bar.is_shown {
        // A text that is called like a tab may stand anywhere; an anchor out of nothing may not.
        let is_gate_right = !found.iter().any(|target| matches!(target.via, Via::Synth { .. }));
        return Some(TabVerdict {
            is_gate_right,
            ..TabVerdict::default()
        });
    }
    let labels = sample.truth.labels.iter().filter(|label| label.class == "tab");
    let mut verdict = TabVerdict {
        is_shown: true,
        is_gate_right: !found.is_empty(),
        ..TabVerdict::default()
    };
    for label in labels {
        verdict.tabs += 1;
        let name = label.text.as_deref().map(skillc_text::fold);
        let of_tab = found
            .iter()
            .filter(|target| names.name(target.tab).map(skillc_text::fold) == name)
            .map(|target| target.at);
        let middle = label.rect.center();
        let Some(at) = of_tab.min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle))) else {
            continue;
        };
        verdict.distances.push(at.distance(middle));
        if is_hit(label.rect, at) {
            verdict.found += 1;
        }
    }
    Some(verdict)
}

/// Whether a tap at `at` reaches a tab whose box is `rect`. A box around icon and text is smaller than what can be tapped: a finger's
/// breadth of 44 points around its middle always belongs to it.
fn is_hit(rect: WindowRect, at: WindowPoint) -> bool {
    let middle = rect.center();
    rect.contains(at) || ((at.x - middle.x).abs() <= 22.0 && (at.y - middle.y).abs() <= 22.0)
}
