//! Maestro flows, in the part of the language that is known here.
//!
//! A command that can't be read is passed over with all that belongs to it, and the rest is read without it. Commands inside others
//! (`runFlow`, `repeat`, `retry`) are told once, in their order, and so are those of other flows that it runs, as far as they are there.
//!
//! Source: reference on agent-device, §6.

use skillc_maestro::{
    Direction, Gesture, Hundredths, Include, MaestroCommand as Command, Point, Program, Selector, Sourced, Tap,
    TapTarget, Value, Wait, read,
};
use skillc_records::{ActionKind, WindowPoint, WindowSize};

use crate::import::{ImportError, Wishes, text_of};
use crate::imported::{Imported, Skipped};
use crate::kind::Kind;
use crate::scripted::{self, Deed, MIRRORED_WINDOW, Told};
use crate::source::Source;

/// A flow with more broken commands than this is none.
const MAX_BROKEN: usize = 200;
/// Flows that run each other in a ring end here.
const MAX_NESTING: usize = 16;
/// At most so many flows are run by one, however often each.
const MAX_RUNS: usize = 500;
/// A touch is repeated at most so often.
const MAX_REPEATS: u32 = 100;

/// The session of a flow.
///
/// # Errors
/// When its configuration can't be read, it does nothing, or nobody names its app.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let text = text_of(source, Kind::Maestro)?;
    let mut told = Told::default();
    let program = lenient(text, &source.name, &mut told.skipped)?;
    told.goal = program.config.name.clone();
    let named = program.config.app_id.as_deref().map(|app| resolved(app, &program));
    told.app = named.filter(|app| !app.contains("${"));
    let mut telling = Telling {
        program: &program,
        source,
        window: wishes.window.unwrap_or(MIRRORED_WINDOW),
        file: &source.name,
        nesting: 0,
        told: &mut told,
    };
    telling.whole();
    told.skipped.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    scripted::session(Kind::Maestro, source, told, wishes)
}

struct Telling<'t> {
    program: &'t Program,
    source: &'t Source,
    window: WindowSize,
    /// The path of the flow from where the source lies.
    file: &'t str,
    /// How many flows run this one.
    nesting: usize,
    told: &'t mut Told,
}

