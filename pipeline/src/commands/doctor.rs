//! `skillc doctor`: what is installed, which engine and models are used, what is missing and how to get it.

mod report;

use skillc_engines::{Engine, EngineKind, Wanted, install, load_detector, speed};

use self::report::{Item, Report};
use crate::config::EngineChoice;
use crate::context::Context;
use crate::detector::{choose_engine, detector_settings, places, user_cache};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::Level;

/// Arguments of `skillc doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Get ONNX Runtime into the user's cache with pip download, then report
    #[arg(long)]
    pub install_runtime: bool,
}

/// Reports. Something that is set up and doesn't work is a finding; something that could be better is advice.
///
/// # Errors
/// When the installation fails, or the report can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!(
            "skillc doctor is shown as human or json, not as {:?}",
            format.kind
        )));
    }
    if args.install_runtime {
        install_runtime(context)?;
    }
    let report = report(context);
    for format in &context.formats {
        match format.kind {
            FormatKind::Json => format.write(&report.json())?,
            _ => format.write(&report.human())?,
        }
    }
    Ok(Outcome::findings_if(report.has_problems()))
}

fn install_runtime(context: &Context) -> Result<(), Failure> {
    let places = places(&context.config.settings);
    let cache = places.cache.ok_or_else(|| {
        Failure::new("there is no folder for the cache: neither HOME nor XDG_CACHE_HOME is set").help("set HOME")
    })?;
    context.say(Level::Info, "downloading ONNX Runtime with pip");
    let library = install(&places.pythons, &cache).map_err(|error| {
        let help = "install Python 3 with pip (Debian: apt install python3-pip; macOS: brew install python), check the \
            network and pip's index, or set ORT_DYLIB_PATH to a library that you have; without one the built-in engine is used";
        Failure::new("could not get ONNX Runtime").because(error).help(help)
    })?;
    context.say(Level::Info, &format!("ONNX Runtime is in {}", shown(&library)));
    Ok(())
}

fn report(context: &Context) -> Report {
    let settings = &context.config.settings;
    let mut report = Report::default();
    report.add(Item::good("skillc", env!("CARGO_PKG_VERSION")));
    report.add(Item::good("threads", rayon::current_num_threads().to_string()));
    match &context.config.workspace {
        Some(folder) => report.add(Item::good("workspace", shown(folder))),
        None => report.add(Item::advice(
            "workspace",
            "none",
            "a skillc.toml in a folder above would make one; flags alone do too",
        )),
    }
    match choose_engine(settings) {
        Ok(chosen) => {
            engine(&chosen.engine, &mut report);
            for problem in chosen.problems() {
                report.add(Item::problem(
                    "runtime passed over",
                    problem,
                    "mend or unset it; the next place was used",
                ));
            }
            if settings.detect.engine == EngineChoice::Auto && chosen.engine.kind() == EngineKind::BuiltIn {
                let advice = "about twice as fast with ONNX Runtime: skillc doctor --install-runtime, pip install onnxruntime, \
                    or ORT_DYLIB_PATH";
                report.add(Item::advice("ONNX Runtime", "not found", advice));
            }
            models(&chosen.engine, context, &mut report);
        }
        Err(error) => {
            let help =
                "skillc doctor --install-runtime gets one; detect.engine = \"auto\" uses the built-in engine instead";
            report.add(Item::problem("engine", error.to_string(), help));
        }
    }
    if let Some(cache) = user_cache() {
        report.add(Item::good("user cache", shown(&cache)));
    }
    report
}

/// The engine, and how it compares with the other one.
fn engine(engine: &Engine, report: &mut Report) {
    match engine {
        Engine::OnnxRuntime(runtime) => {
            report.add(Item::good(
                "engine",
                format!("{engine}, from {}", shown(&runtime.library)),
            ));
        }
        Engine::BuiltIn => report.add(Item::good("engine", format!("{engine}, built in"))),
    }
    let other = match engine {
        Engine::OnnxRuntime(_) => Some(Engine::BuiltIn),
        // Asked for by configuration: the other one may be there all the same.
        Engine::BuiltIn => Engine::choose(Wanted::OnnxRuntime, &Default::default())
            .ok()
            .map(|chosen| chosen.engine),
    };
    match speed::time_of(engine) {
        Ok(time) => {
            let mut text = format!("{:.0} ms for a small screen on one thread", time.as_secs_f64() * 1e3);
            if let Some((other, Ok(other_time))) = other.map(|other| (other.to_string(), speed::time_of(&other))) {
                let ratio = other_time.as_secs_f64() / time.as_secs_f64().max(1e-9);
                text += &match ratio {
                    ratio if ratio >= 1.0 => format!("; {other} takes {ratio:.1} times as long"),
                    ratio => format!("; {other} would be {:.1} times as fast", 1.0 / ratio.max(1e-9)),
                };
            }
            report.add(Item::good("speed", text));
        }
        Err(error) => report.add(Item::problem(
            "speed",
            error.to_string(),
            "try the other engine: detect.engine",
        )),
    }
}

/// The models that are used, and whether they load.
fn models(engine: &Engine, context: &Context, report: &mut Report) {
    let settings = detector_settings(&context.config.settings);
    match skillc_models::manifest() {
        Ok(manifest) => {
            let text = [
                ("text-detection", &settings.text.detection),
                ("text-recognition", &settings.text.recognition),
            ];
            for (purpose, own) in text {
                let bundled = manifest.iter().find(|entry| entry.purpose == purpose);
                match (own, bundled) {
                    (Some(path), _) => report.add(Item::good(purpose, shown(path))),
                    (None, Some(entry)) => report.add(Item::good(
                        purpose,
                        format!(
                            "{} (built in; {} {}, {}, sha256 {:.12}…)",
                            entry.file, entry.package, entry.package_version, entry.license, entry.sha256
                        ),
                    )),
                    (None, None) => {}
                }
            }
        }
        Err(error) => report.add(Item::problem(
            "models",
            error.to_string(),
            "report it: the program was built wrong",
        )),
    }
    report.add(match &settings.icons {
        Some(icons) => Item::good(
            "icons",
            format!("{} and {}", skillc_detect::ICON_CLUSTER, shown(&icons.model)),
        ),
        None => Item::good("icons", skillc_detect::ICON_CLUSTER),
    });
    if let Err(error) = load_detector(engine, &settings) {
        let cause = std::error::Error::source(&error)
            .map(|cause| format!(": {cause}"))
            .unwrap_or_default();
        report.add(Item::problem(
            "models",
            format!("{error}{cause}"),
            "check the paths under [detectors] in skillc.toml",
        ));
    }
}
