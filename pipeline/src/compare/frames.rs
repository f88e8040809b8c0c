//! The pictures that a report shows: small, with what stands at a point.

use std::collections::BTreeMap;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use skillc_captures::{Pictures, Store};
use skillc_diff::Evidence;
use skillc_diff::render::html::{Look, Sight};
use skillc_pictures::{PictureLimits, decode};
use skillc_records::{FrameRef, Recording, Scale, SessionId, WindowSize};

use crate::overlay::Refs;

/// The longest side of a shown picture, in pixels.
const LONGEST_SIDE: f64 = 900.0;

/// Good enough to read a label.
const QUALITY: u8 = 80;

/// Reads frames of several stores, each session once.
#[derive(Default)]
pub struct Frames<'s> {
    stores: Vec<&'s Store>,
    sessions: BTreeMap<SessionId, Option<(Recording, Pictures)>>,
}

impl<'s> Frames<'s> {
    /// Frames of these stores; a session is looked for in the first of them first.
    pub fn of(stores: Vec<&'s Store>) -> Self {
        Self {
            stores,
            sessions: BTreeMap::new(),
        }
    }

    /// The window of a frame, in points.
    pub fn window(&mut self, frame: &FrameRef) -> Option<WindowSize> {
        Some(self.opened(&frame.session)?.0.session.window)
    }

    fn opened(&mut self, session: &SessionId) -> Option<&(Recording, Pictures)> {
        let stores = &self.stores;
        let opened = self.sessions.entry(session.clone()).or_insert_with(|| {
            stores
                .iter()
                .find_map(|store| Some((store.read(session).ok()?, store.pictures(session).ok()?)))
        });
        opened.as_ref()
    }
}

impl Sight for Frames<'_> {
    fn look(&mut self, evidence: &Evidence) -> Option<Look> {
        let frame = evidence.frame?;
        let (recording, _) = self.opened(&evidence.session)?;
        recording.frames.get(frame.0 as usize)?.picture.as_ref()?;
        // The finger came down on the frame before the action, and on no other.
        let action = evidence
            .action
            .and_then(|action| recording.actions.get(action.0 as usize));
        let of_action = action
            .filter(|action| action.frame_before == Some(frame))
            .and_then(|action| action.kind.touch());
        let touch = evidence.at.or(of_action);
        let target = touch.and_then(|at| Refs::of(recording, frame).rect_at(at));
        Some(Look {
            window: recording.session.window,
            touch,
            target: target.map(|rect| rect.inflated(4.0)),
        })
    }

    fn recorded(&mut self, frame: &FrameRef) -> Option<(Vec<u8>, Scale)> {
        let (recording, pictures) = self.opened(&frame.session)?;
        let picture = recording.frames.get(frame.frame.0 as usize)?.picture.as_ref()?;
        let by_width = || Scale::new(f64::from(picture.size.width) / recording.session.window.width);
        let scale = picture.scale.or_else(by_width)?;
        let bytes = pictures.of_frame(frame.frame).ok().flatten()?;
        Some((bytes.to_vec(), scale))
    }

    fn small(&mut self, frame: &FrameRef) -> Option<Vec<u8>> {
        let (_, pictures) = self.opened(&frame.session)?;
        small(&pictures.of_frame(frame.frame).ok().flatten()?)
    }
}

fn small(bytes: &[u8]) -> Option<Vec<u8>> {
    let picture = decode(bytes, &PictureLimits::default()).ok()?;
    let (width, height) = picture.dimensions();
    let by = LONGEST_SIDE / f64::from(width.max(height).max(1));
    let side = |side: u32| ((f64::from(side) * by.min(1.0)).round() as u32).max(1);
    let picture = resize(&picture, side(width), side(height), FilterType::Triangle);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&picture)
        .ok()?;
    Some(jpeg)
}
