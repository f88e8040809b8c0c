//! A capture as it was acquired, the options that say how it is shown, and the hint that a backend gets of them.
//!
//! Source: reference on agent-device, §1.3 and §1.6.3.

use serde::{Deserialize, Serialize};
use skillc_records::WindowRect;

use crate::{SnapshotSource, Tree};

/// A view of one acquired tree. Each holds all that the next one holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SnapshotProjection {
    /// Everything, as it was acquired.
    Raw,
    /// What is on the screen and means something.
    Regular,
    /// What can be acted on, and what names it.
    Interactive,
}

/// How one acquisition becomes a public projection.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct PresentationOptions {
    /// Only what can be acted on.
    pub interactive_only: bool,
    /// Everything; wins over [`Self::interactive_only`].
    pub raw: bool,
    /// The deepest level that is kept.
    pub depth: Option<u32>,
    /// Only the subtree of the first node with this text.
    pub scope: Option<String>,
    /// Whether custom actions are listed.
    pub custom_actions: bool,
}

/// What a backend is told of a request, derived once from the options. Raw traversal depth and presented depth are not the same: a
/// wrapper that is folded away counts for the first only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureHint {
    /// The projection to serve.
    pub projection: SnapshotProjection,
    /// How deep the backend may stop: counted in raw levels.
    pub raw_depth: Option<u32>,
    /// The regular presented-depth frontier: counted after wrappers are folded away.
    pub presented_depth: Option<u32>,
    /// Whether custom actions are to be read.
    pub custom_actions: bool,
}

/// One backend attempt's raw nodes, with what is known of the attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Acquisition {
    /// Who acquired it.
    pub source: SnapshotSource,
    /// The nodes.
    pub tree: Tree,
    /// The screen in the tree's unit, where the producer says it.
    pub viewport: Option<WindowRect>,
    /// Whether the producer cut the tree; none if it didn't say.
    pub truncated: Option<bool>,
    /// What presentation can't repair and must say.
    pub residue: Vec<CaptureResidue>,
}

/// A limit of what was acquired, that no presentation repairs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaptureResidue {
    /// The producer stopped before the end of the tree.
    Truncated,
    /// So many nodes have no box.
    WithoutRect(usize),
    /// No node says whether a touch would reach it.
    WithoutHittability,
    /// So many parents couldn't be true and were repaired.
    RepairedParents(usize),
    /// So many nodes share a handle with an earlier one.
    RepeatedRefs(usize),
    /// The producer had folded the tree already: what it dropped can't be shown.
    AlreadyPresented(SnapshotProjection),
}

impl SnapshotProjection {
    /// The word in recordings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Regular => "regular",
            Self::Interactive => "interactive",
        }
    }
}

impl PresentationOptions {
    /// The options of a plain `projection`.
    pub fn of(projection: SnapshotProjection) -> Self {
        Self {
            interactive_only: projection == SnapshotProjection::Interactive,
            raw: projection == SnapshotProjection::Raw,
            ..Self::default()
        }
    }

    /// The projection that they ask for.
    pub fn projection(&self) -> SnapshotProjection {
        match (self.raw, self.interactive_only) {
            (true, _) => SnapshotProjection::Raw,
            (false, true) => SnapshotProjection::Interactive,
            (false, false) => SnapshotProjection::Regular,
        }
    }

    /// The scope without spaces around it; none if nothing is left.
    pub fn scope_text(&self) -> Option<&str> {
        self.scope.as_deref().map(str::trim).filter(|scope| !scope.is_empty())
    }

    /// The key by which two trees may be compared: only trees with the same one. A JSON text with its fields in a fixed order.
    pub fn presentation_key(&self) -> String {
        let depth = self.depth.map_or("null".to_owned(), |depth| depth.to_string());
        let scope = self.scope_text().map_or(serde_json::Value::Null, Into::into);
        format!(
            r#"{{"interactiveOnly":{},"depth":{depth},"scope":{scope},"raw":{},"customActions":{}}}"#,
            self.interactive_only, self.raw, self.custom_actions
        )
    }
}

