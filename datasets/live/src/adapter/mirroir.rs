//! mirroir-mcp: texts with tap points, and pictures.
//!
//! Texts are printed between quotes and not escaped, so a text may itself hold `" at (`: a line is read from its last one. A line
//! break in a text is printed as it is, so a line that doesn't begin like an element goes on with the one before. The confidence isn't
//! printed and stays unknown, and so does the box. The picture of `describe_screen` has a grid drawn over it.
//!
//! Source: reference on mirroir's semantics, §16.

use serde_json::Value;
use skillc_records::{ActionKind, Detection, DetectionKind, DetectorId, Scale, WindowPoint, WindowRect, WindowSize};
use skillc_text::nfc;

use super::{Act, Deed, Reading, Shot, first_picture, point};
use crate::message::{Call, ToolResult};

/// The detector behind the texts.
const TEXTS: &str = "apple-vision";
/// The detector behind the icons.
const ICONS: &str = "mirroir-icons";

const ELEMENTS: &str = "Screen elements (";
const PAGE: &str = "page-absolute";
const ICONS_HEAD: &str = "Unlabeled icons (estimated positions):";
const META: &str = "_meta:";

pub(super) fn deed(call: &Call) -> Deed {
    let text = |name: &str| call.text(name).unwrap_or_default().to_owned();
    let at = || point(call, "x", "y");
    let stroke = || (point(call, "from_x", "from_y"), point(call, "to_x", "to_y"));
    let kind = match call.tool.as_str() {
        // Scrolled, it moves the page and shows no one screen.
        "describe_screen" if call.flag("scroll") => ActionKind::Other {
            value: "describe_screen scroll".to_owned(),
        },
        "describe_screen" | "screenshot" => return Deed::Look,
        "tap" => ActionKind::Tap { at: at() },
        "double_tap" => ActionKind::DoubleTap { at: at() },
        "long_press" => ActionKind::LongPress { at: at() },
        "swipe" => {
            let (from, to) = stroke();
            let direction = from.zip(to).map(|(from, to)| direction(from, to).to_owned());
            ActionKind::Swipe { from, to, direction }
        }
        "drag" => {
            let (from, to) = stroke();
            ActionKind::Drag { from, to }
        }
        "type_text" => ActionKind::Type { value: text("text") },
        "press_key" => ActionKind::PressKey {
            value: key(call).unwrap_or_default(),
        },
        "launch_app" => ActionKind::Launch { app: text("name") },
        "open_url" => ActionKind::OpenUrl { value: text("url") },
        "press_home" => ActionKind::PressHome,
        "press_back" => ActionKind::Back { at: None },
        "shake" => ActionKind::Shake,
        "reset_app" => ActionKind::ResetApp,
        "scroll_to" => {
            return Deed::Act(vec![Act {
                target: call.text("label").map(|label| nfc(label).into_owned()),
                ..Act::of(ActionKind::ScrollTo)
            }]);
        }
        "press_app_switcher" | "spotlight" => ActionKind::Other {
            value: call.tool.clone(),
        },
        _ => return Deed::Aside,
    };
    Deed::Act(vec![Act::of(kind)])
}

/// `mod+mod+key`, as the server prints it.
fn key(call: &Call) -> Option<String> {
    let modifiers = call.arguments.get("modifiers").and_then(Value::as_array);
    let mut keys: Vec<&str> = modifiers.into_iter().flatten().filter_map(Value::as_str).collect();
    keys.push(call.text("key")?);
    Some(keys.join("+"))
}

/// The finger's way along the larger axis; ties are vertical.
pub(super) fn direction(from: WindowPoint, to: WindowPoint) -> &'static str {
    let (x, y) = (to.x - from.x, to.y - from.y);
    match (x.abs() > y.abs(), x < 0.0, y < 0.0) {
        (true, true, _) => "left",
        (true, false, _) => "right",
        (false, _, true) => "up",
        (false, _, false) => "down",
    }
}

pub(super) fn reading(call: &Call, result: &ToolResult) -> Reading {
    let mut reading = Reading::default();
    if call.tool == "describe_screen" {
        reading.detections = result.texts().find_map(screen);
    }
    if let Some(mut picture) = first_picture(result) {
        let window = window(&picture, reading.detections.as_deref().unwrap_or_default());
        picture.scale = Scale::new(f64::from(picture.size.width) / window.width);
        reading.window = Some(window);
        reading.picture = Some(Shot {
            picture,
            drawn_over: call.tool == "describe_screen",
        });
    }
    reading
}

/// The window behind a picture. Pictures are raw pixels, two a point on the displays that mirroring runs on; a point outside half the
/// picture shows that this one has one.
fn window(picture: &skillc_recorders::target::SeenPicture, seen: &[Detection]) -> WindowSize {
    let (width, height) = (f64::from(picture.size.width), f64::from(picture.size.height));
    let outside = seen
        .iter()
        .any(|detection| detection.tap.x > width / 2.0 || detection.tap.y > height / 2.0);
    let scale = if outside || width.min(height) < 600.0 { 1.0 } else { 2.0 };
    WindowSize::new(width / scale, height / scale)
}

