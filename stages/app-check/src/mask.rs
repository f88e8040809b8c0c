//! The text without the literals of its credentials, for showing lines to people and logs.

use skillc_app_description::credentials::literal_ranges;
use skillc_text::trim;

use crate::source::Source;

/// The text with every literal in a `## Credentials` section, also in the default of a variable, replaced by as many bytes of
/// asterisks. Offsets, lines and columns of ASCII text stay as they are.
pub fn masked(text: &str) -> String {
    let source = Source::new(text);
    let mut masked = text.as_bytes().to_vec();
    for section in source
        .outline
        .sections
        .iter()
        .filter(|section| is_credentials(section.heading))
    {
        for line in &section.lines {
            let Some((_, value)) = line.split_once(':') else {
                continue;
            };
            let value = trim(value);
            let start = value.as_ptr() as usize - text.as_ptr() as usize;
            for range in literal_ranges(value) {
                masked[start + range.start..start + range.end].fill(b'*');
            }
        }
    }
    // Whole characters were overwritten by ASCII, so this is still UTF-8.
    String::from_utf8(masked).unwrap_or_default()
}

/// Also a heading that was meant to be it.
fn is_credentials(heading: &str) -> bool {
    crate::nearest::nearest(heading, ["Credentials"]).is_some()
}
