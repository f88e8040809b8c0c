//! One offline page: what to decide by first, then tables, plots, and a gallery to look at.

use serde::Serialize;
use skillc_page::{Page, PageError, Pictures, Shot, svg_address};
use skillc_picture::{Mark, MarkKind, crop};
use skillc_records::{Scale, WindowPoint, WindowRect};

use super::human::{notes, truth};
use super::plots::plots;
use crate::measure::cell::Dimension;
use crate::measure::paired::Difference;
use crate::measure::{FrameName, MatchRow, Measures, Outcome};
use crate::report::{DetectorReport, Example, ExampleKind, Report, basis, percent};

const BODY: &str = include_str!("recall.html");
const STYLE: &str = include_str!("recall.css");

/// A frame's picture as a page can cut from it.
#[derive(Debug, Clone)]
pub struct Picture {
    /// PNG, JPEG or WebP.
    pub bytes: Vec<u8>,
    /// Pixels per point.
    pub scale: Scale,
}

#[derive(Serialize)]
struct Content<'r> {
    headline: String,
    truth: String,
    partly: Vec<&'r str>,
    gates: Vec<GateRow>,
    comparison: Option<Compared<'r>>,
    detectors: Vec<Table<'r>>,
    plots: Vec<Figure>,
    examples: Vec<Card>,
    kinds: Vec<&'static str>,
    classes: Vec<String>,
    apps: Vec<String>,
    edges: Vec<String>,
    names: Vec<String>,
    problems: &'r [String],
    pictures_left_out: usize,
}

#[derive(Serialize)]
struct GateRow {
    gate: String,
    detector: String,
    value: String,
    of: u64,
    passed: bool,
}

#[derive(Serialize)]
struct Compared<'r> {
    old: &'r str,
    new: &'r str,
    frames: usize,
    better: u64,
    worse: u64,
    rows: Vec<ComparedRow>,
}

#[derive(Serialize)]
struct ComparedRow {
    slice: String,
    measure: &'static str,
    old: String,
    new: String,
    change: String,
    interval: String,
    tone: &'static str,
    verdict: &'static str,
}

#[derive(Serialize)]
struct Table<'r> {
    name: &'r str,
    behind: String,
    failed: u64,
    groups: Vec<Group>,
    notes: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
struct Group {
    name: &'static str,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    basis: String,
    labels: u64,
    recall: String,
    interval: String,
    precision: String,
    f1: String,
    ap: String,
    ar: String,
    tap: String,
    exact: String,
}

#[derive(Serialize)]
struct Figure {
    title: String,
    address: String,
    width: u32,
    height: u32,
}

#[derive(Serialize)]
struct Card {
    id: String,
    kind: &'static str,
    tone: &'static str,
    title: String,
    frame: String,
    row: MatchRow,
    before: Option<String>,
    shot: Option<Cut>,
}

#[derive(Serialize)]
struct Cut {
    shot: Shot,
    width: f64,
    ratio: String,
    label: String,
}

