//! A viewport further down is the same screen.
//!
//! A stroke whose result shows at least half of what the screen is already known to show (containment) has scrolled it. The screen
//! keeps its viewports, each with the strokes that lead there from the first one. An element that a later touch is meant for is then
//! looked up: the strokes of the first viewport in which it stands where it was touched are those that an edge needs.
//!
//! A page has ended when a stroke up moves nothing. It goes on for ever, as far as anybody can say, when all the strokes that upstream
//! allows for calibrating a screen showed something new.
//!
//! Source: reference on mirroir's semantics, §4 (scroll budget), §10 ("Containment").

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use skillc_records::{ActionRef, ScreenPoints, WindowPoint};
use skillc_screens::{StructuralTexts, contains_viewport};

use crate::evidence::SeenScreen;
use crate::graph::{Scroll, ScrollDirection};

/// A text stands where it was touched if it is no higher or lower than this: half a row. Rows are touched anywhere along their
/// width. Points.
const HALF_ROW: f64 = 22.0;
/// After so many strokes up that each showed something new, a page counts as endless. Source: §4, scrolls in calibration.
const ENDLESS_AFTER: u32 = 15;
/// A screen keeps so many viewports; more are not told apart.
const MAX_VIEWPORTS: usize = 64;

/// How the page of a screen ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageEnd {
    /// It wasn't scrolled far enough to tell.
    #[default]
    Unseen,
    /// A stroke moved nothing.
    Reached,
    /// It kept showing something new.
    Endless,
}

/// What is known of one screen's viewports.
#[derive(Debug)]
pub struct Viewports {
    known: Vec<(ScreenPoints, Vec<Scroll>)>,
    texts: BTreeSet<String>,
    /// Strokes up that showed something new.
    fresh_strokes: u32,
    /// Whether a stroke up moved nothing.
    ended: bool,
}

/// One stroke, as it was recorded.
#[derive(Debug)]
pub struct Stroke {
    /// The finger's way.
    pub direction: ScrollDirection,
    /// Where the finger came down.
    pub from: Option<WindowPoint>,
    /// Where it was lifted.
    pub to: Option<WindowPoint>,
    /// The action.
    pub action: ActionRef,
    /// From its beginning to its settled result, in milliseconds.
    pub delay_ms: Option<u64>,
}

impl Viewports {
    /// The viewports of a screen that was first seen as `first`.
    pub fn new(first: &SeenScreen) -> Self {
        let texts = first.identity.structural.as_slice().iter().cloned().collect();
        Self {
            known: vec![(first.points.clone(), Vec::new())],
            texts,
            fresh_strokes: 0,
            ended: false,
        }
    }

    /// Whether `seen` is a viewport of this screen: at least half of it is known from here.
    pub fn contain(&self, seen: &SeenScreen) -> bool {
        let known = StructuralTexts::from_texts(self.texts.iter().cloned());
        contains_viewport(&known, &seen.identity.structural)
    }

    /// Adds what a stroke from the viewport at `from` showed, and gives the place of that viewport.
    pub fn scrolled(&mut self, from: usize, stroke: Stroke, seen: &SeenScreen) -> usize {
        let texts = seen.identity.structural.as_slice();
        if stroke.direction == ScrollDirection::Up {
            let is_fresh = texts.iter().any(|text| !self.texts.contains(text));
            self.fresh_strokes += u32::from(is_fresh);
            self.ended |= self.place_of(&seen.points) == Some(from);
        }
        self.texts.extend(texts.iter().cloned());
        if let Some(known) = self.place_of(&seen.points) {
            return known;
        }
        if self.known.len() >= MAX_VIEWPORTS {
            return from;
        }
        let mut scrolls = self
            .known
            .get(from)
            .map_or_else(Vec::new, |(_, scrolls)| scrolls.clone());
        match scrolls.last_mut() {
            Some(last) if last.direction == stroke.direction => {
                last.count += 1;
                last.delay_ms = last.delay_ms.max(stroke.delay_ms);
                last.actions.push(stroke.action);
            }
            _ => scrolls.push(Scroll {
                direction: stroke.direction,
                count: 1,
                from: stroke.from,
                to: stroke.to,
                actions: vec![stroke.action],
                delay_ms: stroke.delay_ms,
            }),
        }
        self.known.push((seen.points.clone(), scrolls));
        self.known.len() - 1
    }

    /// The place of the viewport that shows exactly `points`.
    pub fn place_of(&self, points: &ScreenPoints) -> Option<usize> {
        self.known.iter().position(|(known, _)| known == points)
    }

    /// The strokes that bring `text` to where it was touched; for a touch on no text, those of the viewport at `current`.
    pub fn strokes_to(&self, text: &str, at: Option<WindowPoint>, current: usize) -> Vec<Scroll> {
        let stands = |points: &ScreenPoints| {
            let here = |y: f64| at.is_none_or(|at| (y - at.y).abs() <= HALF_ROW);
            points.points.iter().any(|point| point.text == text && here(point.at.y))
        };
        let named = (!text.is_empty())
            .then(|| self.known.iter().find(|(points, _)| stands(points)))
            .flatten();
        named
            .or_else(|| self.known.get(current))
            .map_or_else(Vec::new, |(_, scrolls)| scrolls.clone())
    }

    /// How the page ends.
    pub fn page_end(&self) -> PageEnd {
        if self.ended {
            PageEnd::Reached
        } else if self.fresh_strokes >= ENDLESS_AFTER {
            PageEnd::Endless
        } else {
            PageEnd::Unseen
        }
    }
}
