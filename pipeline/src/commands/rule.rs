//! `skillc rule`.

use std::io::{self, BufRead as _, Write as _};

use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;
use crate::rule;

/// Arguments of `skillc rule`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule's area; without it, the areas are listed
    #[arg(value_name = "AREA")]
    pub area: Option<String>,
}

/// Answers each line `{"id", "input"}` of standard input with `{"id", "output"}`, in order.
///
/// # Errors
/// When there is no such area, or standard input or output fails.
pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let areas = || rule::AREAS.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let Some(area) = &args.area else {
        crate::format::print(&format!("{}\n", areas().join("\n")))?;
        return Ok(Outcome::Clean);
    };
    let rule = rule::find(area).ok_or_else(|| {
        Failure::new(format!("there is no rule area {area:?}")).help(format!("the areas are {}", areas().join(", ")))
    })?;
    let broken = |what: &str, error| Failure::new(format!("could not {what}")).because(error);
    let mut bad = 0_usize;
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input
            .read_until(b'\n', &mut line)
            .map_err(|error| broken("read standard input", error))?
            == 0
        {
            break;
        }
        context.go_on()?;
        let text = String::from_utf8_lossy(&line);
        // A blank line at the end is no input; anything else gets its answer.
        if text.trim().is_empty() {
            continue;
        }
        let answer = rule::answer(rule, text.trim_end_matches(['\r', '\n']));
        bad += usize::from(answer.is_err());
        let written = writeln!(output, "{}", answer.unwrap_or_else(|error| error)).and_then(|()| {
            // Whoever asks line by line over a pipe waits for each answer.
            output.flush()
        });
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.map_err(|error| broken("write standard output", error))?,
        }
    }
    Ok(Outcome::findings_if(bad > 0))
}