/// The page. `see` gives the picture of a frame.
///
/// # Errors
/// When the template is at fault.
pub fn html(report: &Report, see: &mut dyn FnMut(&FrameName) -> Option<Picture>) -> Result<String, PageError> {
    let mut pictures = Pictures::default();
    let examples: Vec<Card> = report
        .gallery
        .iter()
        .enumerate()
        .map(|(place, example)| card(place, example, &mut pictures, see))
        .collect();
    let all = |value: fn(&MatchRow) -> &str| -> Vec<String> {
        let values: std::collections::BTreeSet<&str> =
            report.gallery.iter().map(|example| value(&example.row)).collect();
        values.into_iter().map(ToOwned::to_owned).collect()
    };
    let content = Content {
        headline: report.headline(),
        truth: truth(report),
        partly: report.truth.partly.iter().map(String::as_str).collect(),
        gates: report
            .gates
            .iter()
            .map(|gate| GateRow {
                gate: gate.gate.clone(),
                detector: gate.detector.clone(),
                value: format!("{:.4}", gate.value),
                of: gate.of,
                passed: gate.passed,
            })
            .collect(),
        comparison: report.comparison.as_ref().map(|comparison| Compared {
            old: &comparison.old,
            new: &comparison.new,
            frames: comparison.frames,
            better: comparison.better,
            worse: comparison.worse,
            rows: comparison.differences.iter().map(compared_row).collect(),
        }),
        detectors: report.detectors.iter().map(table).collect(),
        plots: plots(report)
            .into_iter()
            .map(|plot| Figure {
                address: svg_address(&plot.svg),
                title: plot.title,
                width: plot.width,
                height: plot.height,
            })
            .collect(),
        kinds: ExampleKind::ALL
            .into_iter()
            .filter(|kind| report.gallery.iter().any(|example| example.kind == *kind))
            .map(ExampleKind::as_str)
            .collect(),
        classes: all(|row| &row.class),
        apps: all(|row| &row.app),
        edges: all(|row| &row.edge),
        names: all(|row| &row.detector),
        problems: &report.problems,
        pictures_left_out: pictures.left_out(),
        examples,
    };
    let title = format!("skillc recall: {}", content.headline);
    Page {
        title: &title,
        body: BODY,
        content: &content,
        style: STYLE,
        pictures: &pictures,
    }
    .html()
}

fn table(detector: &DetectorReport) -> Table<'_> {
    let mut groups = vec![Group {
        name: "",
        rows: vec![row("everything".to_owned(), &detector.all, detector.texts.as_ref())],
    }];
    for dimension in Dimension::ALL {
        let slices = detector.slices_of(dimension);
        if !slices.is_empty() {
            groups.push(Group {
                name: dimension.as_str(),
                rows: slices
                    .iter()
                    .map(|slice| row(slice.value.clone(), &slice.measures, slice.texts.as_ref()))
                    .collect(),
            });
        }
    }
    Table {
        name: &detector.name,
        behind: detector.detectors.join(", "),
        failed: detector.failed_frames,
        groups,
        notes: notes(detector),
    }
}

fn row(name: String, measures: &Measures, texts: Option<&crate::measure::TextMeasures>) -> Row {
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    Row {
        name,
        basis: basis(measures),
        labels: measures.labels,
        recall: percent(measures.recall),
        interval: measures.recall_interval.map_or("–".to_owned(), |[low, high]| {
            format!("{:.1} – {:.1}", low * 100.0, high * 100.0)
        }),
        precision: percent(measures.precision),
        f1: number(measures.f1),
        ap: number(measures.average_precision),
        ar: number(measures.average_recall),
        tap: percent(measures.tap_hit_recall),
        exact: percent(texts.and_then(|texts| texts.exact)),
    }
}

fn compared_row(difference: &Difference) -> ComparedRow {
    let is_better = difference.change > 0.0;
    ComparedRow {
        slice: match difference.dimension {
            Some(dimension) => format!("{} {}", dimension.as_str(), difference.value),
            None => "everything".to_owned(),
        },
        measure: difference.measure.as_str(),
        old: percent(Some(difference.old)),
        new: percent(Some(difference.new)),
        change: format!("{:+.1}", difference.change * 100.0),
        interval: format!(
            "{:+.1} … {:+.1}",
            difference.interval[0] * 100.0,
            difference.interval[1] * 100.0
        ),
        tone: match (difference.is_clear(), is_better) {
            (false, _) => "cosmetic",
            (true, true) => "good",
            (true, false) => "breaking",
        },
        verdict: match (difference.is_clear(), is_better) {
            (false, _) => "may be chance",
            (true, true) => "better",
            (true, false) => "worse",
        },
    }
}

