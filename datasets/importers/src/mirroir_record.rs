//! What `mirroir record` writes: a skill as YAML, one line a step, with places in comments.
//!
//! It is read line by line and not as YAML: the places stand in comments, and header values are written without quotes. Steps that a
//! person added by hand are read as mirroir's skills have them.
//!
//! Source: reference on mirroir's semantics, §16, "mirroir record".

use skillc_records::{ActionKind, Target, WindowPoint};

use crate::import::{ImportError, Wishes, text_of};
use crate::imported::{Imported, Skipped};
use crate::kind::Kind;
use crate::scripted::{self, Deed, Told};
use crate::source::Source;

/// What stands where the recorder found no text near the touch.
const UNLABELLED: &str = "FIXME";

/// The session of a recording.
///
/// # Errors
/// When it has no steps, or nobody names its app.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let text = text_of(source, Kind::MirroirYaml)?;
    let mut told = Told {
        target: Target {
            platform: Some("ios".to_owned()),
            ..Target::default()
        },
        ..Told::default()
    };
    let mut lines = (1..)
        .zip(text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line)))
        .peekable();
    for (_, line) in lines.by_ref() {
        if line.trim_end() == "steps:" {
            break;
        }
        if let Some(app) = line.strip_prefix("app:") {
            told.app = Some(unquoted(app.trim()).0);
        } else if let Some(goal) = line.strip_prefix("description:") {
            told.goal = Some(unquoted(goal.trim()).0);
        }
    }
    while let Some((number, line)) = lines.next() {
        let step = line.trim_start();
        if step.is_empty() || step.starts_with('#') {
            continue;
        }
        let indent = line.len() - step.len();
        let mut block = String::new();
        let Some(step) = step.strip_prefix("- ") else {
            told.skipped
                .push(skipped(source, number, "no step: steps begin with `- `"));
            continue;
        };
        if step.trim_end().ends_with(": |") {
            while let Some((_, next)) = lines.next_if(|(_, next)| next.trim().is_empty() || depth(next) > indent) {
                if !block.is_empty() {
                    block.push('\n');
                }
                block.push_str(next.trim_start());
            }
        }
        match deed(step.trim(), block) {
            Ok(deed) => told.deeds.push(deed),
            Err(reason) => told.skipped.push(skipped(source, number, &reason)),
        }
    }
    scripted::session(Kind::MirroirYaml, source, told, wishes)
}

fn skipped(source: &Source, line: usize, reason: &str) -> Skipped {
    Skipped {
        file: source.name.clone(),
        line,
        reason: reason.to_owned(),
    }
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn deed(step: &str, block: String) -> Result<Deed, String> {
    let (word, rest) = step.split_once(':').unwrap_or((step, ""));
    let (text, comment) = if block.is_empty() {
        unquoted(rest.trim())
    } else {
        (block, "")
    };
    let at = place(comment);
    deed_of(word.trim(), text, at, None)
}

/// The deed that a step's word and text mean, as mirroir's skills have them.
pub(crate) fn deed_of(
    word: &str,
    text: String,
    at: Option<WindowPoint>,
    stroke: Option<(WindowPoint, WindowPoint)>,
) -> Result<Deed, String> {
    let target = Some(text.clone()).filter(|text| text != UNLABELLED);
    let said = |value: String| {
        if value.trim().is_empty() {
            Err(format!("`{word}` says nothing of what is meant"))
        } else {
            Ok(value)
        }
    };
    let touch = |kind: ActionKind| {
        if target.as_deref().is_none_or(|text| text.trim().is_empty()) && at.is_none() {
            return Err(format!("`{word}` has neither a text nor a place"));
        }
        Ok(Deed::new(kind, target.clone()))
    };
    let on = |kind: ActionKind| Ok(Deed::new(kind, Some(said(text.clone())?)));
    let plain = |kind: ActionKind| Ok(Deed::new(kind, None));
    let (from, to) = stroke.unzip();
    match word {
        "launch" | "launch_app" => plain(ActionKind::Launch { app: said(text)? }),
        "tap" => touch(ActionKind::Tap { at }),
        "double_tap" => touch(ActionKind::DoubleTap { at }),
        "long_press" => touch(ActionKind::LongPress { at }),
        "swipe" => plain(ActionKind::Swipe {
            from,
            to,
            direction: Some(text.trim().to_lowercase())
                .filter(|way| ["up", "down", "left", "right"].contains(&way.as_str())),
        }),
        "drag" => plain(ActionKind::Drag { from, to }),
        "scroll_to" => on(ActionKind::ScrollTo),
        "type" | "type_text" => plain(ActionKind::Type { value: text }),
        "press_key" => plain(ActionKind::PressKey { value: said(text)? }),
        "home" | "press_home" => plain(ActionKind::PressHome),
        "back" | "press_back" => plain(ActionKind::Back { at }),
        "open_url" => plain(ActionKind::OpenUrl { value: said(text)? }),
        "wait_for" => on(ActionKind::WaitFor),
        "assert_visible" => on(ActionKind::AssertVisible),
        "assert_not_visible" => on(ActionKind::AssertNotVisible),
        "remember" => plain(ActionKind::Remember { value: text }),
        "screenshot" => plain(ActionKind::Screenshot),
        "shake" => plain(ActionKind::Shake),
        "reset_app" => plain(ActionKind::ResetApp),
        other => Err(format!("`{other}` is no step that is known")),
    }
}

/// A value and what stands after it. In quotes `\"` and `\\` are a quote and a backslash; without quotes it ends before ` #`.
fn unquoted(text: &str) -> (String, &str) {
    let Some(inside) = text.strip_prefix('"') else {
        let (value, comment) = text.split_once(" #").unwrap_or((text, ""));
        return (value.trim().to_owned(), comment);
    };
    let mut value = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (value, &inside[at + 1..]),
            '\\' => match letters.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, escaped)) => value.push(escaped),
                None => value.push('\\'),
            },
            letter => value.push(letter),
        }
    }
    (value, "")
}

/// The place in a comment `at (X, Y)`.
fn place(comment: &str) -> Option<WindowPoint> {
    let (_, rest) = comment.split_once("at (")?;
    let (x, rest) = rest.split_once(',')?;
    let (y, _) = rest.split_once(')')?;
    let (x, y) = (x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?);
    (x.is_finite() && y.is_finite()).then(|| WindowPoint::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_backslashes_and_comments_are_told_apart() {
        assert_eq!(
            unquoted(r#""a \"b\" \\ # c"  # at (3, 4)"#),
            (r#"a "b" \ # c"#.to_owned(), "  # at (3, 4)")
        );
        assert_eq!(unquoted("plain: text # note").0, "plain: text");
        assert_eq!(
            place("  # at (12, 800) — replace with visible text label"),
            Some(WindowPoint::new(12.0, 800.0))
        );
        assert_eq!(place("# at (NaN, 1)"), None);
        assert_eq!(place("# at (1; 2)"), None);
    }
}
