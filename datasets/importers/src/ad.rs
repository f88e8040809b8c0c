//! agent-device's `.ad` scripts.
//!
//! A line that can't be read is passed over and the rest is read without it.
//!
//! Source: reference on agent-device, §5.

use skillc_ad_script::variables::Origin;
use skillc_ad_script::{Script, ScriptError, ScriptProblem, Variables, needed, read, script_deeds};
use skillc_records::{ActionKind, Target};

use crate::import::{ImportError, Wishes, text_of};
use crate::imported::{Gap, Imported, Skipped};
use crate::kind::Kind;
use crate::scripted::{self, Deed, Told};
use crate::source::Source;

/// A script with more broken lines than this is none.
const MAX_BROKEN: usize = 200;

/// The session of a script.
///
/// # Errors
/// When it is too long or does nothing, or nobody names its app.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let text = text_of(source, Kind::Ad)?;
    let mut told = Told::default();
    let script = lenient(text, &source.name, &mut told.skipped)?;
    told.target = Target {
        platform: script.header.platform.map(|platform| platform.as_str().to_owned()),
        device: script.header.device.clone(),
        os_version: None,
    };
    tell(&script, &source.name, &mut told);
    told.skipped.sort_by_key(|skipped| skipped.line);
    scripted::session(Kind::Ad, source, told, wishes)
}

/// Adds what `script` does to what is told; gives the line of each deed.
pub(crate) fn tell(script: &Script, file: &str, told: &mut Told) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut variables = Variables::of(script);
    // Whoever runs the script knows them; here they stand for themselves.
    for name in needed(script) {
        variables.set(Origin::BuiltIn, &name, &format!("${{{name}}}"));
    }
    let mut handles = 0;
    for deeds in script_deeds(script, &variables) {
        let deeds = match deeds {
            Ok(deeds) => deeds,
            Err(error) => {
                told.skipped.push(Skipped {
                    file: file.to_owned(),
                    line: error.line,
                    reason: format!("`{}`: {}", error.command, error.problem),
                });
                continue;
            }
        };
        for deed in deeds {
            if let ActionKind::Launch { app } = &deed.kind
                && !app.contains("${")
            {
                told.app.get_or_insert_with(|| app.clone());
            }
            handles += usize::from(deed.by_handle);
            lines.push(deed.line);
            told.deeds
                .push(Deed::new(deed.kind, deed.target_text).called(deed.identifier));
        }
    }
    if handles > 0 {
        told.gaps.push(Gap::Handles(handles));
    }
    lines
}

/// The script without the lines that can't be read; each of them is among `skipped`.
pub(crate) fn lenient(text: &str, file: &str, skipped: &mut Vec<Skipped>) -> Result<Script, ImportError> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    for _ in 0..=MAX_BROKEN {
        let ScriptError { line, problem } = match read(&lines.join("\n")) {
            Ok(script) => return Ok(script),
            Err(error) => error,
        };
        // Evidence that isn't followed by its action is itself the line to leave out.
        let at = match problem {
            ScriptProblem::TooLong { .. } => return Err(broken(line, &problem)),
            ScriptProblem::LooseEvidence(_) => lines[..line.min(lines.len())]
                .iter()
                .rposition(|line| line.contains("agent-device:target"))
                .map_or(line, |at| at + 1),
            _ => line,
        };
        skipped.push(Skipped {
            file: file.to_owned(),
            line: at,
            reason: problem.to_string(),
        });
        match at.checked_sub(1).and_then(|at| lines.get_mut(at)) {
            Some(line) if *line != "#" => *line = "#",
            _ => return Err(broken(line, &problem)),
        }
    }
    Err(ImportError::Shape {
        kind: Kind::Ad,
        reason: format!("more than {MAX_BROKEN} lines can't be read"),
    })
}

fn broken(line: usize, problem: &ScriptProblem) -> ImportError {
    ImportError::Line {
        line,
        reason: problem.to_string(),
    }
}
