//! What a fix would change, as a unified diff.

use std::time::Duration;

use similar::TextDiff;
use skillc_app_check::masked;
use skillc_formats::terminal::safe;

/// The diff from `before` to `after` with the literals of credentials masked; empty if nothing changes.
pub fn unified(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (before, after) = (masked(before), masked(after));
    // Past the deadline the diff is coarser, and still right.
    let diff = TextDiff::configure()
        .timeout(Duration::from_secs(2))
        .diff_lines(&before, &after);
    let path = safe(path);
    let text = diff
        .unified_diff()
        .context_radius(2)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string();
    text.split_inclusive('\n').map(visible).collect()
}

/// A line of the diff without anything that a terminal acts on; its own end stays.
fn visible(line: &str) -> String {
    let end = if line.ends_with('\n') { "\n" } else { "" };
    // A carriage return before the end is what such a fix takes away, so it has to show.
    format!("{}{end}", safe(line.trim_end_matches('\n')))
}
