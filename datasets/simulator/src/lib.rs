//! The simulator: shows an app's `## Simulator` scenes as an iPhone Mirroring window would, and reacts to touches.
//!
//! | module | what it holds |
//! |---|---|
//! | [`simulator`](mod@simulator) | the running app: which screen, which modal, what a touch does |
//! | [`options`](mod@options) | light or dark, labels or icons only, which way the window is held, the seed |
//! | [`clock`](mod@clock) | simulated time |
//! | [`sight`](mod@sight) | what one look at the window gives: picture, detections, ground truth |
//! | [`frame`](mod@frame) | the parts of the window: status bar, header, content, tab bar |
//! | `layout` | where each element of a scene stands |
//! | `draw` | a scene as SVG, with the truth about what is on it |
//! | `type_setting` | fonts: how wide a line is, how it is fitted or broken |
//! | `palette` | colours |
//! | `glyph` | icons of the tab bar |
//! | `picture` | SVG to PNG |
//!
//! The same scenes, options, seed and touches give the same bytes on every machine: fonts are bundled, time is simulated, and
//! nothing is random but the small delays that come from the seed.
//!
//! Source: APP.md specification, "Simulator … family"; reference on mirroir's semantics, §6. What is drawn otherwise than there:
//! elements follow each other in the order declared instead of overlapping by kind; the title and rows stand at the left margin;
//! declared tabs are drawn and answer; `on_first_describe` modals come; a slider starts where it is declared to.

pub mod clock;
mod draw;
pub mod frame;
mod glyph;
mod layout;
pub mod options;
mod palette;
mod picture;
pub mod sight;
pub mod simulator;
mod type_setting;

pub use clock::Clock;
pub use options::{SimulatorOptions, TabStyle, Theme};
pub use sight::{DETECTOR, Sight};
pub use simulator::{Simulator, SimulatorError, Touched};
