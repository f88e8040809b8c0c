//! A report in every format that was asked for.

use std::io::IsTerminal as _;

use skillc_diff::render::{github, html, human, json, junit, markdown, sarif};
use skillc_diff::{FailOn, Report};
use skillc_formats::Paint;

use super::frames::Frames;
use crate::context::Context;
use crate::failure::Failure;
use crate::format::{Format, FormatKind};

/// How much of the report a person is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depth {
    /// Every change with its cause.
    #[default]
    Full,
    /// A line a skill.
    Stat,
    /// The names of what changed.
    NameOnly,
}

/// Writes the report.
///
/// # Errors
/// When a file can't be written.
pub fn write(
    report: &Report,
    depth: Depth,
    fail_on: FailOn,
    frames: &mut Frames<'_>,
    context: &Context,
) -> Result<(), Failure> {
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Human => match depth {
                Depth::Full => human::human(report, paint(format)),
                Depth::Stat => human::stat(report, paint(format)),
                Depth::NameOnly => human::name_only(report),
            },
            FormatKind::Json => json::json(report),
            FormatKind::Markdown => markdown::markdown(report),
            FormatKind::Github => github::github(report),
            FormatKind::Sarif => sarif::sarif(report, env!("CARGO_PKG_VERSION")),
            FormatKind::Junit => junit::junit(report, fail_on).map_err(|error| Failure::new(error.to_string()))?,
            FormatKind::Html => {
                let page = html::html(report, frames);
                page.map_err(|error| Failure::new(error.to_string()))?
            }
        };
        format.write(&text)?;
    }
    Ok(())
}

/// Colour on a terminal, unless `NO_COLOR` says otherwise.
pub fn paint(format: &Format) -> Paint {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if format.file.is_none() && std::io::stdout().is_terminal() && !unwanted {
        Paint::Colour
    } else {
        Paint::Plain
    }
}
