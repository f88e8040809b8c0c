//! Which frame stands for what, through the public door.

use proptest::prelude::*;
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, Attempt, FailureReason, Frame, FrameIndex, Quality, SessionState,
    Timestamp, WindowPoint,
};
use skillc_settle::{ActionResult, Doubt, NotSeen, Performed, SettlePolicy, Settled, settle};

fn frame(index: u32, attempt: Attempt) -> Frame {
    Frame {
        index: FrameIndex(index),
        captured_at: Timestamp(i64::from(index) * 10),
        picture: None,
        attempt,
        elapsed_ms: None,
        quality: Quality::Unstated,
        masked: Vec::new(),
    }
}

fn failed(reason: FailureReason) -> Attempt {
    Attempt::Failed {
        reason,
        error_type: None,
        exit_code: None,
    }
}

fn tap(index: u32, before: Option<u32>, after: Option<u32>) -> Action {
    Action {
        index: ActionIndex(index),
        frame_before: before.map(FrameIndex),
        frame_after: after.map(FrameIndex),
        kind: ActionKind::Tap {
            at: Some(WindowPoint::default()),
        },
        target_text: None,
        display_label: None,
        started_at: Timestamp(i64::from(index) * 20 + 5),
        ended_at: None,
        outcome: ActionOutcome::Ok,
    }
}

fn settled(frames: &[Frame], actions: &[Action]) -> Vec<Settled> {
    settle(frames, actions, SessionState::Sealed, SettlePolicy::LastGoodFrame)
}

fn trustworthy(frame: u32) -> ActionResult {
    ActionResult::Trustworthy {
        frame: FrameIndex(frame),
    }
}

#[test]
fn the_last_good_frame_before_the_next_action_stands_for_the_result() {
    let frames: Vec<Frame> = (0..6).map(|i| frame(i, Attempt::Ok)).collect();
    let all = settled(&frames, &[tap(0, Some(0), Some(1)), tap(1, Some(3), Some(4))]);
    assert_eq!((all[0].before, &all[0].result), (Some(FrameIndex(0)), &trustworthy(3)));
    assert_eq!((all[1].before, &all[1].result), (Some(FrameIndex(3)), &trustworthy(5)));
    assert_eq!(all[0].performed, Performed::Done);
}

#[test]
fn a_failed_capture_is_passed_over_and_named_if_there_is_no_other() {
    let mut frames: Vec<Frame> = (0..3).map(|i| frame(i, Attempt::Ok)).collect();
    frames[2].attempt = failed(FailureReason::AccessibilityTimeout);
    let actions = [tap(0, Some(0), Some(1)), tap(1, Some(2), None)];
    assert_eq!(settled(&frames, &actions)[0].result, trustworthy(1));
    frames[1].attempt = failed(FailureReason::Killed);
    let all = settled(&frames, &actions);
    let timeout = NotSeen::Failed(FailureReason::AccessibilityTimeout);
    assert_eq!(all[0].result, ActionResult::NotSeen { reason: timeout });
    // What the second tap was decided on nobody saw; the screen from before the first tap is not it.
    assert_eq!(all[1].before, None);
}

#[test]
fn thin_and_degraded_captures_stand_for_want_of_better() {
    let mut frames: Vec<Frame> = (0..3).map(|i| frame(i, Attempt::Ok)).collect();
    frames[2].attempt = Attempt::Sparse;
    let actions = [tap(0, Some(0), Some(1))];
    assert_eq!(settled(&frames, &actions)[0].result, trustworthy(1));
    frames[1].quality = Quality::Degraded {
        reason: "presentation-failed".to_owned(),
    };
    let sparse = ActionResult::Doubtful {
        frame: FrameIndex(2),
        doubt: Doubt::Sparse,
    };
    assert_eq!(settled(&frames, &actions)[0].result, sparse);
    frames[2].attempt = failed(FailureReason::Killed);
    let reason = "presentation-failed".to_owned();
    let degraded = ActionResult::Doubtful {
        frame: FrameIndex(1),
        doubt: Doubt::Degraded { reason },
    };
    assert_eq!(settled(&frames, &actions)[0].result, degraded);
}

