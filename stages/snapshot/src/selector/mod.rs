//! Selectors: how a step names its target so that it can be found again.
//!
//! A chain is tried alternative by alternative. An alternative with several matches is decided by what a person would mean (on the
//! screen, then the innermost, then the smallest), and the decision is disclosed; an exact tie decides nothing.
//!
//! Source: reference on agent-device, §5.2.

mod chain;
mod grammar;
mod matching;
mod resolve;

pub use chain::{ChainPurpose, chain_for};
pub use grammar::{Alternative, BooleanKey, SelectorChain, SelectorError, StringKey, Term, looks_like_selector};
pub(crate) use matching::normal_space;
pub use matching::{is_editable, is_visible, matches};
pub use resolve::{
    AmbiguousTarget, Disambiguation, MatchOptions, Resolution, Tiebreak, first_match, resolve, resolve_for_action,
};
