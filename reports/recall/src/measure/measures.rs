//! From sums to measures.

use hotcoco::metrics::calibration::{calibration_curve, calibration_error};
use hotcoco::metrics::counts::average_precision_ranked;
use hotcoco::params::default_rec_thrs;
use rayon::prelude::*;
use serde::Serialize;

use super::cell::{Cell, Dimension};
use super::matching::{ErrorKind, THRESHOLDS};
use super::tally::{Sums, TabSums, Tally};

/// What is measured of one slice. A share is none where there is nothing to take it of.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Measures {
    /// Labels of texts and icons; of another class, if the slice is that class.
    pub labels: u64,
    /// Those that were found.
    pub found: u64,
    /// By what the labels count as found: by their box, by their text, by a tap.
    pub by_box: u64,
    /// See `by_box`.
    pub by_text: u64,
    /// See `by_box`.
    pub by_tap: u64,
    /// `found` of `labels`.
    pub recall: Option<f64>,
    /// Where the true recall lies with 95 %, if labels are independent (Wilson's interval).
    pub recall_interval: Option<[f64; 2]>,
    /// Recall over the thresholds 0.50 to 0.95: AR without a limit on detections.
    pub average_recall: Option<f64>,
    /// Detections that count: of classes that are labelled wholly.
    pub predictions: u64,
    /// Those that are right at 0.5.
    pub right: u64,
    /// `right` of `predictions`. None if the labels are not exhaustive.
    pub precision: Option<f64>,
    /// The harmonic mean of precision and the recall of wholly labelled classes.
    pub f1: Option<f64>,
    /// AP over the thresholds 0.50 to 0.95, the mean over classes. None if the labels are not exhaustive.
    pub average_precision: Option<f64>,
    /// AP at 0.5.
    pub average_precision_50: Option<f64>,
    /// Labels of every class with a place.
    pub placed: u64,
    /// Those in which a tap would land.
    pub tap_hits: u64,
    /// `tap_hits` of `placed`.
    pub tap_hit_recall: Option<f64>,
}

/// What is measured of the texts of one slice.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TextMeasures {
    /// Texts that can be read on the picture.
    pub texts: u64,
    /// The share that was read exactly.
    pub exact: Option<f64>,
    /// … or differs in accents only.
    pub without_accents: Option<f64>,
    /// … or differs in spaces only.
    pub without_spaces: Option<f64>,
    /// … or differs in case, accents, spaces and punctuation only.
    pub loose: Option<f64>,
    /// Wrong characters in each character of the labels.
    pub character_error_rate: Option<f64>,
}

/// What is measured of tab bars.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TabMeasures {
    /// Frames that show the bar.
    pub bars: u64,
    /// The share of them on which every tab has a target in it.
    pub all_found: Option<f64>,
    /// Tabs on these frames.
    pub tabs: u64,
    /// The share of them with a target in it.
    pub found: Option<f64>,
    /// The mean distance of a target from its tab's middle, in points.
    pub mean_distance_pt: Option<f64>,
    /// The largest.
    pub max_distance_pt: Option<f64>,
    /// Frames without the bar.
    pub without: u64,
    /// Frames with the bar on which it wasn't noticed.
    pub gate_missed: u64,
    /// Frames without the bar on which one was made up.
    pub gate_opened: u64,
}

/// How far confidence can be trusted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// The mean distance between confidence and the share that is right, weighted by the number of detections.
    pub expected_error: f64,
    /// The largest such distance.
    pub largest_error: f64,
    /// Ten bins of equal width over 0 to 1.
    pub bins: Vec<CalibrationBin>,
}

/// One bin.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CalibrationBin {
    /// Where it begins.
    pub from: f64,
    /// Detections.
    pub count: u64,
    /// Their mean confidence.
    pub confidence: f64,
    /// The share of them that is right.
    pub right: f64,
}

/// How often each kind of error happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorCount {
    /// The kind.
    pub kind: ErrorKind,
    /// How often.
    pub count: u64,
}

