//! For a job summary or a comment: the gates, the comparison, then a table a detector.

use skillc_formats::markdown::{LONGEST_COMMENT, cell, code, escape, fitting};

use super::human::{difference_line, notes, truth, worth_showing};
use crate::measure::Measures;
use crate::measure::cell::Dimension;
use crate::report::{DetectorReport, Report, percent};

/// What the first line of the comment holds.
pub const MARKER: &str = "skillc-recall";

/// The comment.
pub fn markdown(report: &Report) -> String {
    let head = format!(
        "### skillc recall: {}\n\n{}\n",
        escape(&report.headline()),
        escape(&truth(report))
    );
    let mut sections = Vec::new();
    if !report.truth.partly.is_empty() {
        let classes: Vec<String> = report.truth.partly.iter().map(|class| code(class)).collect();
        sections.push(format!(
            "Not everything is labelled: of {} only recall is measured.\n",
            classes.join(", ")
        ));
    }
    if !report.gates.is_empty() {
        let mut table = "| gate | detector | | value | of |\n|--|--|--|--:|--:|\n".to_owned();
        for gate in &report.gates {
            let word = if gate.passed { "passed" } else { "**failed**" };
            table.push_str(&format!(
                "| {} | {} | {word} | {:.4} | {} |\n",
                cell(&gate.gate),
                cell(&gate.detector),
                gate.value,
                gate.of
            ));
        }
        sections.push(table);
    }
    if let Some(comparison) = &report.comparison {
        let (shown, left) = worth_showing(comparison, 40);
        let mut lines: String = shown
            .iter()
            .map(|difference| format!("- {}\n", code(&difference_line(difference))))
            .collect();
        if left > 0 {
            lines.push_str(&format!("- {left} slices without a clear change\n"));
        }
        sections.push(lines);
    }
    sections.extend(report.detectors.iter().map(table));
    for problem in &report.problems {
        sections.push(format!("- left out: {}", code(problem)));
    }
    fitting(
        MARKER,
        &head,
        &sections,
        |left| format!("\n_{left} more in the full report._\n"),
        LONGEST_COMMENT,
    )
}

fn table(detector: &DetectorReport) -> String {
    let mut text = format!("#### {}\n\n", code(&detector.name));
    text.push_str("| | labels | recall | precision | F1 | AP | AR | tap-hit |\n|--|--:|--:|--:|--:|--:|--:|--:|\n");
    text.push_str(&row("everything", &detector.all));
    for dimension in Dimension::ALL {
        for slice in detector.slices_of(dimension) {
            text.push_str(&row(
                &format!("{} {}", dimension.as_str(), slice.value),
                &slice.measures,
            ));
        }
    }
    text.push('\n');
    for (name, words) in notes(detector) {
        text.push_str(&format!("- {name}: {}\n", escape(&words)));
    }
    text
}

fn row(name: &str, measures: &Measures) -> String {
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
        cell(name),
        measures.labels,
        percent(measures.recall),
        percent(measures.precision),
        number(measures.f1),
        number(measures.average_precision),
        number(measures.average_recall),
        percent(measures.tap_hit_recall)
    )
}
