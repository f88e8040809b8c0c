//! `skillc accept`: takes the skills that come out now as the accepted ones, all of them or some.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use skillc_captures::Store;
use skillc_diff::render::human;
use skillc_diff::{Report, Severities};
use skillc_formats::Paint;
use skillc_formats::words::count;
use skillc_model::AppModel;

use super::compile::{compiler, find_apps, open_store, say_about_cache};
use super::diff::{accepted_against_model, no_longer_described};
use crate::accepting::ask::{Answer, ask};
use crate::accepting::compose::Composition;
use crate::accepting::unit::{Held, Unit, units};
use crate::accepting::wanted::Wanted;
use crate::compare::accepted;
use crate::compare::severity::severities;
use crate::compare::sides::Bench;
use crate::compile::model::model;
use crate::compile::{AppResult, AppSource, write};
use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::{FormatKind, print};
use crate::notice::Level;

/// Arguments of `skillc accept`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// Only apps or skills whose name matches: app, skill or app/skill, where * stands for any text; app/ is what concerns the app as
    /// a whole. Repeat it for several
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Ask one by one, with the changes shown
    #[arg(long, short)]
    pub interactive: bool,
    /// Accept breaking changes that nobody was asked about
    #[arg(long)]
    pub breaking: bool,
    /// Say what would be accepted, and accept nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Accepts.
///
/// # Errors
/// When something can't be compiled, read or written, when `--interactive` is asked for without a terminal, or when a pattern
/// matches nothing.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    if let Some(format) = context.formats.iter().find(|format| format.kind != FormatKind::Human) {
        return Err(Failure::new(format!("skillc accept has no format {:?}", format.kind))
            .help("skillc diff --accepted has it"));
    }
    if args.interactive && !std::io::stdin().is_terminal() {
        return Err(
            Failure::new("--interactive needs a terminal, and standard input is none")
                .help("look at skillc diff --accepted, then accept with --only, and --breaking if it must be"),
        );
    }
    let settings = &context.config.settings;
    let store: Store = open_store(context)?;
    let apps = find_apps(&[], context)?;
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let compiler = compiler(&engine, &store, false, context)?;
    let mut accepting = Accepting {
        args,
        context,
        wanted: Wanted::new(&args.only),
        bench: Bench {
            compiler: &compiler,
            settings,
        },
        severities: severities(settings)?,
        folder: context.config.accepted(),
        quit: false,
        sums: Sums::default(),
    };
    for problem in &apps.problems {
        context.say(Level::Warning, problem);
        accepting.sums.failed += 1;
    }
    for app in &apps.found {
        context.go_on()?;
        accepting.app(app)?;
    }
    // What no file describes any more is gone, unless a file that can't be read may be the one.
    if apps.problems.is_empty() {
        for folder in accepted::folders(&accepting.folder)? {
            if !apps.found.iter().any(|app| app.slug.as_str() == folder) {
                accepting.gone(&folder)?;
            }
        }
    }
    let Accepting {
        sums, folder, wanted, ..
    } = accepting;
    compiler.finish();
    say_about_cache(&engine, context);
    if let Some(place) = wanted.unmatched() {
        return Err(
            Failure::new(format!("--only {:?} matches no app and no skill", args.only[place]))
                .help("skillc diff --accepted --name-only lists what changed, as app/skill"),
        );
    }
    print(&format!("{}; {}\n", sums.line(args.dry_run), shown(&folder)))?;
    if sums.failed > 0 {
        return Err(Failure::new(format!(
            "{} could not be compiled and were left as they were",
            count(sums.failed, "app", "apps")
        ))
        .help("skillc compile says why"));
    }
    if sums.refused > 0 {
        context.say(
            Level::Warning,
            "look at the breaking changes, then accept them with --interactive or --breaking",
        );
    }
    Ok(Outcome::findings_if(sums.refused > 0))
}

/// What was done.
#[derive(Debug, Default)]
struct Sums {
    /// Apps that are the same as before.
    same: usize,
    /// Apps that were accepted as a whole.
    apps: usize,
    /// Units that were accepted of apps of which others were not.
    units: usize,
    /// Apps or units with breaking changes that nobody was asked about.
    refused: usize,
    /// Apps that could not be compiled.
    failed: usize,
}

