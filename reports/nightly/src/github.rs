//! Annotations: the changes on their lines, and apps that failed.

use skillc_formats::github::{Annotation, Level, commands};

use crate::night::{Night, Verdict};

/// The workflow commands, worst first.
pub fn github(night: &Night) -> String {
    let failed = night
        .apps
        .iter()
        .filter(|app| night.verdict(app) == Verdict::Failed)
        .map(|app| Annotation {
            level: Level::Error,
            title: format!("skillc nightly: {} failed", app.name),
            message: night.line(app),
            file: None,
            line: None,
            column: None,
        });
    let mut annotations: Vec<Annotation> = failed.collect();
    annotations.extend(skillc_diff::render::github::annotations(&night.changes));
    commands(&annotations)
}