impl CaptureHint {
    /// The hint of `options`, where `raw_levels` says that this backend counts `depth` in raw levels. A scoped capture is never
    /// narrowed by depth: its depth counts from a node that the backend doesn't know yet.
    pub fn of(options: &PresentationOptions, raw_levels: bool) -> Self {
        let depth = options.depth.filter(|_| options.scope_text().is_none());
        let raw = raw_levels || options.raw;
        Self {
            projection: options.projection(),
            raw_depth: depth.filter(|_| raw),
            presented_depth: depth.filter(|_| !raw),
            custom_actions: options.custom_actions,
        }
    }
}

impl Acquisition {
    /// An acquisition of `nodes`, with all that they lack declared as residue.
    pub fn new(source: SnapshotSource, nodes: Vec<crate::Node>, truncated: Option<bool>) -> Self {
        let (tree, repairs) = Tree::new(nodes);
        let mut residue = Vec::new();
        if truncated == Some(true) {
            residue.push(CaptureResidue::Truncated);
        }
        let nodes = tree.nodes();
        let boxless = nodes
            .iter()
            .filter(|node| !node.rect.as_ref().is_some_and(crate::rect::is_sane))
            .count();
        if boxless > 0 {
            residue.push(CaptureResidue::WithoutRect(boxless));
        }
        if !nodes.is_empty()
            && nodes
                .iter()
                .all(|node| node.hittable.is_none() && node.clickable.is_none())
        {
            residue.push(CaptureResidue::WithoutHittability);
        }
        if !repairs.is_empty() {
            residue.push(CaptureResidue::RepairedParents(repairs.len()));
        }
        let refs: Vec<_> = nodes.iter().filter_map(|node| node.reference.as_ref()).collect();
        let distinct = refs.iter().collect::<std::collections::BTreeSet<_>>().len();
        if distinct < refs.len() {
            residue.push(CaptureResidue::RepeatedRefs(refs.len() - distinct));
        }
        Self {
            source,
            tree,
            viewport: None,
            truncated,
            residue,
        }
    }

    /// Whether this tree, presented so, may serve as the other side of a comparison: a whole Android tree.
    pub fn is_comparison_safe(&self, options: &PresentationOptions) -> bool {
        self.source.channel() == crate::Channel::Android
            && !options.interactive_only
            && options.depth.is_none()
            && options.scope_text().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_a_json_text_in_a_fixed_order() {
        let options = PresentationOptions {
            scope: Some(" a\"b ".into()),
            depth: Some(3),
            ..Default::default()
        };
        assert_eq!(
            options.presentation_key(),
            r#"{"interactiveOnly":false,"depth":3,"scope":"a\"b","raw":false,"customActions":false}"#
        );
        let key = PresentationOptions::of(SnapshotProjection::Interactive).presentation_key();
        assert_eq!(
            key,
            r#"{"interactiveOnly":true,"depth":null,"scope":null,"raw":false,"customActions":false}"#
        );
    }

    #[test]
    fn a_raw_and_interactive_request_is_raw() {
        let options = PresentationOptions {
            raw: true,
            interactive_only: true,
            ..Default::default()
        };
        assert_eq!(options.projection(), SnapshotProjection::Raw);
    }

    #[test]
    fn depth_is_counted_in_raw_or_presented_levels_never_both() {
        let options = PresentationOptions {
            depth: Some(2),
            ..Default::default()
        };
        let (raw, presented) = (CaptureHint::of(&options, true), CaptureHint::of(&options, false));
        assert_eq!((raw.raw_depth, raw.presented_depth), (Some(2), None));
        assert_eq!((presented.raw_depth, presented.presented_depth), (None, Some(2)));
        let scoped = PresentationOptions {
            scope: Some("Pay".into()),
            ..options
        };
        assert_eq!(CaptureHint::of(&scoped, true).raw_depth, None);
    }
}
