//! The linter of APP.md: what its writer would want to know before an explorer reads it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`code`](mod@code) | every code with its severity, title and page |
//! | [`finding`](mod@finding) | a finding: code, span, message, suggestion, related places, fix |
//! | [`source`](mod@source) | what a rule looks at: the text, its outline, what was read from it |
//! | [`surroundings`](mod@surroundings) | what is known beside the file: recipes, permissions, environment, recordings |
//! | [`check`](mod@check) | the table of rules, and running it |
//! | [`rules`](mod@rules) | the rules, a file a subject |
//! | [`fix`](mod@fix) | applying fixes |
//! | [`mask`](mod@mask) | the text without the literals of its credentials |
//!
//! Quirks of the live explorer that can surprise a writer are predicted by the parser and told here. Nothing here reads a file.
//!
//! Source: APP.md specification; reference on mirroir's semantics, §1 to §9 and §17.

pub mod check;
pub mod code;
pub mod finding;
pub mod fix;
pub mod mask;
mod nearest;
pub mod rules;
pub mod source;
pub mod surroundings;

pub use check::check;
pub use code::{Code, Severity};
pub use finding::{Edit, Finding, Fix, Related, Safety, Seen};
pub use fix::{Fixed, fix};
pub use mask::masked;
pub use source::Source;
pub use surroundings::{Recorded, SeenScreen, SeenTap, SeenText, Surroundings};
