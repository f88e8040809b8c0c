//! An annotated picture has at least one ref.

use skillc_snapshot::TimeoutEvidence;

fn main() {
    let _ = TimeoutEvidence::Annotated { path: "a.png".to_owned(), refs: Vec::new() };
}
