//! Screenshot overlays: the refs that earn a box on the picture, the boxes, and the drawing.
//!
//! A person sees the picture with the refs that the steps name. Only what can be acted on and says something earns a ref; the rest of
//! a tree would bury it. Where a producer has no tree, its detections earn refs by the same ranking.
//!
//! Source: reference on agent-device, §4.

mod detections;
mod draw;
mod project;
mod published;
mod rank;
mod rectangle;
mod sources;

pub use detections::{detection_ref, overlay_detections};
pub use draw::{Canvas, CanvasError, draw};
pub use published::OverlayRef;
pub use rank::DEFAULT_MAX_REFS;

use serde::{Deserialize, Serialize};
use skillc_records::PixelSize;

use crate::{Channel, Tree};

/// What an overlay is to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverlayOptions {
    /// How many refs at most.
    pub max_refs: usize,
    /// The place of the node that matters most here (a step's target): it is always among the refs, if it has a box.
    pub primary: Option<usize>,
}

impl Default for OverlayOptions {
    fn default() -> Self {
        Self {
            max_refs: DEFAULT_MAX_REFS,
            primary: None,
        }
    }
}

/// The refs of a presented tree on a picture of it, from top to bottom. `channel` says in which unit the boxes are: Android's are
/// pixels already, all others are scaled from the window to the picture.
pub fn overlay(tree: &Tree, channel: Option<Channel>, picture: PixelSize, options: &OverlayOptions) -> Vec<OverlayRef> {
    let android = channel == Some(Channel::Android);
    let bounds = project::bounds(tree);
    let mut candidates = sources::candidates(tree, android, bounds.as_ref());
    if let Some(primary) = options.primary.filter(|&primary| primary < tree.len()) {
        sources::insert_primary(&mut candidates, tree, primary);
    }
    let projection = project::Projection::new(bounds, picture, android);
    let placed = candidates.into_iter().filter_map(|candidate| {
        let rect = rectangle::covered(tree, candidate.target)?;
        let pixels = projection.pixels(&rect)?;
        let node = &tree.nodes()[candidate.target];
        let reference = node
            .reference
            .clone()
            .unwrap_or_else(|| crate::ElementRef::at(candidate.target));
        Some(rank::Ranked {
            score: candidate.score,
            shown: OverlayRef::new(reference, candidate.label, rect, pixels),
        })
    });
    rank::rank(placed.collect(), options.max_refs)
}
