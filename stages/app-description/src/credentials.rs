//! Declared credentials.
//!
//! A line of `## Credentials` with a colon declares one; the bullet is optional. The value is a template in which `${NAME}` and
//! `${NAME:-default}` stand for variables of the environment. Only the templates are kept; resolved values are [`Secret`]s, which
//! nothing can print or store.
//!
//! Source: reference on mirroir's semantics, §2.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};
use skillc_records::{AppField, SourceSpan};
use skillc_text::{compare, equals, lines, nfc, trim};

use crate::cut;
use crate::diagnostics::DiagnosticKind;
use crate::outline::Section;
use crate::parse::Reader;

/// One declared credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// Its name, not empty.
    pub name: String,
    /// Where its value comes from.
    pub template: CredentialTemplate,
}

/// The value of a credential as it is written, with variables in it. May hold a literal secret, so its debug form shows only
/// the names of the variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CredentialTemplate(String);

/// A variable in a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Whether a default stands beside it.
    pub has_default: bool,
}

/// A resolved value. It lives in memory only: it can't be serialised, and its debug form is a placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

static WITH_DEFAULT: LazyLock<Regex> = LazyLock::new(|| pattern(r"\$\{(\w+):-([^}]*)\}"));
static BARE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\$\{(\w+)\}"));

static TOKEN: LazyLock<Regex> = LazyLock::new(|| pattern(r"\$\{\w+\}|\$\{\w+:-|\}"));

#[expect(clippy::expect_used, reason = "constant patterns, compiled by a test")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is constant and valid")
}

impl CredentialTemplate {
    /// The template of this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text as written. May be a literal secret: don't print it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The variables in it, in order, as the two passes of [`Self::resolve`] would find them in the text as written.
    pub fn variables(&self) -> Vec<Variable> {
        let name = |found: Captures<'_>| found.get(1).map_or_else(String::new, |name| name.as_str().to_owned());
        let mut found: Vec<_> = WITH_DEFAULT
            .captures_iter(&self.0)
            .map(|one| {
                (
                    one.get(0).map_or(0, |all| all.start()),
                    Variable {
                        name: name(one),
                        has_default: true,
                    },
                )
            })
            .chain(BARE.captures_iter(&self.0).map(|one| {
                (
                    one.get(0).map_or(0, |all| all.start()),
                    Variable {
                        name: name(one),
                        has_default: false,
                    },
                )
            }))
            .collect();
        found.sort_by_key(|(start, _)| *start);
        found.into_iter().map(|(_, variable)| variable).collect()
    }

    /// The value in this environment.
    ///
    /// Two passes, each once over the text that the one before it left: first `${NAME:-default}`, which ends at the first `}`
    /// and takes its default only if the variable doesn't exist (an empty variable exists); then `${NAME}`, which becomes empty
    /// if the variable doesn't exist. So what the first pass brings in is expanded once more, and a nested default can leave a
    /// stray `}`. Other shell forms stay as they are.
    pub fn resolve(&self, environment: &BTreeMap<String, String>) -> Secret {
        let value = |name: &str| {
            environment.get(name).or_else(|| {
                environment
                    .iter()
                    .find(|(key, _)| equals(key, name))
                    .map(|(_, value)| value)
            })
        };
        let once = WITH_DEFAULT.replace_all(&self.0, |found: &Captures<'_>| {
            value(&found[1]).cloned().unwrap_or_else(|| found[2].to_owned())
        });
        let twice = BARE.replace_all(&once, |found: &Captures<'_>| {
            value(&found[1]).cloned().unwrap_or_default()
        });
        Secret(twice.into_owned())
    }
}

impl Secret {
    /// The value. Whoever takes it answers for where it goes.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CredentialTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CredentialTemplate(")?;
        for variable in self.variables() {
            write!(
                f,
                "${{{}{}}}",
                variable.name,
                if variable.has_default { ":-…" } else { "" }
            )?;
        }
        f.write_str(")")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The parts of a template that stand for themselves: everything but variables and the braces around defaults. They may be
/// secrets. In bytes of `template`, in order.
pub fn literal_ranges(template: &str) -> Vec<Range<usize>> {
    let mut literals = Vec::new();
    let mut from = 0;
    for token in TOKEN.find_iter(template) {
        literals.push(from..token.start());
        from = token.end();
    }
    literals.push(from..template.len());
    literals.retain(|range| !range.is_empty());
    literals
}

/// The names in the order in which a skill lists them.
pub fn sorted_names(credentials: &[Credential]) -> Vec<&str> {
    let mut names: Vec<_> = credentials.iter().map(|credential| credential.name.as_str()).collect();
    names.sort_by(|a, b| compare(a, b));
    names
}

/// What the body of a `## Credentials` section declares, on its own.
pub fn declared(body: &str) -> Vec<Credential> {
    let section = Section {
        heading: "Credentials",
        lines: lines(body).map(|line| line.text).collect(),
    };
    read(&mut Reader::new(body), &section)
}

/// Reads the section. Of lines with the same name the last wins.
pub(crate) fn read(reader: &mut Reader<'_>, section: &Section<'_>) -> Vec<Credential> {
    let mut declared: Vec<(Credential, SourceSpan)> = Vec::new();
    let mut place: BTreeMap<String, usize> = BTreeMap::new();
    for line in &section.lines {
        let trimmed = trim(line);
        let text = cut::bullet(trimmed).unwrap_or(trimmed);
        let Some((name, value)) = cut::at_first(text, ":") else {
            if !trimmed.is_empty() {
                reader.note(DiagnosticKind::CredentialWithoutColon, trimmed);
            }
            continue;
        };
        let (name, value) = (trim(name), trim(value));
        if name.is_empty() {
            reader.note(DiagnosticKind::CredentialWithoutName, trimmed);
            continue;
        }
        let span = reader.span(value);
        let template = CredentialTemplate::new(value);
        let key = nfc(name).into_owned();
        if let Some(&at) = place.get(&key) {
            let (earlier, first) = &mut declared[at];
            reader.note(
                DiagnosticKind::CredentialRepeated {
                    name: name.to_owned(),
                    replaced: *first,
                },
                name,
            );
            (earlier.template, *first) = (template, span);
        } else {
            place.insert(key, declared.len());
            declared.push((
                Credential {
                    name: name.to_owned(),
                    template,
                },
                span,
            ));
        }
        reader.place(AppField::Credential(name.to_owned()), value);
    }
    declared.into_iter().map(|(credential, _)| credential).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }

    #[test]
    fn each_pass_runs_once() {
        let resolve = |text: &str, pairs| {
            CredentialTemplate::new(text)
                .resolve(&environment(pairs))
                .expose()
                .to_owned()
        };
        assert_eq!(resolve("${P:-${Q:-${R}}}", &[("R", "r")]), "${Q:-r}");
        assert_eq!(resolve("${A:-${B}}", &[("A", "x")]), "x}");
        assert_eq!(resolve("${A}", &[("A", "${B}"), ("B", "b")]), "${B}");
        assert_eq!(resolve("${A:-d} $A ${A-d}", &[]), "d $A ${A-d}");
    }

    #[test]
    fn nothing_prints_a_value() {
        let template = CredentialTemplate::new("hunter2${A:-canary}");
        let shown = format!("{template:?} {:?}", template.resolve(&environment(&[("A", "canary")])));
        assert!(!shown.contains("canary") && !shown.contains("hunter2"), "{shown}");
        assert!(shown.contains("${A:-…}"));
    }
}
