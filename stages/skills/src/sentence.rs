//! The sentence for a step in the Agent Skills dialect.
//!
//! A sentence begins with a verb, quotes what is on the screen, and says in brackets where something is only when the text alone
//! doesn't tell. `skillc replay` reads these sentences back, so each has one shape.

use skillc_app_description::Edge;
use skillc_graph::ScrollDirection;
use skillc_records::WindowPoint;

use crate::markdown::quoted;
use crate::step::{Act, Find, Target, Touch};

/// The sentence for `act`, one line of Markdown. `bar` is the edge of the window along which a touched tab's bar stands.
pub fn sentence(act: &Act, bar: Option<Edge>) -> String {
    match act {
        Act::Launch { app } => format!("Launch {}.", quoted(app)),
        Act::WaitFor { text } => format!("Wait until {} is visible.", quoted(text)),
        Act::Touch { touch, target } => {
            let verb = match touch {
                Touch::Tap => "Tap",
                Touch::DoubleTap => "Double-tap",
                Touch::LongPress => "Press and hold",
            };
            format!("{verb} {}.", what(target, bar))
        }
        Act::Scroll {
            direction,
            count,
            until,
            ..
        } => {
            let until = if until.is_empty() {
                String::new()
            } else {
                format!(" until {} is visible", quoted(until))
            };
            format!(
                "Scroll {}{until} (swipe {} {}).",
                content_way(*direction),
                direction.as_str(),
                times(*count)
            )
        }
        Act::Swipe { direction, stroke } => match (direction, stroke) {
            (_, Some((from, to))) => format!("Swipe from {} to {}.", place(*from), place(*to)),
            (Some(direction), None) => format!("Swipe {}.", direction.as_str()),
            (None, None) => "Swipe.".to_owned(),
        },
        Act::Drag {
            stroke: Some((from, to)),
            ..
        } => format!("Drag from {} to {}.", place(*from), place(*to)),
        Act::Drag { stroke: None, label } => format!("Drag {}.", quoted(label)),
        Act::Type { text } => format!("Type {}.", quoted(text)),
        Act::PressKey { key } => format!("Press the {} key.", quoted(key)),
        Act::PressHome => "Go to the home screen.".to_owned(),
        Act::Back { at: Some(at) } => format!("Go back (back button at {}).", place(*at)),
        Act::Back { at: None } => "Go back.".to_owned(),
        Act::OpenUrl { url } => format!("Open the link {}.", quoted(url)),
        Act::Shake => "Shake the device.".to_owned(),
        Act::Check { text, visible: true } => format!("Check that {} is visible.", quoted(text)),
        Act::Check { text, visible: false } => format!("Check that {} is not visible.", quoted(text)),
        Act::Remember { text } => format!("Remember {}.", quoted(text)),
        Act::Screenshot => "Take a screenshot.".to_owned(),
        Act::Answer { trigger, target } => format!("If {} appears, tap {}.", quoted(trigger), what(target, bar)),
        Act::Other { word, label } if label.is_empty() => format!("Do {}.", quoted(word)),
        Act::Other { word, label } => format!("Do {} on {}.", quoted(word), quoted(label)),
    }
}

fn what(target: &Target, bar: Option<Edge>) -> String {
    match (target.find, target.at) {
        _ if target.label.is_empty() => match target.at {
            Some(at) => format!("at {}", place(at)),
            None => "where it was recorded".to_owned(),
        },
        (Find::Text, _) | (_, None) => quoted(&target.label),
        (Find::OneOfSeveral, Some(at)) => format!("{} (the one at {})", quoted(&target.label), place(at)),
        (Find::IconTab, Some(at)) => {
            let edge = bar.map(edge).unwrap_or_default();
            format!("{} (a tab without text{edge}, at {})", quoted(&target.label), place(at))
        }
        (Find::Place, Some(at)) => format!("{} (no text, at {})", quoted(&target.label), place(at)),
    }
}

fn edge(edge: Edge) -> &'static str {
    match edge {
        Edge::Top => " at the top edge",
        Edge::Bottom => " at the bottom edge",
        Edge::Left => " at the left edge",
        Edge::Right => " at the right edge",
    }
}

/// Which way the content is looked through when the finger moves.
fn content_way(direction: ScrollDirection) -> &'static str {
    match direction {
        ScrollDirection::Up => "down",
        ScrollDirection::Down => "up",
        ScrollDirection::Left => "right",
        ScrollDirection::Right => "left",
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

fn place(at: WindowPoint) -> String {
    format!("({}, {})", number(at.x), number(at.y))
}

/// A coordinate with one decimal at most.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // No minus sign on a zero.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}
