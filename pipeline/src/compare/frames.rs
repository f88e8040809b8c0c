//! The pictures that a report shows: small, with what stands at a point.

use std::collections::BTreeMap;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, resize};
use skillc_captures::{Pictures, Store};
use skillc_diff::render::html::Seen;
use skillc_pictures::{PictureLimits, decode};
use skillc_records::{FrameRef, Recording, SessionId, WindowPoint};

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

    /// The frame as a report shows it, with the smallest thing that stands at a point; none if it has no picture that can be read.
    pub fn see(&mut self, frame: &FrameRef, at: Option<WindowPoint>) -> Option<Seen> {
        let stores = &self.stores;
        let opened = self.sessions.entry(frame.session.clone()).or_insert_with(|| {
            stores
                .iter()
                .find_map(|store| Some((store.read(&frame.session).ok()?, store.pictures(&frame.session).ok()?)))
        });
        let (recording, pictures) = opened.as_ref()?;
        let bytes = pictures.of_frame(frame.frame).ok().flatten()?;
        let window = recording.session.window;
        let target = at.and_then(|at| Refs::of(recording, frame.frame).rect_at(at));
        Some(Seen {
            picture: small(&bytes)?,
            window,
            target: target.map(|rect| rect.inflated(4.0)),
        })
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
