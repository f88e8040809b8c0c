//! The twelve numbers.

use std::str::FromStr;

use hotcoco::{AccumulatedEval, Params};
use serde::Serialize;

/// The twelve numbers of a COCO evaluation, named and ordered as pycocotools prints them. None is pycocotools' −1: nothing to measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CocoNumbers {
    /// AP over 0.50 to 0.95. As pycocotools has it, only ever with at most 100 detections a picture: none if that is no limit.
    #[serde(rename = "AP")]
    pub ap: Option<f64>,
    /// AP at 0.5.
    #[serde(rename = "AP50")]
    pub ap50: Option<f64>,
    /// AP at 0.75.
    #[serde(rename = "AP75")]
    pub ap75: Option<f64>,
    /// AP of small, medium and large boxes.
    #[serde(rename = "APs")]
    pub ap_small: Option<f64>,
    /// AP of medium boxes.
    #[serde(rename = "APm")]
    pub ap_medium: Option<f64>,
    /// AP of large boxes.
    #[serde(rename = "APl")]
    pub ap_large: Option<f64>,
    /// AR with the smallest limit of detections.
    #[serde(rename = "AR_first")]
    pub ar_first: Option<f64>,
    /// AR with the middle limit.
    #[serde(rename = "AR_second")]
    pub ar_second: Option<f64>,
    /// AR with the largest limit.
    #[serde(rename = "AR")]
    pub ar: Option<f64>,
    /// AR of small boxes.
    #[serde(rename = "ARs")]
    pub ar_small: Option<f64>,
    /// AR of medium boxes.
    #[serde(rename = "ARm")]
    pub ar_medium: Option<f64>,
    /// AR of large boxes.
    #[serde(rename = "ARl")]
    pub ar_large: Option<f64>,
}

/// The three limits of detections a picture, ascending. 1, 10 and 100 unless something else is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxDets([usize; 3]);

/// Three limits that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} are not three limits of detections: expected three numbers from 1 to 100000, such as 1,10,100")]
pub struct MaxDetsError(String);

/// The number that pycocotools has for AP, whatever the limits are.
const AP_LIMIT: usize = 100;

impl Default for MaxDets {
    fn default() -> Self {
        Self([1, 10, AP_LIMIT])
    }
}

impl MaxDets {
    /// The limits, ascending.
    pub fn limits(self) -> [usize; 3] {
        self.0
    }

    /// Whether pycocotools computes AP under these limits.
    pub fn has_ap(self) -> bool {
        self.0.contains(&AP_LIMIT)
    }
}

impl FromStr for MaxDets {
    type Err = MaxDetsError;

    fn from_str(text: &str) -> Result<Self, MaxDetsError> {
        let wrong = || MaxDetsError(text.to_owned());
        let limits: Vec<usize> = text
            .split(',')
            .map(|part| part.trim().parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        let mut limits: [usize; 3] = limits.try_into().map_err(|_| wrong())?;
        limits.sort_unstable();
        if limits.iter().all(|limit| (1..=100_000).contains(limit)) {
            Ok(Self(limits))
        } else {
            Err(wrong())
        }
    }
}

/// Mean precision or recall by threshold, area range and limit, each as the mean over classes and thresholds asks for it.
pub(super) trait Averages {
    /// AP over all thresholds or one of them.
    fn precision(&self, threshold: Option<usize>, area: usize, limit: usize) -> Option<f64>;
    /// AR over all thresholds.
    fn recall(&self, area: usize, limit: usize) -> Option<f64>;
}

impl CocoNumbers {
    /// The numbers out of averages under `params`, whose limits are ascending.
    pub(super) fn of(averages: &impl Averages, params: &Params, limits: MaxDets) -> Self {
        let area = |name: &str| params.area_range_idx(name).unwrap_or(0);
        let (all, small, medium, large) = (area("all"), area("small"), area("medium"), area("large"));
        let at = |threshold: f64| params.iou_thr_idx(threshold);
        let ap_slot = limits.0.iter().position(|&limit| limit == AP_LIMIT);
        Self {
            ap: ap_slot.and_then(|slot| averages.precision(None, all, slot)),
            ap50: averages.precision(at(0.5), all, 2),
            ap75: averages.precision(at(0.75), all, 2),
            ap_small: averages.precision(None, small, 2),
            ap_medium: averages.precision(None, medium, 2),
            ap_large: averages.precision(None, large, 2),
            ar_first: averages.recall(all, 0),
            ar_second: averages.recall(all, 1),
            ar: averages.recall(all, 2),
            ar_small: averages.recall(small, 2),
            ar_medium: averages.recall(medium, 2),
            ar_large: averages.recall(large, 2),
        }
    }
}

impl Averages for AccumulatedEval {
    fn precision(&self, threshold: Option<usize>, area: usize, limit: usize) -> Option<f64> {
        let thresholds = threshold.map_or(0..self.shape.t, |one| one..one + 1);
        mean(thresholds.flat_map(|t| {
            (0..self.shape.r).flat_map(move |r| {
                (0..self.shape.k).map(move |k| self.precision[self.precision_idx(t, r, k, area, limit)])
            })
        }))
    }

    fn recall(&self, area: usize, limit: usize) -> Option<f64> {
        mean(
            (0..self.shape.t)
                .flat_map(|t| (0..self.shape.k).map(move |k| self.recall[self.recall_idx(t, k, area, limit)])),
        )
    }
}

/// The mean of what could be measured; none if nothing could.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for value in values.filter(|&value| value > -1.0) {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// The parameters of an evaluation with these limits.
pub(super) fn params(limits: MaxDets) -> Params {
    let mut params = Params::new(hotcoco::IouType::Bbox);
    params.max_dets = limits.0.to_vec();
    params
}
