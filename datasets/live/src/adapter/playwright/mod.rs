//! `@playwright/mcp`: accessibility trees as indented text, pictures in the answer.
//!
//! Boxes are CSS pixels, which are our window points; a picture has as many pixels a point as the page's device. Actions answer with the
//! name of a file that holds the tree after them.
//!
//! Source: reference on live targets, §2; the server's own texts.

pub(super) mod modal;
mod tree;

use serde_json::Value;
use skillc_records::{ActionKind, DialogAnswer, Node, WindowPoint, WindowRect, WindowSize};
use skillc_text::nfc;

use super::names::{Seen, Trait};
use super::{Act, Deed, Files, Known, Reading, Shot, finger_way, first_picture, named, point};
use crate::message::{Call, ToolResult};

/// The name of its detections.
const DETECTOR: &str = "playwright";
/// The largest tree that is read, in bytes.
const MAX_TREE_BYTES: u64 = 16 << 20;

pub(super) fn deed(call: &Call, known: &Known) -> Deed {
    let text = |name: &str| call.text(name).unwrap_or_default().to_owned();
    let told = |name: &str| call.text(name).is_some();
    let acts = |kind| Deed::Act(vec![Act::of(kind)]);
    match call.tool.as_str() {
        "browser_snapshot" if told("target") || told("filename") || call.arguments.get("depth").is_some() => {
            Deed::Aside
        }
        "browser_snapshot" => Deed::Look,
        "browser_take_screenshot" if told("target") || told("ref") || call.flag("fullPage") => Deed::Aside,
        "browser_take_screenshot" => Deed::Look,
        "browser_navigate" => acts(ActionKind::OpenUrl { value: text("url") }),
        "browser_navigate_back" => acts(ActionKind::Back { at: None }),
        "browser_click" => {
            let (target, rect) = element(call, "target", known);
            let at = rect.map(WindowRect::center);
            let kind = match call.text("button") {
                Some("right" | "middle") => other(call, "button"),
                _ if call.flag("doubleClick") => ActionKind::DoubleTap { at },
                _ => ActionKind::Tap { at },
            };
            Deed::Act(vec![act(kind, target, rect)])
        }
        "browser_mouse_click_xy" => acts(ActionKind::Tap {
            at: point(call, "x", "y"),
        }),
        "browser_type" => {
            let (target, rect) = element(call, "target", known);
            let mut acts = vec![act(ActionKind::Type { value: text("text") }, target, rect)];
            if call.flag("submit") {
                acts.push(Act::of(ActionKind::PressKey {
                    value: "return".to_owned(),
                }));
            }
            Deed::Act(acts)
        }
        "browser_fill_form" => {
            let fields = call.arguments.get("fields").and_then(Value::as_array);
            let filled: Vec<Act> = fields
                .into_iter()
                .flatten()
                .filter_map(|field| fill(field, known))
                .collect();
            if filled.is_empty() {
                Deed::Aside
            } else {
                Deed::Act(filled)
            }
        }
        "browser_press_key" => acts(ActionKind::PressKey { value: text("key") }),
        "browser_mouse_wheel" => {
            let (x, y) = (
                call.number("deltaX").unwrap_or(0.0),
                call.number("deltaY").unwrap_or(0.0),
            );
            let content = match (x.abs() > y.abs(), x < 0.0, y < 0.0) {
                (true, true, _) => "left",
                (true, false, _) => "right",
                (false, _, true) => "up",
                (false, _, false) => "down",
            };
            acts(ActionKind::Swipe {
                from: None,
                to: None,
                direction: finger_way(content).map(ToOwned::to_owned),
            })
        }
        "browser_mouse_drag_xy" => acts(ActionKind::Drag {
            from: point(call, "startX", "startY"),
            to: point(call, "endX", "endY"),
        }),
        "browser_drag" => {
            let (target, from) = element(call, "startTarget", known);
            let (_, to) = element(call, "endTarget", known);
            let kind = ActionKind::Drag {
                from: from.map(WindowRect::center),
                to: to.map(WindowRect::center),
            };
            Deed::Act(vec![act(kind, target, from)])
        }
        "browser_select_option" => {
            let (target, rect) = element(call, "target", known);
            Deed::Act(vec![act(other(call, "values"), target, rect)])
        }
        "browser_handle_dialog" => {
            let mut acts = Vec::new();
            if let (true, Some(typed)) = (call.flag("accept"), call.text("promptText")) {
                acts.push(Act::of(ActionKind::Type {
                    value: typed.to_owned(),
                }));
            }
            let answer = if call.flag("accept") {
                DialogAnswer::Accept
            } else {
                DialogAnswer::Dismiss
            };
            acts.push(Act::answering(answer, known));
            Deed::Act(acts)
        }
        "browser_hover"
        | "browser_file_upload"
        | "browser_drop"
        | "browser_evaluate"
        | "browser_run_code_unsafe"
        | "browser_resize"
        | "browser_mouse_down"
        | "browser_mouse_up"
        | "browser_emulate_media" => acts(ActionKind::Other {
            value: call.tool.clone(),
        }),
        "browser_tabs" if call.text("action") != Some("list") => acts(other(call, "action")),
        _ => Deed::Aside,
    }
}

