//! For a person at a terminal: the outcome first, then the changes, app by app.

use std::collections::BTreeMap;

use skillc_formats::terminal::{Paint, Tone, columns, padded, safe};
use skillc_formats::words::{count, counts};

use crate::cause::Role;
use crate::change::{Change, Side};
use crate::report::{Problem, Report};
use crate::severity::Severity;

/// The longest piece of a text that is shown.
const LONGEST: usize = 160;

/// The most further parts of a cause that are shown.
const MOST_PARTS: usize = 3;

/// The whole report.
pub fn human(report: &Report, paint: Paint) -> String {
    let mut text = headline(report, paint);
    for (app, changes) in by_app(report) {
        text.push_str(&format!("\n{}\n", paint.tone(Tone::Strong, app)));
        for change in changes {
            text.push_str(&one(change, paint));
        }
    }
    text.push_str(&problems(report, paint));
    text
}

/// One line a skill, with the number of its changes.
pub fn stat(report: &Report, paint: Paint) -> String {
    let mut text = headline(report, paint);
    let width = report
        .changes
        .iter()
        .map(|change| columns(&safe(&subject(change))))
        .max()
        .unwrap_or(0)
        .min(60);
    let mut rows: BTreeMap<(&str, String), Vec<&Change>> = BTreeMap::new();
    for change in &report.changes {
        rows.entry((&change.app, subject(change))).or_default().push(change);
    }
    for ((_, subject), changes) in rows {
        let of = |severity| changes.iter().filter(|change| change.severity == severity).count();
        let parts = counts(&[
            (of(Severity::Breaking), "breaking"),
            (of(Severity::Risky), "risky"),
            (of(Severity::Cosmetic), "cosmetic"),
        ]);
        let worst = changes
            .iter()
            .map(|change| change.severity)
            .max()
            .unwrap_or(Severity::Cosmetic);
        let subject = padded(&safe(&subject), width);
        text.push_str(&format!(
            " {subject} | {:>3} {}\n",
            changes.len(),
            paint.tone(tone(worst), &parts)
        ));
    }
    text.push_str(&problems(report, paint));
    text
}

/// The names of what changed, one a line: `app/skill`, or `app` for what concerns the whole app.
pub fn name_only(report: &Report) -> String {
    let mut names: Vec<String> = report.changes.iter().map(subject).collect();
    names.sort();
    names.dedup();
    names.into_iter().map(|name| format!("{}\n", safe(&name))).collect()
}

fn subject(change: &Change) -> String {
    match &change.skill {
        Some(skill) => format!("{}/{skill}", change.app),
        None => change.app.clone(),
    }
}

fn headline(report: &Report, paint: Paint) -> String {
    let tone = report.worst().map_or(Tone::Good, tone);
    format!("{}\n", paint.tone(tone, &report.headline()))
}

fn by_app(report: &Report) -> Vec<(&str, Vec<&Change>)> {
    let mut apps: Vec<(&str, Vec<&Change>)> = Vec::new();
    for change in &report.changes {
        match apps.iter_mut().find(|(app, _)| *app == change.app) {
            Some((_, changes)) => changes.push(change),
            None => apps.push((&change.app, vec![change])),
        }
    }
    apps
}

/// One change: what, in which skill and step, from what to what, why, and where it can be seen.
pub fn one(change: &Change, paint: Paint) -> String {
    let word = paint.tone(tone(change.severity), change.severity.as_str());
    let mut head = format!("  {word}  {}", change.kind.title());
    if let Some(skill) = &change.skill {
        head.push_str(&format!("  {}", paint.tone(Tone::Strong, skill)));
    }
    if let Some(step) = change.step {
        head.push_str(&format!(", step {step}"));
    }
    let mut lines = vec![head];
    let (before, after) = change.pieces(LONGEST);
    let line = |tone, sign, text: &str| paint.tone(tone, &format!("      {sign} {}", safe(text)));
    lines.extend(before.map(|before| line(Tone::Bad, '-', &before)));
    lines.extend(after.map(|after| line(Tone::Good, '+', &after)));
    let place = change
        .cause
        .place()
        .map(|place| format!("  {}", safe(&place)))
        .unwrap_or_default();
    lines.push(format!(
        "      why: {}{place}  (rule {})",
        safe(&change.cause.words()),
        change.cause.rule
    ));
    let also = &change.cause.also;
    for part in also.iter().take(MOST_PARTS) {
        let place = part.line.map(|line| format!("  line {line}")).unwrap_or_default();
        let word = if part.role == Role::Enough { "or" } else { "and" };
        lines.push(format!("      {word}: {}{place}", safe(&part.words())));
    }
    if also.len() > MOST_PARTS {
        let more = count(also.len() - MOST_PARTS, "more edit", "more edits");
        lines.push(format!("      and: {more}"));
    }
    let seen: Vec<String> = change.evidence.iter().map(evidence).collect();
    if !seen.is_empty() {
        lines.push(paint.tone(Tone::Faint, &format!("      see: {}", seen.join("; "))));
    }
    lines.join("\n") + "\n"
}

fn evidence(evidence: &crate::change::Evidence) -> String {
    let side = match evidence.side {
        Side::Old => "before",
        Side::New => "after",
    };
    let action = evidence
        .action
        .map(|action| format!(" action {action}"))
        .unwrap_or_default();
    let frame = evidence
        .frame
        .map(|frame| format!(" frame {frame}"))
        .unwrap_or_default();
    format!("{side} {}{action}{frame}", evidence.session)
}

fn problems(report: &Report, paint: Paint) -> String {
    if report.problems.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{} could not be compared\n",
        count(report.problems.len(), "thing", "things")
    );
    for problem in &report.problems {
        text.push_str(&format!(
            "  {} {}\n",
            paint.tone(Tone::Warning, "problem"),
            safe(&problem_line(problem))
        ));
        if let Some(help) = &problem.help {
            text.push_str(&format!("          {}\n", safe(help)));
        }
    }
    text
}

/// A problem on one line.
pub(crate) fn problem_line(problem: &Problem) -> String {
    let place = match (&problem.file, problem.line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, _) => problem.app.as_ref().map(|app| format!("{app}: ")).unwrap_or_default(),
    };
    format!("{place}{}", problem.message)
}

fn tone(severity: Severity) -> Tone {
    match severity {
        Severity::Breaking => Tone::Bad,
        Severity::Risky => Tone::Warning,
        Severity::Cosmetic => Tone::Faint,
    }
}
