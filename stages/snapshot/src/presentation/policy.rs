//! How platforms differ, as values: the one interpreter of [`super::present`] reads them and knows no platform.
//!
//! Source: reference on agent-device, §1.6.2 and §1.6.3.

use serde::{Deserialize, Serialize};

use crate::{Acquirer, Channel, SnapshotSource};

/// What the clip fold does with a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FoldPolicy {
    /// Whether windows and subtrees that the platform says can't be seen are left out.
    pub hides_unseen: bool,
    /// What a node is clipped to.
    pub clip: Clip,
    /// Which containers clip what is in them.
    pub anchor: Anchor,
    /// What becomes of a node without any area left.
    pub outside: Outside,
    /// Which nodes belong to the regular and the interactive projection.
    pub membership: Membership,
    /// How the depth limit of a regular projection counts.
    pub depth: DepthCount,
    /// What makes a node hittable.
    pub hittable: HittableEvidence,
    /// Where scroll hints come from.
    pub hints: HintEvidence,
    /// Whether a sibling that is drawn later hides what it covers.
    pub drawing_order: bool,
}

/// What a node is clipped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Clip {
    /// Its window, and the scroll containers around it.
    WindowsAndAnchors,
    /// The screen, and the scroll containers around it.
    ViewportAndAnchors,
    /// The screen alone.
    Viewport,
}

/// Which containers clip what is in them and carry scroll hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Anchor {
    /// Those that say they scroll and have the type of a scroll container.
    SaysScrollable,
    /// Those of a scrolling type that have children.
    ScrollType,
}

/// What becomes of a node without any area left after clipping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Outside {
    /// It stays, with no size at its own place.
    KeptEmpty,
    /// It goes; a list or cell takes what is in it along. A node without a box stays.
    GoesWithLists,
    /// It goes with all that is in it. A node without a box counts as outside.
    GoesWithAll,
    /// It goes alone. A node without a box stays.
    GoesAlone,
}

/// Which nodes belong to a projection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Membership {
    /// Layouts and pictures must do something or say something; all else belongs.
    AndroidClasses,
    /// Known kinds belong, and whatever has a text.
    KnownKindsAndTexts,
}

/// How the depth limit of a regular projection counts. A raw projection always counts raw levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DepthCount {
    /// Levels of the acquired tree.
    RawLevels,
    /// Levels after wrappers are folded away.
    PresentedLevels,
}

/// What makes a node hittable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HittableEvidence {
    /// It takes input and has area left; said only when true.
    TakesInput,
    /// The producer says so, it is enabled, has area left and its middle is on the screen; unsaid where the producer is silent.
    Reported,
}

/// Where scroll hints come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HintEvidence {
    /// What the container says about scrolling on.
    ScrollFacts,
    /// What was clipped away above and below it.
    ClippedAway,
}

impl FoldPolicy {
    /// Android's accessibility service.
    pub const ANDROID: Self = Self {
        hides_unseen: true,
        clip: Clip::WindowsAndAnchors,
        anchor: Anchor::SaysScrollable,
        outside: Outside::KeptEmpty,
        membership: Membership::AndroidClasses,
        depth: DepthCount::RawLevels,
        hittable: HittableEvidence::TakesInput,
        hints: HintEvidence::ScrollFacts,
        drawing_order: true,
    };

    /// Apple's runners, the default.
    pub const CURSOR_PROJECTED: Self = Self {
        hides_unseen: false,
        clip: Clip::ViewportAndAnchors,
        anchor: Anchor::ScrollType,
        outside: Outside::GoesWithLists,
        membership: Membership::KnownKindsAndTexts,
        depth: DepthCount::PresentedLevels,
        hittable: HittableEvidence::Reported,
        hints: HintEvidence::ClippedAway,
        drawing_order: false,
    };

    /// Apple's runners, for trees whose containers don't clip.
    pub const PLAIN_VIEWPORT: Self = Self {
        clip: Clip::Viewport,
        outside: Outside::GoesWithAll,
        ..Self::CURSOR_PROJECTED
    };

    /// Desktops and pages, where a box may be missing and a sentinel stands for what isn't shown.
    pub const DESKTOP: Self = Self {
        clip: Clip::Viewport,
        outside: Outside::GoesAlone,
        ..Self::CURSOR_PROJECTED
    };

    /// The policy for trees of `source`. Where the producer isn't known the one that assumes least of its channel is taken.
    pub fn of(source: SnapshotSource) -> Self {
        match (source.acquirer(), source.channel()) {
            (Some(Acquirer::AndroidUiautomator), _) | (None, Channel::Android) => Self::ANDROID,
            // Appium's page source says nothing about windows, scrolling on or drawing order.
            (Some(Acquirer::AppiumSourceOnAndroid), _) => Self {
                hides_unseen: false,
                drawing_order: false,
                clip: Clip::ViewportAndAnchors,
                ..Self::ANDROID
            },
            (_, Channel::Xctest) => Self::CURSOR_PROJECTED,
            _ => Self::DESKTOP,
        }
    }
}
