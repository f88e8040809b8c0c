//! Recorded nodes (rows of the `nodes` table) as nodes of a tree.
//!
//! The table has a column for what every producer says; what only one says stands in `extra`, under the producer's own names. Both
//! are read here, the columns winning.

use serde_json::Value;
use skillc_records as records;

use crate::{Acquisition, ElementRef, FoldPolicy, Node, PresentationOptions, SnapshotSource, Tree, present, wire};

/// The largest `extra` that is looked at, in bytes.
const MAX_EXTRA_BYTES: usize = 64 * 1024;

/// The nodes of one frame, in the order of their index. Parents are looked up by index; one that isn't there makes a root.
pub fn nodes_of(rows: &[records::Node]) -> Vec<Node> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&i| rows[i].index);
    let indexes: Vec<u32> = order.iter().map(|&i| rows[i].index).collect();
    let place = |index: u32| indexes.partition_point(|&other| other < index);
    order
        .iter()
        .map(|&i| {
            let row = &rows[i];
            let parent = row.parent.map(|parent| match indexes.get(place(parent)) {
                Some(&found) if found == parent => place(parent),
                _ => rows.len(),
            });
            node_of(row, parent)
        })
        .collect()
}

/// The acquisition behind a recorded frame.
pub fn acquisition(source: SnapshotSource, rows: &[records::Node], truncated: Option<bool>) -> Acquisition {
    Acquisition::new(source, nodes_of(rows), truncated)
}

/// The regular projection of a recorded frame's tree: what its app shows, as the producer's own commands see it.
pub fn regular(source: SnapshotSource, rows: &[records::Node]) -> Tree {
    let acquired = acquisition(source, rows, None);
    present(
        &acquired,
        &PresentationOptions::default(),
        &FoldPolicy::of(acquired.source),
    )
    .tree
}

fn node_of(row: &records::Node, parent: Option<usize>) -> Node {
    let extra = row.extra.as_deref().filter(|extra| extra.len() <= MAX_EXTRA_BYTES);
    let extra: Value = extra
        .and_then(|extra| serde_json::from_str(extra).ok())
        .unwrap_or_default();
    let said = wire::read_nodes(std::slice::from_ref(&extra)).pop().unwrap_or_default();
    let (kind, role) = match said.kind {
        // A producer with both a type and a role keeps the type in `extra` or the role, whichever the column isn't.
        Some(kind) => (Some(kind), said.role.or_else(|| row.role.clone())),
        None => (row.role.clone(), said.role),
    };
    Node {
        parent,
        depth: row.depth,
        reference: row.reference.as_deref().and_then(|text| ElementRef::new(text).ok()),
        kind,
        role,
        label: row.label.clone(),
        value: row.value.clone(),
        identifier: row.identifier.clone(),
        rect: row.rect.or(said.rect),
        hittable: row.hittable,
        enabled: row.enabled,
        selected: row.selected,
        focused: row.focused,
        ..said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(index: u32, parent: Option<u32>) -> records::Node {
        records::Node {
            frame: records::FrameIndex(0),
            index,
            parent,
            depth: None,
            reference: Some(format!("@e{index}")),
            role: Some("Button".into()),
            label: None,
            value: None,
            identifier: None,
            rect: None,
            hittable: None,
            enabled: None,
            selected: None,
            focused: None,
            extra: Some(r#"{"role":"push button","windowTitle":"Pay"}"#.into()),
        }
    }

    #[test]
    fn rows_are_put_in_order_and_parents_found_by_index() {
        let rows = [row(7, Some(3)), row(3, None), row(9, Some(8))];
        let (tree, repairs) = crate::Tree::new(nodes_of(&rows));
        let parents: Vec<_> = tree.nodes().iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), None]);
        assert_eq!(repairs.len(), 1);
        let node = &tree.nodes()[1];
        assert_eq!(
            (node.kind.as_deref(), node.role.as_deref()),
            (Some("Button"), Some("push button"))
        );
        assert_eq!(node.window_title.as_deref(), Some("Pay"));
        assert_eq!(node.reference.as_ref().unwrap().as_str(), "e7");
    }
}