fn card(
    place: usize,
    example: &Example,
    pictures: &mut Pictures,
    see: &mut dyn FnMut(&FrameName) -> Option<Picture>,
) -> Card {
    let row = &example.row;
    let at = FrameName {
        session: row.session.clone(),
        frame: row.frame,
    };
    let what = match (row.outcome, row.error) {
        (Outcome::Missed, _) => format!("{} not found", row.class),
        (Outcome::False, Some(error)) => format!("{} where none is: {}", row.class, error.as_str()),
        (Outcome::Found, _) if row.is_exact == Some(false) => "text misread".to_owned(),
        _ => row.class.clone(),
    };
    Card {
        id: format!("example-{}", place + 1),
        kind: example.kind.as_str(),
        tone: match example.kind {
            ExampleKind::Better => "good",
            ExampleKind::Worse | ExampleKind::Missed => "breaking",
            ExampleKind::False | ExampleKind::Near => "risky",
        },
        title: what,
        frame: format!("{}, frame {}", row.session, row.frame),
        before: example.other.as_ref().map(|other| {
            let read = other
                .seen_text
                .as_deref()
                .map(|text| format!(", read as {text}"))
                .unwrap_or_default();
            format!("{} by {}{read}", other.outcome.as_str(), other.detector)
        }),
        shot: cut(&at, example, pictures, see),
        row: row.clone(),
    }
}

/// Points around what is shown.
const AROUND: f64 = 28.0;

/// The part of the picture around label and detection, with both drawn in.
fn cut(
    at: &FrameName,
    example: &Example,
    pictures: &mut Pictures,
    see: &mut dyn FnMut(&FrameName) -> Option<Picture>,
) -> Option<Cut> {
    let row = &example.row;
    let rect = |sides: Option<[f64; 4]>| sides.map(|[x, y, width, height]| WindowRect::new(x, y, width, height));
    let (label, seen) = (rect(row.label_box), rect(row.seen_box));
    let region = match (label, seen) {
        (Some(a), Some(b)) => around(a, b),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return None,
    }
    .inflated(AROUND);
    let left = region.x.max(0.0);
    let top = region.y.max(0.0);
    let region = WindowRect::new(left, top, region.right() - left, region.bottom() - top);
    let mut marks = Vec::new();
    if let Some(label) = label {
        let kind = if row.outcome == Outcome::Missed {
            MarkKind::Missed
        } else {
            MarkKind::Truth
        };
        marks.push(mark(kind, label));
    }
    if let Some(seen) = seen {
        let kind = match (row.outcome, row.class.as_str()) {
            (Outcome::False, _) => MarkKind::False,
            (_, "icon") => MarkKind::Icon,
            _ => MarkKind::Text,
        };
        marks.push(mark(kind, seen));
    }
    let name = format!("{} {} {region:?} {marks:?}", at.session, at.frame);
    let mut size = None;
    let shot = pictures.shot(&name, || {
        let picture = see(at)?;
        let png = crop(&picture.bytes, picture.scale, region, &marks).ok()?;
        size = png_size(&png);
        Some(png)
    })?;
    // A picture that is shown a second time has its own region for a size.
    let (width, height) = size.unwrap_or((region.width, region.height));
    Some(Cut {
        shot,
        width: region.width.min(520.0).round(),
        ratio: format!("{width} / {height}"),
        label: format!("part of frame {} of {}", at.frame, at.session),
    })
}

fn mark(kind: MarkKind, rect: WindowRect) -> Mark {
    Mark {
        kind,
        // A little outside, so that the line doesn't cover what it surrounds.
        rect: Some(rect.inflated(1.5)),
        point: None::<WindowPoint>,
        tag: None,
    }
}

/// The smallest box around two.
fn around(a: WindowRect, b: WindowRect) -> WindowRect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    WindowRect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
}

/// Width and height out of the header of a PNG of ours.
fn png_size(png: &[u8]) -> Option<(f64, f64)> {
    let side = |from: usize| Some(f64::from(u32::from_be_bytes(png.get(from..from + 4)?.try_into().ok()?)));
    Some((side(16)?, side(20)?))
}
