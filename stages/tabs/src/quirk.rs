//! Quirks of the live explorer that are kept on purpose.

/// Odd behaviour of the live explorer that the rules here keep, so that they predict what it does. The linter reports where an APP.md
/// runs into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quirk {
    /// A text that is part of a tab's name matches it, so one letter of noise takes the place of a tab.
    NoiseMatches,
    /// The first match in list order wins, even if an exact one follows, and wherever on the screen it is.
    FirstMatchWins,
    /// One text can serve several tabs.
    SharedText,
    /// Of an even number of places the upper middle one is the median.
    UpperMedian,
    /// Orientation and edge are independent: a vertical axis along the bottom edge is legal, and its anchors leave the band.
    MixedLayout,
    /// A text of spaces is no icon: it matches no tab, but it isn't text-less either.
    SpacesAreText,
    /// Tabs of the same name are matched together.
    SharedName,
}
