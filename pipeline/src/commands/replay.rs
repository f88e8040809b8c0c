//! `skillc replay`: walks compiled skills in the simulator and says whether they arrive.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use skillc_points::{TapSettings, points};
use skillc_records::{Orientation, ScreenPoints, WindowPoint, WindowSize};
use skillc_replay::{
    Dialect, Driver, Gesture, Hint, Outcome as Ending, Performed, ReadError, Report, Script, StepOutcome, WalkOptions,
    read, walk,
};
use skillc_simulator::{Simulator, SimulatorError, SimulatorOptions, TabStyle};
use skillc_text::fold;
use walkdir::WalkDir;

use crate::commands::compile::find_apps;
use crate::commands::record::simulator;
use crate::compile::AppSource;
use crate::compile::session::tab_bar;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::one_line;

/// The largest skill that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Arguments of `skillc replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Skills to walk: SKILL.md, a flow under references/, mirroir's .md or .compiled.json, or folders of them
    #[arg(required = true, value_name = "SKILL")]
    pub skills: Vec<PathBuf>,
    /// APP.md whose Simulator scenes are walked through, or the name of an app of the workspace
    #[arg(long, value_name = "FILE_OR_NAME")]
    pub app: String,
    /// What simulated time and small delays follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A tab bar without labels
    #[arg(long)]
    pub icon_only: bool,
}

/// Walks every skill and says how far it came.
///
/// # Errors
/// When the app has no scenes, or a skill can't be read.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context
        .formats
        .iter()
        .find(|f| !matches!(f.kind, FormatKind::Human | FormatKind::Json))
    {
        return Err(Failure::new(format!("skillc replay has no format {:?}", format.kind)).help("use human or json"));
    }
    let apps = find_apps(std::slice::from_ref(&args.app), context)?;
    let Some(app) = apps.found.first() else {
        return Err(
            Failure::new(format!("{} describes no app", args.app)).help("name an APP.md with Simulator sections")
        );
    };
    let scripts = scripts(&args.skills)?;
    let bar = context.progress.bar("replay", scripts.len() as u64);
    let mut walked = Vec::new();
    for (path, script) in scripts {
        context.go_on()?;
        bar.set_message(one_line(&shown(&path)));
        let report = replay(args, app, &script, context)?;
        bar.inc(1);
        walked.push(Walked { path, script, report });
    }
    bar.finish_and_clear();
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Json => format!("{:#}\n", to_json(app, &walked)),
            _ => human(&walked),
        };
        format.write(&text)?;
    }
    Ok(Outcome::findings_if(
        walked.iter().any(|walked| !walked.report.arrived()),
    ))
}

struct Walked {
    path: PathBuf,
    script: Script,
    report: Report,
}

/// The skills that `paths` name. In a folder, files without steps (lists, background) are passed over.
fn scripts(paths: &[PathBuf]) -> Result<Vec<(PathBuf, Script)>, Failure> {
    let mut scripts = Vec::new();
    for path in paths {
        if !path.is_dir() {
            let script = read(&text(path)?).map_err(|error| unreadable(path, &error))?;
            scripts.push((path.clone(), with_hints(path, script)));
            continue;
        }
        let before = scripts.len();
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry
                .map_err(|error| Failure::new(format!("could not look through {}", shown(path))).because(error))?;
            if !entry.file_type().is_file() || !is_skill(entry.path()) {
                continue;
            }
            match read(&text(entry.path())?) {
                Ok(script) => scripts.push((entry.path().to_owned(), with_hints(entry.path(), script))),
                Err(ReadError::NoSteps { .. }) => {}
                Err(error) => return Err(unreadable(entry.path(), &error)),
            }
        }
        if scripts.len() == before {
            return Err(
                Failure::new(format!("there is no skill with steps below {}", shown(path)))
                    .help("name a folder that skillc compile wrote"),
            );
        }
    }
    Ok(scripts)
}

/// A skill in mirroir's dialect with what its compiled neighbour knows of obstacles: the dialect has no words for them.
fn with_hints(path: &Path, mut script: Script) -> Script {
    if script.dialect == Dialect::Mirroir
        && let Ok(text) = text(&path.with_extension("compiled.json"))
        && let Ok(compiled) = read(&text)
    {
        script.hints = compiled.hints;
    }
    script
}

