//! Colours, light and dark.

use crate::options::Theme;

/// The colours of one theme, as SVG writes them.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) ground: &'static str,
    pub(crate) card: &'static str,
    pub(crate) bar: &'static str,
    pub(crate) hairline: &'static str,
    pub(crate) text: &'static str,
    pub(crate) quiet_text: &'static str,
    pub(crate) chevron: &'static str,
    pub(crate) field: &'static str,
    pub(crate) block: &'static str,
    pub(crate) block_mark: &'static str,
    pub(crate) tab: &'static str,
    pub(crate) on_tint: &'static str,
    /// Laid over the screen below a modal.
    pub(crate) veil: &'static str,
    pub(crate) veil_opacity: f64,
    /// One of these is the app's own colour.
    tints: [&'static str; 5],
}

const LIGHT: Palette = Palette {
    ground: "#f2f2f7",
    card: "#ffffff",
    bar: "#f9f9f9",
    hairline: "#d1d1d6",
    text: "#000000",
    quiet_text: "#6e6e73",
    chevron: "#8e8e93",
    field: "#e3e3e8",
    block: "#d1d1d6",
    block_mark: "#f2f2f7",
    tab: "#7c7c80",
    on_tint: "#ffffff",
    veil: "#000000",
    veil_opacity: 0.4,
    tints: ["#0a6cff", "#c4342b", "#1f8a3b", "#7b3fc4", "#b25a00"],
};

/// No ground here is darker than 20 in every channel: the live explorer takes darker margins for the edge of the mirrored window
/// (reference on mirroir's semantics, §8, content bounds).
const DARK: Palette = Palette {
    ground: "#1c1c1e",
    card: "#2c2c2e",
    bar: "#232325",
    hairline: "#48484a",
    text: "#ffffff",
    quiet_text: "#a1a1a6",
    chevron: "#98989d",
    field: "#3a3a3c",
    block: "#48484a",
    block_mark: "#636366",
    tab: "#a1a1a6",
    on_tint: "#ffffff",
    veil: "#1c1c1e",
    veil_opacity: 0.6,
    tints: ["#3b8cff", "#ff6159", "#34b85a", "#b07cff", "#e08a2c"],
};

impl Palette {
    /// The colours of `theme`.
    pub(crate) fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The app's own colour: which one depends on its name only.
    pub(crate) fn tint(&self, app: &str) -> &'static str {
        let sum = app.bytes().fold(0_usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        self.tints[sum % self.tints.len()]
    }
}
