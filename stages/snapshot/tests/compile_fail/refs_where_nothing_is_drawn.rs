//! Only the annotated arm carries refs.

use skillc_snapshot::{OverlayRef, TimeoutEvidence};

fn nothing(refs: Vec<OverlayRef>) -> TimeoutEvidence {
    TimeoutEvidence::NothingToDraw { path: "a.png".to_owned(), refs }
}

fn main() {
    let _ = nothing;
}