impl Tally {
    /// The measures over the cells that `is_in` picks. Classes that detectors don't name count only if `by_class` says that the slice
    /// is about one.
    pub fn measures(&self, by_class: bool, is_in: impl Fn(&Cell) -> bool + Sync) -> Measures {
        let chosen: Vec<bool> = self.cells.iter().map(|(cell, _)| is_in(cell)).collect();
        let mut sums = Sums::default();
        let (mut placed, mut hit) = (0, 0);
        let mut whole_found = 0;
        for ((cell, cell_sums), _) in self.cells.iter().zip(&chosen).filter(|(_, chosen)| **chosen) {
            placed += cell_sums.placed;
            hit += cell_sums.hit;
            if cell.is_named() || by_class {
                sums.merge(cell_sums);
                whole_found += cell_sums.right[0];
            }
        }
        let found = sums.found[0];
        let recall = share(found, sums.labels);
        let precision = share(sums.right[0], sums.predictions);
        let f1 = match (precision, share(whole_found, sums.whole)) {
            (Some(precision), Some(recall)) if precision + recall > 0.0 => {
                Some(2.0 * precision * recall / (precision + recall))
            }
            (Some(_), Some(_)) => Some(0.0),
            _ => None,
        };
        let average = |found: &[u64; THRESHOLDS]| {
            (sums.labels > 0 && sums.by_box == sums.labels)
                .then(|| found.iter().sum::<u64>() as f64 / (sums.labels * THRESHOLDS as u64) as f64)
        };
        let precisions = (sums.whole > 0).then(|| self.average_precisions(&chosen));
        Measures {
            labels: sums.labels,
            found,
            by_box: sums.by_box,
            by_text: sums.by_text,
            by_tap: sums.by_tap,
            recall,
            recall_interval: wilson(found, sums.labels),
            average_recall: average(&sums.found),
            predictions: sums.predictions,
            right: sums.right[0],
            precision,
            f1,
            average_precision: precisions.map(|all| all.iter().sum::<f64>() / THRESHOLDS as f64),
            average_precision_50: precisions.map(|all| all[0]),
            placed,
            tap_hits: hit,
            tap_hit_recall: share(hit, placed),
        }
    }

    /// AP at each threshold, the mean over the classes that have labels in the chosen cells.
    fn average_precisions(&self, chosen: &[bool]) -> [f64; THRESHOLDS] {
        let recalls = default_rec_thrs();
        let mut means = [0.0; THRESHOLDS];
        let mut classes = 0;
        for class in ["icon", "text"] {
            let is_of: Vec<bool> = self
                .cells
                .iter()
                .zip(chosen)
                .map(|((cell, _), chosen)| *chosen && cell.class == class)
                .collect();
            let whole: u64 = self
                .cells
                .iter()
                .zip(&is_of)
                .filter(|(_, is_of)| **is_of)
                .map(|((_, sums), _)| sums.whole)
                .sum();
            if whole == 0 {
                continue;
            }
            classes += 1;
            let ranked: Vec<(u16, u16)> = self
                .ranked
                .iter()
                .filter(|ranked| is_of[ranked.cell as usize])
                .map(|ranked| (ranked.right_at, ranked.ignored_at))
                .collect();
            for (threshold, mean) in means.iter_mut().enumerate() {
                let right: Vec<bool> = ranked.iter().map(|(right, _)| right >> threshold & 1 == 1).collect();
                let ignored: Vec<bool> = ranked
                    .iter()
                    .map(|(_, ignored)| ignored >> threshold & 1 == 1)
                    .collect();
                *mean += average_precision_ranked(&right, Some(&ignored), whole as usize, &recalls);
            }
        }
        means.map(|sum| sum / f64::from(classes.max(1)))
    }

    /// The measures of every value of a dimension, by value.
    pub fn slices(&self, dimension: Dimension) -> Vec<(String, Measures)> {
        let values: std::collections::BTreeSet<&str> =
            self.cells.iter().map(|(cell, _)| cell.value(dimension)).collect();
        let by_class = dimension == Dimension::Class;
        let slices: Vec<(String, Measures)> = values
            .into_par_iter()
            .map(|value| {
                let measures = self.measures(by_class, |cell| cell.value(dimension) == value);
                (value.to_owned(), measures)
            })
            .collect();
        slices
            .into_iter()
            .filter(|(_, measures)| measures.labels + measures.predictions + measures.placed > 0)
            .collect()
    }

    /// How the texts of the chosen cells were read; none if there is none to read.
    pub fn texts(&self, is_in: impl Fn(&Cell) -> bool) -> Option<TextMeasures> {
        let mut sums = Sums::default();
        for (_, cell_sums) in self.cells.iter().filter(|(cell, _)| is_in(cell)) {
            sums.merge(cell_sums);
        }
        let sums = sums.texts;
        (sums.texts > 0).then(|| TextMeasures {
            texts: sums.texts,
            exact: share(sums.exact, sums.texts),
            without_accents: share(sums.without_accents, sums.texts),
            without_spaces: share(sums.without_spaces, sums.texts),
            loose: share(sums.loose, sums.texts),
            character_error_rate: share(sums.wrong_characters, sums.characters),
        })
    }

