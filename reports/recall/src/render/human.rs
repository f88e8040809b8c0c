//! For a terminal: a table a detector, then what the numbers don't say.

use std::fmt::Write as _;

use skillc_formats::terminal::{Paint, Tone, safe};
use skillc_formats::words::{count, list, shortened};

use crate::coco::FileEvaluation;
use crate::measure::cell::Dimension;
use crate::measure::paired::{Compared, Difference};
use crate::measure::{Comparison, Measures};
use crate::report::{DetectorReport, Report, basis, percent};

/// The widest name of a slice.
const NAME: usize = 22;

/// The report.
pub fn human(report: &Report, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", paint.tone(Tone::Strong, &truth(report)));
    if !report.truth.partly.is_empty() {
        let classes: Vec<String> = report.truth.partly.iter().cloned().collect();
        let _ = writeln!(
            text,
            "{}",
            safe(&format!(
                "not everything is labelled: of {} only recall is measured",
                list(&classes)
            ))
        );
    }
    for detector in &report.detectors {
        detector_table(detector, paint, &mut text);
    }
    if let Some(comparison) = &report.comparison {
        compared(comparison, paint, &mut text);
    }
    if !report.gates.is_empty() {
        text.push('\n');
    }
    for gate in &report.gates {
        let (tone, word) = if gate.passed {
            (Tone::Good, "passed")
        } else {
            (Tone::Bad, "failed")
        };
        let _ = writeln!(
            text,
            "{}  {}: {:.4} of {} ({})",
            paint.tone(tone, word),
            safe(&gate.gate),
            gate.value,
            gate.of,
            safe(&gate.detector)
        );
    }
    for problem in &report.problems {
        let _ = writeln!(text, "{} {}", paint.tone(Tone::Warning, "left out:"), safe(problem));
    }
    text
}

/// What it was measured against, in one line.
pub(super) fn truth(report: &Report) -> String {
    let truth = &report.truth;
    let sources: Vec<String> = truth.sources.iter().cloned().collect();
    format!(
        "{} on {} of {}, labelled by {}",
        count(truth.labels as usize, "label", "labels"),
        count(truth.frames as usize, "frame", "frames"),
        count(truth.apps.len(), "app", "apps"),
        if sources.is_empty() {
            "nobody".to_owned()
        } else {
            list(&sources)
        },
    )
}

fn detector_table(detector: &DetectorReport, paint: Paint, text: &mut String) {
    let behind = detector.detectors.join(", ");
    let _ = write!(text, "\n{}", paint.tone(Tone::Strong, &detector.name));
    if behind != detector.name && !behind.is_empty() {
        let _ = write!(text, " {}", paint.tone(Tone::Faint, &format!("({behind})")));
    }
    if detector.failed_frames > 0 {
        let failed = count(detector.failed_frames as usize, "frame", "frames");
        let _ = write!(text, " {}", paint.tone(Tone::Bad, &format!("failed on {failed}")));
    }
    let head = format!(
        "{:<width$} {:>7}  {:>8} {:>15} {:>9} {:>7} {:>6} {:>6} {:>8}",
        "",
        "labels",
        "recall",
        "95 %",
        "precision",
        "F1",
        "AP",
        "AR",
        "tap-hit",
        width = NAME + 2
    );
    let _ = writeln!(text, "\n{}", paint.tone(Tone::Faint, &head));
    line("everything", &detector.all, &basis(&detector.all), text);
    for dimension in Dimension::ALL {
        let slices = detector.slices_of(dimension);
        if slices.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}", paint.tone(Tone::Faint, dimension.as_str()));
        for slice in slices {
            line(&format!("  {}", slice.value), &slice.measures, &slice.basis(), text);
        }
    }
    for (name, words) in notes(detector) {
        let _ = writeln!(
            text,
            "{} {}",
            paint.tone(Tone::Strong, &format!("{name:<11}")),
            safe(&words)
        );
    }
}

fn line(name: &str, measures: &Measures, basis: &str, text: &mut String) {
    let interval = measures.recall_interval.map_or(String::new(), |[low, high]| {
        format!("{:.1} – {:.1}", low * 100.0, high * 100.0)
    });
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let row = format!(
        "{:<width$} {:>7}  {:>8} {interval:>15} {:>9} {:>7} {:>6} {:>6} {:>8}  {basis}",
        safe(&shortened(name, NAME + 2)),
        measures.labels,
        percent(measures.recall),
        percent(measures.precision),
        number(measures.f1),
        number(measures.average_precision),
        number(measures.average_recall),
        percent(measures.tap_hit_recall),
        width = NAME + 2
    );
    let _ = writeln!(text, "{}", row.trim_end());
}

