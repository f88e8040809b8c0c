//! How deep, how wide, how long.

use serde::{Deserialize, Serialize};

/// The limits of an exploration. The defaults are the live explorer's (reference on mirroir's semantics, §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Screens further than this from the first one are not explored.
    pub depth: u32,
    /// The most screens.
    pub screens: usize,
    /// The longest time by the target's clock, in seconds.
    pub seconds: u32,
    /// The most taps to find new things on one screen. Tabs, dismissals and ways back don't count.
    pub actions_per_screen: usize,
    /// The most strokes to see what is below on one screen.
    pub scrolls: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            depth: 6,
            screens: 30,
            seconds: 300,
            actions_per_screen: 5,
            scrolls: 3,
        }
    }
}