    /// How the tab bars of the chosen frames were found; none if none is known.
    pub fn tabs(&self, is_in: impl Fn(&super::sample::About) -> bool) -> Option<TabMeasures> {
        let mut sums = TabSums::default();
        for (_, of_frames) in self.tabs.iter().filter(|(about, _)| is_in(about)) {
            sums.merge(of_frames.clone());
        }
        let mean = sums.distances.iter().sum::<f64>() / sums.distances.len().max(1) as f64;
        let max = sums.distances.iter().copied().fold(0.0, f64::max);
        let has_any = !sums.distances.is_empty();
        (sums.bars + sums.without > 0).then(|| TabMeasures {
            bars: sums.bars,
            all_found: share(sums.whole_bars, sums.bars),
            tabs: sums.tabs,
            found: share(sums.found, sums.tabs),
            mean_distance_pt: has_any.then_some(mean),
            max_distance_pt: has_any.then_some(max),
            without: sums.without,
            gate_missed: sums.gate_missed,
            gate_opened: sums.gate_opened,
        })
    }

    /// How the tab bars were found on the frames that have this value.
    pub fn tabs_in(&self, dimension: Dimension, value: &str) -> Option<TabMeasures> {
        self.tabs(|about| {
            Cell::of("tab", None, skillc_records::WindowSize::new(1.0, 1.0), about).value(dimension) == value
        })
    }

    /// How often each kind of error happens in the chosen cells.
    pub fn errors(&self, is_in: impl Fn(&Cell) -> bool) -> Vec<ErrorCount> {
        let mut sums = Sums::default();
        for (_, cell_sums) in self.cells.iter().filter(|(cell, _)| is_in(cell)) {
            sums.merge(cell_sums);
        }
        let counts = ErrorKind::ALL.into_iter().zip(sums.errors);
        counts.map(|(kind, count)| ErrorCount { kind, count }).collect()
    }

    /// How far confidence can be trusted; none if the detector says none, or if nothing is labelled wholly.
    pub fn calibration(&self) -> Option<Calibration> {
        let counted = self.ranked.iter().filter(|ranked| ranked.ignored_at & 1 == 0);
        let (scores, right): (Vec<f64>, Vec<bool>) =
            counted.map(|ranked| (ranked.score, ranked.right_at & 1 == 1)).unzip();
        if scores.iter().all(|&score| score >= 1.0) {
            return None;
        }
        let bins = calibration_curve(&scores, &right, 10);
        let (expected_error, largest_error) = calibration_error(&bins);
        let bin = |bin: hotcoco::CalibrationBin| CalibrationBin {
            from: bin.bin_lower,
            count: bin.count as u64,
            confidence: bin.avg_confidence,
            right: bin.avg_accuracy,
        };
        Some(Calibration {
            expected_error,
            largest_error,
            bins: bins.into_iter().map(bin).collect(),
        })
    }

    /// Precision and recall as the score falls, at 0.5, of one class: at most 200 points. Empty if the class isn't labelled wholly.
    pub fn precision_recall(&self, class: &str) -> Vec<(f64, f64)> {
        let is_of: Vec<bool> = self.cells.iter().map(|(cell, _)| cell.class == class).collect();
        let whole: u64 = self
            .cells
            .iter()
            .zip(&is_of)
            .filter(|(_, is_of)| **is_of)
            .map(|((_, sums), _)| sums.whole)
            .sum();
        if whole == 0 {
            return Vec::new();
        }
        let (mut right, mut all) = (0_u64, 0_u64);
        let mut points = Vec::new();
        for ranked in self
            .ranked
            .iter()
            .filter(|ranked| is_of[ranked.cell as usize] && ranked.ignored_at & 1 == 0)
        {
            all += 1;
            right += u64::from(ranked.right_at & 1);
            points.push((right as f64 / whole as f64, right as f64 / all as f64));
        }
        let step = points.len().div_ceil(200).max(1);
        let last = points.last().copied();
        let mut curve: Vec<_> = points.into_iter().step_by(step).collect();
        curve.extend(last.filter(|last| curve.last() != Some(last)));
        curve
    }
}

/// `part` of `whole`; none of nothing.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Wilson's score interval with 95 %: right for few labels and for shares near 0 and 1, where the usual one is not.
fn wilson(part: u64, whole: u64) -> Option<[f64; 2]> {
    const Z: f64 = 1.959_963_984_540_054;
    let share = share(part, whole)?;
    let n = whole as f64;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let by = 1.0 + Z * Z / n;
    Some([((middle - half) / by).max(0.0), ((middle + half) / by).min(1.0)])
}