fn act(kind: ActionKind, target: Option<String>, rect: Option<WindowRect>) -> Act {
    Act { kind, target, rect }
}

fn other(call: &Call, argument: &str) -> ActionKind {
    let told = call.arguments.get(argument).map(|value| match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            values.join(", ")
        }
        other => other.to_string(),
    });
    ActionKind::Other {
        value: format!("{} {}", call.tool, told.unwrap_or_default())
            .trim_end()
            .to_owned(),
    }
}

/// The element that an argument names: by a handle of the last tree, else by the words that the caller has for it. Older versions call
/// the argument `ref`.
fn element(call: &Call, argument: &str, known: &Known) -> (Option<String>, Option<WindowRect>) {
    let older = match argument {
        "startTarget" => "startRef",
        "endTarget" => "endRef",
        _ => "ref",
    };
    let handle = call.text(argument).or_else(|| call.text(older));
    match handle.and_then(|handle| known.by_reference(handle)) {
        Some(node) => named(node, &known.nodes),
        None => (None, None),
    }
}

fn fill(field: &Value, known: &Known) -> Option<Act> {
    let told = |name: &str| field.get(name).and_then(Value::as_str);
    let node = told("target")
        .or_else(|| told("ref"))
        .and_then(|handle| known.by_reference(handle));
    let (target, rect) = node.map_or((None, None), |node| named(node, &known.nodes));
    let value = told("value")?.to_owned();
    let kind = match told("type") {
        Some("textbox") | None => ActionKind::Type { value },
        Some(kind) => ActionKind::Other {
            value: format!("{kind} {value}"),
        },
    };
    Some(act(
        kind,
        target.or_else(|| told("name").map(|name| nfc(name).into_owned())),
        rect,
    ))
}

pub(super) fn reading(call: &Call, result: &ToolResult, files: &dyn Files) -> Reading {
    let mut reading = Reading::default();
    let text = result.texts().collect::<Vec<_>>().join("\n");
    if let Some(mut picture) = first_picture(result) {
        if call.text("scale").is_none_or(|scale| scale == "css") && call.tool == "browser_take_screenshot" {
            // A picture in CSS pixels is as large as the window.
            reading.window = Some(WindowSize::new(
                f64::from(picture.size.width),
                f64::from(picture.size.height),
            ));
            picture.scale = Some(skillc_records::Scale::ONE);
        }
        reading.picture = Some(Shot {
            picture,
            drawn_over: false,
        });
    }
    let from_file = || {
        let path = snapshot_file(&text)?;
        let bytes = files.read(path, MAX_TREE_BYTES)?;
        tree::read(&bytes)
    };
    let Some(tree) = snapshot_text(&text)
        .and_then(|text| tree::read(text.as_bytes()))
        .or_else(from_file)
    else {
        return reading;
    };
    read_tree(tree, &mut reading);
    if call.tool == "browser_resize"
        && let Some(WindowPoint { x, y }) = point(call, "width", "height")
    {
        reading.window = Some(WindowSize::new(x, y));
    }
    reading
}

fn read_tree(read: Vec<tree::Line>, reading: &mut Reading) {
    let has_boxes = read.iter().any(|line| line.rect.is_some());
    let traits: Vec<Trait> = read
        .iter()
        .map(|line| Trait {
            // Without a handle it can't be reached: the page that another one covers.
            hidden: line.hidden || (line.rect.is_some() && line.reference.is_none()),
            undrawn: false,
            control: line.pointer
                || (line.role != "listitem" && line.role != "cell" && super::names::is_control(&line.role)),
            field: super::names::is_field(&line.role),
        })
        .collect();
    // The page is as large as its root, if that begins at the corner.
    let root = read.iter().filter(|line| line.depth == 0).filter_map(|line| line.rect);
    let root = root
        .filter(|rect| rect.x == 0.0 && rect.y == 0.0)
        .fold(None, |all: Option<WindowRect>, rect| {
            Some(all.map_or(rect, |all| {
                WindowRect::new(0.0, 0.0, all.width.max(rect.width), all.height.max(rect.height))
            }))
        });
    if reading.window.is_none() {
        reading.page = root.map(|rect| WindowSize::new(rect.width, rect.height));
    }
    let nodes: Vec<Node> = read
        .into_iter()
        .enumerate()
        .map(|(place, line)| line.into_node(place))
        .collect();
    if has_boxes {
        let seen = Seen::new(&nodes, &traits, reading.window);
        reading.detections = Some(seen.detections(DETECTOR));
        reading.controls = Some(seen.controls());
    }
    reading.nodes = Some(nodes);
}

/// The tree between its fences.
fn snapshot_text(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("```yaml\n")?;
    Some(after.rsplit_once("\n```").map_or(after, |(tree, _)| tree))
}

/// The file that an action's answer names.
fn snapshot_file(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("[Snapshot](")?;
    let (path, _) = after.split_once(')')?;
    (path.ends_with(".yml") || path.ends_with(".yaml")).then_some(path)
}
