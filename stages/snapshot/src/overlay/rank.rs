//! De-duplication, ranking, limit and order.
//!
//! Source: reference on agent-device, §4.3.

use std::cmp::Ordering;

use super::OverlayRef;

/// How many refs a picture shows, unless asked otherwise.
pub const DEFAULT_MAX_REFS: usize = 24;

/// A ref with its worth.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ranked {
    pub(super) score: u32,
    pub(super) shown: OverlayRef,
}

/// The best `limit` refs, from top to bottom. Of two with the same label, one inside the other, the smaller stays.
pub(super) fn rank(mut refs: Vec<Ranked>, limit: usize) -> Vec<OverlayRef> {
    let area = |ranked: &Ranked| ranked.shown.overlay_rect.width * ranked.shown.overlay_rect.height;
    refs.sort_by(|a, b| area(a).total_cmp(&area(b)));
    let mut kept: Vec<Ranked> = Vec::with_capacity(refs.len());
    for ranked in refs {
        let doubled = kept.iter().any(|smaller| {
            let label = ranked.shown.label.as_deref().filter(|label| !label.is_empty());
            label.is_some() && smaller.shown.label.as_deref() == label && nested(&smaller.shown, &ranked.shown)
        });
        if !doubled {
            kept.push(ranked);
        }
    }
    kept.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| in_place(&a.shown, &b.shown)));
    kept.truncate(limit);
    let mut shown: Vec<OverlayRef> = kept.into_iter().map(|ranked| ranked.shown).collect();
    shown.sort_by(in_place);
    shown
}

/// Top first, then left, then the number of the ref.
fn in_place(a: &OverlayRef, b: &OverlayRef) -> Ordering {
    let place = |shown: &OverlayRef| (shown.overlay_rect.y, shown.overlay_rect.x);
    let ((top_a, left_a), (top_b, left_b)) = (place(a), place(b));
    let by_ref = || {
        a.reference
            .number()
            .cmp(&b.reference.number())
            .then_with(|| a.reference.cmp(&b.reference))
    };
    top_a
        .total_cmp(&top_b)
        .then(left_a.total_cmp(&left_b))
        .then_with(by_ref)
}

/// Whether one of the two contains the other.
fn nested(a: &OverlayRef, b: &OverlayRef) -> bool {
    let window = |shown: &OverlayRef| {
        let rect = shown.overlay_rect;
        skillc_records::WindowRect::new(rect.x, rect.y, rect.width, rect.height)
    };
    crate::rect::contains(&window(a), &window(b)) || crate::rect::contains(&window(b), &window(a))
}
