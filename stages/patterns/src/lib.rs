//! Patterns: what kinds of elements a screen is made of, and what kind of app that makes it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`library`](mod@library) | the pattern files of a team: what loads, and what doesn't and why |
//! | [`recipe`](mod@recipe) | what a screen of some kind must, may and must not have |
//! | [`element`](mod@element) | what a row of some kind looks like |
//! | [`row`](mod@row) | the rows of a screen and what can be seen of them |
//! | [`matching`](mod@matching) | which pattern a row matches best |
//! | [`components`](mod@components) | the elements that a screen is made of, with their labels |
//! | [`touched`](mod@touched) | what the pattern of a touched row calls it |
//! | [`archetype`](mod@archetype) | which recipe an app follows: as declared, or by its first screen |
//! | [`cleanup`](mod@cleanup) | what is noise in labels |
//! | [`fault`](mod@fault) | why a file doesn't load |
//!
//! Source: reference on mirroir's semantics, §12 (text cleanup), §14. Quirk kept on purpose: `text-cleanup.md` has a description, so it
//! loads as an element pattern that matches any row of the content.

pub mod archetype;
pub mod cleanup;
pub mod components;
pub mod element;
pub mod fault;
mod key_values;
pub mod library;
pub mod matching;
pub mod recipe;
pub mod row;
pub mod touched;

pub use archetype::{Archetype, Choice, archetype};
pub use cleanup::TextCleanup;
pub use components::{Component, components};
pub use element::ElementPattern;
pub use fault::{FileFault, PatternFault};
pub use library::{PatternFile, PatternLibrary};
pub use recipe::{Recipe, best_match, strategy};
pub use touched::{RowName, Touched, row_name};
