//! The files with their findings.

use skillc_app_check::{Finding, Safety, Severity};
use skillc_formats::words::{count, counts};

/// One file that was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedFile {
    /// Its path as people read it, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What was found, in file order.
    pub findings: Vec<Finding>,
}

/// Everything that was checked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// The files, in the order in which they were checked.
    pub files: Vec<CheckedFile>,
}

impl Report {
    /// Findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings().filter(|finding| finding.severity == severity).count()
    }

    /// Findings that a machine can mend without guessing.
    pub fn fixable(&self) -> usize {
        self.findings()
            .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe))
            .count()
    }

    /// Whether there is a finding at least this bad.
    pub fn reaches(&self, severity: Severity) -> bool {
        self.findings().any(|finding| finding.severity >= severity)
    }

    /// The outcome in one line.
    pub fn summary(&self) -> String {
        let files = count(self.files.len(), "file", "files");
        let found = [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Note, "note", "notes"),
        ]
        .map(|(severity, one, many)| (self.count(severity), if self.count(severity) == 1 { one } else { many }));
        let total = counts(&found);
        if total.is_empty() {
            return format!("{files} checked, nothing found");
        }
        match self.fixable() {
            0 => format!("{total} in {files}"),
            fixable => format!("{total} in {files}, {fixable} of them fixable with --fix"),
        }
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings)
    }
}