impl Telling<'_> {
    fn whole(&mut self) {
        let program = self.program;
        for commands in [
            &program.config.on_flow_start,
            &program.commands,
            &program.config.on_flow_complete,
        ] {
            self.all(commands);
        }
    }

    /// The commands of another flow, which it names by its path from its own folder.
    fn other(&mut self, line: usize, file: &str) {
        let path = beside(self.file, file);
        if self.nesting >= MAX_NESTING || self.told.beside.len() >= MAX_RUNS {
            return self.pass_over(line, &format!("{file:?} runs in a ring, or too deep"));
        }
        let Some(text) = self.source.beside(&path).filter(|_| is_flow(&path)) else {
            return self.pass_over(line, &format!("the flow {file:?} is not there"));
        };
        let program = match lenient(&text, &path, &mut self.told.skipped) {
            Ok(program) => program,
            Err(error) => return self.pass_over(line, &format!("{file:?}: {error}")),
        };
        self.told.beside.push(text);
        let mut telling = Telling {
            program: &program,
            source: self.source,
            window: self.window,
            file: &path,
            nesting: self.nesting + 1,
            told: self.told,
        };
        telling.whole();
    }

    fn all(&mut self, commands: &[Sourced]) {
        for sourced in commands {
            self.one(sourced);
        }
    }

    fn one(&mut self, sourced: &Sourced) {
        let kind = match &sourced.command {
            Command::LaunchApp { app_id, .. } => {
                let app = app_id
                    .as_deref()
                    .map(|app| resolved(app, self.program))
                    .or_else(|| self.told.app.clone());
                let Some(app) = app else {
                    return self.pass_over(sourced.line, "nothing says which app is launched");
                };
                self.told.app.get_or_insert_with(|| app.clone());
                ActionKind::Launch { app }
            }
            Command::TapOn(tap) => return self.touch(sourced.line, tap, |at| ActionKind::Tap { at }),
            Command::DoubleTapOn(tap) => return self.touch(sourced.line, tap, |at| ActionKind::DoubleTap { at }),
            Command::LongPressOn(tap) => return self.touch(sourced.line, tap, |at| ActionKind::LongPress { at }),
            Command::InputText { text, .. } => ActionKind::Type { value: text.clone() },
            Command::EraseText { .. } => ActionKind::PressKey {
                value: "delete".to_owned(),
            },
            Command::OpenLink { link } => ActionKind::OpenUrl {
                value: resolved(link, self.program),
            },
            Command::AssertVisible { target, .. } => return self.look(ActionKind::AssertVisible, target, sourced.line),
            Command::AssertNotVisible { target, .. } => {
                return self.look(ActionKind::AssertNotVisible, target, sourced.line);
            }
            Command::ExtendedWaitUntil { wait, .. } => {
                return match wait {
                    Wait::Visible(target) => self.look(ActionKind::WaitFor, target, sourced.line),
                    Wait::NotVisible(target) => self.look(ActionKind::AssertNotVisible, target, sourced.line),
                };
            }
            Command::Scroll => swipe(None, None, Some(Direction::Up)),
            Command::ScrollUntilVisible { element, .. } => {
                return self.look(ActionKind::ScrollTo, element, sourced.line);
            }
            Command::Swipe { gesture, .. } => match gesture {
                Gesture::Absolute(from, to) => swipe(absolute(*from), absolute(*to), None),
                Gesture::Percent(from, to) => swipe(Some(self.percent(*from)), Some(self.percent(*to)), None),
                Gesture::Screen(direction) | Gesture::From(_, direction) => swipe(None, None, Some(*direction)),
            },
            Command::PressKey(key) => match key {
                skillc_maestro::Key::Back => ActionKind::Back { at: None },
                skillc_maestro::Key::Home => ActionKind::PressHome,
                skillc_maestro::Key::Enter | skillc_maestro::Key::Return => ActionKind::PressKey {
                    value: "return".to_owned(),
                },
            },
            Command::TakeScreenshot { .. } => ActionKind::Screenshot,
            Command::Back => ActionKind::Back { at: None },
            Command::RunFlow {
                include: Include::Commands(commands),
                ..
            }
            | Command::Repeat { commands, .. }
            | Command::Retry { commands, .. } => return self.all(commands),
            Command::RunFlow {
                include: Include::File(file),
                ..
            } => return self.other(sourced.line, file),
            Command::RunScript { file, .. } => return self.pass_over(sourced.line, &format!("{file:?} is a script")),
            Command::WaitForAnimationToEnd { .. } | Command::HideKeyboard => return,
            Command::StopApp { .. } | Command::ClearState { .. } => ActionKind::ResetApp,
            Command::AssertTrue { .. } | Command::EvalScript { .. } => {
                return self.pass_over(sourced.line, "scripts and conditions are not evaluated");
            }
        };
        self.told.deeds.push(Deed::new(kind, None));
    }

    fn touch(&mut self, line: usize, tap: &Tap, kind: impl Fn(Option<WindowPoint>) -> ActionKind) {
        let (at, target, id) = match &tap.target {
            TapTarget::Element(selector) => (None, name(selector, self.program), selector.id.clone()),
            TapTarget::Point(Point::Absolute(x, y)) => (absolute((*x, *y)), None, None),
            TapTarget::Point(Point::Percent(x, y)) => (Some(self.percent((*x, *y))), None, None),
        };
        if at.is_none() && target.is_none() && id.is_none() {
            return self.pass_over(line, "the element is named by neither text nor identifier");
        }
        let times = tap.repeat.map_or(1, |times| times.get().min(MAX_REPEATS));
        for _ in 0..times {
            self.told
                .deeds
                .push(Deed::new(kind(at), target.clone()).called(id.clone()));
        }
    }

    fn look(&mut self, kind: ActionKind, selector: &Selector, line: usize) {
        match name(selector, self.program) {
            Some(text) => self.told.deeds.push(Deed::new(kind, Some(text))),
            None => self.pass_over(line, "the element is named by no text"),
        }
    }

    fn pass_over(&mut self, line: usize, reason: &str) {
        self.told.skipped.push(Skipped {
            file: self.file.to_owned(),
            line,
            reason: reason.to_owned(),
        });
    }

    fn percent(&self, (x, y): (Hundredths, Hundredths)) -> WindowPoint {
        let part = |side: f64, part: Hundredths| side * f64::from(u8::from(part)) / 100.0;
        WindowPoint::new(part(self.window.width, x), part(self.window.height, y))
    }
}

