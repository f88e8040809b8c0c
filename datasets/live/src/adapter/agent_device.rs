//! agent-device: accessibility trees as JSON, pictures as files.
//!
//! Trees come through [`skillc_snapshot::captured`], which restores inherited labels and decides why a capture failed. Boxes of hidden
//! elements are a sentinel and count as none. Boxes are points on Apple's systems and pixels elsewhere; presses are in the same unit, so
//! both are kept as they are and the window is measured in them.
//!
//! Source: reference on agent-device, §1, §5 and §7.

use serde_json::{Map, Value};
use skillc_captures::MAX_PICTURE_BYTES;
use skillc_records::{
    ActionKind, DialogAnswer, FailureReason, FrameIndex, Node, Producer, Quality, Scale, WindowRect, WindowSize,
};
use skillc_snapshot::{Acquisition, PlatformFamily, SnapshotSource, captured, presentation, rect};
use skillc_text::nfc;

use super::names::{self, Seen, Trait};
use super::{Act, Deed, Files, Known, Reading, Refusal, Shot, finger_way, named, picture, point_in};
use crate::message::{Call, ToolResult};

/// The name of its detections.
const DETECTOR: &str = "agent-device";

pub(super) fn deed(call: &Call, known: &Known) -> Deed {
    let text = |name: &str| call.text(name).unwrap_or_default().to_owned();
    let kind = match call.tool.as_str() {
        "snapshot" => return Deed::Look,
        // Cut to an element, or of another surface, it is no picture of the window.
        "screenshot" if call.arguments.get("cropOn").is_some() || call.arguments.get("surface").is_some() => {
            return Deed::Aside;
        }
        "screenshot" => return Deed::Look,
        "press" | "click" | "focus" => return Deed::Act(vec![touch(call, known)]),
        "longpress" => {
            let act = touch(call, known);
            let at = act.kind.touch();
            return Deed::Act(vec![Act {
                kind: ActionKind::LongPress { at },
                ..act
            }]);
        }
        "fill" => {
            let act = touch(call, known);
            return Deed::Act(vec![Act {
                kind: ActionKind::Type { value: text("text") },
                ..act
            }]);
        }
        "type" => ActionKind::Type { value: text("text") },
        "scroll" => ActionKind::Swipe {
            from: None,
            to: None,
            direction: call.text("direction").and_then(finger_way).map(ToOwned::to_owned),
        },
        "swipe" => {
            let (from, to) = (point_in(call.arguments.get("from")), point_in(call.arguments.get("to")));
            let direction = from
                .zip(to)
                .map(|(from, to)| super::mirroir::direction(from, to).to_owned());
            ActionKind::Swipe { from, to, direction }
        }
        "back" => ActionKind::Back { at: None },
        "home" => ActionKind::PressHome,
        "keyboard" => match call.text("action") {
            Some("enter" | "return") => ActionKind::PressKey {
                value: "return".to_owned(),
            },
            Some("dismiss") => other(call, "action"),
            _ => return Deed::Aside,
        },
        "open" => match (call.text("app"), call.text("url")) {
            (_, Some(url)) => ActionKind::OpenUrl { value: url.to_owned() },
            (Some(app), None) => ActionKind::Launch { app: app.to_owned() },
            (None, None) => return Deed::Aside,
        },
        "alert" => match call.text("action").and_then(DialogAnswer::parse) {
            Some(answer) => return Deed::Act(vec![Act::answering(answer, known)]),
            None => return Deed::Aside,
        },
        "orientation" | "app-switcher" | "tv-remote" | "gesture" | "hover" | "batch" | "replay" | "test" | "push"
        | "trigger-app-event" | "settings" | "reinstall" | "boot" | "shutdown" | "find" => ActionKind::Other {
            value: call.tool.clone(),
        },
        _ => return Deed::Aside,
    };
    Deed::Act(vec![Act::of(kind)])
}

fn other(call: &Call, argument: &str) -> ActionKind {
    ActionKind::Other {
        value: format!("{} {}", call.tool, call.text(argument).unwrap_or_default()),
    }
}

/// A touch on a target: a handle, a selector or a point.
fn touch(call: &Call, known: &Known) -> Act {
    let target = call.arguments.get("target");
    let told = |name: &str| target?.get(name)?.as_str();
    let node = told("ref").and_then(|reference| known.by_reference(reference));
    let (name, rect) = node.map_or((None, None), |node| named(node, &known.nodes));
    let at = match told("kind") {
        Some("point") => point_in(target),
        _ => rect.map(WindowRect::center),
    };
    let name = name.or_else(|| told("label").map(|label| nfc(label).into_owned()));
    let kind = if call.flag("doubleTap") {
        ActionKind::DoubleTap { at }
    } else if call.arguments.get("holdMs").is_some() {
        ActionKind::LongPress { at }
    } else if matches!(call.text("button"), Some("secondary" | "middle")) {
        other(call, "button")
    } else {
        ActionKind::Tap { at }
    };
    Act {
        kind,
        target: name,
        rect,
    }
}

