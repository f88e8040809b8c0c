//! Screens: what makes two frames the same screen.
//!
//! | module | what it holds |
//! |---|---|
//! | [`pattern`](mod@pattern) | clock times, bare numbers, date words |
//! | [`structural`](mod@structural) | which texts belong to the screen rather than to the moment |
//! | [`fingerprint`](mod@fingerprint) | the hash of a screen, its refinements, and the fingerprint in compiled skills |
//! | [`title`](mod@title) | the title in the header band |
//! | [`mod@similarity`] | how alike two screens are |
//! | [`zones`](mod@zones) | which of header, content and bottom band hold texts |
//! | [`kind`](mod@kind) | tab root, list, settings, detail, modal |
//! | [`mod@identity`] | all that names a screen, for one frame |
//!
//! Source: reference on mirroir's semantics, §10 and §11. Quirks kept on purpose are listed at [`Quirk`].

pub mod fingerprint;
pub mod identity;
pub mod kind;
pub mod pattern;
mod quirk;
pub mod similarity;
pub mod structural;
pub mod title;
pub mod zones;

pub use fingerprint::{CompileFingerprint, Fingerprint, Refinement, compile_similarity, distinguishing_level};
pub use identity::{ScreenIdentity, identity};
pub use kind::ScreenKind;
pub use quirk::Quirk;
pub use similarity::{SAME_SCREEN, contains_viewport, similarity, title_aware_similarity};
pub use structural::StructuralTexts;
pub use zones::ZoneSignature;
