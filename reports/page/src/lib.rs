//! Page: the shell of our HTML reports.
//!
//! A report is one file that opens from a disk without a network: style, script and pictures are inside, and a content security policy
//! forbids everything else, so that a text from a screen can't load or run anything even if escaping failed. Light and dark follow
//! the system and can be switched. Everything can be reached with the keyboard; the keys are told by `?`.
//!
//! A report gives its own template for the body. Elements of the shared vocabulary get their behaviour from the shell:
//!
//! | element | behaviour |
//! |---|---|
//! | `[data-item]` with an id | `j` and `k` go to the next and the previous; a deep link opens and marks it |
//! | `select[data-filter="x"]` | shows only items whose `data-x` is the chosen value |
//! | `input[data-search]` | shows only items that contain the text |
//! | `[data-group]` | hidden when none of its items is shown |
//! | `.compare` with `input[type=range]` | two pictures over each other with a slider |
//!
//! | module | what it holds |
//! |---|---|
//! | [`shell`](mod@shell) | a body, put into the shell |
//! | [`pictures`](mod@pictures) | pictures, each embedded once |

pub mod pictures;
pub mod shell;

pub use pictures::{Pictures, Shot, svg_address};
pub use shell::{Page, PageError};
