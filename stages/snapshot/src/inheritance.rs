//! Labels that the producer leaves out because the nearest ancestor has the same.
//!
//! It does so when it prints a tree, never in the tree that it matches selectors against. So an importer has to put them back.
//!
//! Source: reference on agent-device, §1.4.

use serde_json::Value;

use crate::Node;

/// A text of this many UTF-16 units or more, equal to the nearest ancestor's, is left out.
pub const INHERITED_TEXT_UNITS: usize = 24;

/// Gives every node of `nodes` whose label or identifier was left out the nearest ancestor's. `published` are the same nodes as the
/// producer printed them.
pub fn restore(nodes: &mut [Node], published: &[Value]) {
    restore_text(nodes, published, "inheritsLabel", |node| &mut node.label);
    restore_text(nodes, published, "inheritsIdentifier", |node| &mut node.identifier);
}

/// Leaves out of `published` what the producer would: the other direction of [`restore`].
pub fn leave_out(nodes: &[Node], published: &mut [Value]) {
    leave_out_text(nodes, published, "label", "inheritsLabel", |node| node.label.as_deref());
    leave_out_text(nodes, published, "identifier", "inheritsIdentifier", |node| {
        node.identifier.as_deref()
    });
}

/// Walks parents that stand before their children only, so a cycle ends the walk.
fn restore_text(
    nodes: &mut [Node],
    published: &[Value],
    marker: &str,
    text: impl Fn(&mut Node) -> &mut Option<String>,
) {
    for i in 0..nodes.len().min(published.len()) {
        let inherits = published[i].get(marker).and_then(Value::as_bool) == Some(true);
        if !inherits || text(&mut nodes[i]).is_some() {
            continue;
        }
        let mut at = i;
        while let Some(parent) = nodes[at].parent.filter(|&parent| parent < at) {
            if let Some(found) = text(&mut nodes[parent]).clone().filter(|text| !text.is_empty()) {
                *text(&mut nodes[i]) = Some(found);
                break;
            }
            at = parent;
        }
    }
}

fn leave_out_text(
    nodes: &[Node],
    published: &mut [Value],
    field: &str,
    marker: &str,
    text: impl Fn(&Node) -> Option<&str>,
) {
    let filled = |i: usize| text(&nodes[i]).filter(|text| !text.is_empty());
    for i in 0..nodes.len().min(published.len()) {
        let Some(own) = filled(i).filter(|own| own.encode_utf16().count() >= INHERITED_TEXT_UNITS) else {
            continue;
        };
        let mut at = i;
        let nearest = loop {
            let Some(parent) = nodes[at].parent.filter(|&parent| parent < at) else {
                break None;
            };
            if let Some(found) = filled(parent) {
                break Some(found);
            }
            at = parent;
        };
        if let (true, Some(fields)) = (nearest == Some(own), published[i].as_object_mut()) {
            fields.remove(field);
            fields.insert(marker.into(), true.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{publish_nodes, read_nodes};
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn a_left_out_label_is_the_nearest_ancestors() {
        let long = "a label of over 24 characters";
        let nodes = read_nodes(&[
            json!({"index": 0, "ref": "e1", "label": long}),
            json!({"index": 1, "ref": "e2", "parentIndex": 0}),
            json!({"index": 2, "ref": "e3", "parentIndex": 1, "inheritsLabel": true}),
            json!({"index": 3, "ref": "e4", "parentIndex": 4, "inheritsLabel": true}),
            json!({"index": 4, "ref": "e5", "parentIndex": 0, "label": "short"}),
            json!({"index": 5, "ref": "e6", "parentIndex": 4, "inheritsLabel": true}),
        ]);
        let labels: Vec<_> = nodes.iter().map(|node| node.label.as_deref()).collect();
        assert_eq!(
            labels,
            [Some(long), None, Some(long), None, Some("short"), Some("short")]
        );
    }

    #[test]
    fn a_text_of_23_stays_and_one_of_24_goes() {
        for (units, left_out) in [(23, false), (24, true)] {
            let label = Some("x".repeat(units));
            let parent = Node {
                label: label.clone(),
                ..Node::default()
            };
            let child = Node {
                label,
                parent: Some(0),
                ..Node::default()
            };
            let nodes = [parent, child];
            let mut published = publish_nodes(&nodes);
            leave_out(&nodes, &mut published);
            assert_eq!(published[1].get("label").is_none(), left_out);
            assert_eq!(published[1].get("inheritsLabel").is_some(), left_out);
        }
    }

    proptest! {
        #[test]
        fn what_is_left_out_comes_back(
            shape in proptest::collection::vec((0usize..12, proptest::option::of(0usize..4)), 1..24),
        ) {
            let texts = ["", "short", "a label of over 24 characters", "another label of over 24 characters"];
            let nodes: Vec<Node> = shape.iter().enumerate().map(|(i, &(parent, text))| Node {
                parent: (i > 0).then(|| parent.min(i - 1)),
                label: text.map(|t| texts[t].to_owned()),
                reference: Some(crate::ElementRef::at(i)),
                ..Node::default()
            }).collect();
            let mut published = publish_nodes(&nodes);
            leave_out(&nodes, &mut published);
            prop_assert_eq!(read_nodes(&published), nodes);
        }
    }
}
