//! Which file of several describes an app.
//!
//! Seven folders are searched in order, each with all folders below it, its files in the order of their whole paths. The name must
//! match without case and accents. A file whose locale is exactly the system's ends the search wherever it stands; otherwise the
//! first match is kept, and gives way only if it has a locale and a later one has none.
//!
//! The walk over the disk is done elsewhere; here is the policy over what it found, with a verdict on every file.
//!
//! Source: reference on mirroir's semantics, §3.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_text::{compare, equals, fold, lower};

use crate::{AppDescription, Rejection, parse};

/// Which app is looked for, and on what system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'a> {
    /// The app's name as the user gave it.
    pub app_name: &'a str,
    /// The system's locale identifier, in full (`fr_CA`); `fr-CA` is another.
    pub locale: &'a str,
}

/// One file that the walk found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its path.
    pub path: String,
    /// Its text; none if it could not be read as UTF-8.
    pub text: Option<String>,
}

/// What became of every file, in the order of the search.
#[derive(Debug, Clone)]
pub struct Resolution<'c> {
    /// The files with their verdicts.
    pub looks: Vec<Look<'c>>,
}

/// What became of one file.
#[derive(Debug, Clone)]
pub struct Look<'c> {
    /// The file.
    pub candidate: &'c Candidate,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is the one.
    Chosen(Choice),
    /// It describes the app, but another is better.
    Lost(Loss),
    /// It describes another app.
    OtherApp {
        /// Which.
        app: String,
    },
    /// It is no description.
    Rejected(Rejection),
    /// It could not be read.
    Unreadable,
    /// An earlier folder holds the same file.
    SeenBefore,
    /// The search was over before it came to this file.
    NotReached,
}

/// Why a file is the one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Its locale is the system's.
    SystemLocale,
    /// It has no locale, and the file kept before it had another than the system's.
    WithoutLocale,
    /// It is the first match.
    First,
}

/// Why a file that describes the app is not the one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// A later file has the system's locale.
    ToSystemLocale,
    /// It has another locale than the system's, and a later file has none.
    ToOneWithoutLocale,
    /// An earlier match is kept.
    ToEarlier,
}

impl<'c> Resolution<'c> {
    /// The file that describes the app, if there is one.
    pub fn chosen(&self) -> Option<&'c Candidate> {
        self.looks
            .iter()
            .find(|look| matches!(look.verdict, Verdict::Chosen(_)))
            .map(|look| look.candidate)
    }
}

/// Judges `candidates`, which come in the order of the search.
pub fn resolve<'c>(request: &Request<'_>, candidates: impl IntoIterator<Item = &'c Candidate>) -> Resolution<'c> {
    let wanted = fold(request.app_name);
    let mut looks: Vec<Look<'c>> = Vec::new();
    let mut seen: BTreeMap<String, ()> = BTreeMap::new();
    let mut kept: Option<(usize, bool)> = None;
    let mut is_over = false;
    for candidate in candidates {
        let place = looks.len();
        let verdict = if seen.insert(normal(&candidate.path), ()).is_some() {
            Verdict::SeenBefore
        } else if is_over {
            Verdict::NotReached
        } else {
            match description(candidate, &wanted) {
                Err(verdict) => verdict,
                Ok(found) => {
                    let is_exact = found
                        .locale
                        .as_ref()
                        .is_some_and(|locale| equals(&lower(locale), &lower(request.locale)));
                    match kept {
                        _ if is_exact => {
                            lose(&mut looks, kept, Loss::ToSystemLocale);
                            is_over = true;
                            Verdict::Chosen(Choice::SystemLocale)
                        }
                        None => {
                            kept = Some((place, found.locale.is_some()));
                            Verdict::Chosen(Choice::First)
                        }
                        Some((_, true)) if found.locale.is_none() => {
                            lose(&mut looks, kept, Loss::ToOneWithoutLocale);
                            kept = Some((place, false));
                            Verdict::Chosen(Choice::WithoutLocale)
                        }
                        Some(_) => Verdict::Lost(Loss::ToEarlier),
                    }
                }
            }
        };
        looks.push(Look { candidate, verdict });
    }
    Resolution { looks }
}

