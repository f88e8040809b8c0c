//! Sums over frames, by cell. Sums of parts add up to the sum of the whole, whatever the order of the parts, so that sessions are
//! measured side by side and only numbers are kept of them: a few hundred bytes a cell, and 16 bytes a detection for the ranking.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{Cell, class_of, is_named, placed};
use super::matching::{ALL_BITS, Basis, ErrorKind, FrameMatch, THRESHOLDS};
use super::sample::{About, Sample, Seen};
use super::tab_bar::TabVerdict;

/// What one detector made of any number of frames.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The detectors behind it, by their own names.
    pub detectors: BTreeSet<String>,
    /// Frames that were measured.
    pub frames: u64,
    /// Frames on which the detector failed.
    pub failed_frames: u64,
    /// Sums by cell.
    pub(crate) cells: Vec<(Cell, Sums)>,
    places: BTreeMap<Cell, u32>,
    /// Detections of classes that are labelled wholly, in the order of the frames.
    pub(crate) ranked: Vec<Ranked>,
    /// Tab bars by what the frames belong to.
    pub(crate) tabs: BTreeMap<About, TabSums>,
}

/// The sums of one cell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Sums {
    /// Labels that count, and those of them that were found at each threshold.
    pub(crate) labels: u64,
    pub(crate) found: [u64; THRESHOLDS],
    /// Labels by what they count as found.
    pub(crate) by_box: u64,
    pub(crate) by_text: u64,
    pub(crate) by_tap: u64,
    /// Labels of classes that are labelled wholly and found by their box: what precision and AP are about.
    pub(crate) whole: u64,
    /// Labels with a place, and those in which a tap would land.
    pub(crate) placed: u64,
    pub(crate) hit: u64,
    /// Detections that count, and those of them that are right at each threshold.
    pub(crate) predictions: u64,
    pub(crate) right: [u64; THRESHOLDS],
    /// Why the others are wrong at 0.5, in the order of [`ErrorKind::ALL`]; the last is the labels that were missed.
    pub(crate) errors: [u64; 6],
    pub(crate) texts: TextSums,
}

/// The sums of texts with something to read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TextSums {
    pub(crate) texts: u64,
    pub(crate) exact: u64,
    pub(crate) without_accents: u64,
    pub(crate) without_spaces: u64,
    pub(crate) loose: u64,
    pub(crate) characters: u64,
    pub(crate) wrong_characters: u64,
}

/// A detection for the ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) score: f64,
    pub(crate) cell: u32,
    pub(crate) right_at: u16,
    pub(crate) ignored_at: u16,
}

/// The sums of tab bars.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct TabSums {
    /// Frames that show a bar, and those on which every tab was found.
    pub(crate) bars: u64,
    pub(crate) whole_bars: u64,
    /// Frames without the bar.
    pub(crate) without: u64,
    /// Frames of either kind on which the gate was wrong.
    pub(crate) gate_missed: u64,
    pub(crate) gate_opened: u64,
    pub(crate) tabs: u64,
    pub(crate) found: u64,
    pub(crate) distances: Vec<f64>,
}

impl Tally {
    /// Adds one frame.
    pub fn add(&mut self, sample: &Sample, matched: &FrameMatch, tabs: Option<&TabVerdict>) {
        self.frames += 1;
        self.failed_frames += u64::from(matches!(sample.seen, Seen::Failed));
        let seen = sample.seen.detections();
        for detection in seen {
            if !self.detectors.contains(&detection.detector.0) {
                self.detectors.insert(detection.detector.0.clone());
            }
        }
        let places = self.add_labels(sample, matched);
        for (detection, matched) in seen.iter().zip(&matched.detections) {
            let class = class_of(detection);
            let Some(rect) = detection.rect.filter(|_| sample.truth.whole.has(class)) else {
                continue;
            };
            // What found a label belongs to the label's cell, everything else to its own.
            let place = match matched.label {
                Some(label) => places[label],
                None => self.place(&Cell::of(class, Some(rect), sample.window, &sample.about)),
            };
            self.ranked.push(Ranked {
                score: matched.score,
                cell: place,
                right_at: matched.right_at,
                ignored_at: matched.ignored_at,
            });
            let sums = &mut self.cells[place as usize].1;
            sums.predictions += u64::from(matched.ignored_at & 1 == 0);
            count_bits(&mut sums.right, matched.right_at);
            if let Some(error) = matched.error {
                sums.errors[error as usize] += 1;
            }
        }
        if let Some(verdict) = tabs {
            self.tabs.entry((*sample.about).clone()).or_default().add(verdict);
        }
    }

