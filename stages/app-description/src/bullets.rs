//! Lists of `- ` bullets: Skip, Tips, Tabs.

use skillc_text::{strip_quotes, trim};

use crate::cut;
use crate::diagnostics::DiagnosticKind;
use crate::outline::Section;
use crate::parse::Reader;

/// The items in order. Indents mean nothing; quotes around an item go, any number of them, and nothing is trimmed after that.
pub(crate) fn bullets<'t>(reader: &mut Reader<'_>, section: &Section<'t>) -> Vec<&'t str> {
    let mut items = Vec::new();
    for line in &section.lines {
        let trimmed = trim(line);
        let Some(text) = cut::bullet(trimmed) else {
            if !trimmed.is_empty() {
                reader.note(DiagnosticKind::ListLineIgnored, trimmed);
            }
            continue;
        };
        let item = strip_quotes(trim(text));
        if item.is_empty() {
            reader.note(DiagnosticKind::ListItemEmpty, trimmed);
        } else {
            items.push(item);
        }
    }
    items
}
