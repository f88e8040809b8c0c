//! `chrome-devtools-mcp`: accessibility trees without boxes.
//!
//! Where a thing stands isn't said, so nothing is detected by its trees: the pictures are what the rules see. Nodes are recorded without
//! boxes, and a click names its element. Handles of verbose trees repeat.
//!
//! Source: reference on live targets, §3.

use serde_json::{Map, Value};
use skillc_recorders::ToldDialog;
use skillc_records::{ActionKind, DialogAnswer, FrameIndex, Node, WindowSize};
use skillc_text::nfc;

use super::{Act, Deed, Known, Reading, Shot, first_picture, names, point};
use crate::message::{Call, ToolResult};

/// The most nodes of one tree.
const MOST_NODES: usize = 50_000;

pub(super) fn deed(call: &Call, known: &Known) -> Deed {
    let text = |name: &str| call.text(name).unwrap_or_default().to_owned();
    let target = |name: &str| {
        let node = call.text(name).and_then(|handle| known.by_reference(handle))?;
        names::name_of(node, &known.nodes)
    };
    let kind = match call.tool.as_str() {
        "take_snapshot" => return Deed::Look,
        "take_screenshot" if call.arguments.get("uid").is_some() || call.flag("fullPage") => return Deed::Aside,
        "take_screenshot" => return Deed::Look,
        "click" => {
            let kind = if call.flag("dblClick") {
                ActionKind::DoubleTap { at: None }
            } else {
                ActionKind::Tap { at: None }
            };
            return Deed::Act(vec![Act {
                target: target("uid"),
                ..Act::of(kind)
            }]);
        }
        "click_at" => ActionKind::Tap {
            at: point(call, "x", "y"),
        },
        "fill" => {
            return Deed::Act(vec![Act {
                target: target("uid"),
                ..Act::of(ActionKind::Type { value: text("value") })
            }]);
        }
        "type_text" => ActionKind::Type { value: text("text") },
        "press_key" => ActionKind::PressKey { value: text("key") },
        "navigate_page" if call.text("type") == Some("back") => ActionKind::Back { at: None },
        "navigate_page" | "new_page" if call.text("url").is_some() => ActionKind::OpenUrl { value: text("url") },
        "handle_dialog" => {
            let Some(answer) = call.text("action").and_then(DialogAnswer::parse) else {
                return Deed::Aside;
            };
            let typed = call.text("promptText").filter(|_| answer == DialogAnswer::Accept);
            let typed = typed.map(|value| {
                Act::of(ActionKind::Type {
                    value: value.to_owned(),
                })
            });
            return Deed::Act(typed.into_iter().chain([Act::answering(answer, known)]).collect());
        }
        "emulate" | "fill_form" | "hover" | "drag" | "evaluate_script" | "navigate_page" | "new_page"
        | "close_page" | "select_page" | "resize_page" | "upload_file" => ActionKind::Other {
            value: call.tool.clone(),
        },
        _ => return Deed::Aside,
    };
    Deed::Act(vec![Act::of(kind)])
}

pub(super) fn reading(call: &Call, result: &ToolResult) -> Reading {
    let mut reading = Reading {
        window: call.text("viewport").and_then(viewport),
        ..Reading::default()
    };
    if let Some(picture) = first_picture(result) {
        // Without emulation a pixel is a point.
        reading.page = Some(WindowSize::new(
            f64::from(picture.size.width),
            f64::from(picture.size.height),
        ));
        reading.picture = Some(Shot {
            picture,
            drawn_over: false,
        });
    }
    let structured = result.structured().and_then(|told| told.get("snapshot"));
    reading.nodes = match structured {
        Some(root) => Some(of_json(root)),
        None => result.texts().find_map(of_text),
    };
    reading
}

/// The dialog that an answer tells of: `# Open dialog`, then its kind and its message on a line of their own, then what to call.
pub(super) fn dialog(result: &ToolResult) -> Option<ToldDialog> {
    const HEAD: &str = "# Open dialog\n";
    let told = result.texts().find_map(|text| {
        let told = text.strip_prefix(HEAD);
        told.or_else(|| Some(text.split_once("\n# Open dialog\n")?.1))
    })?;
    let (told, _) = told.split_once(".\nCall handle_dialog")?;
    let (kind, message) = told.split_once(": ")?;
    let known = ["alert", "confirm", "prompt", "beforeunload"];
    known.contains(&kind).then(|| ToldDialog {
        message: nfc(message).into_owned(),
        has_choice: kind != "alert",
    })
}

