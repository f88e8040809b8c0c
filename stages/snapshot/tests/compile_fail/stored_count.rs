//! No arm stores a count of its refs.

use skillc_snapshot::{NonEmpty, OverlayRef, TimeoutEvidence};

fn annotated(one: OverlayRef) -> TimeoutEvidence {
    TimeoutEvidence::Annotated { path: "a.png".to_owned(), refs: NonEmpty::new(one, Vec::new()), overlay_ref_count: 0 }
}

fn main() {
    let _ = annotated;
}
