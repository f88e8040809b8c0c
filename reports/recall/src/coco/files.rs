//! The COCO evaluation of a truth and a results file in COCO's own format.

use std::collections::BTreeSet;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};

use hotcoco::{COCO, COCOeval, IouType};
use serde::Serialize;

use super::numbers::{CocoNumbers, MaxDets, params};
use super::zero_id;

/// The evaluation of two files.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileEvaluation {
    /// Pictures of the truth.
    pub images: usize,
    /// Its annotations.
    pub annotations: usize,
    /// Detections of the results.
    pub detections: usize,
    /// The limits of detections a picture.
    pub max_dets: [usize; 3],
    /// The numbers, as pycocotools has them.
    pub numbers: CocoNumbers,
    /// AP of each class, over 0.50 to 0.95 with the largest limit; none for a class without annotations.
    pub classes: Vec<ClassPrecision>,
    /// What someone who reads the numbers should know.
    pub notes: Vec<String>,
}

/// AP of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassPrecision {
    /// Its id in the file.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its AP; none for a class without annotations.
    pub average_precision: Option<f64>,
}

/// Two files that can't be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum CocoFileError {
    /// The truth can't be read.
    #[error("the COCO truth {path:?} can't be read: {reason}")]
    Truth {
        /// The file.
        path: PathBuf,
        /// What the library said.
        reason: String,
    },
    /// The results can't be read.
    #[error("the COCO results {path:?} can't be read: {reason}")]
    Results {
        /// The file.
        path: PathBuf,
        /// What the library said.
        reason: String,
    },
    /// The results are about a picture that the truth doesn't have.
    #[error("the COCO results {path:?} have detections on picture {image}, which the truth doesn't have")]
    NoSuchImage {
        /// The results.
        path: PathBuf,
        /// The picture's id.
        image: u64,
    },
    /// The library refused the evaluation.
    #[error("the COCO evaluation failed: {0}")]
    Evaluation(String),
}

/// Evaluates `results` (a list of `image_id`, `category_id`, `bbox`, `score`) against `truth`.
///
/// # Errors
/// When a file can't be read or they don't belong together.
pub fn evaluate_files(truth: &Path, results: &Path, limits: MaxDets) -> Result<FileEvaluation, CocoFileError> {
    let real = COCO::new(truth).map_err(|error| CocoFileError::Truth {
        path: truth.to_owned(),
        reason: error.to_string(),
    })?;
    if !is_list(results) {
        return Err(CocoFileError::Results {
            path: results.to_owned(),
            reason: "it is no JSON list".to_owned(),
        });
    }
    let found = real.load_res(results).map_err(|error| CocoFileError::Results {
        path: results.to_owned(),
        reason: error.to_string(),
    })?;
    let images: BTreeSet<u64> = real.dataset.images.iter().map(|image| image.id).collect();
    let classes: BTreeSet<u64> = real.dataset.categories.iter().map(|class| class.id).collect();
    let detections = &found.dataset.annotations;
    if let Some(stray) = detections
        .iter()
        .find(|detection| !images.contains(&detection.image_id))
    {
        return Err(CocoFileError::NoSuchImage {
            path: results.to_owned(),
            image: stray.image_id,
        });
    }
    let mut notes = Vec::new();
    let unknown = detections
        .iter()
        .filter(|detection| !classes.contains(&detection.category_id))
        .count();
    if unknown > 0 {
        notes.push(format!(
            "detections of classes that the truth doesn't declare are left out: {unknown}"
        ));
    }
    if !limits.has_ap() {
        notes.push(
            "pycocotools computes AP for a limit of 100 detections only, so there is none under these limits; AP50 and the others \
             are for the largest limit"
                .to_owned(),
        );
    }
    let has_zero = real.dataset.annotations.iter().any(|annotation| annotation.id == 0);
    if has_zero {
        notes.push(
            "annotation 0 is taken for no annotation by pycocotools, which counts what finds it as false, and so do these numbers; \
             number annotations from 1"
                .to_owned(),
        );
    }
    let names: Vec<(u64, String)> = real
        .dataset
        .categories
        .iter()
        .map(|class| (class.id, class.name.clone()))
        .collect();
    let (image_count, annotations, count) = (images.len(), real.dataset.annotations.len(), detections.len());
    let mut eval = COCOeval::new(real, found, IouType::Bbox);
    eval.params = params(limits);
    eval.evaluate()
        .map_err(|error| CocoFileError::Evaluation(error.to_string()))?;
    eval.accumulate();
    let accumulated = eval
        .accumulated()
        .ok_or_else(|| CocoFileError::Evaluation("nothing was accumulated".to_owned()))?;
    let corrected = has_zero.then(|| zero_id::ZeroId::of(&eval, &params(limits)));
    let numbers = match &corrected {
        Some(corrected) => CocoNumbers::of(corrected, &params(limits), limits),
        None => CocoNumbers::of(accumulated, &params(limits), limits),
    };
    let class_precision = |k: usize| {
        let shape = &accumulated.shape;
        let cells = (0..shape.t).flat_map(|t| (0..shape.r).map(move |r| shape.precision_idx(t, r, k, 0, 2)));
        super::numbers::mean(cells.map(|cell| accumulated.precision[cell]))
    };
    let of_class = |(id, name): &(u64, String)| {
        let k = accumulated.cat_ids.iter().position(|known| known == id);
        ClassPrecision {
            id: *id,
            name: name.clone(),
            average_precision: match &corrected {
                Some(corrected) => corrected.of_class(*id),
                None => k.and_then(class_precision),
            },
        }
    };
    Ok(FileEvaluation {
        images: image_count,
        annotations,
        detections: count,
        max_dets: limits.limits(),
        numbers,
        classes: names.iter().map(of_class).collect(),
        notes,
    })
}

/// Whether a file begins like a JSON list. The library takes an object without detections for an empty list.
fn is_list(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else {
        // That it can't be opened is told by who reads it.
        return true;
    };
    let mut bytes = BufReader::new(file).bytes().map_while(Result::ok);
    bytes.find(|byte| !byte.is_ascii_whitespace()) == Some(b'[')
}
