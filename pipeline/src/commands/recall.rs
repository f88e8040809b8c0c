//! `skillc recall`: how much of what is there the detectors find.

mod captures;
mod files;
mod look;
mod matches;
mod measure;
mod output;
mod pictures;
mod side;
mod theme;

use std::path::PathBuf;

use skillc_recall::coco::MaxDets;
use skillc_recall::measure::Gate;

use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::format::FormatKind;

/// Arguments of `skillc recall`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// Only these apps, by name; repeat it for several
    #[arg(long, value_name = "NAME")]
    pub app: Vec<String>,
    /// Measure on the pictures of this folder instead of captures
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Labels of the pictures: a folder with a JSON file a picture, or one COCO JSON file
    #[arg(long, value_name = "PATH")]
    pub labels: Option<PathBuf>,
    /// Evaluate this COCO results file against the COCO file of --labels, and nothing else
    #[arg(long, value_name = "FILE", requires = "labels", conflicts_with = "pictures")]
    pub detections: Option<PathBuf>,
    /// Limits of detections a picture for --detections
    #[arg(long, value_name = "N,N,N", requires = "detections")]
    pub max_dets: Option<MaxDets>,
    /// Labels of this source only: simulator, nodes, or the name of a label file
    #[arg(long, value_name = "SOURCE")]
    pub truth: Option<String>,
    /// Detections that are measured: recorded or rerun. Without it, both
    #[arg(long, value_name = "SOURCE")]
    pub detector: Option<String>,
    /// Compare with these detections on the same frames: recorded or rerun
    #[arg(long, value_name = "SOURCE")]
    pub detector_new: Option<String>,
    /// Compare with another value of a configuration key, e.g. detect.engine=rten; repeat it for several
    #[arg(long, value_name = "KEY=VALUE")]
    pub set_new: Vec<String>,
    /// Fail when this holds, e.g. "recall<0.95 @ class=icon,edge=bottom"; repeat it for several
    #[arg(long, value_name = "GATE")]
    pub fail_on: Vec<String>,
    /// Write one row a label and a false detection into this file: .parquet, or .json with an object a line
    #[arg(long, value_name = "FILE")]
    pub matches: Option<PathBuf>,
    /// Write what was compared as COCO files into this folder, in window points
    #[arg(long, value_name = "DIR")]
    pub coco: Option<PathBuf>,
    /// Pixels per point of the pictures; without it, the scale of the device whose screen they are likeliest to be
    #[arg(long, value_name = "PIXELS", requires = "pictures", value_parser = super::detect::scale)]
    pub scale: Option<skillc_records::Scale>,
}

/// Measures, and says what was found.
///
/// # Errors
/// When a gate can't be used, there is nothing to measure, the detectors can't be used, or a result can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let gates = args
        .fail_on
        .iter()
        .map(|text| text.parse())
        .collect::<Result<Vec<Gate>, _>>();
    let gates = gates.map_err(|error| {
        Failure::new(error.to_string())
            .help("write it as \"recall<0.95 @ class=icon,edge=bottom\"; the part from @ on can be left out")
    })?;
    // Before minutes of work, not after.
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| matches!(f.kind, FormatKind::Sarif | FormatKind::Github))
    {
        return Err(Failure::new(format!(
            "skillc recall is shown as human, json, markdown, junit or html, not as {:?}",
            format.kind
        )));
    }
    if let Some(results) = &args.detections {
        return files::run(args, results, context);
    }
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let sides = side::sides(args, context)?;
    let mut measured = match (&args.pictures, &args.labels) {
        (Some(pictures), Some(labels)) => pictures::measure(pictures, labels, args, &sides, &engine, context)?,
        (Some(_), None) => {
            return Err(
                Failure::new("--pictures needs --labels").help("name a folder of label files, or a COCO JSON file")
            );
        }
        (None, Some(_)) => {
            return Err(Failure::new("--labels needs --pictures or --detections")
                .help("to measure captures by a label file, import it first: skillc captures labels import FILE"));
        }
        (None, None) => captures::measure(args, &sides, &engine, context)?,
    };
    context.go_on()?;
    super::compile::say_about_cache(&engine, context);
    if measured.is_empty() {
        return Err(measured.nothing(args, context));
    }
    let report = measured.report(&sides, &gates)?;
    output::write(&report, &measured, context)?;
    Ok(Outcome::findings_if(report.has_failed() || !report.problems.is_empty()))
}
