//! One offline page: what changed, why, the steps side by side, and the screens before and after.

use serde::Serialize;
use skillc_page::{Page, PageError, Pictures, Shot};
use skillc_picture::{Mark, MarkKind};
use skillc_records::{FrameRef, Scale, WindowPoint, WindowRect, WindowSize};

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

/// Where the page gets its pictures from.
pub trait Sight {
    /// What is known of the frame of a piece of evidence; none if it names none or there is no picture.
    fn look(&mut self, evidence: &Evidence) -> Option<Look>;

    /// The picture of a frame as it was recorded, with its scale.
    fn recorded(&mut self, frame: &FrameRef) -> Option<(Vec<u8>, Scale)>;

    /// The picture of a frame as a page wants it: PNG, JPEG or WebP, and small. One pixel a point is enough.
    fn small(&mut self, frame: &FrameRef) -> Option<Vec<u8>>;
}

/// No pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blind;

impl Sight for Blind {
    fn look(&mut self, _: &Evidence) -> Option<Look> {
        None
    }

    fn recorded(&mut self, _: &FrameRef) -> Option<(Vec<u8>, Scale)> {
        None
    }

    fn small(&mut self, _: &FrameRef) -> Option<Vec<u8>> {
        None
    }
}

/// What is known of a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The window it shows, in points.
    pub window: WindowSize,
    /// Where the finger came down, in window points.
    pub touch: Option<WindowPoint>,
    /// What stands there.
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
    crop: Option<Crop>,
    shot: Shot,
    label: String,
    touch: Option<Place>,
    target: Option<Place>,
    width: f64,
    height: f64,
}

/// The part of a frame around what was touched, with boxes drawn; its size in points.
#[derive(Serialize)]
struct Crop {
    shot: Shot,
    label: String,
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

/// The page.
///
/// # Errors
/// When the template is at fault.
pub fn html(report: &Report, sight: &mut dyn Sight) -> Result<String, PageError> {
    let mut pictures = Pictures::default();
    let content = content(report, &mut pictures, sight);
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
pub fn content<'r>(report: &'r Report, pictures: &mut Pictures, sight: &mut dyn Sight) -> Content<'r> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    // Changes come worst first, so the worst get their pictures before the page is full.
    for change in &report.changes {
        let card = card(change, pictures, sight);
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

fn card<'r>(change: &'r Change, pictures: &mut Pictures, sight: &mut dyn Sight) -> Card<'r> {
    let mut frame = |side: Side| {
        let evidence = change
            .evidence
            .iter()
            .find(|one| one.side == side && one.frame.is_some())?;
        frame(evidence, pictures, sight)
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

fn frame(evidence: &Evidence, pictures: &mut Pictures, sight: &mut dyn Sight) -> Option<Frame> {
    let at = FrameRef {
        session: evidence.session.clone(),
        frame: evidence.frame?,
    };
    let look = sight.look(evidence)?;
    let WindowSize { width, height } = look.window;
    if !(width > 0.0 && height > 0.0) {
        return None;
    }
    // The crop first: it says more, and the page may become full.
    let crop = crop(&at, evidence.side, look, pictures, sight);
    let shot = pictures.shot(&format!("{} {}", at.session, at.frame), || sight.small(&at))?;
    let side = if evidence.side == Side::Old { "before" } else { "after" };
    let percent = |part: f64, whole: f64| (part / whole * 10_000.0).round() / 100.0;
    Some(Frame {
        crop,
        shot,
        label: format!("{side}: session {}, frame {}", at.session, at.frame),
        touch: look.touch.map(|at| Place {
            left: percent(at.x, width),
            top: percent(at.y, height),
            width: 0.0,
            height: 0.0,
        }),
        target: look.target.map(|rect| Place {
            left: percent(rect.x, width),
            top: percent(rect.y, height),
            width: percent(rect.width, width),
            height: percent(rect.height, height),
        }),
        width,
        height,
    })
}

/// The least that a crop shows, in points: enough to see where one is.
const LEAST_CROP: WindowSize = WindowSize {
    width: 260.0,
    height: 110.0,
};

/// What a crop shows beside the element, in points on every side.
const MARGIN: f64 = 28.0;

/// The part of the frame around what was touched.
fn crop(frame: &FrameRef, side: Side, look: Look, pictures: &mut Pictures, sight: &mut dyn Sight) -> Option<Crop> {
    let touched = look.touch.map(|at| WindowRect::new(at.x, at.y, 0.0, 0.0));
    let region = region(look.target.or(touched)?, look.window);
    let mark = |kind, rect, point| Mark {
        kind,
        rect,
        point,
        tag: None,
    };
    let target = look.target.map(|rect| mark(MarkKind::Text, Some(rect), None));
    let touch = look.touch.map(|at| mark(MarkKind::Touch, None, Some(at)));
    let marks: Vec<Mark> = target.into_iter().chain(touch).collect();
    let name = format!("{} {} {region:?} {marks:?}", frame.session, frame.frame);
    let shot = pictures.shot(&name, || {
        let (bytes, scale) = sight.recorded(frame)?;
        skillc_picture::crop(&bytes, scale, region, &marks).ok()
    })?;
    let words = if side == Side::Old { "before" } else { "after" };
    Some(Crop {
        shot,
        label: format!("{words}: what was touched"),
        width: region.width,
        height: region.height,
    })
}

/// `rect` with a margin and at least as large as a crop has to be, moved into the window.
fn region(rect: WindowRect, window: WindowSize) -> WindowRect {
    let along = |start: f64, length: f64, least: f64, most: f64| {
        let wanted = (length + 2.0 * MARGIN).max(least).min(most);
        let start = start + length / 2.0 - wanted / 2.0;
        (start.clamp(0.0, most - wanted).round(), wanted.round())
    };
    let (x, width) = along(rect.x, rect.width, LEAST_CROP.width, window.width);
    let (y, height) = along(rect.y, rect.height, LEAST_CROP.height, window.height);
    WindowRect::new(x, y, width, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_lies_in_the_window() {
        let window = WindowSize::new(410.0, 898.0);
        let corner = region(WindowRect::new(400.0, 890.0, 10.0, 8.0), window);
        assert_eq!((corner.right(), corner.bottom()), (410.0, 898.0));
        let wide = region(WindowRect::new(0.0, 400.0, 410.0, 44.0), window);
        assert_eq!((wide.x, wide.width, wide.height), (0.0, 410.0, 110.0));
        let outside = region(WindowRect::new(-50.0, -50.0, 10.0, 10.0), window);
        assert_eq!((outside.x, outside.y), (0.0, 0.0));
        let tiny = region(WindowRect::new(5.0, 5.0, 10.0, 10.0), WindowSize::new(40.0, 40.0));
        assert_eq!(tiny, WindowRect::new(0.0, 0.0, 40.0, 40.0));
    }
}
