//! What stages pass on survives the store of results.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod shared;

use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use shared::{acquisition, nodes};
use skillc_records::{PixelRect, WindowRect};
use skillc_snapshot::{
    CaptureState, CaptureStrategy, ElementRef, FoldPolicy, OverlayRef, PlatformFamily, PresentationOptions,
    QualityVerdict, TimeoutEvidence,
    evidence::{EvidenceMode, record},
    freshness::{Freshness, RetrySchedule, StaleReason},
    present,
    selector::{ChainPurpose, MatchOptions, chain_for},
};

fn assert_kept<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = postcard::to_stdvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
}

#[test]
fn verdicts_and_outcomes_are_kept() {
    assert_kept(&QualityVerdict::plain(
        CaptureState::Recovered,
        CaptureStrategy::Queries,
    ));
    assert_kept(&Freshness::Suspicious {
        retries: 3,
        reason: StaleReason::SamePicture,
    });
    assert_kept(&RetrySchedule::default());
    let shown = OverlayRef::new(
        ElementRef::at(0),
        None,
        WindowRect::new(0.0, 0.0, 9.0, 9.0),
        PixelRect::new(0.0, 0.0, 9.0, 9.0),
    );
    assert_kept(&TimeoutEvidence::drawn("a.png".into(), vec![shown]));
    assert_kept(&TimeoutEvidence::drawn("a.png".into(), Vec::new()));
}

proptest! {
    #[test]
    fn trees_chains_and_evidence_are_kept(nodes in nodes(false), pick in 0usize..40) {
        let acquired = acquisition("android", nodes);
        assert_kept(&acquired);
        assert_kept(&present(&acquired, &PresentationOptions::default(), &FoldPolicy::ANDROID));
        prop_assume!(!acquired.tree.is_empty());
        let target = pick % acquired.tree.len();
        let chain = chain_for(&acquired.tree, target, ChainPurpose::Act);
        assert_kept(&chain);
        let options = MatchOptions::one(PlatformFamily::Android);
        assert_kept(&record(&acquired.tree, target, &chain, &options, EvidenceMode::Act));
    }
}
