//! The classifier for producers without trees: pictures and what was detected on them.
//!
//! The same picture after a navigation is a stuck screen. Without pictures the detected texts stand in: the same texts at the same
//! places, in a list long enough to judge. A picture that changed is evidence of a change even where all texts stayed.

use serde::{Deserialize, Serialize};
use skillc_records::{Detection, Frame, Timestamp};

use super::{NavigationAction, StaleReason, StuckRule};

/// What a frame without a tree looks like.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Look {
    /// The hash of its picture.
    pub picture: Option<String>,
    /// Its texts with the whole point that each stands at, in the detector's order.
    pub texts: Vec<String>,
}

/// The window that a navigation opened, for frames without trees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookWindow {
    /// The action.
    pub action: NavigationAction,
    /// When it happened.
    pub marked_at: Timestamp,
    /// What was there before it; none if nothing was captured.
    pub before: Option<Look>,
}

impl Look {
    /// The look of a frame.
    pub fn of(frame: &Frame, detections: &[Detection]) -> Self {
        let texts = detections.iter().filter_map(|detection| {
            let text = detection.text.as_deref().filter(|text| !text.trim().is_empty())?;
            Some(format!("{:.0},{:.0} {text}", detection.tap.x, detection.tap.y))
        });
        Self {
            picture: frame.picture.as_ref().map(|picture| picture.hash.clone()),
            texts: texts.collect(),
        }
    }
}

/// Why a look is suspicious after the action of `window`; none if it can be trusted.
pub fn classify_look(now: &Look, window: &LookWindow, rule: &StuckRule) -> Option<StaleReason> {
    let before = window.before.as_ref()?;
    if let (Some(then), Some(now)) = (&before.picture, &now.picture) {
        if then == now {
            return Some(StaleReason::SamePicture);
        }
    } else if rule.is_stuck(&before.texts, &now.texts) && before.texts == now.texts {
        return Some(StaleReason::StuckRoute);
    }
    let dropped = now.texts.is_empty() && rule.is_sharp_drop(before.texts.len(), 0);
    dropped.then_some(StaleReason::SharpDrop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(picture: Option<&str>, texts: usize) -> Look {
        Look {
            picture: picture.map(str::to_owned),
            texts: (0..texts).map(|i| i.to_string()).collect(),
        }
    }

    fn classify(before: Look, now: &Look) -> Option<StaleReason> {
        let window = LookWindow {
            action: NavigationAction::Press,
            marked_at: Timestamp(0),
            before: Some(before),
        };
        classify_look(now, &window, &StuckRule::default())
    }

    #[test]
    fn the_same_picture_is_stuck_whatever_the_texts() {
        assert_eq!(
            classify(look(Some("a"), 3), &look(Some("a"), 4)),
            Some(StaleReason::SamePicture)
        );
        assert_eq!(classify(look(Some("a"), 20), &look(Some("b"), 20)), None);
    }

    #[test]
    fn without_pictures_the_texts_stand_in() {
        assert_eq!(classify(look(None, 12), &look(None, 12)), Some(StaleReason::StuckRoute));
        assert_eq!(classify(look(None, 11), &look(None, 11)), None);
        assert_eq!(classify(look(None, 12), &look(None, 13)), None);
    }

    #[test]
    fn a_screen_that_lost_all_its_texts_dropped() {
        assert_eq!(
            classify(look(Some("a"), 12), &look(Some("b"), 0)),
            Some(StaleReason::SharpDrop)
        );
        assert_eq!(classify(look(Some("a"), 11), &look(Some("b"), 0)), None);
    }
}
