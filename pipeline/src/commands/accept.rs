//! `skillc accept`: takes the skills that come out now as the accepted ones.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;

use skillc_captures::Store;
use skillc_diff::render::human;
use skillc_diff::{Report, Severity};
use skillc_formats::Paint;
use skillc_formats::words::count;
use skillc_model::AppModel;

use super::compile::{compiler, find_apps, open_store, say_about_cache};
use super::diff::{accepted_against_model, no_longer_described};
use crate::compare::accepted::folders;
use crate::compare::severity::severities;
use crate::compare::sides::Bench;
use crate::compile::model::model;
use crate::compile::{AppResult, write};
use crate::context::Context;
use crate::engine::{Cache, Engine};
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::{FormatKind, print};

/// Arguments of `skillc accept`.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Args {
    /// Only apps whose name matches: * stands for any text, e.g. --only 'settings*'; repeat it for several
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Ask for each app, with its changes shown
    #[arg(long, short)]
    pub interactive: bool,
    /// Accept breaking changes that nobody was asked about
    #[arg(long)]
    pub breaking: bool,
    /// Say what would be accepted, and accept nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// What became of one app.
enum Verdict {
    Same,
    Accepted,
    Refused,
    Declined,
}

/// Accepts.
///
/// # Errors
/// When something can't be compiled, read or written, or when `--interactive` is asked for without a terminal.
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
    let wanted = Wanted::new(&args.only);
    let settings = &context.config.settings;
    let severities = severities(settings)?;
    let store: Store = open_store(context)?;
    let accepted = context.config.accepted();
    let apps = find_apps(&[], context)?;
    let engine = Engine::new(Cache::new(context.config.cache()), false);
    let compiler = compiler(&engine, &store, false, context)?;
    let bench = Bench {
        compiler: &compiler,
        settings,
    };
    let (mut same, mut taken, mut refused, mut failed) = (0, 0, 0, apps.problems.len());
    for problem in &apps.problems {
        context.say(crate::notice::Level::Warning, problem);
    }
    for app in apps.found.iter().filter(|app| wanted.has(app.slug.as_str())) {
        context.go_on()?;
        let result = compiler.compile(app, &|| !context.is_stopped(), &|| {});
        let now = model(&result, settings).map(|mut now| {
            now.declared.file = context.name_in_workspace(&app.name);
            now
        });
        let Some(now) = now.filter(|_| result.problems.is_empty()) else {
            failed += 1;
            let why = result
                .problems
                .first()
                .map_or("it has no usable recording".to_owned(), |problem| {
                    problem.message.clone()
                });
            context.say(
                crate::notice::Level::Warning,
                &format!("{} is left as it was: {why}", app.slug),
            );
            continue;
        };
        let report = accepted_against_model(&accepted, app, &now, &bench, &severities, context);
        // A record that can't be read is replaced; that is what accepting it again is for.
        let unreadable = !report.problems.is_empty();
        match decide(args, &report, unreadable)? {
            Verdict::Same => {
                // The record still learns what it was made from: other lines, other sessions.
                keep(args, &result, &now, &accepted, context)?;
                same += 1;
            }
            Verdict::Accepted => {
                keep(args, &result, &now, &accepted, context)?;
                taken += 1;
            }
            Verdict::Refused => refused += 1,
            Verdict::Declined => {}
        }
    }
    for folder in folders(&accepted)? {
        if wanted.has(&folder) && !apps.found.iter().any(|app| app.slug.as_str() == folder) && apps.problems.is_empty()
        {
            let report = no_longer_described(&accepted, &folder, &severities);
            match decide(args, &report, false)? {
                Verdict::Accepted | Verdict::Same => {
                    if !args.dry_run {
                        write::write(&accepted, &folder, &[])?;
                        let record = crate::compare::accepted::record(&accepted, &folder);
                        std::fs::remove_file(&record).map_err(|error| Failure::io("remove", &record, error))?;
                    }
                    taken += 1;
                }
                Verdict::Refused => refused += 1,
                Verdict::Declined => {}
            }
        }
    }
    compiler.finish();
    say_about_cache(&engine, context);
    let did = if args.dry_run { "would be accepted" } else { "accepted" };
    let mut line = format!("{} {did}, {same} already the same", count(taken, "app", "apps"));
    if refused > 0 {
        line.push_str(&format!(", {refused} with breaking changes left as they were"));
    }
    print(&format!("{line}; {}\n", shown(&accepted)))?;
    if failed > 0 {
        return Err(Failure::new(format!(
            "{} could not be compiled and were left as they were",
            count(failed, "app", "apps")
        ))
        .help("skillc compile says why"));
    }
    if refused > 0 {
        context.say(
            crate::notice::Level::Warning,
            "look at the breaking changes, then accept them with --interactive or --breaking",
        );
    }
    Ok(Outcome::findings_if(refused > 0))
}

/// Shows the changes of one app and decides about them.
fn decide(args: &Args, report: &Report, unreadable: bool) -> Result<Verdict, Failure> {
    if report.changes.is_empty() && !unreadable {
        return Ok(Verdict::Same);
    }
    print(&human::human(report, Paint::Plain))?;
    if args.interactive {
        return if ask("accept these? [y/N] ")? {
            Ok(Verdict::Accepted)
        } else {
            Ok(Verdict::Declined)
        };
    }
    let breaks = report
        .changes
        .iter()
        .any(|change| change.severity == Severity::Breaking);
    Ok(if breaks && !args.breaking {
        Verdict::Refused
    } else {
        Verdict::Accepted
    })
}

fn ask(question: &str) -> Result<bool, Failure> {
    let failed = |error| Failure::new("could not ask on the terminal").because(error);
    let mut out = std::io::stderr();
    out.write_all(question.as_bytes())
        .and_then(|()| out.flush())
        .map_err(failed)?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).map_err(failed)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn keep(
    args: &Args,
    result: &AppResult<'_>,
    now: &AppModel,
    accepted: &Path,
    context: &Context,
) -> Result<(), Failure> {
    if args.dry_run {
        return Ok(());
    }
    let set = result.compiled.as_ref().and_then(|compiled| compiled.skills.get().ok());
    let set = set.ok_or_else(|| Failure::new("a cache entry was removed while it was in use").help("run it again"))?;
    let documents = write::documents(result, set, &context.config.settings.compile.dialects, Some(now));
    write::write(accepted, &set.folder, &documents)?;
    Ok(())
}

/// The patterns of `--only`; none means everything.
struct Wanted(Vec<String>);

impl Wanted {
    fn new(patterns: &[String]) -> Self {
        Self(patterns.iter().map(|pattern| skillc_text::fold(pattern)).collect())
    }

    fn has(&self, name: &str) -> bool {
        let name = skillc_text::fold(name);
        self.0.is_empty() || self.0.iter().any(|pattern| matches(pattern, &name))
    }
}

/// Whether `name` is like `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("settings", "settings") && !matches("settings", "settings-2"));
        assert!(matches("set*", "settings") && matches("*ings", "settings") && matches("*", ""));
        assert!(matches("s*t*s", "settings") && !matches("s*x*s", "settings") && !matches("ab*ba", "aba"));
    }
}
