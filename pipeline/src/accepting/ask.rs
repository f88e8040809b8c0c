//! Asking at the terminal, one unit after the other.

use std::io::{BufRead as _, Write as _};

use crate::failure::Failure;

/// What a person says about one unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Take it.
    Yes,
    /// Leave it.
    No,
    /// Take it and the rest of the app; what breaks something is asked about all the same.
    Rest,
    /// Leave it and the rest of the app.
    NoneOfRest,
    /// Leave it and everything that comes.
    Quit,
}

const HELP: &str = "  y  accept this
  n  leave this as it was
  a  accept this and the rest of the app; breaking changes are asked about all the same
  d  leave this and the rest of the app as they were
  q  leave this and everything that comes as it was
  ?  this help
";

/// Asks until there is an answer. The end of the input is to quit: silence accepts nothing.
///
/// # Errors
/// When the terminal can't be read or written.
pub fn ask() -> Result<Answer, Failure> {
    let failed = |error| Failure::new("could not ask at the terminal").because(error);
    loop {
        say("accept this [y,n,a,d,q,?]? ").map_err(failed)?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).map_err(failed)? == 0 {
            return Ok(Answer::Quit);
        }
        if let Some(answer) = read(&line) {
            return Ok(answer);
        }
        say(HELP).map_err(failed)?;
    }
}

fn read(line: &str) -> Option<Answer> {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" => Some(Answer::Yes),
        "n" | "no" => Some(Answer::No),
        "a" | "all" => Some(Answer::Rest),
        "d" => Some(Answer::NoneOfRest),
        "q" | "quit" => Some(Answer::Quit),
        _ => None,
    }
}

fn say(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stderr();
    out.write_all(text.as_bytes())?;
    out.flush()
}
