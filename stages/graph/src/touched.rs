//! What a touch was meant for.
//!
//! What the recorder noted comes first. Without a note it is the text whose box the finger came down in, else the nearest text less
//! than 30 points away. A chevron stands for its row, so the row's leading text is meant. The name that a person would use is the
//! tab's declared name, else the recorder's display label, else what the pattern of the row calls it, else the text.
//!
//! Source: reference on mirroir's semantics, §9 (tap area radius), §11 (display label), §14 (rows and chevrons), §16 (recorder).

use skillc_records::{ActionKind, ScreenPoints, TapPoint, WindowPoint};
use skillc_text::{ends_with, equals, lower, trim, trim_with_newlines};

use crate::evidence::SeenAction;
use crate::graph::{Deed, ScrollDirection};

/// A text this near to the finger, exclusive, is meant. Points.
const TAP_AREA_RADIUS: f64 = 30.0;
/// Texts of one row differ by at most this in height. Points.
const ROW_REACH: f64 = 15.0;
/// Marks at the end of a row that opens something.
const CHEVRONS: [&str; 3] = [">", "›", "❯"];
/// Marks of a way back.
const BACK_MARKS: [char; 3] = ['<', '‹', '〈'];

/// What an action was meant for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Target {
    /// The text of the element; empty if there is none.
    pub text: String,
    /// The name that a person would use; empty if there is none.
    pub label: String,
    /// The pattern that gave the name, if one did.
    pub pattern: Option<String>,
}

/// What `action` was meant for on the screen that it was done on.
pub fn target(action: &SeenAction, deed: &Deed, screen: Option<&ScreenPoints>) -> Target {
    // Blank texts name nothing.
    let names = |text: &&String| !trim_with_newlines(text).is_empty();
    let noted = action.target_text.as_ref().filter(names).cloned();
    let text = match deed {
        Deed::Type { text } => text.clone(),
        Deed::PressKey { key } => key.clone(),
        Deed::OpenUrl { url } => url.clone(),
        Deed::Remember { text } => text.clone(),
        Deed::Swipe { direction } => noted.unwrap_or_else(|| direction.map_or("", ScrollDirection::as_str).to_owned()),
        Deed::PressHome | Deed::Shake => String::new(),
        _ => noted
            .or_else(|| {
                Some(&text_at(screen?, action.kind.touch()?)?.text)
                    .filter(names)
                    .cloned()
            })
            .or_else(|| Some(action.row.as_ref()?.label.clone()))
            .unwrap_or_default(),
    };
    let tab = action.tab.as_ref().map(|tab| &tab.name);
    let named = tab.or(action.display_label.as_ref()).filter(names);
    let row = action.row.as_ref().filter(|_| named.is_none() && deed.touches());
    let label = match deed {
        Deed::Tap | Deed::DoubleTap | Deed::LongPress | Deed::Drag | Deed::ScrollTo => {
            named.or(row.map(|row| &row.label)).unwrap_or(&text).clone()
        }
        // A gesture without a button still needs a word that a reader understands.
        Deed::Back if text.is_empty() => "Back".to_owned(),
        _ => text.clone(),
    };
    Target {
        text,
        label,
        pattern: row.map(|row| row.pattern.clone()),
    }
}

/// The text that a touch at `at` was meant for.
pub fn text_at(screen: &ScreenPoints, at: WindowPoint) -> Option<&TapPoint> {
    let boxed = screen
        .points
        .iter()
        .filter(|point| point.rect.is_some_and(|rect| rect.contains(at)));
    let smallest = boxed.min_by(|a, b| area(a).total_cmp(&area(b)));
    let nearest = || {
        let near = screen.points.iter().map(|point| (point.at.distance(at), point));
        near.filter(|(distance, _)| *distance < TAP_AREA_RADIUS)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, point)| point)
    };
    let hit = smallest.or_else(nearest)?;
    if !CHEVRONS.contains(&trim(&hit.text)) {
        return Some(hit);
    }
    let row = screen
        .points
        .iter()
        .filter(|point| (point.at.y - hit.at.y).abs() <= ROW_REACH);
    let leading = row
        .filter(|point| !CHEVRONS.contains(&trim(&point.text)))
        .min_by(|a, b| a.at.x.total_cmp(&b.at.x));
    Some(leading.unwrap_or(hit))
}

/// Whether `screen` shows what `action` touched, as far as anybody noted what that was. What touches nothing is everywhere.
pub fn is_on(action: &SeenAction, screen: &ScreenPoints) -> bool {
    let noted = action.target_text.as_deref().filter(|text| !text.is_empty());
    let named = noted.is_some_and(|text| screen.points.iter().any(|point| equals(&point.text, text)));
    named
        || action.kind.touch().map_or(noted.is_none(), |at| {
            let icon = screen
                .icons
                .iter()
                .any(|icon| icon.at.distance(at) < TAP_AREA_RADIUS.max(icon.size / 2.0));
            icon || (noted.is_none() && text_at(screen, at).is_some())
        })
}

/// Whether a text leads back: it begins with a mark of a way back.
pub fn leads_back(text: &str) -> bool {
    trim(text).starts_with(BACK_MARKS)
}

