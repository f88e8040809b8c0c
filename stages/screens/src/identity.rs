//! All that names a screen, for one frame.

use serde::{Deserialize, Serialize};
use skillc_records::{ScreenPoints, TapPoint, WindowSize};

use crate::structural::is_structural;
use crate::{
    CompileFingerprint, Fingerprint, Refinement, ScreenKind, StructuralTexts, ZoneSignature, fingerprint, title,
};

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
    /// Which of its bands hold texts.
    pub zones: ZoneSignature,
    /// What kind of screen it is.
    pub kind: ScreenKind,
}

impl ScreenIdentity {
    /// The text that is hashed at a level of refinement.
    pub fn payload(&self, level: Refinement) -> String {
        fingerprint::payload(
            &self.structural,
            self.icon_count,
            self.title.as_deref(),
            self.zones,
            level,
        )
    }

    /// The hash at a level of refinement.
    pub fn refined(&self, level: Refinement) -> Fingerprint {
        match level {
            Refinement::Plain => self.fingerprint.clone(),
            _ => fingerprint::hash(&self.payload(level)),
        }
    }

    /// The fingerprint for a compiled skill.
    pub fn compile_fingerprint(&self) -> CompileFingerprint {
        CompileFingerprint {
            hash: self.fingerprint.clone(),
            structural_texts: self.structural.clone(),
            icon_count: self.icon_count,
        }
    }
}

/// The identity of the screen that a frame shows. `window` decides only where a way back is looked for.
pub fn identity(screen: &ScreenPoints, window: WindowSize) -> ScreenIdentity {
    let lasting: Vec<&TapPoint> = screen.points.iter().filter(|point| is_structural(point)).collect();
    let structural = StructuralTexts::of_structural(lasting.iter().copied());
    let zones = ZoneSignature::of_structural(lasting.iter().copied());
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
        title: title::title(&screen.points).map(ToOwned::to_owned),
        zones,
        kind: ScreenKind::of(&screen.points, window),
    }
}
