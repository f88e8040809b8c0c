//! The detectors that are measured.

use super::Args;
use crate::commands::diff::changed;
use crate::config::{DetectSource, Settings};
use crate::context::Context;
use crate::failure::Failure;

/// One detector that is measured.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// What it is called in the report. Recorded detections are called by who recorded them.
    pub(super) name: String,
    /// Whether detections are those that were recorded.
    pub(super) is_recorded: bool,
    /// What it is run with.
    pub(super) settings: Settings,
    /// Whether it is the one that the first is compared with.
    pub(super) is_new: bool,
}

/// The sides that the arguments name: one, two to be compared, or by default both sources side by side.
pub(super) fn sides(args: &Args, context: &Context) -> Result<Vec<Side>, Failure> {
    let settings = &context.config.settings;
    let is_comparison = args.detector_new.is_some() || !args.set_new.is_empty();
    let mut changes = Vec::new();
    for setting in &args.set_new {
        let (key, value) = setting.split_once('=').ok_or_else(|| {
            Failure::new(format!("--set-new {setting:?} has no value")).help("write it as --set-new KEY=VALUE")
        })?;
        changes.push((key.to_owned(), value.to_owned()));
    }
    let side = |word: &str| -> Result<Side, Failure> {
        let is_recorded = match word {
            "recorded" => true,
            "rerun" => false,
            other => {
                return Err(Failure::new(format!("{other:?} is no source of detections")).help("use recorded or rerun"));
            }
        };
        Ok(Side {
            name: word.to_owned(),
            is_recorded,
            settings: settings.clone(),
            is_new: false,
        })
    };
    if !is_comparison {
        return match &args.detector {
            Some(word) => Ok(vec![side(word)?]),
            None if args.pictures.is_some() => Ok(vec![side("rerun")?]),
            None => Ok(vec![side("recorded")?, side("rerun")?]),
        };
    }
    let default = match settings.detect.source {
        _ if args.pictures.is_some() => "rerun",
        DetectSource::Recorded => "recorded",
        DetectSource::Rerun => "rerun",
    };
    let old = side(args.detector.as_deref().unwrap_or(default))?;
    let mut new = side(
        args.detector_new
            .as_deref()
            .unwrap_or(if old.is_recorded { "rerun" } else { &old.name }),
    )?;
    new.settings = changed(settings, &changes)?;
    new.is_new = true;
    if !changes.is_empty() {
        new.name = format!("{} with {}", new.name, args.set_new.join(", "));
    }
    if new.name == old.name {
        return Err(Failure::new("both sides of the comparison are the same")
            .help("give another source with --detector-new, or another setting with --set-new"));
    }
    Ok(vec![old, new])
}
