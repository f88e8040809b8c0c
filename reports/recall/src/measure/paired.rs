//! Two detectors on the same frames: what the second does better and worse, and whether that may be chance.
//!
//! Both are resampled together, a thousand times, by frame (by runs of frames if there are more than a thousand): what is on one
//! screen isn't independent. The interval of a difference is the middle 95 % of what comes out. The draws are the same for the same
//! frames, on any machine.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::cell::{Cell, Dimension, class_of, placed};
use super::matching::{Basis, FrameMatch};
use super::measures::share;
use super::sample::Sample;

/// How often everything is resampled.
const RESAMPLES: usize = 1000;

/// The most units that are drawn from.
const MOST_UNITS: usize = 1000;

/// Counts of two detectors, frame by frame.
#[derive(Debug, Clone, Default)]
pub struct Pairing {
    cells: Vec<Cell>,
    places: BTreeMap<Cell, u32>,
    /// What each frame holds, by cell.
    frames: Vec<Paired>,
    better: u64,
    worse: u64,
}

/// What both did on one frame, by cell.
type Paired = Vec<(u32, [Counts; 2])>;

/// What one detector did in one cell of one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Counts {
    labels: u32,
    found: u32,
    predictions: u32,
    right: u32,
    placed: u32,
    hit: u32,
    texts: u32,
    exact: u32,
}

/// A measure that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compared {
    /// Labels that were found.
    Recall,
    /// Detections that are right.
    Precision,
    /// Labels in which a tap would land.
    TapHit,
    /// Texts that were read exactly.
    ExactText,
}

/// Two detectors compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The detector before.
    pub old: String,
    /// The detector after.
    pub new: String,
    /// Frames that both looked at.
    pub frames: usize,
    /// Labels that only the second found.
    pub better: u64,
    /// Labels that only the first found.
    pub worse: u64,
    /// Every slice; the first are those of everything.
    pub differences: Vec<Difference>,
}

/// The difference of one measure in one slice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The dimension; none for everything.
    pub dimension: Option<Dimension>,
    /// The value in the dimension.
    pub value: String,
    /// The measure.
    pub measure: Compared,
    /// The first detector's.
    pub old: f64,
    /// The second detector's.
    pub new: f64,
    /// `new` less `old`.
    pub change: f64,
    /// Where the change lies with 95 %.
    pub interval: [f64; 2],
}

impl Compared {
    const ALL: [Self; 4] = [Self::Recall, Self::Precision, Self::TapHit, Self::ExactText];

    /// The word in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Recall => "recall",
            Self::Precision => "precision",
            Self::TapHit => "tap-hit",
            Self::ExactText => "exact text",
        }
    }

    /// The part and the whole.
    fn of(self, counts: &Counts) -> (u32, u32) {
        match self {
            Self::Recall => (counts.found, counts.labels),
            Self::Precision => (counts.right, counts.predictions),
            Self::TapHit => (counts.hit, counts.placed),
            Self::ExactText => (counts.exact, counts.texts),
        }
    }
}