fn lose(looks: &mut [Look<'_>], kept: Option<(usize, bool)>, loss: Loss) {
    if let Some(look) = kept.and_then(|(place, _)| looks.get_mut(place)) {
        look.verdict = Verdict::Lost(loss);
    }
}

fn description(candidate: &Candidate, wanted: &str) -> Result<AppDescription, Verdict> {
    let text = candidate.text.as_deref().ok_or(Verdict::Unreadable)?;
    let description = parse(text).description.map_err(Verdict::Rejected)?;
    if fold(&description.app) == wanted {
        Ok(description)
    } else {
        Err(Verdict::OtherApp { app: description.app })
    }
}

/// The folders that are searched, in order; not normalised.
pub fn search_folders(current: &str, home: &str) -> [String; 7] {
    [
        format!("{current}/.mirroir-mcp/skills"),
        format!("{home}/.mirroir-mcp/skills"),
        format!("{current}/../mirroir-skills/patterns/apps"),
        format!("{current}/.mirroir-mcp/skills/patterns/apps"),
        format!("{home}/.mirroir-mcp/skills/patterns/apps"),
        format!("{current}/../mirroir-skills/apps"),
        format!("{current}/../mirroir-skills"),
    ]
}

/// Whether a file of this name is looked at: `APP.md`, whatever its case, and nothing more.
pub fn is_description_name(name: &str) -> bool {
    lower(name) == "app.md"
}

/// The order of the files within a folder: by their whole paths, so that `a-b/APP.md` comes before `a/APP.md`.
pub fn in_search_order(a: &str, b: &str) -> std::cmp::Ordering {
    compare(a, b)
}

/// The candidates below `folder` among `files` (normal path to text), in the order of the search.
pub fn files_below(folder: &str, files: &BTreeMap<String, String>) -> Vec<Candidate> {
    let folder = normal(folder);
    let below = if folder.ends_with('/') {
        folder
    } else {
        format!("{folder}/")
    };
    let mut found: Vec<_> = files
        .iter()
        .filter(|(path, _)| path.starts_with(&below) && is_description_name(path.rsplit('/').next().unwrap_or(path)))
        .map(|(path, text)| Candidate {
            path: path.clone(),
            text: Some(text.clone()),
        })
        .collect();
    found.sort_by(|a, b| in_search_order(&a.path, &b.path));
    found
}

/// `path` without `.` and `..`, by its letters alone.
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(path: &str, locale: Option<&str>) -> Candidate {
        let locale = locale.map_or_else(String::new, |locale| format!("locale: {locale}\n"));
        Candidate {
            path: path.to_owned(),
            text: Some(format!("---\napp: Santé\n{locale}---\n## Skip\n")),
        }
    }

    #[test]
    fn every_file_gets_a_verdict() {
        let files = [
            candidate("/a", Some("de_DE")),
            candidate("/b", None),
            candidate("/x/../b", None),
            candidate("/c", None),
            candidate("/d", Some("FR_ca")),
            candidate("/e", Some("fr_CA")),
        ];
        let resolution = resolve(
            &Request {
                app_name: "SANTE",
                locale: "fr_CA",
            },
            &files,
        );
        let verdicts: Vec<_> = resolution.looks.iter().map(|look| look.verdict.clone()).collect();
        assert_eq!(
            verdicts,
            [
                Verdict::Lost(Loss::ToOneWithoutLocale),
                Verdict::Lost(Loss::ToSystemLocale),
                Verdict::SeenBefore,
                Verdict::Lost(Loss::ToEarlier),
                Verdict::Chosen(Choice::SystemLocale),
                Verdict::NotReached,
            ]
        );
        assert_eq!(resolution.chosen().map(|file| file.path.as_str()), Some("/d"));
    }

    #[test]
    fn paths_become_normal_by_their_letters() {
        assert_eq!(normal("/w/proj/../mirroir-skills/./apps"), "/w/mirroir-skills/apps");
        assert_eq!(normal("/.."), "/");
    }
}
