//! Quirks of the live explorer that are kept on purpose.

/// Odd behaviour of the live explorer that the rules here keep, so that they predict what it does. The linter reports where an
/// APP.md runs into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quirk {
    /// `hint` surfaces nothing: it has the same effect as `off`.
    HintIsOff,
    /// The title word `rate` is a bare substring, so "Generate report" looks like a request for a rating.
    RateInsideWords,
    /// A typographic apostrophe is another character: "Don’t Allow" is no known button.
    TypographicApostrophe,
    /// The action is looked for as a substring in list order, so `ok` hits "Cookie notice" before the button "OK".
    ActionInsideWords,
    /// The trigger's own element may be the one that is tapped.
    TriggerTapped,
    /// Two rules with the same trigger are re-armed together, so the second never gets a turn.
    SharedRearm,
}