fn is_skill(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    (name.ends_with(".md") && name != "manifest.md") || name.ends_with(".compiled.json")
}

fn text(path: &Path) -> Result<String, Failure> {
    let size = std::fs::metadata(path)
        .map_err(|error| Failure::io("read", path, error))?
        .len();
    if size > LARGEST {
        return Err(Failure::new(format!(
            "{} has {} MB; a skill has at most {} MB",
            shown(path),
            size >> 20,
            LARGEST >> 20
        )));
    }
    std::fs::read_to_string(path).map_err(|error| Failure::io("read", path, error))
}

fn unreadable(path: &Path, error: &ReadError) -> Failure {
    let failure = Failure::new(format!("{}: {error}", shown(path)));
    match error {
        ReadError::NotUnderstood { .. } => {
            failure.help("only skills that skillc or mirroir generated are walked; this step was written by hand")
        }
        _ => failure,
    }
}

/// Walks one skill in a fresh simulator that is held as the skill was recorded.
fn replay(args: &Args, app: &AppSource, script: &Script, context: &Context) -> Result<Report, Failure> {
    let settings = context.config.settings.app.get(app.slug.as_str());
    let icon_only = args.icon_only || settings.and_then(|settings| settings.icon_only).unwrap_or(false);
    let landscape = settings.and_then(|settings| settings.landscape);
    let configured = landscape.map(|landscape| {
        if landscape {
            Orientation::Landscape
        } else {
            Orientation::Portrait
        }
    });
    let options = SimulatorOptions {
        tab_style: if icon_only {
            TabStyle::IconOnly
        } else {
            TabStyle::Labelled
        },
        orientation: script.window.map(WindowSize::orientation).or(configured),
        seed: args.seed,
        ..SimulatorOptions::default()
    };
    let mut driver = SimulatorDriver {
        app: fold(&app.description.app),
        simulator: simulator(app, options)?,
    };
    let hint = |rule: &skillc_app_description::ObstacleRule| Hint {
        trigger: rule.trigger.clone(),
        answer: rule.action.clone(),
        at: None,
    };
    let rules = app.description.obstacles.iter().map(hint).collect();
    Ok(walk(
        script,
        &mut driver,
        &WalkOptions {
            rules,
            tabs: tab_bar(&app.description),
            ..WalkOptions::default()
        },
    ))
}

/// The simulator as something that a walk drives. Keys, links and other gestures have no effect in it, as on a screen that ignores
/// them.
struct SimulatorDriver {
    /// The name of its only app, without case and accents.
    app: String,
    simulator: Simulator,
}

impl Driver for SimulatorDriver {
    type Error = SimulatorError;

    fn window(&self) -> WindowSize {
        self.simulator.window()
    }

    fn launch(&mut self, app: &str) -> Result<bool, SimulatorError> {
        let is_here = fold(app) == self.app;
        if is_here {
            self.simulator.cold_launch();
        }
        Ok(is_here)
    }

    fn see(&mut self) -> Result<ScreenPoints, SimulatorError> {
        let detections = self.simulator.read();
        Ok(points(&detections, self.simulator.window(), &TapSettings::default()))
    }

    fn perform(&mut self, gesture: &Gesture) -> Result<Performed, SimulatorError> {
        let tap = |simulator: &mut Simulator, at: WindowPoint| {
            simulator.tap(at);
        };
        match gesture {
            Gesture::Tap(at) | Gesture::LongPress(at) | Gesture::Back(at) => tap(&mut self.simulator, *at),
            Gesture::DoubleTap(at) => {
                tap(&mut self.simulator, *at);
                tap(&mut self.simulator, *at);
            }
            Gesture::Swipe { from, to } => {
                self.simulator.swipe(*from, *to);
            }
            Gesture::Type(text) => {
                self.simulator.type_text(text);
            }
            Gesture::Wait(milliseconds) => self.simulator.wait(u32::try_from(*milliseconds).unwrap_or(u32::MAX)),
            Gesture::PressKey(_) | Gesture::Shake => {}
            Gesture::Home | Gesture::OpenUrl(_) => return Ok(Performed::Unsupported),
        }
        Ok(Performed::Done)
    }
}

