//! What the doctor says.

use std::fmt::Write as _;

use serde_json::json;

use crate::notice::one_line;

/// The whole report.
#[derive(Debug, Default)]
pub(super) struct Report {
    items: Vec<Item>,
}

/// One thing that was looked at.
#[derive(Debug)]
pub(super) struct Item {
    what: String,
    found: String,
    verdict: Verdict,
}

#[derive(Debug)]
enum Verdict {
    Good,
    /// It works; this would make it better.
    Advice(String),
    /// It doesn't work; this would mend it.
    Problem(String),
}

impl Item {
    pub(super) fn good(what: &str, found: impl Into<String>) -> Self {
        Self {
            what: what.to_owned(),
            found: found.into(),
            verdict: Verdict::Good,
        }
    }

    pub(super) fn advice(what: &str, found: impl Into<String>, advice: &str) -> Self {
        Self {
            what: what.to_owned(),
            found: found.into(),
            verdict: Verdict::Advice(advice.to_owned()),
        }
    }

    pub(super) fn problem(what: &str, found: impl Into<String>, mend: &str) -> Self {
        Self {
            what: what.to_owned(),
            found: found.into(),
            verdict: Verdict::Problem(mend.to_owned()),
        }
    }
}

impl Report {
    pub(super) fn add(&mut self, item: Item) {
        self.items.push(item);
    }

    pub(super) fn has_problems(&self) -> bool {
        self.items
            .iter()
            .any(|item| matches!(item.verdict, Verdict::Problem(_)))
    }

    /// A line for each thing; what to do about it on the next.
    pub(super) fn human(&self) -> String {
        let width = self
            .items
            .iter()
            .map(|item| item.what.chars().count())
            .max()
            .unwrap_or(0);
        let mut text = String::new();
        for item in &self.items {
            let (sign, advice) = match &item.verdict {
                Verdict::Good => ("ok ", None),
                Verdict::Advice(advice) => ("-  ", Some(advice)),
                Verdict::Problem(mend) => ("!! ", Some(mend)),
            };
            let _ = writeln!(text, "{sign}{:width$}  {}", item.what, one_line(&item.found));
            if let Some(advice) = advice {
                let _ = writeln!(text, "   {:width$}  → {advice}", "");
            }
        }
        text
    }

    pub(super) fn json(&self) -> String {
        let items: Vec<_> = self
            .items
            .iter()
            .map(|item| {
                let (verdict, help) = match &item.verdict {
                    Verdict::Good => ("ok", None),
                    Verdict::Advice(advice) => ("advice", Some(advice)),
                    Verdict::Problem(mend) => ("problem", Some(mend)),
                };
                json!({ "what": item.what, "found": item.found, "verdict": verdict, "help": help })
            })
            .collect();
        format!("{:#}\n", json!({ "format_version": 1, "items": items }))
    }
}
