//! A session, what its source can't tell, and what in it couldn't be read.

use std::fmt;

use skillc_records::{Recording, Timestamp, WindowSize};

/// When nobody says when something was recorded: the beginning of time.
pub const UNKNOWN_TIME: Timestamp = Timestamp(0);

/// What a source came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The session.
    pub recording: Recording,
    /// What can't be known from such a source, in order, each once.
    pub gaps: Vec<Gap>,
    /// What in the source couldn't be read and was passed over, in order.
    pub skipped: Vec<Skipped>,
}

/// Something in a source that couldn't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct Skipped {
    /// The file, as the source names it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// Something that a source can't tell, or tells wrongly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap {
    /// There are no pictures.
    Pictures,
    /// Of each screen, only what is named by the source is known.
    Screens,
    /// There are no confidences.
    Confidence,
    /// There are no times.
    Timing,
    /// Nobody says when it was recorded.
    Date,
    /// So many typed texts are hidden in the source.
    HiddenTexts(usize),
    /// So many targets are told by a handle of a tree that the source doesn't have.
    Handles(usize),
    /// So many texts have no place.
    Places(usize),
    /// The size of the window, in whole points, is a guess.
    Window {
        /// Width in points, rounded.
        width: u32,
        /// Height in points, rounded.
        height: u32,
    },
    /// So many edges lead from or to screens that aren't in the file.
    LooseEdges(usize),
    /// So many texts or icons have numbers that no place can have.
    OddPlaces(usize),
}

impl Gap {
    /// A window that is a guess.
    pub fn window(guess: WindowSize) -> Self {
        Self::Window {
            width: guess.width as u32,
            height: guess.height as u32,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let several = |f: &mut fmt::Formatter<'_>, count: usize, one: &str, many: &str| match count {
            1 => write!(f, "1 {one}"),
            _ => write!(f, "{count} {many}"),
        };
        match *self {
            Self::Pictures => f.write_str("there are no pictures: detectors can't be run again"),
            Self::Screens => {
                f.write_str("of each screen only what the source names is known: every step is marked as doubtful")
            }
            Self::Confidence => f.write_str("there are no confidences: rules with a threshold let every text pass"),
            Self::Timing => f.write_str("there are no times: delays are unknown"),
            Self::Date => f.write_str("nothing says when it was recorded"),
            Self::HiddenTexts(count) => several(
                f,
                count,
                "typed text is hidden in the source; it stands as ${TEXT}",
                "typed texts are hidden in the source; each stands as ${TEXT}",
            ),
            Self::Handles(count) => several(
                f,
                count,
                "target is named by a handle of a tree that is not there",
                "targets are named by handles of trees that are not there",
            ),
            Self::Places(count) => several(
                f,
                count,
                "text has no place: it stands in the middle of its screen, and no step touches it there",
                "texts have no place: they stand in the middle of their screens, and no step touches them there",
            ),
            Self::Window { width, height } => {
                write!(
                    f,
                    "nothing says how large the window was: {width} × {height} points are taken for it"
                )
            }
            Self::LooseEdges(count) => several(
                f,
                count,
                "edge leads from or to a screen that the file doesn't have; it is left out",
                "edges lead from or to screens that the file doesn't have; they are left out",
            ),
            Self::OddPlaces(count) => several(
                f,
                count,
                "text or icon has coordinates that are no numbers; it is left out",
                "texts or icons have coordinates that are no numbers; they are left out",
            ),
        }
    }
}
