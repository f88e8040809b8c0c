//! For a job summary or a comment: a table of the apps, then the changes, worst first.

use skillc_formats::markdown::{LONGEST_COMMENT, cell, escape, fitting};

use crate::night::Night;

/// What the first line of the comment holds.
pub const MARKER: &str = "skillc-nightly";

/// The comment.
pub fn markdown(night: &Night) -> String {
    let head = format!(
        "### skillc nightly: {}\n\n| | app | |\n|--|--|--|",
        escape(&night.headline())
    );
    let mut sections: Vec<String> = night
        .apps
        .iter()
        .map(|app| {
            format!(
                "| {} | {} | {} |",
                night.verdict(app).as_str(),
                cell(&app.name),
                cell(&night.line(app))
            )
        })
        .collect();
    sections.push(String::new());
    sections.extend(skillc_diff::render::markdown::sections(&night.changes));
    fitting(
        MARKER,
        &head,
        &sections,
        |left| format!("\n_{left} more in the full report._\n"),
        LONGEST_COMMENT,
    )
}