impl Sums {
    fn line(&self, dry: bool) -> String {
        let did = if dry { "would be accepted" } else { "accepted" };
        let mut what = count(self.apps, "app", "apps");
        if self.units > 0 {
            what.push_str(&format!(" and {} of other apps", count(self.units, "part", "parts")));
        }
        let mut line = format!("{what} {did}, {} already the same", self.same);
        if self.refused > 0 {
            line.push_str(&format!(
                ", {} with breaking changes left as {} was",
                self.refused,
                if self.refused == 1 { "it" } else { "each" }
            ));
        }
        line
    }
}

/// Everything that accepting needs, and how far it is.
struct Accepting<'a> {
    args: &'a Args,
    context: &'a Context,
    wanted: Wanted,
    bench: Bench<'a, 'a>,
    severities: Severities,
    folder: PathBuf,
    quit: bool,
    sums: Sums,
}

/// What is to become of one app.
enum Decision {
    /// All of it is accepted.
    Whole,
    /// All but this.
    Part(Held),
    /// Nothing is accepted.
    Nothing,
}

impl Accepting<'_> {
    /// Accepts what there is to accept of one app.
    fn app(&mut self, app: &AppSource) -> Result<(), Failure> {
        let slug = app.slug.as_str();
        let old = accepted::read(&self.folder, slug);
        let whole = self.wanted.app(slug);
        let context = self.context;
        let result = self.bench.compiler.compile(app, &|| !context.is_stopped(), &|| {});
        let now = model(&result, self.bench.settings).map(|mut now| {
            now.declared.file = context.name_in_workspace(&app.name);
            now
        });
        let skills = |model: Option<&AppModel>| -> Vec<String> {
            let skills = model.into_iter().flat_map(|model| &model.skills);
            skills.map(|skill| skill.name.clone()).collect()
        };
        let mut names = skills(now.as_ref());
        names.extend(skills(old.as_ref().ok().and_then(Option::as_ref).map(|old| &old.model)));
        let of_unit = |unit: Option<&str>| self.wanted.unit(slug, unit);
        let any = names.iter().filter(|name| of_unit(Some(name))).count() > 0 || of_unit(None);
        if !(whole || any) || self.quit {
            return Ok(());
        }
        let Some(now) = now.filter(|_| result.problems.is_empty()) else {
            self.sums.failed += 1;
            let why = result
                .problems
                .first()
                .map_or("it has no usable recording".to_owned(), |problem| {
                    problem.message.clone()
                });
            context.say(Level::Warning, &format!("{slug} is left as it was: {why}"));
            return Ok(());
        };
        let report = accepted_against_model(&self.folder, app, &now, &self.bench, &self.severities, context);
        // A record that can't be read is replaced; that is what accepting it again is for.
        let readable = report.problems.is_empty();
        if report.changes.is_empty() && readable {
            self.sums.same += 1;
            // The record still learns what it was made from: other lines, other sessions.
            return self.keep(&result, &now);
        }
        let can_divide = readable && matches!(old, Ok(Some(_)));
        match self.decide(slug, &report, whole, can_divide)? {
            Decision::Whole => {
                self.sums.apps += 1;
                self.keep(&result, &now)
            }
            Decision::Part(held) => match old {
                Ok(Some(old)) => {
                    let composition = Composition {
                        folder: &self.folder,
                        old: &old,
                        result: &result,
                        now: &now,
                        held: &held,
                        store: self.bench.compiler.store(),
                        dialects: &self.bench.settings.compile.dialects,
                    };
                    let documents = composition.documents()?;
                    self.write(slug, &documents)
                }
                _ => Ok(()),
            },
            Decision::Nothing => Ok(()),
        }
    }

    /// Accepts that an app is gone.
    fn gone(&mut self, folder: &str) -> Result<(), Failure> {
        if !self.wanted.app(folder) || self.quit {
            return Ok(());
        }
        let report = no_longer_described(&self.folder, folder, &self.severities);
        if let Decision::Whole = self.decide(folder, &report, true, false)? {
            self.sums.apps += 1;
            if !self.args.dry_run {
                write::write(&self.folder, folder, &[])?;
                let record = accepted::record(&self.folder, folder);
                std::fs::remove_file(&record).map_err(|error| Failure::io("remove", &record, error))?;
            }
        }
        Ok(())
    }

    /// Shows the changes of one app and decides about them. `whole` says that all of it is wanted, `can_divide` that parts of it can
    /// be accepted by themselves.
    fn decide(&mut self, app: &str, report: &Report, whole: bool, can_divide: bool) -> Result<Decision, Failure> {
        let units: Vec<Unit<'_>> = units(report);
        if self.args.interactive && can_divide {
            return self.ask_one_by_one(app, &units, whole);
        }
        if whole {
            print(&human::human(report, Paint::Plain))?;
            if self.args.interactive {
                let answer = ask()?;
                self.quit = answer == Answer::Quit;
                return Ok(match answer {
                    Answer::Yes | Answer::Rest => Decision::Whole,
                    Answer::No | Answer::NoneOfRest | Answer::Quit => Decision::Nothing,
                });
            }
            if units.iter().any(Unit::breaks) && !self.args.breaking {
                self.sums.refused += 1;
                return Ok(Decision::Nothing);
            }
            return Ok(Decision::Whole);
        }
        if !can_divide {
            return Err(Failure::new(format!(
                "{app} was never accepted, so it can only be accepted as a whole"
            ))
            .help(format!("skillc accept --only {app}")));
        }
        let mut held = Held::default();
        let mut taken = 0;
        for unit in &units {
            if !self.wanted.unit(app, unit.skill) {
                held.hold(unit);
                continue;
            }
            self.show(app, unit)?;
            if unit.breaks() && !self.args.breaking {
                self.sums.refused += 1;
                held.hold(unit);
            } else {
                taken += 1;
                held.take(unit);
            }
        }
        Ok(self.decision(held, taken))
    }

    fn ask_one_by_one(&mut self, app: &str, units: &[Unit<'_>], whole: bool) -> Result<Decision, Failure> {
        let (mut held, mut taken, mut rest) = (Held::default(), 0, None);
        for unit in units {
            if self.quit || rest == Some(Answer::NoneOfRest) || !(whole || self.wanted.unit(app, unit.skill)) {
                held.hold(unit);
                continue;
            }
            self.show(app, unit)?;
            let answer = match rest {
                Some(Answer::Rest) if !unit.breaks() => Answer::Yes,
                _ => ask()?,
            };
            match answer {
                Answer::Yes | Answer::Rest => {
                    taken += 1;
                    held.take(unit);
                }
                Answer::No | Answer::NoneOfRest | Answer::Quit => held.hold(unit),
            }
            self.quit = answer == Answer::Quit;
            if matches!(answer, Answer::Rest | Answer::NoneOfRest) {
                rest = Some(answer);
            }
        }
        Ok(self.decision(held, taken))
    }

    fn decision(&mut self, held: Held, taken: usize) -> Decision {
        if taken == 0 {
            Decision::Nothing
        } else if held.is_nothing() {
            Decision::Whole
        } else {
            self.sums.units += taken;
            Decision::Part(held)
        }
    }

    fn show(&self, app: &str, unit: &Unit<'_>) -> Result<(), Failure> {
        let mut text = format!("\n{}\n", skillc_formats::terminal::safe(&unit.name(app)));
        for change in &unit.changes {
            text.push_str(&human::one(change, Paint::Plain));
        }
        print(&text)
    }

    /// Keeps everything as it is now.
    fn keep(&self, result: &AppResult<'_>, now: &AppModel) -> Result<(), Failure> {
        let set = result.compiled.as_ref().and_then(|compiled| compiled.skills.get().ok());
        let set =
            set.ok_or_else(|| Failure::new("a cache entry was removed while it was in use").help("run it again"))?;
        let documents = write::documents(result, set, &self.bench.settings.compile.dialects, Some(now));
        self.write(&set.folder, &documents)
    }

    fn write(&self, folder: &str, documents: &[skillc_skills::Document]) -> Result<(), Failure> {
        if !self.args.dry_run {
            write::write(&self.folder, folder, documents)?;
        }
        Ok(())
    }
}