/// The answer names the point that was touched and the element.
pub(super) fn completed(mut act: Act, result: &ToolResult) -> Act {
    let Some(told) = result.structured() else { return act };
    let point = point_in(Some(told));
    match &mut act.kind {
        ActionKind::Tap { at } | ActionKind::DoubleTap { at } | ActionKind::LongPress { at } => *at = point.or(*at),
        _ => {}
    }
    let label = told
        .get("refLabel")
        .and_then(Value::as_str)
        .filter(|label| !label.trim().is_empty());
    if let Some(label) = label {
        act.target.get_or_insert_with(|| nfc(label).into_owned());
    }
    act
}

pub(super) fn refusal(result: &ToolResult) -> Refusal {
    match captured::read(&result.0) {
        Some(Err(failed)) => Refusal {
            reason: failed.reason,
            // Its own code where no helper's error type came along: both are machine values.
            error_type: failed.error_type.or_else(|| {
                let code = result.structured()?.get("code")?.as_str()?;
                Some(code.to_owned())
            }),
            exit_code: failed.exit_code,
        },
        _ => Refusal {
            reason: FailureReason::ProducerError,
            error_type: None,
            exit_code: None,
        },
    }
}

pub(super) fn reading(call: &Call, result: &ToolResult, files: &dyn Files) -> Reading {
    let platform = call.text("platform").map(ToOwned::to_owned);
    let mut reading = Reading {
        platform: platform.clone(),
        ..Reading::default()
    };
    let Some(told) = result.structured() else {
        return reading;
    };
    if let Some(device) = told.get("device") {
        let text = |name: &str| device.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
        reading.platform = text("platform").or(platform);
        reading.device = text("name");
    }
    let in_points = reading
        .platform
        .as_deref()
        .and_then(PlatformFamily::of_platform)
        .is_none_or(|family| family == PlatformFamily::Apple);
    if call.tool == "screenshot" {
        let path = told.get("path").and_then(Value::as_str);
        let scale = (!in_points).then_some(Scale::ONE);
        let shot = path
            .and_then(|path| files.read(path, MAX_PICTURE_BYTES))
            .and_then(|bytes| picture(bytes, scale));
        if let Some(picture) = shot {
            let overlaid = told
                .get("overlayRefs")
                .and_then(Value::as_array)
                .is_some_and(|refs| !refs.is_empty());
            if !in_points {
                reading.window = Some(WindowSize::new(
                    f64::from(picture.size.width),
                    f64::from(picture.size.height),
                ));
            }
            reading.picture = Some(Shot {
                picture,
                drawn_over: overlaid || call.flag("overlayRefs"),
            });
        }
        return reading;
    }
    // `open` shows the first tree inside its own answer.
    let tree = if told.get("nodes").is_some() {
        Some(told)
    } else {
        told.get("snapshot")
    };
    if let Some(tree) = tree {
        read_tree(tree, &mut reading);
    }
    reading
}

fn read_tree(told: &Value, reading: &mut Reading) {
    let Some(Ok(captured)) = captured::read(told) else {
        return;
    };
    let published = told
        .get("nodes")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let (tree, _) = skillc_snapshot::Tree::new(captured.nodes.clone());
    let nodes: Vec<Node> = tree
        .nodes()
        .iter()
        .enumerate()
        .map(|(place, node)| record(place, node, published.get(place)))
        .collect();
    let tells_drawn = reading.platform.as_deref() == Some("linux") && tree.nodes().iter().any(is_drawn);
    let traits: Vec<Trait> = tree
        .nodes()
        .iter()
        .map(|node| {
            let roles = [node.kind.as_deref(), node.role.as_deref()];
            let is = |rule: fn(&str) -> bool| roles.into_iter().flatten().any(rule);
            Trait {
                hidden: node.covered || node.visible_to_user == Some(false),
                // A browser's own buttons behind a page that fills the screen have boxes, too.
                undrawn: tells_drawn && node.enabled != Some(false) && node.hittable == Some(false),
                control: node.clickable == Some(true) || is(names::is_control),
                field: node.editable == Some(true) || is(names::is_field),
            }
        })
        .collect();
    let source = SnapshotSource::of_session(Producer::AgentDevice, reading.platform.as_deref());
    if let Some(source) = source {
        let acquisition = Acquisition::new(source, captured.nodes, captured.truncated);
        reading.window = presentation::viewport(&acquisition)
            .map(|viewport| WindowSize::new(viewport.right(), viewport.bottom()))
            .filter(|window| window.width > 0.0 && window.height > 0.0);
    }
    let seen = Seen::new(&nodes, &traits, reading.window);
    reading.detections = Some(seen.detections(DETECTOR));
    reading.controls = Some(seen.controls());
    reading.quality = match &captured.quality {
        None => Quality::Unstated,
        Some(verdict) if verdict.reason_code.is_none() && verdict.is_usable() => Quality::Full,
        Some(verdict) => Quality::Degraded {
            reason: verdict
                .reason_code
                .map_or(verdict.state.as_str(), |code| code.as_str())
                .to_owned(),
        },
    };
    reading.sparse = captured.quality.as_ref().is_some_and(|verdict| !verdict.is_usable());
    reading.nodes = Some(nodes);
}

