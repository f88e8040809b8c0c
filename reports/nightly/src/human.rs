//! For a terminal: one line an app, one for all, and where the report is.

use skillc_formats::terminal::{Paint, Tone, columns, padded, safe};
use skillc_formats::words::{count, shortened};

use crate::night::{Night, Verdict};
use skillc_diff::Severity;

/// The summary. `report` names the page with the details, if one was written.
pub fn human(night: &Night, paint: Paint, report: Option<&str>) -> String {
    let mut text = lines(night, paint, |_| true);
    text.push_str(&paint.tone(Tone::Strong, &night.headline()));
    if let Some(elapsed) = night.elapsed_ms {
        text.push_str(&format!(" ({})", time(elapsed)));
    }
    text.push('\n');
    if let Some(report) = report {
        text.push_str(&format!("report: {}\n", safe(report)));
    }
    text
}

/// What went wrong and what changed alone; nothing, if all is as it was accepted.
pub fn quiet(night: &Night, paint: Paint) -> String {
    lines(night, paint, |verdict| !matches!(verdict, Verdict::Same | Verdict::New))
}

/// A line for each app whose verdict is `wanted`, and one for each problem that is no app's.
fn lines(night: &Night, paint: Paint, wanted: impl Fn(Verdict) -> bool) -> String {
    let width = night
        .apps
        .iter()
        .map(|app| columns(&app.name))
        .max()
        .unwrap_or(0)
        .min(32);
    let mut text = String::new();
    for app in night.apps.iter().filter(|app| wanted(night.verdict(app))) {
        let verdict = night.verdict(app);
        let word = paint.tone(tone(verdict), &format!("{:<8}", verdict.as_str()));
        let name = padded(&safe(&shortened(&app.name, 32)), width);
        text.push_str(&format!("{word} {name}  {}\n", safe(&night.line(app))));
    }
    let others = night.changes.problems.iter().filter(|problem| {
        problem.app.is_none()
            || !night
                .apps
                .iter()
                .any(|app| problem.app.as_deref() == Some(app.app.as_str()))
    });
    for problem in others {
        text.push_str(&format!(
            "{} {}\n",
            paint.tone(Tone::Bad, &format!("{:<8}", "problem")),
            safe(&problem.message)
        ));
    }
    text
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Same => Tone::Good,
        Verdict::New | Verdict::Changed(Severity::Cosmetic) => Tone::Faint,
        Verdict::Changed(Severity::Risky) => Tone::Warning,
        Verdict::Changed(Severity::Breaking) | Verdict::Gone | Verdict::Failed => Tone::Bad,
    }
}

/// A length of time as people say it.
pub(crate) fn time(milliseconds: u64) -> String {
    match milliseconds {
        0..1000 => format!("{milliseconds} ms"),
        1000..60_000 => format!("{:.1} s", milliseconds as f64 / 1000.0),
        _ => format!(
            "{} {} s",
            count((milliseconds / 60_000) as usize, "minute", "minutes"),
            milliseconds / 1000 % 60
        ),
    }
}
