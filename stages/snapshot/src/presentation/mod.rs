//! Presentation: one acquired tree, seen raw, regular or interactive.
//!
//! One interpreter, the clip fold, runs for every platform; how platforms differ is a value, the [`FoldPolicy`]. What comes out of it:
//!
//! 1. what can't be seen is left out (other windows, invisible subtrees);
//! 2. boxes are clipped to windows and scroll containers, and what was clipped away leaves scroll hints;
//! 3. nodes that say and do nothing are folded away; their children move to the nearest node that stays;
//! 4. what a later drawn sibling hides is left out, groups without a name too;
//! 5. what an overlay covers is marked, refs are given out.
//!
//! Raw holds all that regular holds, and regular all that interactive holds: membership is decided once on the whole tree.
//! Depth limits count from different levels and scopes begin at different nodes, so they are applied last.
//!
//! Source: reference on agent-device, §1.6.

mod assemble;
pub(crate) mod budget;
mod clip;
mod cover;
mod hints;
mod membership;
mod occlusion;
mod policy;
mod scope;

pub(crate) use assemble::is_real_label;
pub use assemble::{Presented, present, present_within};
pub use budget::{FailedPhase, PresentationFailure, WorkBudget};
pub use policy::{Anchor, Clip, DepthCount, FoldPolicy, HintEvidence, HittableEvidence, Membership, Outside};

/// The screen of an acquisition in the tree's unit: what the producer says, else what its windows or roots cover.
pub fn viewport(acquisition: &crate::Acquisition) -> Option<skillc_records::WindowRect> {
    clip::viewport(acquisition)
}