    /// Adds the labels of one frame; returns the place of each label's cell.
    fn add_labels(&mut self, sample: &Sample, matched: &FrameMatch) -> Vec<u32> {
        let mut places = Vec::with_capacity(matched.labels.len());
        for (label, matched) in sample.truth.labels.iter().zip(&matched.labels) {
            let place = self.place(&Cell::of(&label.class, placed(label), sample.window, &sample.about));
            places.push(place);
            if matched.is_ignored {
                continue;
            }
            let sums = &mut self.cells[place as usize].1;
            if let Some(hit) = matched.tap_hit {
                sums.placed += 1;
                sums.hit += u64::from(hit);
            }
            match matched.basis {
                Basis::Box => sums.by_box += 1,
                Basis::Text => sums.by_text += 1,
                Basis::Tap if matched.tap_hit.is_some() => sums.by_tap += 1,
                // Neither a place nor a text that detectors read: nothing can be said of it.
                Basis::Tap => continue,
            }
            sums.labels += 1;
            count_bits(&mut sums.found, matched.found_at);
            let is_missed = is_named(&label.class) && matched.found_at & 1 == 0;
            sums.errors[ErrorKind::Missed as usize] += u64::from(is_missed);
            sums.whole += u64::from(matched.basis == Basis::Box && sample.truth.whole.has(&label.class));
            if let Some(reading) = &matched.reading {
                let texts = &mut sums.texts;
                texts.texts += 1;
                texts.exact += u64::from(reading.is_exact);
                texts.without_accents += u64::from(reading.is_right_without_accents);
                texts.without_spaces += u64::from(reading.is_right_without_spaces);
                texts.loose += u64::from(reading.is_loosely_right);
                texts.characters += reading.characters as u64;
                texts.wrong_characters += reading.wrong_characters as u64;
            }
        }
        places
    }

    fn place(&mut self, cell: &Cell) -> u32 {
        if let Some(&place) = self.places.get(cell) {
            return place;
        }
        let place = self.cells.len() as u32;
        self.cells.push((cell.clone(), Sums::default()));
        self.places.insert(cell.clone(), place);
        place
    }

    /// Adds what was measured of later frames.
    pub fn merge(&mut self, other: Self) {
        self.frames += other.frames;
        self.failed_frames += other.failed_frames;
        self.detectors.extend(other.detectors);
        let places: Vec<u32> = other.cells.iter().map(|(cell, _)| self.place(cell)).collect();
        for ((_, sums), &place) in other.cells.iter().zip(&places) {
            self.cells[place as usize].1.merge(sums);
        }
        let moved = other.ranked.into_iter().map(|ranked| Ranked {
            cell: places[ranked.cell as usize],
            ..ranked
        });
        self.ranked.extend(moved);
        for (about, sums) in other.tabs {
            self.tabs.entry(about).or_default().merge(sums);
        }
    }

    /// Puts the detections in the order of their scores, the surest first; those of one score stay in the order of the frames.
    pub fn rank(&mut self) {
        self.ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
}

fn count_bits(counts: &mut [u64; THRESHOLDS], bits: u16) {
    if bits & ALL_BITS == 0 {
        return;
    }
    for (threshold, count) in counts.iter_mut().enumerate() {
        *count += u64::from(bits >> threshold & 1);
    }
}

fn add_all(a: &mut [u64], b: &[u64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
}

impl Sums {
    pub(crate) fn merge(&mut self, other: &Self) {
        self.labels += other.labels;
        add_all(&mut self.found, &other.found);
        self.by_box += other.by_box;
        self.by_text += other.by_text;
        self.by_tap += other.by_tap;
        self.whole += other.whole;
        self.placed += other.placed;
        self.hit += other.hit;
        self.predictions += other.predictions;
        add_all(&mut self.right, &other.right);
        add_all(&mut self.errors, &other.errors);
        self.texts.merge(&other.texts);
    }
}

impl TextSums {
    fn merge(&mut self, other: &Self) {
        self.texts += other.texts;
        self.exact += other.exact;
        self.without_accents += other.without_accents;
        self.without_spaces += other.without_spaces;
        self.loose += other.loose;
        self.characters += other.characters;
        self.wrong_characters += other.wrong_characters;
    }
}

impl TabSums {
    fn add(&mut self, verdict: &TabVerdict) {
        if verdict.is_shown {
            self.bars += 1;
            self.whole_bars += u64::from(verdict.found == verdict.tabs);
            self.gate_missed += u64::from(!verdict.is_gate_right);
        } else {
            self.without += 1;
            self.gate_opened += u64::from(!verdict.is_gate_right);
        }
        self.tabs += verdict.tabs as u64;
        self.found += verdict.found as u64;
        self.distances.extend(&verdict.distances);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.bars += other.bars;
        self.whole_bars += other.whole_bars;
        self.without += other.without;
        self.gate_missed += other.gate_missed;
        self.gate_opened += other.gate_opened;
        self.tabs += other.tabs;
        self.found += other.found;
        self.distances.extend(other.distances);
    }
}
