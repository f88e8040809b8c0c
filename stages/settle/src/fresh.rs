//! Whether the frame that stands for a result shows it, or still what was there before.
//!
//! After an action that leads to another screen, every frame up to the next action is an attempt of the freshness loop, with the recorded
//! times as its clock. Trees are compared where the producer records them, else pictures and detections. A frame that the loop doesn't
//! trust stands for the result all the same if there is no better one, and what speaks against it is carried on.
//!
//! Source: reference on agent-device, §2.

use std::collections::BTreeMap;

use skillc_records::{Action, Frame, FrameIndex, Node as Row, Recording};
use skillc_snapshot::{
    Node, SnapshotSource,
    freshness::{
        Baseline, BaselineTree, Freshness, FreshnessWindow, Look, LookWindow, Mode, NavigationAction, RecordedAttempt,
        RetrySchedule, Standing, StuckRule, TreeAttempt, classify_look, classify_tree, replay,
    },
    recorded,
};

use crate::{ActionResult, Doubt, SettlePolicy, Settled, between, settle};

/// Like [`settle`], and no frame stands for a result unseen that freshness speaks against.
pub fn settle_recording(recording: &Recording, policy: SettlePolicy) -> Vec<Settled> {
    let mut settled = settle(&recording.frames, &recording.actions, recording.session.state, policy);
    let seen = Seen::of(recording);
    for (i, settled) in settled.iter_mut().enumerate() {
        let Some((standing, frame)) = seen.standing(i, settled.before) else {
            continue;
        };
        let chosen = settled.result.frame();
        // A capture that recovered is better than an earlier one that was merely the last without a flaw.
        let frame = chosen.map_or(frame, |chosen| chosen.max(frame));
        match (&settled.result, standing.freshness.reason()) {
            (ActionResult::Trustworthy { .. }, None) => settled.result = ActionResult::Trustworthy { frame },
            (ActionResult::Trustworthy { .. }, Some(_)) => {
                let doubt = Doubt::Stale {
                    freshness: standing.freshness,
                };
                settled.result = ActionResult::Doubtful { frame, doubt };
            }
            // What the producer itself says against a frame weighs more.
            (ActionResult::Doubtful { .. } | ActionResult::NotSeen { .. }, _) => {}
        }
    }
    settled
}

/// How far the result of each navigation can be trusted, by the place of the action; actions that lead nowhere else aren't asked about.
pub fn freshness(recording: &Recording) -> BTreeMap<usize, Freshness> {
    let settled = settle(
        &recording.frames,
        &recording.actions,
        recording.session.state,
        SettlePolicy::default(),
    );
    let seen = Seen::of(recording);
    let of = |(i, settled): (usize, &Settled)| Some((i, seen.standing(i, settled.before)?.0.freshness));
    settled.iter().enumerate().filter_map(of).collect()
}

/// What a session shows, frame by frame.
struct Seen<'r> {
    recording: &'r Recording,
    /// Where its trees come from; none if it records none.
    source: Option<SnapshotSource>,
    /// The nodes of each frame.
    rows: BTreeMap<FrameIndex, Vec<Row>>,
}

impl<'r> Seen<'r> {
    fn of(recording: &'r Recording) -> Self {
        let mut rows: BTreeMap<FrameIndex, Vec<Row>> = BTreeMap::new();
        for node in &recording.nodes {
            rows.entry(node.frame).or_default().push(node.clone());
        }
        let target = recording.session.target.platform.as_deref();
        Self {
            recording,
            source: SnapshotSource::of_session(recording.session.producer, target),
            rows,
        }
    }

    /// The attempt that stands for the result of action `i`, and its frame; none if the action leads nowhere else or nothing was seen.
    fn standing(&self, i: usize, before: Option<FrameIndex>) -> Option<(Standing, FrameIndex)> {
        let action = &self.recording.actions[i];
        let navigation = NavigationAction::of(&action.kind)?;
        let before = before.and_then(|frame| self.recording.frames.get(usize::try_from(frame.0).ok()?));
        let after: Vec<&Frame> = self.recording.frames
            [between::following(&self.recording.frames, &self.recording.actions, i)]
        .iter()
        .filter(|frame| frame.attempt.is_usable())
        .collect();
        // Without times there is no lag to speak of: imported graphs have none.
        if after.iter().all(|frame| frame.captured_at <= action.started_at) {
            return None;
        }
        let standing = match self.tree(before?) {
            Some(tree) if after.iter().all(|frame| self.rows.contains_key(&frame.index)) => {
                self.by_trees(action, navigation, before?, &tree, &after)
            }
            _ => self.by_looks(action, navigation, before?, &after),
        }?;
        Some((standing, after.get(standing.attempt)?.index))
    }

    /// The regular projection of a frame's tree; none if it has none.
    fn tree(&self, frame: &Frame) -> Option<Vec<Node>> {
        Some(Vec::from(recorded::regular(self.source?, self.rows.get(&frame.index)?)))
    }

    fn by_trees(
        &self,
        action: &Action,
        navigation: NavigationAction,
        before: &Frame,
        tree: &[Node],
        after: &[&Frame],
    ) -> Option<Standing> {
        let before = BaselineTree {
            nodes: tree,
            comparison_safe: true,
            captured_at: before.captured_at,
        };
        let baseline = Baseline::choose(Some(before), None, action.started_at);
        let window = FreshnessWindow {
            action: navigation,
            marked_at: action.started_at,
            baseline,
        };
        let attempts: Vec<_> = after
            .iter()
            .map(|frame| RecordedAttempt {
                at: frame.captured_at,
                shows: self.tree(frame).unwrap_or_default(),
            })
            .collect();
        replay(action.started_at, &RetrySchedule::default(), &attempts, |nodes| {
            let attempt = TreeAttempt {
                nodes,
                interactive_only: false,
                raw_node_count: None,
            };
            classify_tree(&attempt, &window, Mode::Default, &StuckRule::default())
        })
    }

    fn by_looks(
        &self,
        action: &Action,
        navigation: NavigationAction,
        before: &Frame,
        after: &[&Frame],
    ) -> Option<Standing> {
        let look = |frame: &Frame| Look::of(frame, self.recording.detections_on(frame.index));
        let window = LookWindow {
            action: navigation,
            marked_at: action.started_at,
            before: Some(look(before)),
        };
        let attempts: Vec<_> = after
            .iter()
            .map(|frame| RecordedAttempt {
                at: frame.captured_at,
                shows: look(frame),
            })
            .collect();
        replay(action.started_at, &RetrySchedule::default(), &attempts, |now| {
            classify_look(now, &window, &StuckRule::default())
        })
    }
}