fn human(walked: &[Walked]) -> String {
    let failed = walked.iter().filter(|walked| !walked.report.arrived()).count();
    let mut text = match failed {
        0 => format!("{} at the end\n", arrive(walked.len())),
        failed => format!("{failed} of {} at the end\n", do_not_arrive(walked.len())),
    };
    for Walked { path, report, .. } in walked {
        let early = report.count(StepOutcome::OutOfOrder);
        let mut remarks = Vec::new();
        if !report.dismissed.is_empty() {
            remarks.push(format!("dismissed {}", quoted(&report.dismissed)));
        }
        if early > 0 {
            remarks.push(format!(
                "{} before the step that leads to it",
                counted(early, "wait stands", "waits stand")
            ));
        }
        let remarks = if remarks.is_empty() {
            String::new()
        } else {
            format!(" ({})", remarks.join("; "))
        };
        match &report.outcome {
            Ending::Arrived => {
                let steps = counted(report.steps.len(), "step", "steps");
                text.push_str(&format!(
                    "  {}: arrives after {steps}{remarks}\n",
                    one_line(&shown(path))
                ));
            }
            Ending::Failed {
                step,
                reason,
                on_screen,
            } => {
                let failed = report.steps.last().map(|step| one_line(&step.text)).unwrap_or_default();
                text.push_str(&format!(
                    "  {}: stops at step {step}: {}{remarks}\n",
                    one_line(&shown(path)),
                    one_line(&reason.to_string())
                ));
                text.push_str(&format!(
                    "    step {step}: {failed}\n    on the screen: {}\n",
                    quoted(on_screen)
                ));
            }
        }
    }
    text
}

fn arrive(count: usize) -> String {
    if count == 1 {
        "1 skill arrives".to_owned()
    } else {
        format!("{count} skills arrive")
    }
}

fn do_not_arrive(count: usize) -> String {
    if count == 1 {
        "1 skill does not arrive".to_owned()
    } else {
        format!("{count} skills do not arrive")
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Texts in quotes, the first twenty of them, fit for a terminal.
fn quoted(texts: &[String]) -> String {
    const MOST: usize = 20;
    let mut shown: Vec<String> = texts
        .iter()
        .take(MOST)
        .map(|text| format!("{:?}", one_line(text)))
        .collect();
    if texts.len() > MOST {
        shown.push(format!("and {} more", texts.len() - MOST));
    }
    if shown.is_empty() {
        "nothing".to_owned()
    } else {
        shown.join(", ")
    }
}

fn to_json(app: &AppSource, walked: &[Walked]) -> Value {
    let skills = walked.iter().map(|Walked { path, script, report }| {
        let (failed, reason, on_screen) = match &report.outcome {
            Ending::Arrived => (None, None, None),
            Ending::Failed {
                step,
                reason,
                on_screen,
            } => (Some(step), Some(reason.to_string()), Some(on_screen)),
        };
        json!({
            "skill": shown(path),
            "dialect": match script.dialect {
                Dialect::AgentSkills => "agent-skills",
                Dialect::Mirroir => "mirroir",
                Dialect::Compiled => "compiled",
            },
            "arrives": report.arrived(),
            "failed_step": failed,
            "reason": reason,
            "on_screen": on_screen,
            "dismissed": report.dismissed,
            "out_of_order": report.count(StepOutcome::OutOfOrder),
            "steps": report.steps.iter().map(|step| json!({
                "step": step.number,
                "text": step.text,
                "outcome": match step.outcome {
                    StepOutcome::Done => "done",
                    StepOutcome::OutOfOrder => "out-of-order",
                    StepOutcome::Nothing => "nothing-to-do",
                    StepOutcome::Failed => "failed",
                },
            })).collect::<Vec<_>>(),
        })
    });
    json!({
        "format_version": 1,
        "app": app.description.app,
        "skills": skills.collect::<Vec<_>>(),
    })
}
