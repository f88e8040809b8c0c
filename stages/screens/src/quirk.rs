//! Quirks of the live explorer that are kept on purpose.

/// Odd behaviour of the live explorer that the rules here keep, so that they predict what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quirk {
    /// Only English date words are known: "lundi" is structural on a French screen.
    EnglishDates,
    /// "May" is a month, also where it is a name or a verb.
    MayIsAMonth,
    /// Bands are in absolute points, whatever the size of the window: in landscape the header band covers half the screen.
    AbsoluteBands,
    /// A text stripped of its trailing time is not filtered again, so `Mon, 9:41` leaves the date word `Mon`.
    StrippedNotFiltered,
    /// Of canonically equal texts the first one seen goes into the hash as it is, so the same screen can have two hashes.
    FirstFormHashed,
    /// Confidence has no part in a fingerprint: an unsure reading changes it as much as a sure one.
    ConfidenceIgnored,
}
