//! One row a label and a false detection, so that anyone can ask their own question.

use serde::Serialize;
use skillc_records::{Detection, Label, WindowRect};

use super::cell::{Cell, Dimension, class_of, placed};
use super::matching::{Basis, ErrorKind, FrameMatch, LabelMatch};
use super::sample::{FrameName, Sample};

/// What became of one label, or one detection that found none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchRow {
    /// The detector.
    pub detector: String,
    /// The session, or the picture's name.
    pub session: String,
    /// The frame in the session.
    pub frame: u32,
    /// The app's folder.
    pub app: String,
    /// The locale, `unknown` where it isn't known; so with the others.
    pub locale: String,
    /// `light` or `dark`.
    pub theme: String,
    /// `portrait` or `landscape`.
    pub orientation: String,
    /// The class of the label, or what the detection says it is.
    pub class: String,
    /// `small`, `medium`, `large`.
    pub size: String,
    /// `top`, `bottom`, `left`, `right`, `content`.
    pub edge: String,
    /// What became of it.
    pub outcome: Outcome,
    /// By what a label counts as found.
    pub basis: Option<Basis>,
    /// Why it is false, or `missed`.
    pub error: Option<ErrorKind>,
    /// The largest overlap with a counterpart of its class, 0 to 1.
    pub overlap: f64,
    /// Whether a tap would land in the label.
    pub tap_hit: Option<bool>,
    /// The label's text.
    pub label_text: Option<String>,
    /// The label's box in window points: left, top, width, height.
    pub label_box: Option<[f64; 4]>,
    /// The text that was read.
    pub seen_text: Option<String>,
    /// The detection's box.
    pub seen_box: Option<[f64; 4]>,
    /// The detection's confidence.
    pub confidence: Option<f64>,
    /// Whether the text was read exactly.
    pub is_exact: Option<bool>,
    /// Characters of the label.
    pub characters: Option<u32>,
    /// Those that were read wrongly.
    pub wrong_characters: Option<u32>,
}

/// What became of a label or detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A label that was found.
    Found,
    /// A label that wasn't.
    Missed,
    /// A detection where nothing of its class is.
    False,
    /// A text that can't be read on the picture.
    Ignored,
}

impl Outcome {
    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Missed => "missed",
            Self::False => "false",
            Self::Ignored => "ignored",
        }
    }
}

/// The rows of one frame: its labels, then the detections that found none, of classes that are labelled wholly.
pub fn rows(detector: &str, sample: &Sample, matched: &FrameMatch) -> Vec<MatchRow> {
    let seen = sample.seen.detections();
    let labels = sample.truth.labels.iter().zip(&matched.labels);
    let of_labels = labels.map(|(label, matched)| label_row(detector, sample, label, matched, seen));
    let false_ones = seen.iter().zip(&matched.detections).filter_map(|(detection, matched)| {
        let error = matched.error?;
        let class = class_of(detection);
        let cell = Cell::of(class, detection.rect, sample.window, &sample.about);
        let mut row = row(detector, &sample.at, &cell, Outcome::False);
        row.error = Some(error);
        row.overlap = matched.overlap;
        row.see(detection);
        Some(row)
    });
    of_labels.chain(false_ones).collect()
}

fn label_row(detector: &str, sample: &Sample, label: &Label, matched: &LabelMatch, seen: &[Detection]) -> MatchRow {
    let cell = Cell::of(&label.class, placed(label), sample.window, &sample.about);
    let outcome = match (matched.is_ignored, matched.found_at & 1 == 1) {
        (true, _) => Outcome::Ignored,
        (_, true) => Outcome::Found,
        (_, false) => Outcome::Missed,
    };
    let mut row = row(detector, &sample.at, &cell, outcome);
    row.basis = Some(matched.basis);
    row.error = (outcome == Outcome::Missed).then_some(ErrorKind::Missed);
    row.overlap = matched.overlap;
    row.tap_hit = matched.tap_hit;
    row.label_text.clone_from(&label.text);
    row.label_box = placed(label).map(sides);
    if let Some(reading) = &matched.reading {
        row.is_exact = Some(reading.is_exact);
        row.characters = u32::try_from(reading.characters).ok();
        row.wrong_characters = u32::try_from(reading.wrong_characters).ok();
    }
    let by = matched.reading.and_then(|reading| reading.seen).or(matched.by);
    if let Some(detection) = by.and_then(|by| seen.get(by)) {
        row.see(detection);
    }
    row
}

impl MatchRow {
    fn see(&mut self, detection: &Detection) {
        self.seen_text.clone_from(&detection.text);
        self.seen_box = detection.rect.map(sides);
        self.confidence = detection.confidence.map(skillc_records::Confidence::value);
    }
}

fn row(detector: &str, at: &FrameName, cell: &Cell, outcome: Outcome) -> MatchRow {
    let value = |dimension| cell.value(dimension).to_owned();
    MatchRow {
        detector: detector.to_owned(),
        session: at.session.clone(),
        frame: at.frame,
        app: value(Dimension::App),
        locale: value(Dimension::Locale),
        theme: value(Dimension::Theme),
        orientation: value(Dimension::Orientation),
        class: value(Dimension::Class),
        size: value(Dimension::Size),
        edge: value(Dimension::Edge),
        outcome,
        basis: None,
        error: None,
        overlap: 0.0,
        tap_hit: None,
        label_text: None,
        label_box: None,
        seen_text: None,
        seen_box: None,
        confidence: None,
        is_exact: None,
        characters: None,
        wrong_characters: None,
    }
}

fn sides(rect: WindowRect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height]
}
