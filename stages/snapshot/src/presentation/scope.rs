//! The scope of a capture: the subtree of the first node with a text.
//!
//! Source: reference on agent-device, §1.7.

use super::budget::{PresentationFailure, Work};
use crate::Tree;

/// What a scope leaves of a tree.
pub(crate) enum Scoped {
    /// Everything: no scope was asked for.
    All,
    /// The subtree of this node.
    Subtree(usize),
    /// Nothing: no node with this text contributes anything.
    Nothing,
}

impl Scoped {
    /// Whether the node at `i` is inside.
    pub(crate) fn holds(&self, tree: &Tree, i: usize) -> bool {
        match *self {
            Self::All => true,
            Self::Subtree(root) => i == root || tree.is_ancestor(root, i),
            Self::Nothing => false,
        }
    }

    /// The level at which the scope begins.
    pub(crate) fn level(&self, levels: &[u32]) -> u32 {
        match *self {
            Self::Subtree(root) => levels[root],
            Self::All | Self::Nothing => 0,
        }
    }
}

/// The first node in document order whose label, value or identifier contains `text`, ignoring case, and whose subtree contributes
/// to the projection. The type is never searched.
pub(crate) fn scoped(
    tree: &Tree,
    text: Option<&str>,
    kept: &[bool],
    work: &mut Work,
) -> Result<Scoped, PresentationFailure> {
    let Some(text) = text else { return Ok(Scoped::All) };
    let wanted = text.to_lowercase();
    let mut contributes = kept.to_vec();
    work.spend(2 * tree.len())?;
    for i in (0..tree.len()).rev() {
        if let (true, Some(parent)) = (contributes[i], tree.nodes()[i].parent) {
            contributes[parent] = true;
        }
    }
    let found = tree.nodes().iter().enumerate().find(|(i, node)| {
        let texts = [&node.label, &node.value, &node.identifier];
        contributes[*i]
            && texts
                .into_iter()
                .flatten()
                .any(|text| text.to_lowercase().contains(&wanted))
    });
    Ok(found.map_or(Scoped::Nothing, |(root, _)| Scoped::Subtree(root)))
}
