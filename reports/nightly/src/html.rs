//! One offline page: the apps, then what changed.

use serde::Serialize;
use skillc_diff::render::html::{BODY, Content, STYLE, Sight, content};
use skillc_page::{Page, PageError, Pictures};

use crate::human::time;
use crate::night::{Night, Verdict};

const HEAD: &str = include_str!("nightly.html");

#[derive(Serialize)]
struct Whole<'n> {
    night: Shown<'n>,
    #[serde(flatten)]
    changes: Content<'n>,
}

#[derive(Serialize)]
struct Shown<'n> {
    headline: String,
    workspace: &'n str,
    elapsed: Option<String>,
    apps: Vec<Row<'n>>,
}

#[derive(Serialize)]
struct Row<'n> {
    name: &'n str,
    verdict: &'static str,
    tone: &'static str,
    skills: Option<usize>,
    sessions: usize,
    line: String,
}

/// The page.
///
/// # Errors
/// When the template is at fault.
pub fn html(night: &Night, sight: &mut dyn Sight) -> Result<String, PageError> {
    let mut pictures = Pictures::default();
    let changes = content(&night.changes, &mut pictures, sight);
    let row = |app| {
        let verdict = night.verdict(app);
        Row {
            name: &app.name,
            verdict: verdict.as_str(),
            tone: match verdict {
                Verdict::Same => "good",
                Verdict::New => "cosmetic",
                Verdict::Gone => "breaking",
                other => other.as_str(),
            },
            skills: app.skills,
            sessions: app.sessions,
            line: night.line(app),
        }
    };
    let shown = Shown {
        headline: night.headline(),
        workspace: &night.workspace,
        elapsed: night.elapsed_ms.map(time),
        apps: night.apps.iter().map(row).collect(),
    };
    let title = format!("skillc nightly: {}", shown.headline);
    let body = format!("{HEAD}{BODY}");
    let whole = Whole { night: shown, changes };
    Page {
        title: &title,
        body: &body,
        content: &whole,
        style: STYLE,
        pictures: &pictures,
    }
    .html()
}
