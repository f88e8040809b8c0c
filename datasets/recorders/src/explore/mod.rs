//! The explorer: breadth first through an app, as its APP.md says.
//!
//! Tabs come first, then what has a chevron, then other texts. System alerts and declared obstacles are dismissed after every look.
//! Texts on the skip list are never tapped. The explorer goes back by the way back that it sees, by the tab that it came from, or by
//! starting the app anew and walking the way again. What looks like a dialog that no rule knows is left by the answer that the
//! author of APP.md names, else by the most careful one, and the tap that brought it up is tried once more.
//!
//! | module | what it holds |
//! |---|---|
//! | [`budget`](mod@budget) | how deep, how wide, how long |
//! | [`guide`](mod@guide) | what the explorer reads of APP.md |
//! | [`plan`](mod@plan) | what to tap on a screen, in which order |
//! | `answer` | which answer leaves a dialog |
//! | `atlas` | the screens that are known, and the way to each |
//! | [`memory`](mod@memory) | what earlier sessions have shown and tried |
//! | `way_back` | where the way back is |
//! | `hand` | acting, looking and writing down |
//! | [`explorer`](mod@explorer) | the walk itself |
//!
//! Source: APP.md specification; reference on mirroir's semantics, §4 (budgets), §5 (tabs first), §7 (dismissal, back button).

mod answer;
mod atlas;
pub mod budget;
pub mod explorer;
pub mod guide;
mod hand;
pub mod memory;
pub mod plan;
mod way_back;

pub use budget::Budget;
pub use explorer::{ExploreError, Explored, Explorer, Stop};
pub use guide::Guide;
pub use memory::Memory;
