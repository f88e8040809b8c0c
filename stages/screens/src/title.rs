//! The title in the header band.

use skillc_records::TapPoint;

/// The title of a screen.
pub fn title(_points: &[TapPoint]) -> Option<&str> {
    None
}
