//! What the failing cases get wrong, done right: it compiles, so they fail for the reason that they name.

use std::time::Duration;

use skillc_snapshot::freshness::RetrySchedule;
use skillc_snapshot::{Acquirer, NonEmpty, OverlayRef, SnapshotSource, TimeoutEvidence};

fn annotated(one: OverlayRef) -> TimeoutEvidence {
    TimeoutEvidence::Annotated { path: "a.png".to_owned(), refs: NonEmpty::new(one, Vec::new()) }
}

fn main() {
    let _ = annotated;
    let _ = SnapshotSource::Acquired(Acquirer::AppleRunner);
    let _ = RetrySchedule { budget: Duration::from_millis(1500), delays: Vec::new() };
}