/// On a Linux desktop what is enabled and has a box is hittable if and only if it is showing. Some toolkits (GTK 4) say so of nothing:
/// then nothing follows from it.
fn is_drawn(node: &skillc_snapshot::Node) -> bool {
    node.hittable == Some(true) && rect::positive(node.rect).is_some()
}

/// What has a column of its own stands there; the rest stands in `extra`, under the producer's names.
fn record(place: usize, node: &skillc_snapshot::Node, published: Option<&Value>) -> Node {
    const COLUMNS: [&str; 14] = [
        "index",
        "parentIndex",
        "depth",
        "ref",
        "type",
        "label",
        "value",
        "identifier",
        "rect",
        "hittable",
        "enabled",
        "selected",
        "focused",
        "pid",
    ];
    let extra: Map<String, Value> = published
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter(|(key, _)| !COLUMNS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Node {
        frame: FrameIndex(0),
        index: u32::try_from(place).unwrap_or(u32::MAX),
        parent: node.parent.and_then(|parent| u32::try_from(parent).ok()),
        depth: node.depth,
        reference: node.reference.as_ref().map(ToString::to_string),
        role: node.kind.clone().or_else(|| node.role.clone()),
        label: node.label.clone(),
        value: node.value.clone(),
        identifier: node.identifier.clone(),
        rect: rect::positive(node.rect).filter(is_place),
        hittable: node.hittable,
        enabled: node.enabled,
        selected: node.selected,
        focused: node.focused,
        extra: (!extra.is_empty()).then(|| Value::Object(extra).to_string()),
    }
}

/// Hidden elements are put at the smallest integer, and their size is real.
fn is_place(rect: &WindowRect) -> bool {
    const FAR: f64 = 1e6;
    [rect.x, rect.y, rect.right(), rect.bottom()]
        .into_iter()
        .all(|edge| edge.abs() < FAR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{Adapter, NoFiles};
    use serde_json::json;

    fn texts(platform: &str, page_is_hittable: bool) -> Vec<String> {
        let node = |index: u32, parent: u32, label: &str, hittable: bool, enabled: bool| {
            json!({"index": index, "ref": format!("e{index}"), "parentIndex": parent, "depth": parent + 1, "type": "Button", "label": label,
                "rect": {"x": 10, "y": 40 * index, "width": 100, "height": 30}, "hittable": hittable, "enabled": enabled})
        };
        let nodes = json!([
            {"index": 0, "ref": "e0", "depth": 0, "type": "Window", "rect": {"x": 0, "y": 0, "width": 410, "height": 898},
                "hittable": page_is_hittable, "enabled": true},
            // What is below a node that isn't drawn may be drawn.
            node(1, 0, "New Tab", false, true),
            node(2, 1, "Flour", page_is_hittable, true),
            node(3, 1, "Greyed out", false, false),
        ]);
        let call = Call::new("snapshot", json!({"platform": platform}));
        let result = ToolResult(json!({"structuredContent": {"nodes": nodes}, "content": []}));
        let reading = Adapter::AgentDevice.reading(&call, &result, &NoFiles);
        let seen = reading.detections.unwrap_or_default();
        seen.into_iter().filter_map(|seen| seen.text).collect()
    }

    #[test]
    fn what_a_desktop_says_is_not_showing_is_not_seen() {
        assert_eq!(texts("linux", true), ["Flour", "Greyed out"]);
        // Where nothing is said to show, and on other systems, nothing follows from it.
        assert_eq!(texts("linux", false), ["New Tab", "Flour", "Greyed out"]);
        assert_eq!(texts("ios", true), ["New Tab", "Flour", "Greyed out"]);
    }
}
