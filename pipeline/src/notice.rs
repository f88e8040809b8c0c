//! What is said on stderr while a command works: a line of text or of JSON.

use std::io::Write as _;

use crate::cli::LogFormat;

/// How loud a notice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Only with `--verbose`.
    Detail,
    /// Unless `--quiet`.
    Info,
    /// Always.
    Warning,
}

/// Where notices go.
#[derive(Debug, Clone, Copy)]
pub struct Notices {
    /// The quietest level that is said.
    pub least: Level,
    /// How.
    pub format: LogFormat,
}

impl Notices {
    /// Says `message`, if `level` is loud enough.
    pub fn say(self, level: Level, message: &str) {
        if level < self.least {
            return;
        }
        let word = match level {
            Level::Detail => "detail",
            Level::Info => "info",
            Level::Warning => "warning",
        };
        let line = match self.format {
            LogFormat::Json => serde_json::json!({ "level": word, "message": message }).to_string(),
            LogFormat::Human if level == Level::Warning => format!("warning: {}", one_line(message)),
            LogFormat::Human => one_line(message),
        };
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

impl Notices {
    /// Whether somebody reads lines of progress: a program, unless it asked for quiet.
    pub fn tells_progress(self) -> bool {
        self.format == LogFormat::Json && self.least < Level::Warning
    }

    /// Says how far a command is, as a line of JSON with `level` `progress`.
    pub fn progress(self, mut standing: serde_json::Value) {
        standing["level"] = "progress".into();
        let _ = writeln!(std::io::stderr(), "{standing}");
    }
}

/// `text` without control characters, which could move the cursor or recolour the terminal.
pub fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c })
        .collect()
}
