//! Whether two screens of two compiles are the same screen.

use skillc_model::ScreenModel;
use skillc_screens::similarity;
use skillc_text::equals;

/// Screens at least this alike are the same.
pub(crate) const SAME: f64 = 0.5;

/// How alike two screens are, from 0 to 1. The same frame or the same fingerprint is the same screen; else the texts that both have
/// decide, and a title that both have counts for half.
pub(crate) fn alike(a: &ScreenModel, b: &ScreenModel) -> f64 {
    if a.frame == b.frame || a.fingerprint == b.fingerprint {
        return 1.0;
    }
    let texts = if a.texts.is_empty() || b.texts.is_empty() {
        0.0
    } else {
        similarity(&a.texts, &b.texts)
    };
    match (&a.title, &b.title) {
        (Some(mine), Some(theirs)) if equals(mine, theirs) => 0.5 + texts / 2.0,
        _ => texts,
    }
}

/// Whether they are the same screen.
pub(crate) fn same(a: &ScreenModel, b: &ScreenModel) -> bool {
    alike(a, b) >= SAME
}

/// How alike two ways are, from 0 to 1: the most that can be paired off in order, as a part of the longer one.
pub(crate) fn path_alike(a: &[ScreenModel], b: &[ScreenModel]) -> f64 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 1.0;
    }
    let mut row = vec![0.0_f64; b.len() + 1];
    for mine in a {
        let mut diagonal = 0.0;
        for (place, theirs) in b.iter().enumerate() {
            let above = row[place + 1];
            let alike = alike(mine, theirs);
            let paired = if alike >= SAME { diagonal + alike } else { 0.0 };
            row[place + 1] = paired.max(above).max(row[place]);
            diagonal = above;
        }
    }
    row[b.len()] / longer as f64
}