#[test]
fn quick_actions_share_the_frame_before_and_only_the_last_has_a_result() {
    let frames: Vec<Frame> = (0..2).map(|i| frame(i, Attempt::Ok)).collect();
    let all = settled(&frames, &[tap(0, Some(0), None), tap(1, Some(0), Some(1))]);
    assert_eq!(
        all[0].result,
        ActionResult::NotSeen {
            reason: NotSeen::Missing
        }
    );
    assert_eq!((all[1].before, &all[1].result), (Some(FrameIndex(0)), &trustworthy(1)));
}

#[test]
fn a_session_that_was_cut_off_says_so() {
    let frames = [frame(0, Attempt::Ok)];
    let cut = settle(
        &frames,
        &[tap(0, Some(0), None)],
        SessionState::Recovered,
        SettlePolicy::LastGoodFrame,
    );
    assert_eq!(
        cut[0].result,
        ActionResult::NotSeen {
            reason: NotSeen::Interrupted
        }
    );
    let whole = settled(&frames, &[tap(0, Some(0), None)]);
    assert_eq!(
        whole[0].result,
        ActionResult::NotSeen {
            reason: NotSeen::Missing
        }
    );
    // Only the last action can have been cut off.
    let actions = [tap(0, Some(0), None), tap(1, Some(0), None)];
    let cut_later = settle(&frames, &actions, SessionState::Recovered, SettlePolicy::LastGoodFrame);
    assert_eq!(cut_later[0].result, whole[0].result);
    assert_eq!(cut_later[1].result, cut[0].result);
    let frames = [frame(0, Attempt::Ok), frame(1, failed(FailureReason::Interrupted))];
    assert_eq!(settled(&frames, &[tap(0, Some(0), None)])[0].result, cut[0].result);
}

#[test]
fn without_the_recorders_word_the_clock_decides() {
    // Frames at 0, 10, 20, …; actions at 5 and 25.
    let frames: Vec<Frame> = (0..4).map(|i| frame(i, Attempt::Ok)).collect();
    let all = settled(&frames, &[tap(0, None, None), tap(1, None, None)]);
    assert_eq!((all[0].before, &all[0].result), (Some(FrameIndex(0)), &trustworthy(2)));
    assert_eq!((all[1].before, &all[1].result), (Some(FrameIndex(2)), &trustworthy(3)));
}

#[test]
fn a_launch_before_the_first_capture_has_nothing_before_it() {
    let frames = [frame(0, Attempt::Ok)];
    let all = settled(&frames, &[tap(0, None, Some(0))]);
    assert_eq!((all[0].before, &all[0].result), (None, &trustworthy(0)));
}

proptest! {
    #[test]
    fn no_claim_leads_outside_and_every_answer_is_a_usable_frame(
        attempts in prop::collection::vec(0..3_u8, 0..8),
        claims in prop::collection::vec((prop::option::of(any::<u32>()), prop::option::of(0..12_u32)), 0..6),
        small in any::<bool>(),
    ) {
        let frames: Vec<Frame> = (0..).zip(&attempts).map(|(i, kind)| frame(i, match kind {
            0 => Attempt::Ok,
            1 => Attempt::Sparse,
            _ => failed(FailureReason::ProducerError),
        })).collect();
        let actions: Vec<Action> = (0..).zip(&claims)
            .map(|(i, &(before, after))| tap(i, before.map(|b| if small { b % 10 } else { b }), after)).collect();
        let all = settled(&frames, &actions);
        prop_assert_eq!(all.len(), actions.len());
        for answer in all {
            for index in [answer.before, answer.result.frame()].into_iter().flatten() {
                prop_assert!(frames[index.0 as usize].attempt.is_usable());
            }
            let bytes = postcard::to_allocvec(&answer).expect("serialises");
            prop_assert_eq!(postcard::from_bytes::<Settled>(&bytes).expect("reads back"), answer);
        }
    }
}