fn is_flow(path: &str) -> bool {
    [".yaml", ".yml"].iter().any(|end| path.ends_with(end))
}

/// `file` as it is seen from where `from` is seen from, when `from` names it.
fn beside(from: &str, file: &str) -> String {
    match from.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{file}"),
        None => file.to_owned(),
    }
}

fn absolute((x, y): (u32, u32)) -> Option<WindowPoint> {
    Some(WindowPoint::new(f64::from(x), f64::from(y)))
}

/// A stroke; `direction` is the finger's way.
fn swipe(from: Option<WindowPoint>, to: Option<WindowPoint>, direction: Option<Direction>) -> ActionKind {
    ActionKind::Swipe {
        from,
        to,
        direction: direction.map(|direction| direction.as_str().to_ascii_lowercase()),
    }
}

/// The text that a person would know the element by.
fn name(selector: &Selector, program: &Program) -> Option<String> {
    let plain = resolved(selector.text.as_deref()?, program).replace("\\${", "${");
    Some(plain).filter(|text| !text.trim().is_empty())
}

/// `text` with the flow's own variables put in; others stand for themselves.
fn resolved(text: &str, program: &Program) -> String {
    let mut resolved = text.to_owned();
    for (name, value) in &program.config.env {
        if let Value::Text(value) = value {
            resolved = resolved.replace(&format!("${{{name}}}"), value);
        }
    }
    resolved
}

/// The flow without the commands that can't be read; each of them is among `skipped`.
fn lenient(text: &str, file: &str, skipped: &mut Vec<Skipped>) -> Result<Program, ImportError> {
    let mut lines: Vec<&str> = text.lines().collect();
    for _ in 0..=MAX_BROKEN {
        let error = match read(&lines.join("\n")) {
            Ok(program) => return Ok(program),
            Err(error) => error,
        };
        let whole = || ImportError::Line {
            line: error.line,
            reason: error.problem.to_string(),
        };
        let (from, to) = item_around(&lines, error.line).ok_or_else(whole)?;
        skipped.push(Skipped {
            file: file.to_owned(),
            line: error.line,
            reason: error.problem.to_string(),
        });
        for line in &mut lines[from..to] {
            *line = "";
        }
    }
    Err(ImportError::Shape {
        kind: Kind::Maestro,
        reason: format!("more than {MAX_BROKEN} commands can't be read"),
    })
}

/// The lines of the outermost command that holds `line` (from 1), as a range; none if it is in no command.
fn item_around(lines: &[&str], line: usize) -> Option<(usize, usize)> {
    let begins = |line: &&str| line.starts_with("- ") || *line == "-";
    let at = line.checked_sub(1).filter(|at| *at < lines.len())?;
    let from = lines[..=at].iter().rposition(begins)?;
    // A list inside the configuration begins at the left edge too, and belongs to no command.
    let after_mark = lines.iter().position(|line| line.trim_end() == "---").unwrap_or(0);
    if from < after_mark {
        return None;
    }
    let rest = &lines[from + 1..];
    let ends = rest.iter().position(|line| begins(line) || line.trim_end() == "---");
    Some((from, ends.map_or(lines.len(), |end| from + 1 + end)))
}
