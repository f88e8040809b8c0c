//! The refs of a recorded frame: what a person sees drawn on its picture, and which of them an action touched.
//!
//! Where the producer recorded a tree, its nodes earn the refs, else what was detected. The same refs are shown by `captures show
//! --overlay`, by `compile --why` and in reports.

use skillc_records::{Detection, FrameIndex, PixelSize, Recording, WindowPoint, WindowRect};
use skillc_snapshot::overlay::{detection_ref, overlay, overlay_detections};
use skillc_snapshot::{ElementRef, OverlayOptions, OverlayRef, SnapshotSource, Tree, recorded};

/// A tap this near to a text's tap point is one on it. Points.
const ON_IT: f64 = 30.0;

/// What can earn refs on a frame.
#[derive(Debug)]
pub enum Refs<'r> {
    /// The nodes of its tree.
    Nodes(Tree),
    /// What was detected on it.
    Detections(&'r [Detection]),
}

impl<'r> Refs<'r> {
    /// What can earn refs on `frame`.
    pub fn of(recording: &'r Recording, frame: FrameIndex) -> Self {
        let rows: Vec<_> = recording
            .nodes
            .iter()
            .filter(|node| node.frame == frame)
            .cloned()
            .collect();
        let platform = recording.session.target.platform.as_deref();
        let source = SnapshotSource::of_session(recording.session.producer, platform);
        match source.filter(|_| !rows.is_empty()) {
            Some(source) => Self::Nodes(recorded::regular(source, &rows)),
            None => Self::Detections(recording.detections_on(frame)),
        }
    }

    /// The refs on a picture of `size` pixels of a `window`, from top to bottom. What was touched at `at` is always among them.
    pub fn on(&self, recording: &Recording, size: PixelSize, at: Option<WindowPoint>) -> Vec<OverlayRef> {
        let options = OverlayOptions {
            primary: at.and_then(|at| self.place_at(at)),
            ..OverlayOptions::default()
        };
        match self {
            // What is stored is measured in window points, whatever the channel measures in.
            Self::Nodes(tree) => overlay(tree, None, size, &options),
            Self::Detections(detections) => overlay_detections(detections, recording.session.window, size, &options),
        }
    }

    /// The ref of what stands at `at`.
    pub fn at(&self, at: WindowPoint) -> Option<ElementRef> {
        let place = self.place_at(at)?;
        Some(match self {
            Self::Nodes(tree) => {
                let node = tree.nodes().get(place)?;
                node.reference.clone().unwrap_or_else(|| ElementRef::at(place))
            }
            Self::Detections(_) => detection_ref(place),
        })
    }

    /// The box of what stands at `at`, in window points.
    pub fn rect_at(&self, at: WindowPoint) -> Option<WindowRect> {
        let place = self.place_at(at)?;
        match self {
            Self::Nodes(tree) => tree.nodes().get(place)?.positive_rect(),
            Self::Detections(detections) => detections.get(place)?.rect,
        }
    }

    /// The place of the smallest thing that covers `at`; of detections without boxes the nearest one.
    fn place_at(&self, at: WindowPoint) -> Option<usize> {
        let area = |rect: &WindowRect| rect.width * rect.height;
        let smallest = |boxes: &mut dyn Iterator<Item = (usize, WindowRect)>| {
            let covering = boxes.filter(|(_, rect)| rect.contains(at));
            covering
                .min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)))
                .map(|(place, _)| place)
        };
        match self {
            Self::Nodes(tree) => {
                let nodes = tree.nodes().iter().enumerate();
                smallest(&mut nodes.filter_map(|(place, node)| Some((place, node.positive_rect()?))))
            }
            Self::Detections(detections) => {
                let boxes = detections.iter().enumerate();
                smallest(&mut boxes.filter_map(|(place, one)| Some((place, one.rect?)))).or_else(|| {
                    let near = detections
                        .iter()
                        .enumerate()
                        .filter(|(_, one)| one.tap.distance(at) < ON_IT);
                    near.min_by(|(_, a), (_, b)| a.tap.distance(at).total_cmp(&b.tap.distance(at)))
                        .map(|(place, _)| place)
                })
            }
        }
    }
}