impl Difference {
    /// Whether the whole interval lies on one side of 0.
    pub fn is_clear(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

impl Pairing {
    /// Adds a frame that both looked at. What became better or worse is told by `old` and `new` of the same label.
    pub fn add(&mut self, old: (&Sample, &FrameMatch), new: (&Sample, &FrameMatch)) {
        let mut counts: BTreeMap<u32, [Counts; 2]> = BTreeMap::new();
        for (side, (sample, matched)) in [old, new].into_iter().enumerate() {
            self.count(side, sample, matched, &mut counts);
        }
        for (before, after) in old.1.labels.iter().zip(&new.1.labels) {
            if before.is_ignored || before.basis == Basis::Tap || after.basis == Basis::Tap {
                continue;
            }
            self.better += u64::from(before.found_at & 1 == 0 && after.found_at & 1 == 1);
            self.worse += u64::from(before.found_at & 1 == 1 && after.found_at & 1 == 0);
        }
        self.frames.push(counts.into_iter().collect());
    }

    fn count(&mut self, side: usize, sample: &Sample, matched: &FrameMatch, counts: &mut BTreeMap<u32, [Counts; 2]>) {
        let mut places = Vec::with_capacity(matched.labels.len());
        for (label, matched) in sample.truth.labels.iter().zip(&matched.labels) {
            let place = self.place(Cell::of(&label.class, placed(label), sample.window, &sample.about));
            places.push(place);
            if matched.is_ignored || (matched.basis == Basis::Tap && matched.tap_hit.is_none()) {
                continue;
            }
            let one = &mut counts.entry(place).or_default()[side];
            one.labels += 1;
            one.found += u32::from(matched.found_at & 1);
            if let Some(hit) = matched.tap_hit {
                one.placed += 1;
                one.hit += u32::from(hit);
            }
            if let Some(reading) = &matched.reading {
                one.texts += 1;
                one.exact += u32::from(reading.is_exact);
            }
        }
        for (detection, matched) in sample.seen.detections().iter().zip(&matched.detections) {
            let class = class_of(detection);
            let counted = detection
                .rect
                .filter(|_| sample.truth.whole.has(class) && matched.ignored_at & 1 == 0);
            let Some(rect) = counted else { continue };
            let place = match matched.label {
                Some(label) => places[label],
                None => self.place(Cell::of(class, Some(rect), sample.window, &sample.about)),
            };
            let one = &mut counts.entry(place).or_default()[side];
            one.predictions += 1;
            one.right += u32::from(matched.right_at & 1);
        }
    }

    fn place(&mut self, cell: Cell) -> u32 {
        if let Some(&place) = self.places.get(&cell) {
            return place;
        }
        let place = self.cells.len() as u32;
        self.cells.push(cell.clone());
        self.places.insert(cell, place);
        place
    }

    /// Adds later frames.
    pub fn merge(&mut self, other: Self) {
        let places: Vec<u32> = other.cells.into_iter().map(|cell| self.place(cell)).collect();
        let moved = |frame: Paired| -> Paired {
            frame
                .into_iter()
                .map(|(cell, counts)| (places[cell as usize], counts))
                .collect()
        };
        self.frames.extend(other.frames.into_iter().map(moved));
        self.better += other.better;
        self.worse += other.worse;
    }

    /// The comparison; none if there was no frame that both looked at.
    pub fn compare(&self, old: &str, new: &str) -> Option<Comparison> {
        if self.frames.is_empty() {
            return None;
        }
        let run = self.frames.len().div_ceil(MOST_UNITS);
        let units: Vec<&[Paired]> = self.frames.chunks(run).collect();
        let weights = draws(units.len());
        let mut slices: Vec<(Option<Dimension>, String)> = vec![(None, "all".to_owned())];
        for dimension in Dimension::ALL {
            let values: BTreeSet<&str> = self.cells.iter().map(|cell| cell.value(dimension)).collect();
            // A slice that is everything says nothing new.
            if values.len() > 1 {
                slices.extend(values.into_iter().map(|value| (Some(dimension), value.to_owned())));
            }
        }
        let differences: Vec<Vec<Difference>> = slices
            .into_par_iter()
            .map(|(dimension, value)| self.differences(dimension, &value, &units, &weights))
            .collect();
        Some(Comparison {
            old: old.to_owned(),
            new: new.to_owned(),
            frames: self.frames.len(),
            better: self.better,
            worse: self.worse,
            differences: differences.into_iter().flatten().collect(),
        })
    }

    fn differences(
        &self,
        dimension: Option<Dimension>,
        value: &str,
        units: &[&[Paired]],
        weights: &[Vec<u16>],
    ) -> Vec<Difference> {
        let is_in: Vec<bool> = self
            .cells
            .iter()
            .map(|cell| dimension.is_none_or(|dimension| cell.value(dimension) == value))
            .collect();
        let by_class = dimension == Some(Dimension::Class);
        let difference = |measure: Compared| {
            // Part and whole of both detectors, by unit.
            let sums: Vec<[f64; 4]> = units
                .iter()
                .map(|frames| {
                    let mut sums = [0.0; 4];
                    for (cell, counts) in frames.iter().flatten().filter(|(cell, _)| is_in[*cell as usize]) {
                        if measure == Compared::Recall && !by_class && !self.cells[*cell as usize].is_named() {
                            continue;
                        }
                        for (side, counts) in counts.iter().enumerate() {
                            let (part, whole) = measure.of(counts);
                            sums[2 * side] += f64::from(part);
                            sums[2 * side + 1] += f64::from(whole);
                        }
                    }
                    sums
                })
                .collect();
            let whole = total(&sums, None);
            let old = share(whole[0] as u64, whole[1] as u64)?;
            let new = share(whole[2] as u64, whole[3] as u64)?;
            let mut changes: Vec<f64> = weights
                .iter()
                .map(|weights| total(&sums, Some(weights)))
                .filter(|sums| sums[1] > 0.0 && sums[3] > 0.0)
                .map(|sums| sums[2] / sums[3] - sums[0] / sums[1])
                .collect();
            changes.sort_by(f64::total_cmp);
            Some(Difference {
                dimension,
                value: value.to_owned(),
                measure,
                old,
                new,
                change: new - old,
                interval: [quantile(&changes, 0.025), quantile(&changes, 0.975)],
            })
        };
        Compared::ALL.into_iter().filter_map(difference).collect()
    }
}

fn total(sums: &[[f64; 4]], weights: Option<&[u16]>) -> [f64; 4] {
    let mut total = [0.0; 4];
    for (unit, sums) in sums.iter().enumerate() {
        let weight = weights.map_or(1.0, |weights| f64::from(weights[unit]));
        for (total, sum) in total.iter_mut().zip(sums) {
            *total += weight * sum;
        }
    }
    total
}

/// How often each unit is drawn, for each resample.
fn draws(units: usize) -> Vec<Vec<u16>> {
    let draw = |resample: usize| {
        let mut state = resample as u64;
        let mut weights = vec![0_u16; units];
        for _ in 0..units {
            let at = (u128::from(next(&mut state)) * units as u128) >> 64;
            weights[at as usize] += 1;
        }
        weights
    };
    (0..RESAMPLES).map(draw).collect()
}

/// The next number of SplitMix64 (Steele, Lea and Flood, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The quantile of sorted values, between neighbours in proportion; 0 of none.
fn quantile(sorted: &[f64], at: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let place = at * last as f64;
    let (below, part) = (place.floor() as usize, place.fract());
    sorted[below] + part * (sorted[(below + 1).min(last)] - sorted[below])
}
