//! System alerts: small screens with known buttons.
//!
//! A screen of two to nine texts is an alert if two of them are known buttons, or one is and some text has a known title. The most
//! conservative button is tapped.

use serde::{Deserialize, Serialize};
use skillc_points::LoweredTexts;
use skillc_records::TapPoint;
use skillc_text::{contains, starts_with};

/// Alerts have at least and at most this many texts; normal screens have more.
const FEWEST_TEXTS: usize = 2;
const MOST_TEXTS: usize = 9;

/// Known buttons, the most conservative first, lowered.
pub const BUTTONS: [&str; 10] = [
    "don't allow",
    "ask app not to track",
    "not now",
    "cancel",
    "dismiss",
    "no thanks",
    "later",
    "close",
    "ok",
    "allow",
];

/// Parts of known titles, lowered.
const TITLES: [&str; 5] = ["would like to", "wants to access", "allow tracking", "rate", "enjoying"];

/// The title that has something in between: "Allow … to track".
const SPLIT_TITLE: (&str, &str) = ("allow", "to track");

/// A system alert on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alert {
    /// The place in the list of points of the button that the explorer taps.
    pub button: usize,
    /// What kind of alert.
    pub kind: AlertKind,
}

/// What kind of alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertKind {
    /// One with a known title: a permission, tracking or rating request.
    Permission,
    /// One that is known by its buttons only.
    System,
}

impl AlertKind {
    /// The words of the live explorer for it.
    pub fn description(self) -> &'static str {
        match self {
            Self::Permission => "permission/tracking dialog",
            Self::System => "system alert",
        }
    }
}

/// The alert on a screen, if there is one.
pub fn detect_alert(points: &[TapPoint]) -> Option<Alert> {
    if !may_be_alert(points.len()) {
        return None;
    }
    let mut texts = LoweredTexts::default();
    texts.fill(points);
    alert_in(&texts)
}

/// The place of `text` among the known buttons, the most conservative first; none if it is no button of an alert.
///
/// The whole text counts, without case and untrimmed; see [`crate::Quirk::TypographicApostrophe`].
pub fn alert_button(lowered: &str) -> Option<usize> {
    BUTTONS.iter().position(|button| *button == lowered)
}

fn may_be_alert(texts: usize) -> bool {
    (FEWEST_TEXTS..=MOST_TEXTS).contains(&texts)
}

pub(crate) fn alert_in(texts: &LoweredTexts) -> Option<Alert> {
    if !may_be_alert(texts.len()) {
        return None;
    }
    let mut buttons = 0;
    let mut best: Option<(usize, usize)> = None;
    for (place, text) in texts.iter().enumerate() {
        if let Some(rank) = alert_button(text) {
            buttons += 1;
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, place));
            }
        }
    }
    let (_, button) = best?;
    if texts.iter().any(is_title) {
        Some(Alert {
            button,
            kind: AlertKind::Permission,
        })
    } else {
        (buttons >= 2).then_some(Alert {
            button,
            kind: AlertKind::System,
        })
    }
}

fn is_title(text: &str) -> bool {
    TITLES.iter().any(|title| contains(text, title)) || is_split_title(text)
}

/// Only what follows the first "allow" counts.
fn is_split_title(text: &str) -> bool {
    let (first, then) = SPLIT_TITLE;
    let mut places = text.match_indices(first).map(|(place, _)| place);
    let place = places.find(|&place| starts_with(&text[place..], first));
    place.is_some_and(|place| contains(&text[place + first.len()..], then))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use skillc_records::WindowPoint;

    fn detect(texts: &[&str]) -> Option<(usize, AlertKind)> {
        let points: Vec<TapPoint> = texts
            .iter()
            .map(|text| TapPoint {
                text: (*text).to_owned(),
                at: WindowPoint::default(),
                confidence: None,
                rect: None,
            })
            .collect();
        detect_alert(&points).map(|alert| (alert.button, alert.kind))
    }

    #[test]
    fn the_first_of_equal_buttons_is_tapped() {
        assert_eq!(detect(&["OK", "x", "ok"]), Some((0, AlertKind::System)));
    }

    #[test]
    fn a_button_is_the_whole_text_untrimmed() {
        assert_eq!(detect(&["Enjoying it?", "Later "]), None);
        assert_eq!(detect(&["Enjoying it?", "Maybe Later"]), None);
        assert_eq!(detect(&["Enjoying it?", "LATER"]), Some((1, AlertKind::Permission)));
    }

    #[test]
    fn only_what_follows_the_first_allow_counts() {
        assert_eq!(
            detect(&["Allow it to track you", "OK"]),
            Some((1, AlertKind::Permission))
        );
        assert_eq!(detect(&["to track, allow", "OK"]), None);
        assert_eq!(
            detect(&["allow\u{316} it to track", "OK"]),
            None,
            "with its mark below, it is another letter"
        );
        assert_eq!(
            detect(&["to track: allow, allow to track", "OK"]),
            Some((1, AlertKind::Permission))
        );
    }

    #[test]
    fn one_text_can_be_title_and_button() {
        assert_eq!(detect(&["Rate", "Rate us", "Close"]), Some((2, AlertKind::Permission)));
        assert_eq!(detect(&["Rate", "Rate us"]), None);
    }

    proptest! {
        #[test]
        fn no_other_number_of_texts_is_an_alert(count in 0_usize..14) {
            let found = detect(&vec!["Cancel"; count]);
            prop_assert_eq!(found.is_some(), (2..=9).contains(&count));
        }

        #[test]
        fn the_tapped_text_is_always_a_known_button(texts in prop::collection::vec("(OK|Allow|Later|rate|[a-z]{0,4})", 0..11)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            if let Some((button, _)) = detect(&texts) {
                prop_assert!(alert_button(&skillc_text::lower(texts[button])).is_some());
            }
        }
    }
}
