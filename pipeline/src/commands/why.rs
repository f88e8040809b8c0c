//! `skillc compile --why SKILL:NUMBER`: where one step comes from.

use std::fmt::Write as _;

use skillc_skills::Skill;

use crate::compile::AppResult;
use crate::failure::Failure;

/// Where the step comes from: its rule, the recorded action and frames, and the lines of APP.md behind it.
///
/// # Errors
/// When there is no such skill or step.
pub fn why(step: &str, results: &[AppResult<'_>]) -> Result<String, Failure> {
    let usage =
        || Failure::new(format!("--why {step:?} names no step")).help("write SKILL:NUMBER, as in settings-about:3");
    let (name, number) = step.rsplit_once(':').ok_or_else(usage)?;
    let number: usize = number.parse().map_err(|_| usage())?;
    let mut known = Vec::new();
    for result in results {
        let Some(set) = result.compiled.as_ref().and_then(|compiled| compiled.skills.get().ok()) else {
            continue;
        };
        for skill in &set.skills {
            if skill.name == name || skill.mirroir_stem == name {
                return explained(result, skill, number);
            }
            known.push(skill.name.as_str());
        }
    }
    Err(Failure::new(format!("there is no skill {name:?}")).help(format!("the skills are {}", known.join(", "))))
}

fn explained(result: &AppResult<'_>, skill: &Skill, number: usize) -> Result<String, Failure> {
    let step = number.checked_sub(1).and_then(|i| skill.steps.get(i)).ok_or_else(|| {
        Failure::new(format!("{} has no step {number}", skill.name))
            .help(format!("its steps are 1 to {}", skill.steps.len()))
    })?;
    let from = &step.provenance;
    let mut text = format!("{} step {number}: {}\n", skill.name, step.text);
    let _ = writeln!(
        text,
        "  rule     {}",
        serde_json::json!(from.rule).as_str().unwrap_or_default()
    );
    if let Some(action) = &from.action {
        let _ = writeln!(text, "  action   {} of session {}", action.action, action.session);
    }
    for (when, frame) in [("before", &from.before), ("after", &from.after)] {
        if let Some(frame) = frame {
            let _ = writeln!(
                text,
                "  {when:8} frame {} (skillc captures show {} {} --overlay)",
                frame.frame, frame.session, frame.frame
            );
        }
    }
    for field in &from.fields {
        match result.app.parsed.span(field) {
            Some(span) => {
                let index = skillc_records::LineIndex::new(&result.app.text);
                let _ = writeln!(
                    text,
                    "  APP.md   {}:{}:{} {field}: {}",
                    result.app.name,
                    span.line,
                    span.column,
                    index.line(span.line).trim()
                );
            }
            None => {
                let _ = writeln!(text, "  APP.md   {field}");
            }
        }
    }
    if let Some(pattern) = &from.pattern {
        let _ = writeln!(text, "  pattern  {pattern} names what is touched");
    }
    let _ = writeln!(
        text,
        "  seen     {} {}",
        from.times_seen,
        super::compile::plural(from.times_seen as usize, "time")
    );
    if let Some(doubt) = &from.doubt {
        let _ = writeln!(text, "  doubt    {doubt}");
    }
    for other in &from.disagreements {
        let _ = writeln!(
            text,
            "  but      action {} of session {} led elsewhere",
            other.action.action, other.action.session
        );
    }
    Ok(text)
}
