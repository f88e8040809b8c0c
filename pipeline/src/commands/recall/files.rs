//! COCO files: two of somebody's evaluated, and ours written.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use skillc_recall::coco::{CocoFileError, evaluate_files};
use skillc_recall::measure::cell::class_of;
use skillc_recall::measure::matching::Basis;
use skillc_recall::measure::{FrameMatch, FrameName, Sample};
use skillc_recall::render::human;
use skillc_records::{Slug, WindowRect};

use super::Args;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::format::{FormatKind, write_file};

/// Evaluates the results of `--detections` against the truth of `--labels`.
pub(super) fn run(args: &Args, results: &Path, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!(
            "the evaluation of COCO files is shown as human or json, not as {:?}",
            format.kind
        )));
    }
    if !args.fail_on.is_empty() {
        return Err(Failure::new(
            "--fail-on works on captures and pictures, not on COCO files",
        ));
    }
    let truth = args.labels.as_deref().unwrap_or(results);
    let evaluation = evaluate_files(truth, results, args.max_dets.unwrap_or_default()).map_err(|error| {
        let help = match &error {
            CocoFileError::Truth { .. } => "expected a COCO JSON file: images, annotations, categories",
            CocoFileError::Results { .. } => "expected a JSON list of objects with image_id, category_id, bbox, score",
            CocoFileError::NoSuchImage { .. } => "do the two files belong together?",
            CocoFileError::Evaluation(_) => "please report it with the files",
        };
        Failure::new(error.to_string()).help(help)
    })?;
    for format in &context.formats {
        match format.kind {
            FormatKind::Json => {
                let mut document = json!({ "format_version": 1 });
                if let (Some(document), Ok(Value::Object(fields))) =
                    (document.as_object_mut(), serde_json::to_value(&evaluation))
                {
                    document.extend(fields);
                }
                format.write(&format!("{document:#}\n"))?;
            }
            _ => format.write(&human::coco_files(&evaluation))?,
        }
    }
    Ok(Outcome::Clean)
}

/// The ids of the classes that detectors name.
const CLASSES: [(u64, &str); 2] = [(1, "icon"), (2, "text")];

/// Writes what was compared: `truth.json` and one results file a detector. Boxes are in window points; only classes that are labelled
/// wholly are in it, and texts that can't be read on the picture are crowds.
pub(super) fn write(folder: &Path, samples: &[(String, Sample, FrameMatch)]) -> Result<(), Failure> {
    // Ids begin with 1: pycocotools takes annotation 0 for none.
    let mut images: BTreeMap<&FrameName, u64> = BTreeMap::new();
    let (mut shown, mut annotations) = (Vec::new(), Vec::new());
    let mut results: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (detector, sample, matched) in samples {
        let known = images.len() as u64 + 1;
        let id = *images.entry(&sample.at).or_insert(known);
        if id == known {
            shown.push(json!({
                "id": id,
                "file_name": format!("{}/{}", sample.at.session, sample.at.frame),
                "width": sample.window.width.ceil(),
                "height": sample.window.height.ceil(),
            }));
            for (label, matched) in sample.truth.labels.iter().zip(&matched.labels) {
                if matched.basis == Basis::Box && sample.truth.whole.has(&label.class) {
                    annotations.push(json!({
                        "id": annotations.len() + 1,
                        "image_id": id,
                        "category_id": id_of(&label.class),
                        "bbox": sides(label.rect),
                        "area": label.rect.width * label.rect.height,
                        "iscrowd": u8::from(matched.is_ignored),
                    }));
                }
            }
        }
        let of_detector = results.entry(detector).or_default();
        for (detection, matched) in sample.seen.detections().iter().zip(&matched.detections) {
            let class = class_of(detection);
            if let Some(rect) = detection.rect.filter(|_| sample.truth.whole.has(class)) {
                of_detector.push(json!({
                    "image_id": id,
                    "category_id": id_of(class),
                    "bbox": sides(rect),
                    "score": matched.score,
                }));
            }
        }
    }
    let categories: Vec<Value> = CLASSES
        .iter()
        .map(|(id, name)| json!({ "id": id, "name": name }))
        .collect();
    let truth = json!({
        "info": { "description": "what skillc recall compared; boxes in window points" },
        "images": shown,
        "annotations": annotations,
        "categories": categories,
    });
    write_file(&folder.join("truth.json"), format!("{truth}\n").as_bytes())?;
    for (detector, detections) in results {
        let name = format!("{}.json", Slug::of(detector));
        write_file(&folder.join(name), format!("{}\n", Value::Array(detections)).as_bytes())?;
    }
    Ok(())
}

fn id_of(class: &str) -> u64 {
    CLASSES.iter().find(|(_, name)| *name == class).map_or(0, |(id, _)| *id)
}

fn sides(rect: WindowRect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height]
}
