//! All that names a screen, for one frame.

use serde::{Deserialize, Serialize};
use skillc_records::{ScreenPoints, WindowSize};

use crate::{Fingerprint, Refinement, ScreenKind, StructuralTexts, ZoneSignature, fingerprint};

/// What names the screen that a frame shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenIdentity {
    /// The hash of its texts and number of icons.
    pub fingerprint: Fingerprint,
    /// The texts that belong to the screen.
    pub structural: StructuralTexts,
    /// How many icons it has.
    pub icon_count: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// How its texts are spread.
    pub zones: ZoneSignature,
    /// What kind of screen it is.
    pub kind: ScreenKind,
}

impl ScreenIdentity {
    /// The hash at a level of refinement.
    pub fn refined(&self, level: Refinement) -> Fingerprint {
        fingerprint::hash(&fingerprint::payload(
            &self.structural,
            self.icon_count,
            self.title.as_deref(),
            self.zones,
            level,
        ))
    }
}

/// The identity of the screen that a frame shows.
pub fn identity(screen: &ScreenPoints, window: WindowSize) -> ScreenIdentity {
    let structural = StructuralTexts::of(&screen.points);
    let zones = ZoneSignature::of(&screen.points);
    let icon_count = screen.icons.len();
    ScreenIdentity {
        fingerprint: fingerprint::hash(&fingerprint::payload(
            &structural,
            icon_count,
            None,
            zones,
            Refinement::Plain,
        )),
        structural,
        icon_count,
        title: crate::title::title(&screen.points).map(ToOwned::to_owned),
        zones,
        kind: ScreenKind::of(screen, window),
    }
}
