//! One offline page: what changed, why, the steps side by side, and the screens before and after.

use serde::Serialize;
use skillc_page::{Page, PageError, Pictures, Shot};
use skillc_records::{FrameRef, WindowPoint, WindowRect, WindowSize};

use crate::change::{Change, Evidence, Side};
use crate::compare::StepTable;
use crate::report::{Problem, Report};
use crate::severity::Severity;

/// The headline of a comparison.
const HEAD: &str = r#"<h1>{{ headline }}</h1>
{% if old %}<p class="faint"><span class="text">{{ old }}</span> → <span class="text">{{ new }}</span></p>{% endif %}
"#;

/// The template of the changes, over what [`content`] gives.
pub const BODY: &str = include_str!("diff.html");

/// The style of the changes.
pub const STYLE: &str = include_str!("diff.css");

/// A frame as the page can show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The picture: PNG, JPEG or WebP. A page wants it small: one pixel a point is enough.
    pub picture: Vec<u8>,
    /// The window it shows, in points.
    pub window: WindowSize,
    /// What stands at the point that was asked for, in window points.
    pub target: Option<WindowRect>,
}

/// What the template of the changes shows.
#[derive(Serialize)]
pub struct Content<'r> {
    headline: String,
    old: &'r str,
    new: &'r str,
    summary: Vec<(&'static str, usize)>,
    apps: Vec<String>,
    causes: Vec<String>,
    groups: Vec<Group<'r>>,
    problems: &'r [Problem],
    pictures_left_out: usize,
}

/// The changes of one skill, or of one app as a whole.
#[derive(Serialize)]
struct Group<'r> {
    app: &'r str,
    skill: Option<&'r str>,
    worst: Severity,
    changes: Vec<Card<'r>>,
    table: Option<&'r StepTable>,
}

#[derive(Serialize)]
struct Card<'r> {
    change: &'r Change,
    title: &'static str,
    words: String,
    place: Option<String>,
    old_place: Option<String>,
    group: String,
    shots: Option<Shots>,
}

#[derive(Serialize)]
struct Shots {
    ratio: String,
    before: Option<Frame>,
    after: Option<Frame>,
}

#[derive(Serialize)]
struct Frame {
    shot: Shot,
    label: String,
    touch: Option<Place>,
    target: Option<Place>,
    width: f64,
    height: f64,
}

/// Percent of the window.
#[derive(Serialize)]
struct Place {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// The page. `see` gives the picture of a frame, with what stands at a point on it.
///
/// # Errors
/// When the template is at fault.
pub fn html(
    report: &Report,
    see: &mut dyn FnMut(&FrameRef, Option<WindowPoint>) -> Option<Seen>,
) -> Result<String, PageError> {
    let mut pictures = Pictures::default();
    let content = content(report, &mut pictures, see);
    let title = format!("skillc diff: {}", content.headline);
    let body = format!("{HEAD}{BODY}");
    Page {
        title: &title,
        body: &body,
        content: &content,
        style: STYLE,
        pictures: &pictures,
    }
    .html()
}

/// What the template of the changes shows of a report, with its pictures.
pub fn content<'r>(
    report: &'r Report,
    pictures: &mut Pictures,
    see: &mut dyn FnMut(&FrameRef, Option<WindowPoint>) -> Option<Seen>,
) -> Content<'r> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    // Changes come worst first, so the worst get their pictures before the page is full.
    for change in &report.changes {
        let card = card(change, pictures, see);
        let skill = change.skill.as_deref();
        match groups
            .iter_mut()
            .find(|group| group.app == change.app && group.skill == skill)
        {
            Some(group) => group.changes.push(card),
            None => groups.push(Group {
                app: &change.app,
                skill,
                worst: change.severity,
                changes: vec![card],
                table: report
                    .tables
                    .get(&change.app)
                    .and_then(|tables| tables.iter().find(|table| Some(table.skill.as_str()) == skill)),
            }),
        }
    }
    let summary = report.summary();
    let unique = |texts: Vec<String>| -> Vec<String> {
        texts
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect()
    };
    Content {
        headline: report.headline(),
        old: &report.sides.0,
        new: &report.sides.1,
        summary: vec![
            ("breaking", summary.breaking),
            ("risky", summary.risky),
            ("cosmetic", summary.cosmetic),
            ("skills changed", summary.skills_changed),
            ("added", summary.added),
            ("removed", summary.removed),
        ],
        apps: unique(report.changes.iter().map(|change| change.app.clone()).collect()),
        causes: unique(report.changes.iter().map(|change| change.cause.group()).collect()),
        groups,
        problems: &report.problems,
        pictures_left_out: pictures.left_out(),
    }
}

fn card<'r>(
    change: &'r Change,
    pictures: &mut Pictures,
    see: &mut dyn FnMut(&FrameRef, Option<WindowPoint>) -> Option<Seen>,
) -> Card<'r> {
    let mut frame = |side: Side| {
        let evidence = change
            .evidence
            .iter()
            .find(|one| one.side == side && one.frame.is_some())?;
        frame(evidence, pictures, see)
    };
    let (before, after) = (frame(Side::Old), frame(Side::New));
    let first = before.as_ref().or(after.as_ref());
    let ratio = first.map(|frame| format!("{} / {}", frame.width, frame.height));
    let cause = &change.cause;
    let old_place = cause.old_file.as_ref().map(|file| {
        cause
            .old_line
            .map_or_else(|| file.clone(), |line| format!("{file}:{line}"))
    });
    Card {
        change,
        title: change.kind.title(),
        words: cause.words(),
        place: cause.place(),
        old_place: old_place.filter(|place| cause.place().as_ref() != Some(place)),
        group: cause.group(),
        shots: ratio.map(|ratio| Shots { ratio, before, after }),
    }
}

fn frame(
    evidence: &Evidence,
    pictures: &mut Pictures,
    see: &mut dyn FnMut(&FrameRef, Option<WindowPoint>) -> Option<Seen>,
) -> Option<Frame> {
    let at = FrameRef {
        session: evidence.session.clone(),
        frame: evidence.frame?,
    };
    let seen = see(&at, evidence.at)?;
    let shot = pictures.shot(&format!("{} {}", at.session, at.frame), || Some(seen.picture))?;
    let WindowSize { width, height } = seen.window;
    if !(width > 0.0 && height > 0.0) {
        return None;
    }
    let side = if evidence.side == Side::Old { "before" } else { "after" };
    let percent = |part: f64, whole: f64| (part / whole * 10_000.0).round() / 100.0;
    Some(Frame {
        shot,
        label: format!("{side}: session {}, frame {}", at.session, at.frame),
        touch: evidence.at.map(|at| Place {
            left: percent(at.x, width),
            top: percent(at.y, height),
            width: 0.0,
            height: 0.0,
        }),
        target: seen.target.map(|rect| Place {
            left: percent(rect.x, width),
            top: percent(rect.y, height),
            width: percent(rect.width, width),
            height: percent(rect.height, height),
        }),
        width,
        height,
    })
}
