//! A viewport further down is the same screen.
//!
//! A stroke whose result shows at least half of what the screen is already known to show (containment) has scrolled it. The screen
//! keeps its viewports, each with the strokes that lead there from the first one. An element that a later touch is meant for is then
//! looked up: the strokes of the first viewport in which it stands where it was touched are those that an edge needs.
//!
//! Source: reference on mirroir's semantics, §10, "Containment".

use std::collections::BTreeSet;

use skillc_records::{ActionRef, ScreenPoints, WindowPoint};
use skillc_screens::{StructuralTexts, contains_viewport};

use crate::evidence::SeenScreen;
use crate::graph::{Scroll, ScrollDirection};

/// A text stands where it was touched if it is no higher or lower than this: half a row. Rows are touched anywhere along their
/// width. Points.
const HALF_ROW: f64 = 22.0;
/// After so many strokes in one direction that each showed mostly new things, a screen counts as endless.
const ENDLESS_AFTER: u32 = 5;
/// A screen keeps so many viewports; more are not told apart.
const MAX_VIEWPORTS: usize = 64;

/// What is known of one screen's viewports.
#[derive(Debug)]
pub struct Viewports {
    known: Vec<(ScreenPoints, Vec<Scroll>)>,
    texts: BTreeSet<String>,
    fresh_strokes: u32,
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
        let fresh = texts.iter().filter(|text| !self.texts.contains(*text)).count();
        self.fresh_strokes = if 2 * fresh > texts.len() {
            self.fresh_strokes + 1
        } else {
            0
        };
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

    /// Whether scrolling kept showing new things.
    pub fn endless(&self) -> bool {
        self.fresh_strokes >= ENDLESS_AFTER
    }
}
