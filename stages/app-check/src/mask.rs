//! The text without the literals of its credentials, for showing lines to people and logs.

use skillc_app_description::credentials::literal_ranges;
use skillc_text::trim;

/// The text with every literal in a `## Credentials` section, also in the default of a variable, replaced by as many bytes of
/// asterisks. Offsets, lines and columns of ASCII text stay as they are.
///
/// It reads lines and not the outline, so that a file which is no description hides its literals too. A bullet without a colon hides all
/// but its first word: most likely the colon was forgotten.
pub fn masked(text: &str) -> String {
    let mut masked = text.as_bytes().to_vec();
    let mut within = false;
    for line in text.split(['\n', '\r']) {
        if let Some(heading) = heading(line) {
            within = is_credentials(heading);
            continue;
        }
        let literals = match line.split_once(':') {
            _ if !within => continue,
            Some((_, value)) => {
                let value = trim(value);
                literal_ranges(value)
                    .into_iter()
                    .map(|range| &value[range])
                    .collect::<Vec<_>>()
            }
            None => bullet(line)
                .and_then(|bullet| bullet.split_once(' '))
                .map_or(vec![], |(_, rest)| vec![rest]),
        };
        for literal in literals {
            let start = literal.as_ptr() as usize - text.as_ptr() as usize;
            masked[start..start + literal.len()].fill(b'*');
        }
    }
    // Whole characters were overwritten by ASCII, so this is still UTF-8.
    String::from_utf8(masked).unwrap_or_default()
}

fn heading(line: &str) -> Option<&str> {
    let line = trim(line);
    line.starts_with('#').then(|| trim(line.trim_start_matches('#')))
}

fn bullet(line: &str) -> Option<&str> {
    trim(line).strip_prefix(['-', '*', '+']).map(trim)
}

/// Also a heading that was meant to be it.
fn is_credentials(heading: &str) -> bool {
    crate::nearest::nearest(heading, ["Credentials"]).is_some()
}
