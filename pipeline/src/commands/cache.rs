//! `skillc cache`: size, check and clean the cache of stage results.

use serde_json::json;
use skillc_formats::words::count;

use super::compile::plural;
use crate::context::Context;
use crate::engine::Cache;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::FormatKind;
use crate::notice::Level;

/// Arguments of `skillc cache`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub what: What,
}

/// What to do with the cache.
#[derive(Debug, clap::Subcommand)]
pub enum What {
    /// Entries and bytes
    Stats,
    /// Read every entry, and remove those that are damaged
    Verify,
    /// Shrink it, oldest entries first
    Gc {
        /// Megabytes to shrink to, instead of cache.limit_mb
        #[arg(long, value_name = "N")]
        limit_mb: Option<u64>,
    },
}

/// Runs the command. Damaged entries are findings.
///
/// # Errors
/// When the result can't be written.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let cache = Cache::new(context.config.cache());
    let freed = match args.what {
        What::Gc { limit_mb } => cache.shrink(
            limit_mb
                .unwrap_or(context.config.settings.cache.limit_mb)
                .saturating_mul(1 << 20),
        ),
        What::Stats | What::Verify => 0,
    };
    let stats = cache.stats(matches!(args.what, What::Verify));
    let folder = shown(cache.folder());
    let mut text = format!(
        "{folder}: {} {}, {:.1} MB\n",
        stats.results,
        plural(stats.results as usize, "result"),
        stats.bytes as f64 / 1e6
    );
    match args.what {
        What::Verify => text += &format!("{} damaged\n", stats.damaged),
        What::Gc { .. } => text += &format!("{:.1} MB freed\n", freed as f64 / 1e6),
        What::Stats => {}
    }
    if cache.stuck() > 0 {
        let message = format!(
            "{} can't be removed from {folder}",
            count(cache.stuck() as usize, "entry", "entries")
        );
        context.say(Level::Warning, &message);
    }
    for format in &context.formats {
        match format.kind {
            FormatKind::Human => format.write(&text)?,
            FormatKind::Json => format.write(&format!(
                "{:#}\n",
                json!({
                    "format_version": 1, "folder": folder, "results": stats.results,
                    "bytes": stats.bytes, "damaged": stats.damaged, "freed_bytes": freed,
                })
            ))?,
            _ => return Err(Failure::new("skillc cache is shown as human or json")),
        }
    }
    Ok(Outcome::findings_if(stats.damaged > 0))
}
