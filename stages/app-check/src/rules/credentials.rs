//! Credentials. No finding quotes a value.

use skillc_app_description::credentials::{Credential, declared};
use skillc_app_description::{DiagnosticKind, Variable};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{is_quote, lower, strip_quotes};

use super::words::{SECRET_NAMES, SECRET_PREFIXES};
use crate::code::{Code, Severity};
use crate::finding::{Edit, Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// The credentials with the spans of their values, also of a file that is passed over.
fn credentials(source: &Source<'_>) -> Vec<(Credential, SourceSpan)> {
    let Some(section) = source.outline.section("Credentials") else {
        return Vec::new();
    };
    let declared = declared(&section.body()).into_iter();
    declared
        .map(|one| (source.place(&AppField::Credential(one.name.clone())), one))
        .map(|(span, one)| (one, span))
        .collect()
}

/// Values that are literal, nested, quoted, empty, or no values at all.
pub fn values(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (credential, span) in credentials(source) {
        let (name, text) = (&credential.name, credential.template.as_str());
        let variables = credential.template.variables();
        let has_default = variables.iter().any(|variable| variable.has_default);
        if text.is_empty() {
            findings.push(
                Finding::new(Code::CredentialEmpty, span, format!("{name:?} has no value"))
                    .suggest(format!("write `{name}: ${{{}}}`", variable_name(name))),
            );
        } else if is_nested(text) {
            findings.push(
                Finding::new(Code::CredentialNestedDefault, span, "a default ends at the first `}`: when the outer variable is set, a stray `}` is left behind its value")
                    .suggest("use one variable with a plain default"),
            );
        } else if has_other_form(text, &variables) {
            findings.push(
                Finding::new(
                    Code::CredentialNotExpanded,
                    span,
                    "this form of variable isn't expanded and stays as it is",
                )
                .suggest(format!("write `${{{}}}` or `${{{0}:-default}}`", variable_name(name))),
            );
        } else if variables.is_empty() && is_prose(name, text) && !is_secret_name(name) {
            findings.push(
                Finding::new(
                    Code::CredentialProse,
                    span,
                    format!("this line declares a credential called {name:?}, which every skill then asks for"),
                )
                .suggest("say it under `## Tips`, or without a colon"),
            );
        } else if variables.is_empty()
            && (is_secret_name(name) || SECRET_PREFIXES.iter().any(|prefix| text.starts_with(prefix)))
        {
            findings.push(
                Finding::new(
                    Code::CredentialLiteral,
                    span,
                    format!("the value of {name:?} stands in the file, for everyone who reads it"),
                )
                .suggest(format!(
                    "write `{name}: ${{{}}}`, set the variable where the explorer runs, and change the secret",
                    variable_name(name)
                )),
            );
        } else if has_default && is_secret_name(name) && has_literal_default(text) {
            findings.push(
                Finding::new(
                    Code::CredentialLiteral,
                    span,
                    format!("the default of {name:?} stands in the file, for everyone who reads it"),
                )
                .severity(Severity::Warning)
                .suggest("leave the default out, unless the account is open to everyone"),
            );
        }
        let bare = strip_quotes(text);
        if text.starts_with(is_quote) && text.ends_with(is_quote) && !bare.is_empty() {
            findings.push(
                Finding::new(
                    Code::CredentialQuoted,
                    span,
                    format!("the quotes are part of the value of {name:?}"),
                )
                .suggest("write the value without quotes")
                .fix(Safety::Safe, without_quotes(span, text, bare)),
            );
        }
    }
    findings
}

/// Lines that declare nothing although they were meant to, and names that stand twice.
pub fn lines(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for span in source.noted_as(DiagnosticKind::CredentialWithoutColon) {
        let line = source.slice(span);
        if line.contains("${") || (line.contains('=') && !line.contains(". ")) {
            findings.push(
                Finding::new(
                    Code::CredentialWithoutColon,
                    span,
                    "this line has no colon, so it declares nothing",
                )
                .suggest("write `- name: ${VARIABLE}`"),
            );
        }
    }
    for span in source.noted_as(DiagnosticKind::CredentialWithoutName) {
        findings.push(
            Finding::new(
                Code::CredentialWithoutColon,
                span,
                "nothing stands before the colon, so this line declares nothing",
            )
            .suggest("write `- name: ${VARIABLE}`"),
        );
    }
    for (span, (name, replaced)) in source.noted(|kind| match kind {
        DiagnosticKind::CredentialRepeated { name, replaced } => Some((name, *replaced)),
        _ => None,
    }) {
        findings.push(
            Finding::new(
                Code::CredentialRepeated,
                span,
                format!("{name:?} is declared a second time, and this value counts"),
            )
            .suggest("delete one of the two")
            .related(replaced, "this value is lost"),
        );
    }
    findings
}

/// Variables that aren't set where this runs.
pub fn variables(source: &Source<'_>, surroundings: &Surroundings) -> Vec<Finding> {
    let Some(set) = &surroundings.variables else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (credential, span) in credentials(source) {
        for Variable { name, has_default } in credential.template.variables() {
            if !has_default && !set.contains(&name) {
                let message = format!("`{name}` isn't set here; {:?} would be empty", credential.name);
                findings.push(
                    Finding::new(Code::CredentialUndefined, span, message).suggest("set it where the explorer runs"),
                );
            }
        }
    }
    findings
}

/// Edits that take the quotes away and don't hold the value.
fn without_quotes(span: SourceSpan, text: &str, bare: &str) -> Vec<Edit> {
    let before = text.find(bare).unwrap_or(0);
    let after = text.len() - before - bare.len();
    let cut = |offset, length| Edit {
        offset,
        length,
        replacement: String::new(),
    };
    vec![cut(span.offset, before), cut(span.offset + text.len() - after, after)]
}

/// Whether a default begins another variable.
fn is_nested(text: &str) -> bool {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("${") {
        let name_end = after
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(after.len());
        if let Some(default) = after[name_end..].strip_prefix(":-") {
            let default = default.split('}').next().unwrap_or_default();
            if default.contains("${") {
                return true;
            }
        }
        rest = after;
    }
    false
}

/// Whether there is a `$` form that isn't expanded: `$NAME`, `${NAME-x}`, `${A.B}`, an unclosed brace.
fn has_other_form(text: &str, variables: &[Variable]) -> bool {
    let is_shell = text.len() > 2
        && text.strip_prefix('$').is_some_and(|rest| {
            rest.chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        });
    is_shell || text.matches("${").count() > variables.len() || text.starts_with("{{") || text.starts_with("$(")
}

/// Whether a default has more in it than nothing.
fn has_literal_default(text: &str) -> bool {
    text.split(":-").skip(1).any(|default| !default.starts_with('}'))
}

fn is_prose(name: &str, text: &str) -> bool {
    name.split_whitespace().count() > 3 || text.split_whitespace().count() > 3
}

fn is_secret_name(name: &str) -> bool {
    let name = lower(name);
    SECRET_NAMES.iter().any(|secret| {
        if secret.len() > 3 {
            name.contains(secret)
        } else {
            name.split(|c: char| !c.is_alphanumeric()).any(|word| word == *secret)
        }
    })
}

/// A name for a variable that holds the credential.
fn variable_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("APP_{name}")
    }
}
