//! Which detection is which label, on one frame.
//!
//! Within a class, as COCO has it: the surest detection first, each takes the label that it overlaps most and that nobody has taken
//! yet, at least by the threshold. Texts that can't be read on the picture are crowds: a detection that lies in one is neither right
//! nor wrong. The kernels are hotcoco's, so that the sums are those of the COCO evaluation of the same boxes.
//!
//! A label of a class that detectors don't name (a row, a button, a tab) is found if a tap would land in it, and so is every label if
//! the detector gives no boxes; a text without a place is found if it was read.

use hotcoco::primitives::greedy::{GreedyMatches, GtMasks, greedy_match_masked};
use hotcoco::primitives::sim::bbox_iou_flat;
use serde::{Deserialize, Serialize};
use skillc_records::{Detection, Label, WindowPoint, WindowRect};

use super::cell::{class_of, is_named};
use super::reading::{self, Reading};
use super::sample::{Sample, Seen};

/// The thresholds of intersection over union, 0.50 to 0.95, computed as `numpy.linspace` does.
pub const THRESHOLDS: usize = 10;

/// Below this overlap a detection has nothing to do with a label (TIDE's background threshold).
pub const BACKGROUND: f64 = 0.1;

/// The overlap from which a label counts as found.
pub const FOUND: f64 = 0.5;

/// By what a label counts as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// A detection of its class overlaps it.
    Box,
    /// Its text was read.
    Text,
    /// A tap would land in it.
    Tap,
}

/// What became of a label.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelMatch {
    /// By what it counts as found.
    pub basis: Basis,
    /// Whether it is left out of the sums: a text that can't be read on the picture.
    pub is_ignored: bool,
    /// A bit a threshold: found at it. By tap or text all bits are the same.
    pub found_at: u16,
    /// The detection that found it at [`FOUND`], or that read it.
    pub by: Option<usize>,
    /// The largest overlap with any detection of its class.
    pub overlap: f64,
    /// Whether a tap would land in it; none for what has no place.
    pub tap_hit: Option<bool>,
    /// How its text was read; none for what has no text to read.
    pub reading: Option<Reading>,
}

/// What a detection was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DetectionMatch {
    /// A bit a threshold: it found a label.
    pub right_at: u16,
    /// A bit a threshold: it lies in a crowd, and counts for nothing.
    pub ignored_at: u16,
    /// The label that it found at [`FOUND`].
    pub label: Option<usize>,
    /// The largest overlap with a label of its class.
    pub overlap: f64,
    /// Why it is wrong at [`FOUND`]; none for one that is right, that counts for nothing, or of a class that is not labelled wholly.
    pub error: Option<ErrorKind>,
    /// What it is ranked by: its confidence, 1 where the detector says none.
    pub score: f64,
}

/// Why a detection is wrong, or that a label was missed. TIDE's kinds and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// The right class, but the box is off.
    Place,
    /// The box of something of another class.
    Class,
    /// Another class, and the box is off.
    Both,
    /// A second detection of what is found already.
    Duplicate,
    /// Nothing is there.
    Background,
    /// Nothing was found there.
    Missed,
}

/// What became of everything on one frame.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameMatch {
    /// Each label, in the order of the sample.
    pub labels: Vec<LabelMatch>,
    /// Each detection, in the order of the detector.
    pub detections: Vec<DetectionMatch>,
}

impl ErrorKind {
    /// Every kind, in the order of reports.
    pub const ALL: [Self; 6] = [
        Self::Place,
        Self::Class,
        Self::Both,
        Self::Duplicate,
        Self::Background,
        Self::Missed,
    ];

    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Class => "class",
            Self::Both => "both",
            Self::Duplicate => "duplicate",
            Self::Background => "background",
            Self::Missed => "missed",
        }
    }
}

/// The thresholds, 0.50 to 0.95.
pub fn thresholds() -> [f64; THRESHOLDS] {
    let step = (0.95 - 0.5) / (THRESHOLDS - 1) as f64;
    let mut all: [f64; THRESHOLDS] = std::array::from_fn(|i| i as f64 * step + 0.5);
    all[THRESHOLDS - 1] = 0.95;
    all
}

/// Matches one frame.
pub fn match_frame(sample: &Sample) -> FrameMatch {
    let labels = &sample.truth.labels;
    let seen = sample.seen.detections();
    let mut result = FrameMatch {
        labels: labels.iter().map(unmatched).collect(),
        detections: seen.iter().map(unclaimed).collect(),
    };
    for class in ["text", "icon"] {
        if has_no_boxes(class, seen) {
            for (label, matched) in labels.iter().zip(&mut result.labels) {
                if label.class == class && matched.basis == Basis::Box {
                    matched.basis = Basis::Tap;
                }
            }
        }
        match_class(class, labels, seen, &mut result);
    }
    let taps = taps(&sample.seen);
    for (label, matched) in labels.iter().zip(&mut result.labels) {
        matched.tap_hit = label
            .is_placed()
            .then(|| taps.iter().any(|tap| label.rect.contains(*tap)));
        if matched.basis == Basis::Tap {
            matched.found_at = if matched.tap_hit == Some(true) { ALL_BITS } else { 0 };
        }
    }
    reading::read(labels, seen, &mut result.labels);
    for matched in result.labels.iter_mut().filter(|matched| matched.basis == Basis::Text) {
        let reading = matched.reading.as_ref().filter(|reading| reading.is_loosely_right);
        matched.found_at = if reading.is_some() { ALL_BITS } else { 0 };
        matched.by = reading.and_then(|reading| reading.seen);
    }
    explain(sample, &mut result);
    result
}

