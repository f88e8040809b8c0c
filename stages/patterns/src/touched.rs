//! What the pattern of a touched row calls it.
//!
//! A row with a chevron at its end is one way, wherever along its width it is touched, and the label rule of its pattern says what
//! that way is called. In any other row, and in the bars, texts side by side may do different things, so each stands for itself.
//!
//! Upstream's explorer only ever taps where a pattern says, and a component that absorbed rows may be called by a text of any of
//! them. A recording may have touched anything, and a step has to name what was touched: so the rule is asked about the touched row
//! alone, and a row that upstream counts to the one above it but that leads on by itself has its own name.
//!
//! Source: reference on mirroir's semantics, §12 (excluded labels), §14 (rows, label rules).

use skillc_records::{TapPoint, WindowPoint, WindowSize};
use skillc_text::{equals, trim};

use crate::components::{label, parts, tap_target};
use crate::element::{ElementPattern, Zone};
use crate::matching;
use crate::row::{Row, is_chevron, rows};

/// A finger this far above or below the texts of a row is still on it: half a row. Points.
const HALF_ROW: f64 = 22.0;
/// Marks of a way back.
const BACK_MARKS: [char; 3] = ['<', '‹', '〈'];

/// A row's name, and the pattern that gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowName {
    /// The name of the pattern.
    pub pattern: String,
    /// The row's name: one of its texts.
    pub label: String,
}

/// What was touched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touched<'t> {
    /// The text that it was meant for, where somebody noted it.
    pub text: Option<&'t str>,
    /// Where the finger came down, where that is known.
    pub at: Option<WindowPoint>,
}

/// What the pattern of the touched row of a screen calls it; none if it isn't one way as a whole, if nothing matches it, if tapping
/// what matches does nothing, or if the label is one of `excluded`.
pub fn row_name(
    points: &[TapPoint],
    touched: Touched<'_>,
    patterns: &[ElementPattern],
    excluded: &[String],
    window: WindowSize,
) -> Option<RowName> {
    if patterns.is_empty() {
        return None;
    }
    let row = touched_row(rows(points), touched)?;
    if row.zone(window.height) != Zone::Content || !is_one_way(&row) {
        return None;
    }
    let pattern = matching::best(patterns, &row, window.height).filter(|pattern| pattern.interaction.clickable)?;
    let parts = parts(&row);
    let target = tap_target(&parts, pattern.interaction.click_target)?;
    let label = label(pattern, &parts, Some(target));
    let says_nothing = trim(&label).is_empty() || is_chevron(&label) || excluded.iter().any(|one| equals(one, &label));
    (!says_nothing).then(|| RowName {
        pattern: pattern.name.clone(),
        label,
    })
}

/// The nearest row that the finger was on. If somebody noted what it was meant for, only a row with that text counts; without a place
/// there must be no other.
fn touched_row<'p>(rows: Vec<Row<'p>>, touched: Touched<'_>) -> Option<Row<'p>> {
    let shows = |row: &Row<'_>| {
        touched
            .text
            .is_none_or(|text| row.elements.iter().any(|element| equals(&element.text, text)))
    };
    let mut meant = rows.into_iter().filter(shows);
    let Some(at) = touched.at else {
        let only = meant.next();
        return only.filter(|_| touched.text.is_some() && meant.next().is_none());
    };
    let away = |row: &Row<'_>| (row.top() - at.y).max(at.y - row.bottom()).max(0.0);
    meant
        .filter(|row| away(row) <= HALF_ROW)
        .min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Whether nothing but a chevron stands at the row's right end and nowhere else, and nothing in it leads back. A text that carries
/// the chevron itself ("See All ›") is a way of its own beside what else is in the row.
fn is_one_way(row: &Row<'_>) -> bool {
    let last = row.elements.iter().max_by(|a, b| a.at.x.total_cmp(&b.at.x));
    last.is_some_and(|last| is_chevron(&last.text))
        && row.chevrons() == 1
        && !row
            .elements
            .iter()
            .any(|element| trim(&element.text).starts_with(BACK_MARKS))
}
