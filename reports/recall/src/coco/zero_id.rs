//! What pycocotools makes of an annotation with the id 0.
//!
//! It keeps the id of the annotation that a detection found, and 0 for none. What finds annotation 0 is therefore counted as false,
//! while the annotation counts as there and as taken. hotcoco keeps the two apart, which is right and gives other numbers; for the same
//! numbers on the same files the detections in question are taken as false here, and everything is summed up again.

use std::collections::BTreeMap;

use hotcoco::metrics::counts::average_precision;
use hotcoco::{COCOeval, EvalImg, Params};

use super::numbers::{Averages, mean};

/// AP and recall at each threshold; −1 where the class has no annotation in the range.
type Thresholds = Vec<(f64, f64)>;

/// Precision and recall by class, area range, limit and threshold.
pub(super) struct ZeroId {
    /// By class: `[area][limit]`.
    classes: BTreeMap<u64, Vec<Vec<Thresholds>>>,
}

impl ZeroId {
    /// Sums up an evaluation again.
    pub(super) fn of(eval: &COCOeval, params: &Params) -> Self {
        let mut cells: BTreeMap<(u64, usize), Vec<&EvalImg>> = BTreeMap::new();
        for cell in eval.eval_imgs().iter().flatten() {
            let area = params.area_ranges.iter().position(|range| range.range == cell.area_rng);
            cells
                .entry((cell.category_id, area.unwrap_or(0)))
                .or_default()
                .push(cell);
        }
        let mut classes: BTreeMap<u64, Vec<Vec<Thresholds>>> = BTreeMap::new();
        for ((class, area), mut cells) in cells {
            // pycocotools sums up in the order of the pictures.
            cells.sort_by_key(|cell| cell.image_id);
            let areas = classes
                .entry(class)
                .or_insert_with(|| vec![Vec::new(); params.area_ranges.len()]);
            let size = |detection: u64| {
                // The results of a file are numbered from 1 in its order.
                let place = usize::try_from(detection).unwrap_or(0).saturating_sub(1);
                eval.coco_dt()
                    .dataset
                    .annotations
                    .get(place)
                    .and_then(|annotation| annotation.area)
            };
            areas[area] = params
                .max_dets
                .iter()
                .map(|&limit| thresholds(&cells, limit, params, size))
                .collect();
        }
        Self { classes }
    }

    /// AP of one class.
    pub(super) fn of_class(&self, class: u64) -> Option<f64> {
        let limits = self.classes.get(&class)?.first()?;
        mean(limits.last()?.iter().map(|(precision, _)| *precision))
    }

    fn at(&self, area: usize, limit: usize) -> impl Iterator<Item = &Thresholds> {
        self.classes
            .values()
            .filter_map(move |areas| areas.get(area)?.get(limit))
    }
}

/// AP and recall at each threshold of one class in one area range under one limit.
fn thresholds(cells: &[&EvalImg], limit: usize, params: &Params, size: impl Fn(u64) -> Option<f64>) -> Thresholds {
    let there: usize = cells.iter().map(|cell| cell.num_gt_in_denominator()).sum();
    let of_threshold = |threshold: usize| {
        if there == 0 {
            return (-1.0, -1.0);
        }
        let (mut scores, mut right, mut ignored) = (Vec::new(), Vec::new(), Vec::new());
        for cell in cells {
            for place in 0..cell.dt_scores.len().min(limit) {
                let is_matched = cell.dt_matched.row(threshold)[place];
                let is_lost = is_matched && cell.dt_matches.row(threshold)[place] == 0;
                // Counted as unmatched, it is left out where its own size is none of the range.
                let [least, most] = cell.area_rng;
                let is_outside = is_lost && size(cell.dt_ids[place]).is_some_and(|size| size < least || size > most);
                scores.push(cell.dt_scores[place]);
                right.push(is_matched && !is_lost);
                ignored.push(cell.dt_ignore.row(threshold)[place] || is_outside);
            }
        }
        let found = right
            .iter()
            .zip(&ignored)
            .filter(|(right, ignored)| **right && !**ignored)
            .count();
        let precision = average_precision(&scores, &right, Some(&ignored), there, &params.rec_thrs);
        (precision, found as f64 / there as f64)
    };
    (0..params.iou_thrs.len()).map(of_threshold).collect()
}

impl Averages for ZeroId {
    fn precision(&self, threshold: Option<usize>, area: usize, limit: usize) -> Option<f64> {
        mean(self.at(area, limit).flat_map(|all| {
            let chosen = threshold.map_or(0..all.len(), |one| one..one + 1);
            all[chosen].iter().map(|(precision, _)| *precision)
        }))
    }

    fn recall(&self, area: usize, limit: usize) -> Option<f64> {
        mean(self.at(area, limit).flatten().map(|(_, recall)| *recall))
    }
}