/// A bit for each threshold.
pub(crate) const ALL_BITS: u16 = (1 << THRESHOLDS) - 1;

fn unmatched(label: &Label) -> LabelMatch {
    let basis = match (is_named(&label.class), label.is_placed()) {
        (true, true) => Basis::Box,
        (true, false) => Basis::Text,
        (false, _) => Basis::Tap,
    };
    LabelMatch {
        basis,
        is_ignored: label.class == "text" && !label.text_visible,
        found_at: 0,
        by: None,
        overlap: 0.0,
        tap_hit: None,
        reading: None,
    }
}

fn unclaimed(detection: &Detection) -> DetectionMatch {
    DetectionMatch {
        right_at: 0,
        ignored_at: 0,
        label: None,
        overlap: 0.0,
        error: None,
        score: detection.confidence.map_or(1.0, skillc_records::Confidence::value),
    }
}

/// Whether the detector gives tap points only, as mirroir does: then a label is found if a tap would land in it.
fn has_no_boxes(class: &str, seen: &[Detection]) -> bool {
    let mut of_class = seen.iter().filter(|detection| class_of(detection) == class).peekable();
    of_class.peek().is_some() && of_class.all(|detection| detection.rect.is_none())
}

/// The places where the rules would tap.
fn taps(seen: &Seen) -> Vec<WindowPoint> {
    match seen {
        Seen::Found { points, .. } => {
            let texts = points.points.iter().map(|point| point.at);
            texts.chain(points.icons.iter().map(|icon| icon.at)).collect()
        }
        Seen::Failed => Vec::new(),
    }
}

fn sides(rect: WindowRect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height]
}

/// Matches the boxes of one class.
fn match_class(class: &str, labels: &[Label], seen: &[Detection], result: &mut FrameMatch) {
    let is_of = |place: &usize| labels[*place].class == class && result.labels[*place].basis == Basis::Box;
    let mut truths: Vec<usize> = (0..labels.len()).filter(is_of).collect();
    // Crowds last, as the matcher wants them; the order within each part stays.
    truths.sort_by_key(|place| result.labels[*place].is_ignored);
    let crowds: Vec<bool> = truths.iter().map(|&place| result.labels[place].is_ignored).collect();
    let counted = crowds.iter().filter(|is_crowd| !**is_crowd).count();
    let boxed = |place: &usize| class_of(&seen[*place]) == class && seen[*place].rect.is_some();
    let mut found: Vec<usize> = (0..seen.len()).filter(boxed).collect();
    found.sort_by(|&a, &b| result.detections[b].score.total_cmp(&result.detections[a].score));
    if truths.is_empty() || found.is_empty() {
        return;
    }
    let boxes: Vec<[f64; 4]> = found.iter().filter_map(|&place| seen[place].rect.map(sides)).collect();
    let real: Vec<[f64; 4]> = truths.iter().map(|&place| sides(labels[place].rect)).collect();
    let overlaps = bbox_iou_flat(&boxes, &real, &crowds);
    let masks = GtMasks {
        rematchable: Some(&crowds),
        phase2_eligible: None,
    };
    let matches: GreedyMatches =
        greedy_match_masked(&overlaps, found.len(), truths.len(), counted, masks, &thresholds());
    for (rank, &detection) in found.iter().enumerate() {
        for (column, &label) in truths.iter().enumerate().take(counted) {
            let overlap = overlaps[rank * truths.len() + column];
            let matched = &mut result.detections[detection];
            matched.overlap = matched.overlap.max(overlap);
            let matched = &mut result.labels[label];
            matched.overlap = matched.overlap.max(overlap);
        }
        for threshold in 0..THRESHOLDS {
            let Some(column) = matches.dt_gt.row(threshold)[rank] else {
                continue;
            };
            let label = truths[column];
            if crowds[column] {
                result.detections[detection].ignored_at |= 1 << threshold;
                continue;
            }
            result.detections[detection].right_at |= 1 << threshold;
            result.labels[label].found_at |= 1 << threshold;
            if threshold == 0 {
                result.detections[detection].label = Some(label);
                result.labels[label].by = Some(detection);
            }
        }
    }
}

/// Why each detection that found nothing is wrong: TIDE's classification, in its order.
fn explain(sample: &Sample, result: &mut FrameMatch) {
    let labels = &sample.truth.labels;
    for (place, detection) in sample.seen.detections().iter().enumerate() {
        let matched = result.detections[place];
        let class = class_of(detection);
        let Some(rect) = detection.rect else { continue };
        if matched.right_at & 1 == 1 || matched.ignored_at & 1 == 1 || !sample.truth.whole.has(class) {
            continue;
        }
        let others: Vec<[f64; 4]> = labels
            .iter()
            .zip(&result.labels)
            .filter(|(label, matched)| matched.basis == Basis::Box && !matched.is_ignored && label.class != class)
            .map(|(label, _)| sides(label.rect))
            .collect();
        let cross = bbox_iou_flat(&[sides(rect)], &others, &vec![false; others.len()]);
        let cross = cross.into_iter().fold(0.0, f64::max);
        let same = matched.overlap;
        let error = if (BACKGROUND..=FOUND).contains(&same) {
            ErrorKind::Place
        } else if cross >= FOUND {
            ErrorKind::Class
        } else if same > FOUND {
            ErrorKind::Duplicate
        } else if cross <= BACKGROUND {
            ErrorKind::Background
        } else {
            ErrorKind::Both
        };
        result.detections[place].error = Some(error);
    }
}