/// What a way back is called where it has no mark, in lower case: accessibility trees name the button and not what is drawn on it.
const BACK_NAMES: [&str; 18] = [
    "back",
    "go back",
    "navigate up",
    "retour",
    "zurück",
    "atrás",
    "volver",
    "voltar",
    "indietro",
    "terug",
    "tillbaka",
    "tilbake",
    "tilbage",
    "takaisin",
    "wstecz",
    "назад",
    "戻る",
    "返回",
];

/// Whether a text is what a way back is called. Such a button may lead on all the same, where the app begins with one.
pub fn names_way_back(text: &str) -> bool {
    let text = lower(trim(text));
    BACK_NAMES.iter().any(|name| equals(name, &text))
}

/// Whether a text ends with the mark of a row that opens something.
pub fn has_chevron(text: &str) -> bool {
    let text = trim(text);
    CHEVRONS.iter().any(|chevron| ends_with(text, chevron))
}

/// The deed behind an action; none for launches, resets, waits and answers to dialogs, which are no way from one screen to another.
pub fn deed(kind: &ActionKind) -> Option<Deed> {
    Some(match kind {
        ActionKind::Tap { .. } => Deed::Tap,
        ActionKind::DoubleTap { .. } => Deed::DoubleTap,
        ActionKind::LongPress { .. } => Deed::LongPress,
        ActionKind::Swipe { from, to, direction } => Deed::Swipe {
            direction: direction
                .as_deref()
                .and_then(ScrollDirection::parse)
                .or_else(|| ScrollDirection::of_stroke((*from)?, (*to)?)),
        },
        ActionKind::Drag { .. } => Deed::Drag,
        ActionKind::ScrollTo => Deed::ScrollTo,
        ActionKind::Type { value } => Deed::Type { text: value.clone() },
        ActionKind::PressKey { value } => Deed::PressKey { key: value.clone() },
        ActionKind::PressHome => Deed::PressHome,
        ActionKind::Back { .. } => Deed::Back,
        ActionKind::OpenUrl { value } => Deed::OpenUrl { url: value.clone() },
        ActionKind::AssertVisible => Deed::AssertVisible,
        ActionKind::AssertNotVisible => Deed::AssertNotVisible,
        ActionKind::Remember { value } => Deed::Remember { text: value.clone() },
        ActionKind::Screenshot => Deed::Screenshot,
        ActionKind::Shake => Deed::Shake,
        ActionKind::Other { value } => Deed::Other { word: value.clone() },
        ActionKind::Launch { .. } | ActionKind::ResetApp | ActionKind::WaitFor | ActionKind::AnswerDialog { .. } => {
            return None;
        }
    })
}

/// Where the finger was lifted, for strokes.
pub fn lifted_at(kind: &ActionKind) -> Option<WindowPoint> {
    match kind {
        ActionKind::Swipe { to, .. } | ActionKind::Drag { to, .. } => *to,
        _ => None,
    }
}

fn area(point: &TapPoint) -> f64 {
    point.rect.map_or(f64::INFINITY, |rect| rect.width * rect.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillc_records::WindowRect;

    fn screen(texts: &[(&str, f64, f64)]) -> ScreenPoints {
        let points = texts
            .iter()
            .map(|&(text, x, y)| TapPoint {
                text: text.to_owned(),
                at: WindowPoint::new(x, y),
                confidence: None,
                rect: None,
            })
            .collect();
        ScreenPoints {
            points,
            icons: Vec::new(),
        }
    }

    #[test]
    fn the_nearest_text_is_meant_unless_it_is_too_far() {
        let screen = screen(&[("General", 100.0, 250.0), ("Privacy", 100.0, 310.0)]);
        assert_eq!(
            text_at(&screen, WindowPoint::new(110.0, 255.0)).map(|p| p.text.as_str()),
            Some("General")
        );
        assert_eq!(text_at(&screen, WindowPoint::new(130.0, 250.0)), None);
    }

    #[test]
    fn a_chevron_stands_for_its_row() {
        let screen = screen(&[("Wi-Fi", 100.0, 250.0), ("Home", 300.0, 252.0), (">", 370.0, 251.0)]);
        assert_eq!(
            text_at(&screen, WindowPoint::new(368.0, 250.0)).map(|p| p.text.as_str()),
            Some("Wi-Fi")
        );
    }

    #[test]
    fn a_box_under_the_finger_beats_a_nearer_text() {
        let mut screen = screen(&[("Row", 100.0, 250.0), ("Value", 330.0, 251.0)]);
        screen.points[0].rect = Some(WindowRect::new(20.0, 230.0, 370.0, 44.0));
        assert_eq!(
            text_at(&screen, WindowPoint::new(320.0, 250.0)).map(|p| p.text.as_str()),
            Some("Row")
        );
    }

    #[test]
    fn a_stroke_goes_along_its_longer_side() {
        let kind = ActionKind::Swipe {
            from: Some(WindowPoint::new(200.0, 600.0)),
            to: Some(WindowPoint::new(200.0, 300.0)),
            direction: None,
        };
        assert_eq!(
            deed(&kind),
            Some(Deed::Swipe {
                direction: Some(ScrollDirection::Up)
            })
        );
    }
}