/// The window of `410x898x2,mobile,touch`.
fn viewport(text: &str) -> Option<WindowSize> {
    let size = text.split(',').next()?;
    let numbers: Vec<f64> = size
        .split('x')
        .filter_map(|number| number.trim().parse().ok())
        .collect();
    match numbers.as_slice() {
        [width, height, ..] if *width > 0.0 && *height > 0.0 => Some(WindowSize::new(*width, *height)),
        _ => None,
    }
}

/// The tree in structured content. Walked without recursion: a tree may be as deep as it is long.
fn of_json(root: &Value) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut stack: Vec<(&Value, Option<u32>, u32)> = vec![(root, None, 0)];
    while let Some((value, parent, depth)) = stack.pop() {
        if nodes.len() == MOST_NODES {
            break;
        }
        let place = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        let text = |name: &str| {
            value
                .get(name)
                .and_then(Value::as_str)
                .map(|text| nfc(text).into_owned())
        };
        let flag = |name: &str| value.get(name).and_then(Value::as_bool);
        let taken = ["id", "role", "name", "value", "children", "selected", "focused"];
        let more = value.as_object().into_iter().flatten();
        let more: Map<String, Value> = more
            .filter(|(key, _)| !taken.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        nodes.push(Node {
            selected: flag("selected"),
            focused: flag("focused"),
            extra: (!more.is_empty()).then(|| Value::Object(more).to_string()),
            value: text("value"),
            ..bare(place, parent, depth, text("id"), text("role"), text("name"))
        });
        let children = value.get("children").and_then(Value::as_array).into_iter().flatten();
        stack.extend(children.rev().map(|child| (child, Some(place), depth + 1)));
    }
    nodes
}

/// The tree in a text: `uid=1_11 link "Checking" url="…"`, two spaces a level. None if there is none.
fn of_text(text: &str) -> Option<Vec<Node>> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    for line in text.lines() {
        let content = line.trim_start_matches(' ');
        let Some((handle, rest)) = content.strip_prefix("uid=").and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        if nodes.len() == MOST_NODES {
            break;
        }
        let indent = line.len() - content.len();
        while open.last().is_some_and(|&(level, _)| level >= indent) {
            open.pop();
        }
        // A plain text has no role.
        let (role, rest) = match rest.starts_with('"') {
            true => ("", rest),
            false => rest.split_once(' ').unwrap_or((rest, "")),
        };
        // Not escaped: it ends at the first quote after which there are attributes only, or nothing.
        let name = rest.strip_prefix('"').map(|rest| {
            let end = rest
                .match_indices('"')
                .map(|(at, _)| at)
                .find(|at| are_attributes(&rest[at + 1..]));
            rest[..end.unwrap_or(rest.len())].to_owned()
        });
        let place = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        let depth = u32::try_from(open.len()).unwrap_or(u32::MAX);
        let parent = open.last().map(|&(_, place)| place);
        nodes.push(bare(
            place,
            parent,
            depth,
            Some(handle.to_owned()),
            Some(role.to_owned()).filter(|role| !role.is_empty()),
            name.map(|name| nfc(&name).into_owned()),
        ));
        open.push((indent, place));
    }
    (!nodes.is_empty()).then_some(nodes)
}

/// Whether a text is attributes and nothing else: `selected url="…"`, each after a space.
fn are_attributes(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let Some(attribute) = rest.strip_prefix(' ') else {
            return false;
        };
        let end = attribute
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(attribute.len());
        rest = &attribute[end..];
        if let Some(value) = rest.strip_prefix("=\"") {
            match value.find('"') {
                Some(close) => rest = &value[close + 1..],
                None => return false,
            }
        } else if end == 0 {
            return false;
        }
    }
    true
}

fn bare(
    index: u32,
    parent: Option<u32>,
    depth: u32,
    reference: Option<String>,
    role: Option<String>,
    label: Option<String>,
) -> Node {
    Node {
        frame: FrameIndex(0),
        index,
        parent,
        depth: Some(depth),
        reference,
        role,
        label,
        value: None,
        identifier: None,
        rect: None,
        hittable: None,
        enabled: None,
        selected: None,
        focused: None,
        extra: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_forms_give_the_same_nodes() {
        let text = "uid=1_0 RootWebArea \"Pocket\" url=\"http://x/\"\n  uid=1_1 tab \"Home\" selectable selected\n  uid=1_2 link \"Say \"hi\"\"";
        let told = of_text(text).expect("a tree");
        let json = of_json(
            &json!({"id": "1_0", "role": "RootWebArea", "name": "Pocket", "children": [
            {"id": "1_1", "role": "tab", "name": "Home"}, {"id": "1_2", "role": "link", "name": "Say \"hi\""}]}),
        );
        assert_eq!(told, json);
        assert_eq!(told[2].parent, Some(0));
    }
}