/// What the table doesn't say, by name.
pub(super) fn notes(detector: &DetectorReport) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if let Some(texts) = &detector.texts {
        notes.push((
            "texts",
            format!(
                "of {} read exactly {}, but for accents {}, but for spaces {}, loosely {}; {} of characters wrong",
                texts.texts,
                percent(texts.exact),
                percent(texts.without_accents),
                percent(texts.without_spaces),
                percent(texts.loose),
                percent(texts.character_error_rate)
            ),
        ));
    }
    if let Some(tabs) = &detector.tabs {
        let points = |distance: Option<f64>| distance.map_or("–".to_owned(), |distance| format!("{distance:.1}"));
        notes.push((
            "tab bars",
            format!(
                "all tabs found on {} of {}; targets {} points from the tab's middle, at most {}; bar overlooked on {}, made up on {} of {} without",
                percent(tabs.all_found),
                count(tabs.bars as usize, "frame", "frames"),
                points(tabs.mean_distance_pt),
                points(tabs.max_distance_pt),
                tabs.gate_missed,
                tabs.gate_opened,
                tabs.without
            ),
        ));
    }
    let errors: Vec<String> = detector
        .errors
        .iter()
        .filter(|error| error.count > 0)
        .map(|error| format!("{} {}", error.count, error.kind.as_str()))
        .collect();
    if !errors.is_empty() {
        notes.push(("errors", errors.join(", ")));
    }
    if let Some(calibration) = &detector.calibration {
        notes.push((
            "confidence",
            format!(
                "off by {:.3} on average, by {:.3} at worst",
                calibration.expected_error, calibration.largest_error
            ),
        ));
    }
    if let Some(coco) = &detector.coco {
        let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
        notes.push((
            "COCO",
            format!(
                "AP {}, AP50 {}, AP75 {}, AR {} (small {}, medium {}, large {}), with at most 100 detections a frame",
                number(coco.ap),
                number(coco.ap50),
                number(coco.ap75),
                number(coco.ar),
                number(coco.ar_small),
                number(coco.ar_medium),
                number(coco.ar_large)
            ),
        ));
    }
    notes
}

/// The most slices of a comparison that are listed.
const MOST_DIFFERENCES: usize = 24;

fn compared(comparison: &Comparison, paint: Paint, text: &mut String) {
    let _ = writeln!(
        text,
        "\n{}",
        paint.tone(
            Tone::Strong,
            &format!(
                "{} → {} on {}: {} more found, {} no longer",
                comparison.old,
                comparison.new,
                count(comparison.frames, "frame", "frames"),
                count(comparison.better as usize, "label", "labels"),
                comparison.worse
            )
        )
    );
    let (shown, left) = worth_showing(comparison, MOST_DIFFERENCES);
    for difference in shown {
        let tone = match (difference.is_clear(), difference.change > 0.0) {
            (false, _) => Tone::Faint,
            (true, true) => Tone::Good,
            (true, false) => Tone::Bad,
        };
        let _ = writeln!(text, "  {}", paint.tone(tone, &difference_line(difference)));
    }
    if left > 0 {
        let slices = count(left, "slice", "slices");
        let _ = writeln!(text, "  {slices} without a clear change");
    }
}

/// The differences of everything, then the clear ones of slices, the largest first; and how many others there are.
pub(super) fn worth_showing(comparison: &Comparison, most: usize) -> (Vec<&Difference>, usize) {
    let (all, slices): (Vec<&Difference>, Vec<&Difference>) = comparison
        .differences
        .iter()
        .partition(|difference| difference.dimension.is_none());
    let total = slices.len();
    let mut clear: Vec<&Difference> = slices.into_iter().filter(|difference| difference.is_clear()).collect();
    clear.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    clear.truncate(most);
    let left = total - clear.len();
    (all.into_iter().chain(clear).collect(), left)
}

/// `recall of class=icon: 91.0 % → 95.2 %, +4.2 points [+2.1, +6.0]`.
pub(super) fn difference_line(difference: &Difference) -> String {
    let of = match difference.dimension {
        Some(dimension) => format!("{}={}", dimension.as_str(), difference.value),
        None => "everything".to_owned(),
    };
    let chance = if difference.is_clear() { "" } else { ", may be chance" };
    let measure: Compared = difference.measure;
    format!(
        "{:<10} of {of:<NAME$} {} → {}, {:+.1} points [{:+.1}, {:+.1}]{chance}",
        measure.as_str(),
        percent(Some(difference.old)),
        percent(Some(difference.new)),
        difference.change * 100.0,
        difference.interval[0] * 100.0,
        difference.interval[1] * 100.0
    )
}

/// The evaluation of two COCO files, as pycocotools prints its numbers.
pub fn coco_files(evaluation: &FileEvaluation) -> String {
    let numbers = &evaluation.numbers;
    let [first, second, last] = evaluation.max_dets;
    let ap_limit = if evaluation.max_dets.contains(&100) { 100 } else { last };
    let mut text = format!(
        "{}, {}, {}\n",
        count(evaluation.images, "picture", "pictures"),
        count(evaluation.annotations, "annotation", "annotations"),
        count(evaluation.detections, "detection", "detections")
    );
    let rows = [
        ("AP", "0.50:0.95", "all", ap_limit, numbers.ap),
        ("AP", "0.50", "all", last, numbers.ap50),
        ("AP", "0.75", "all", last, numbers.ap75),
        ("AP", "0.50:0.95", "small", last, numbers.ap_small),
        ("AP", "0.50:0.95", "medium", last, numbers.ap_medium),
        ("AP", "0.50:0.95", "large", last, numbers.ap_large),
        ("AR", "0.50:0.95", "all", first, numbers.ar_first),
        ("AR", "0.50:0.95", "all", second, numbers.ar_second),
        ("AR", "0.50:0.95", "all", last, numbers.ar),
        ("AR", "0.50:0.95", "small", last, numbers.ar_small),
        ("AR", "0.50:0.95", "medium", last, numbers.ar_medium),
        ("AR", "0.50:0.95", "large", last, numbers.ar_large),
    ];
    for (what, overlap, area, limit, value) in rows {
        let value = value.map_or("    –".to_owned(), |value| format!("{value:.3}"));
        let _ = writeln!(
            text,
            "{what}  overlap {overlap:<9}  size {area:<6}  detections {limit:>4}  {value}"
        );
    }
    for class in &evaluation.classes {
        let value = class
            .average_precision
            .map_or("    –".to_owned(), |value| format!("{value:.3}"));
        let _ = writeln!(text, "AP of {}  {value}", safe(&class.name));
    }
    for note in &evaluation.notes {
        let _ = writeln!(text, "note: {}", safe(note));
    }
    text
}
