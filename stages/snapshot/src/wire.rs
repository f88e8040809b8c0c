//! The public JSON of a snapshot, read into nodes.
//!
//! Fields of a wrong type count as absent, so that one odd node never costs a whole capture. The producer leaves out a label that
//! repeats the nearest ancestor's; that is undone here, because every rule needs the labels that were on the screen.
//!
//! Source: reference on agent-device, §1.2, §1.4 and §1.6.1.

use serde_json::{Map, Value, json};
use skillc_records::WindowRect;

use crate::{ElementRef, Node, ScrollFacts, WindowFacts, inheritance};

/// The nodes in the `nodes` of a snapshot result, inherited labels and identifiers restored.
pub fn read_nodes(nodes: &[Value]) -> Vec<Node> {
    let mut read: Vec<Node> = nodes.iter().map(|value| read_node(value, nodes.len())).collect();
    inheritance::restore(&mut read, nodes);
    read
}

/// One node as published; `count` is the number of nodes in its list.
fn read_node(value: &Value, count: usize) -> Node {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let flag = |key: &str| value.get(key).and_then(Value::as_bool);
    let whole = |key: &str| value.get(key).and_then(Value::as_i64);
    Node {
        parent: value
            .get("parentIndex")
            .and_then(Value::as_u64)
            .and_then(|p| usize::try_from(p).ok()),
        depth: value
            .get("depth")
            .and_then(Value::as_u64)
            .and_then(|depth| u32::try_from(depth).ok()),
        reference: value
            .get("ref")
            .and_then(Value::as_str)
            .and_then(|text| ElementRef::new(text).ok()),
        kind: text("type"),
        role: text("role"),
        subrole: text("subrole"),
        label: text("label"),
        value: text("value"),
        identifier: text("identifier"),
        rect: value.get("rect").and_then(read_rect),
        enabled: flag("enabled"),
        selected: flag("selected"),
        focused: flag("focused"),
        editable: flag("editable"),
        password: flag("password"),
        hittable: flag("hittable"),
        visible_to_user: flag("visibleToUser"),
        bundle_id: text("bundleId"),
        app_name: text("appName"),
        window_title: text("windowTitle"),
        surface: text("surface"),
        hidden_above: flag("hiddenContentAbove"),
        hidden_below: flag("hiddenContentBelow"),
        covered: value.get("interactionBlocked").and_then(Value::as_str) == Some("covered"),
        actions: strings(value.get("actions")),
        clickable: flag("clickable"),
        focusable: flag("focusable"),
        scroll: ScrollFacts {
            scrollable: flag("scrollable"),
            forward: flag("canScrollForward"),
            backward: flag("canScrollBackward"),
        },
        drawing_order: whole("drawingOrder"),
        window: value.get("window").filter(|window| window.is_object()).map(read_window),
    }
    .with_parent_in(count)
}

fn read_window(value: &Value) -> WindowFacts {
    let flag = |key: &str| value.get(key).and_then(Value::as_bool);
    WindowFacts {
        kind: value.get("type").and_then(Value::as_i64),
        layer: value.get("layer").and_then(Value::as_i64),
        active: flag("active"),
        focused: flag("focused"),
        bounds: value.get("bounds").and_then(read_rect),
    }
}

/// A rectangle as published: four numbers.
pub(crate) fn read_rect(value: &Value) -> Option<WindowRect> {
    let number = |key: &str| value.get(key).and_then(Value::as_f64);
    Some(WindowRect::new(
        number("x")?,
        number("y")?,
        number("width")?,
        number("height")?,
    ))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

impl Node {
    /// A parent outside the list is kept as it is, one past its end, so that the tree reports the repair.
    fn with_parent_in(mut self, count: usize) -> Self {
        self.parent = self.parent.map(|parent| parent.min(count));
        self
    }
}

/// The public JSON of `nodes`, nothing left out that is known: what the producer's own tools read.
pub fn publish_nodes(nodes: &[Node]) -> Vec<Value> {
    nodes
        .iter()
        .enumerate()
        .map(|(index, node)| publish_node(index, node))
        .collect()
}

fn publish_node(index: usize, node: &Node) -> Value {
    let mut fields = Map::new();
    fields.insert("index".into(), index.into());
    let reference = node.reference.clone().unwrap_or_else(|| ElementRef::at(index));
    fields.insert("ref".into(), reference.as_str().into());
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(key.into(), value);
        }
    };
    let text = |text: &Option<String>| text.clone().map(Value::from);
    let flag = |flag: Option<bool>| flag.map(Value::from);
    put("type", text(&node.kind));
    put("role", text(&node.role));
    put("subrole", text(&node.subrole));
    put("label", text(&node.label));
    put("value", text(&node.value));
    put("identifier", text(&node.identifier));
    put(
        "rect",
        node.rect
            .map(|r| json!({"x": r.x, "y": r.y, "width": r.width, "height": r.height})),
    );
    put("enabled", flag(node.enabled));
    put("selected", flag(node.selected));
    put("focused", flag(node.focused));
    put("editable", flag(node.editable));
    put("password", flag(node.password));
    put("hittable", flag(node.hittable));
    put("visibleToUser", flag(node.visible_to_user));
    put("depth", node.depth.map(Value::from));
    put("parentIndex", node.parent.map(Value::from));
    put("bundleId", text(&node.bundle_id));
    put("appName", text(&node.app_name));
    put("windowTitle", text(&node.window_title));
    put("surface", text(&node.surface));
    put("hiddenContentAbove", flag(node.hidden_above));
    put("hiddenContentBelow", flag(node.hidden_below));
    put("interactionBlocked", node.covered.then(|| "covered".into()));
    put("presentationHints", node.covered.then(|| json!(["covered"])));
    put(
        "actions",
        (!node.actions.is_empty()).then(|| node.actions.clone().into()),
    );
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_a_wrong_type_is_absent() {
        let odd = json!({"index": "x", "ref": 5, "label": ["a"], "rect": {"x": 1}, "hittable": "yes", "parentIndex": -1,
                         "depth": 1e300, "enabled": null});
        assert_eq!(read_nodes(&[odd, json!(null)]), [Node::default(), Node::default()]);
    }
}
