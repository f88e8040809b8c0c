//! `skillc detect`: pictures, folders or captures in, texts and icons out.

mod input;
pub(crate) use input::is_picture;
mod render;
mod run;

use std::path::PathBuf;

use skillc_records::Scale;

use crate::context::Context;
use crate::detector::{choose_engine, detector_settings};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::Level;

/// Arguments of `skillc detect`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Pictures (PNG, JPEG, WebP), folders of pictures, or capture stores; without any, the configured capture store
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Pixels per point of the pictures; without it, the scale of the device whose screen they are likeliest to be
    #[arg(long, value_name = "PIXELS", value_parser = scale)]
    pub scale: Option<Scale>,
    /// Write each picture with what was found drawn on it into this folder
    #[arg(long, value_name = "FOLDER")]
    pub draw: Option<PathBuf>,
    /// Say where the time went
    #[arg(long)]
    pub timings: bool,
}

pub(super) fn scale(text: &str) -> Result<Scale, String> {
    let pixels: f64 = text.parse().map_err(|_| format!("{text:?} is no number"))?;
    Scale::new(pixels)
        .filter(|_| (0.1..=16.0).contains(&pixels))
        .ok_or_else(|| "a scale lies between 0.1 and 16".to_owned())
}

/// Runs the command. A picture that nothing could be told of is a finding; the others go on.
///
/// # Errors
/// When there is no picture, the engine or a model can't be used, or the result can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!(
            "skillc detect is shown as human or json, not as {:?}",
            format.kind
        )));
    }
    let inputs = input::inputs(args, context)?;
    if inputs.is_empty() {
        let places: Vec<String> = args.paths.iter().map(|path| shown(path)).collect();
        return Err(Failure::new(format!("there is no picture in {}", places.join(", ")))
            .help("name a PNG, JPEG or WebP file, a folder with some, or a capture store whose frames have pictures"));
    }
    let settings = &context.config.settings;
    let unusable = |error: crate::compile::detections::DetectionsFailure| {
        Failure::new(error.to_string()).help("skillc doctor says which engines and models there are")
    };
    let chosen = choose_engine(settings).map_err(unusable)?;
    for problem in chosen.problems() {
        context.say(Level::Warning, &format!("ONNX Runtime is passed over at {problem}"));
    }
    context.say(Level::Detail, &format!("{} runs the models", chosen.engine));
    let loaded = skillc_engines::load_timed_detector(&chosen.engine, &detector_settings(settings));
    let (detector, clocks) = loaded.map_err(|error| {
        Failure::new(error.to_string())
            .because(error)
            .help("skillc doctor says which engines and models there are")
    })?;
    let run = run::Run::new(&detector, args.draw.as_deref());
    let mut rendered: Vec<String> = vec![String::new(); context.formats.len()];
    let bar = context.progress.bar("detect", inputs.len() as u64);
    let mut failed = 0;
    // A few pictures a thread at a time, so that results come out while the rest is at work and memory stays bounded.
    for some in inputs.chunks(rayon::current_num_threads() * 8) {
        let seen = run.detect(some, context, &bar)?;
        failed += seen.iter().filter(|seen| seen.result.is_err()).count();
        for (format, rendered) in context.formats.iter().zip(&mut rendered) {
            for seen in &seen {
                match format.kind {
                    FormatKind::Json => render::json(seen, rendered),
                    _ => render::human(seen, rendered),
                }
            }
            if format.file.is_none() {
                bar.suspend(|| format.write(rendered))?;
                rendered.clear();
            }
        }
    }
    bar.finish_and_clear();
    for (format, rendered) in context.formats.iter().zip(&rendered) {
        if format.file.is_some() {
            format.write(rendered)?;
        }
    }
    let summary = run.summary(inputs.len(), failed);
    context.say(Level::Info, &summary);
    if args.timings {
        context.say(Level::Info, &run.timings(&clocks));
    }
    Ok(Outcome::findings_if(failed > 0))
}
