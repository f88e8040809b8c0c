//! Which answer leaves a dialog that no rule knows.
//!
//! An answer that the author of APP.md names in Obstacles comes first, the longest of them ("Ne pas autoriser" before "Autoriser").
//! Then the careful answers of system alerts in the live explorer's order. Then whatever stands last, which is where the answer that
//! changes least usually is. Never what the skip list forbids.

use skillc_app_description::ObstacleMode;
use skillc_obstacles::alert::BUTTONS;
use skillc_records::{ScreenPoints, TapPoint};
use skillc_text::{equals, grapheme_count, lower, trim};

use super::guide::Guide;

/// The texts to try, the best first, at most `most` of them.
pub(super) fn answers(screen: &ScreenPoints, guide: &Guide, most: usize) -> Vec<TapPoint> {
    let mut open: Vec<&TapPoint> = screen.points.iter().filter(|point| is_answer(point, guide)).collect();
    open.reverse();
    // The first text is the title.
    open.pop();
    // Stable: what stands last stays first among equals.
    open.sort_by_key(|point| rank(&point.text, guide));
    open.into_iter().take(most).cloned().collect()
}

fn is_answer(point: &TapPoint, guide: &Guide) -> bool {
    // Not the clock.
    point.at.y >= 80.0 && point.text.chars().any(char::is_alphabetic) && !guide.forbids(&point.text)
}

fn rank(text: &str, guide: &Guide) -> (usize, usize) {
    let text = lower(trim(text));
    let rules = guide
        .obstacles
        .rules
        .iter()
        .filter(|_| guide.obstacles.mode != ObstacleMode::Off);
    if rules
        .map(|rule| lower(&rule.action))
        .any(|action| equals(&action, &text))
    {
        return (0, usize::MAX - grapheme_count(&text));
    }
    match BUTTONS.iter().position(|careful| equals(careful, &text)) {
        Some(place) => (1, place),
        None => (2, 0),
    }
}
