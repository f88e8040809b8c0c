//! The severities of the configuration.

use skillc_diff::{ChangeKind, FailOn, Severities, Severity};

use crate::config::{self, Settings};
use crate::failure::Failure;

/// The severity of each kind of change.
///
/// # Errors
/// When `[severity]` names a kind that doesn't exist.
pub fn severities(settings: &Settings) -> Result<Severities, Failure> {
    let mut severities = Severities::default();
    for (kind, severity) in &settings.severity {
        let kind: ChangeKind = kind.parse().map_err(|error: skillc_diff::change::NoChangeKind| {
            Failure::new(format!("[severity] in the configuration: {error}"))
        })?;
        severities.set(
            kind,
            match severity {
                config::Severity::Ignored => None,
                config::Severity::Cosmetic => Some(Severity::Cosmetic),
                config::Severity::Risky => Some(Severity::Risky),
                config::Severity::Breaking => Some(Severity::Breaking),
            },
        );
    }
    Ok(severities)
}

/// The least severity that fails: the flag's, else the configuration's.
///
/// # Errors
/// When the word is no severity.
pub fn fail_on(flag: Option<&str>, settings: &Settings) -> Result<FailOn, Failure> {
    let (word, from) = match flag {
        Some(word) => (word, "--fail-on"),
        None => (settings.diff.fail_on.as_str(), "diff.fail_on"),
    };
    word.parse().map_err(|error| Failure::new(format!("{from}: {error}")))
}