/// The elements and icons of one screen; none for other texts, and for a page that was scrolled through, whose points are no window's.
fn screen(text: &str) -> Option<Vec<Detection>> {
    let mut lines = text.lines();
    let head = lines.by_ref().find(|line| line.starts_with(ELEMENTS))?;
    if head.contains(PAGE) {
        return None;
    }
    let mut seen = Vec::new();
    let mut open: Option<String> = None;
    let mut icons = false;
    for line in lines {
        if line.starts_with(META) {
            break;
        }
        if line == ICONS_HEAD {
            icons = true;
        } else if icons {
            seen.extend(icon(line));
        } else {
            let text = match open.take() {
                Some(begun) if !line.starts_with("- \"") => format!("{begun}\n{line}"),
                _ => line.to_owned(),
            };
            match element(&text) {
                Some(detection) => seen.push(detection),
                None if text.starts_with("- \"") => open = Some(text),
                None => {}
            }
        }
    }
    Some(seen)
}

/// `- "<text>" at (X, Y)`, read from its last `" at (`.
fn element(line: &str) -> Option<Detection> {
    let (text, place) = line.strip_prefix("- \"")?.rsplit_once("\" at (")?;
    let (x, y) = place.strip_suffix(')')?.split_once(", ")?;
    let tap = WindowPoint::new(coordinate(x)?, coordinate(y)?);
    let text = nfc(text).into_owned();
    (!text.is_empty()).then(|| Detection {
        detector: DetectorId::recorded(TEXTS),
        kind: DetectionKind::Text,
        text: Some(text),
        confidence: None,
        rect: None,
        tap,
    })
}

/// `- Icon at (X, Y), ~SxSpt`.
fn icon(line: &str) -> Option<Detection> {
    let (x, rest) = line.strip_prefix("- Icon at (")?.split_once(", ")?;
    let (y, size) = rest.split_once("), ~")?;
    let (width, height) = size.strip_suffix("pt")?.split_once('x')?;
    let tap = WindowPoint::new(coordinate(x)?, coordinate(y)?);
    let (width, height) = (coordinate(width)?, coordinate(height)?);
    Some(Detection {
        detector: DetectorId::recorded(ICONS),
        kind: DetectionKind::Icon,
        text: None,
        confidence: None,
        rect: Some(WindowRect::new(
            tap.x - width / 2.0,
            tap.y - height / 2.0,
            width,
            height,
        )),
        tap,
    })
}

fn coordinate(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<(String, f64, f64)> {
        let seen = screen(text).expect("a screen");
        let texts = seen.into_iter().filter(|seen| seen.kind == DetectionKind::Text);
        texts.map(|seen| (seen.text.unwrap(), seen.tap.x, seen.tap.y)).collect()
    }

    #[test]
    fn a_quote_in_a_text_doesnt_end_it() {
        let told = "Screen elements (tap coordinates in points):\n- \"Say \"hi\" at (1, 2)\" at (30, -4)\n- \"two\nlines\" at (5, 6)\n\n\
             Unlabeled icons (estimated positions):\n- Icon at (51, 850), ~24x24pt\n\nHints:\n- \"no element\" at (9, 9)\n\n\
             _meta: ocr_time_ms=1 recognition_level=accurate element_count=2\n- \"after\" at (7, 7)";
        assert_eq!(
            texts(told),
            [
                ("Say \"hi\" at (1, 2)".to_owned(), 30.0, -4.0),
                ("two\nlines".to_owned(), 5.0, 6.0)
            ]
        );
        let seen = screen(told).expect("a screen");
        let icon = seen.last().expect("an icon");
        assert_eq!(icon.rect, Some(WindowRect::new(39.0, 838.0, 24.0, 24.0)));
        assert!(seen.iter().all(|detection| detection.confidence.is_none()));
    }

    #[test]
    fn nothing_seen_is_not_nothing_said() {
        let empty = "Screen elements (tap coordinates in points):\n(no text detected)\n\n_meta: element_count=0";
        assert_eq!(screen(empty), Some(Vec::new()));
        assert_eq!(screen("Error: the window is gone"), None);
        assert_eq!(
            screen("Screen elements (page-absolute tap coordinates in points):\n- \"x\" at (1, 2)"),
            None
        );
    }

    proptest! {
        #[test]
        fn every_text_on_one_line_comes_back(text in "[^\n\r\u{85}\u{2028}\u{2029}]{1,40}", x in -500i32..2000, y in -500i32..2000) {
            let told = format!("Screen elements (tap coordinates in points):\n- \"{text}\" at ({x}, {y})\n\n_meta: element_count=1");
            prop_assert_eq!(texts(&told), vec![(nfc(&text).into_owned(), f64::from(x), f64::from(y))]);
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,200}(\n\\PC{0,80}){0,4}") {
            let _ = screen(&text);
            let _ = screen(&format!("Screen elements (tap\n{text}"));
        }
    }
}
