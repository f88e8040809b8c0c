//! `skillc config`: what configuration is in force, and where each value is from.

use std::fmt::Write as _;

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::format::FormatKind;

/// Arguments of `skillc config`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Shows every key with its value and origin.
///
/// # Errors
/// When the result can't be written, or a format is asked for that this command doesn't have.
pub fn run(_: &Args, context: &Context) -> Result<Outcome, Failure> {
    let rows = context.config.rows();
    for format in &context.formats {
        match format.kind {
            FormatKind::Human => {
                let width = rows
                    .iter()
                    .map(|(key, value, _)| key.len() + value.len() + 3)
                    .max()
                    .unwrap_or(0)
                    .min(60);
                let mut text = String::new();
                for (key, value, origin) in &rows {
                    let _ = writeln!(text, "{:width$}  # {origin}", format!("{key} = {value}"));
                }
                format.write(&text)?;
            }
            FormatKind::Json => {
                let values: Vec<_> = rows
                    .iter()
                    .map(|(key, value, origin)| {
                        serde_json::json!({ "key": key, "value": value, "origin": origin.to_string() })
                    })
                    .collect();
                format.write(&format!(
                    "{:#}\n",
                    serde_json::json!({ "format_version": 1, "values": values })
                ))?;
            }
            _ => return Err(Failure::new("skillc config is shown as human or json")),
        }
    }
    Ok(Outcome::Clean)
}
