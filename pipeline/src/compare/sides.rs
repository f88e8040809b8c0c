//! The apps of both sides, and the comparison of each.

use std::collections::BTreeMap;

use rayon::prelude::*;
use skillc_app_description::AppDescription;
use skillc_diff::{Problem, Report, Severities, Side};
use skillc_model::AppModel;

use super::laboratory::{Attempts, OldSide};
use crate::compile::model::model;
use crate::compile::{AppSource, Compiler};
use crate::config::Settings;
use crate::context::Context;
use crate::revision::{Described, DescribedApp};

/// What compiles one side.
#[derive(Debug)]
pub struct Bench<'b, 'e> {
    /// The compiler over the side's captures.
    pub compiler: &'b Compiler<'e>,
    /// The side's settings.
    pub settings: &'b Settings,
}

/// One app on both sides; it is on one at least.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The old one.
    pub old: Option<AppSource>,
    /// The new one.
    pub new: Option<AppSource>,
}

/// An app with its key.
type Named = (String, AppSource);

/// A file of another name at another place is the same one if at least this much of it is.
const LEAST_LIKENESS: f64 = 0.5;

/// How much of the longer text stands in the other one, from 0 to 1, by lines; blank ones and those of one word don't count.
fn likeness(a: &str, b: &str) -> f64 {
    let lines = |text: &str| -> BTreeMap<String, usize> {
        let mut lines = BTreeMap::new();
        for line in text.lines().map(str::trim).filter(|line| line.contains(' ')) {
            *lines.entry(line.to_owned()).or_default() += 1;
        }
        lines
    };
    let (a, b) = (lines(a), lines(b));
    let shared: usize = a
        .iter()
        .map(|(line, times)| b.get(line).map_or(0, |other| *times.min(other)))
        .sum();
    let longer = a.values().sum::<usize>().max(b.values().sum());
    if longer == 0 {
        0.0
    } else {
        shared as f64 / longer as f64
    }
}

/// The apps that belong together: by name, else by path, else by what they say. Files that describe no app are problems, and what stands at the same path on
/// the other side is left alone: nobody knows what became of it.
pub fn pairs(old: Described, new: Described) -> (Vec<Pair>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    let mut split = |side: Described| {
        let mut apps: Vec<Named> = Vec::new();
        for DescribedApp { key, source } in side.apps {
            match source {
                Ok(app) => match apps.iter().find(|(_, known)| known.slug == app.slug) {
                    Some((_, known)) => problems.push(Problem {
                        app: Some(app.slug.as_str().to_owned()),
                        file: Some(app.name.clone()),
                        line: None,
                        message: format!("describes the same app as {} and is passed over", known.name),
                        help: Some("give one of them another name".to_owned()),
                    }),
                    None => apps.push((key, app)),
                },
                Err(problem) => {
                    problems.push(problem);
                    unknown.push(key);
                }
            }
        }
        apps
    };
    let (mut before, after) = (split(old), split(new));
    // Two files that were named themselves belong together whatever they are called; of two folders the same path does.
    let alone = |side: &[Named]| matches!(side, [(key, _)] if !key.contains('/'));
    let only = alone(&before) && alone(&after);
    let mut pairs = Vec::new();
    // All names first, then all paths: an app that moved is still itself when another one takes its place.
    let mut after = after;
    for belongs in [
        &(|old: &Named, new: &Named| old.1.slug == new.1.slug) as &dyn Fn(&Named, &Named) -> bool,
        &|old, new| only || old.0 == new.0,
        &|old, new| likeness(&old.1.text, &new.1.text) >= LEAST_LIKENESS,
    ] {
        let mut left = Vec::new();
        for new in after {
            match before.iter().position(|old| belongs(old, &new)) {
                Some(place) => pairs.push(Pair {
                    old: Some(before.remove(place).1),
                    new: Some(new.1),
                }),
                None => left.push(new),
            }
        }
        after = left;
    }
    let known = after.into_iter().filter(|(key, _)| !unknown.contains(key));
    pairs.extend(known.map(|(_, new)| Pair {
        old: None,
        new: Some(new),
    }));
    before.retain(|(key, _)| !unknown.contains(key));
    pairs.extend(before.into_iter().map(|(_, old)| Pair {
        old: Some(old),
        new: None,
    }));
    pairs.sort_by(|a, b| a.slug().cmp(b.slug()));
    (pairs, problems)
}

impl Pair {
    /// The app's name in reports: the new one.
    pub fn slug(&self) -> &str {
        self.new
            .as_ref()
            .or(self.old.as_ref())
            .map_or("", |app| app.slug.as_str())
    }
}

/// Compares every pair, side by side.
pub fn compare(
    pairs: &[Pair],
    old: &Bench<'_, '_>,
    new: &Bench<'_, '_>,
    same_inputs: bool,
    severities: &Severities,
    context: &Context,
) -> Vec<Report> {
    let bar = context.progress.bar("apps", pairs.len() as u64);
    let reports = pairs
        .par_iter()
        .map(|pair| {
            let report = one(pair, old, new, same_inputs, severities, context);
            bar.inc(1);
            report
        })
        .collect();
    bar.finish_and_clear();
    reports
}

fn one(
    pair: &Pair,
    old: &Bench<'_, '_>,
    new: &Bench<'_, '_>,
    same_inputs: bool,
    severities: &Severities,
    context: &Context,
) -> Report {
    let mut report = Report::default();
    let app = pair.slug();
    report.apps.push(app.to_owned());
    match (&pair.old, &pair.new) {
        (Some(before), Some(after)) => {
            // What says the same and is made from the same is the same.
            if same_inputs && before.description == after.description {
                return report;
            }
            // An app that was renamed keeps its recordings.
            let mut after = after.clone();
            if new.compiler.sessions_of(&after) == 0 {
                after.slug = before.slug.clone();
            }
            let (then, mut problems) = old.model(before, context);
            let (now, more) = new.model(&after, context);
            problems.extend(
                more.into_iter()
                    .filter(|problem| !problems.contains(problem))
                    .collect::<Vec<_>>(),
            );
            report.problems = problems;
            if let (Some(then), Some(now)) = (then, now) {
                let mut attempts = Attempts {
                    app: &after,
                    new,
                    old: OldSide::Compiled(old),
                    context,
                };
                report.add(app, &then, &now, severities, &mut attempts);
            }
        }
        (one, other) => {
            let (side, bench) = if other.is_some() {
                (Side::New, new)
            } else {
                (Side::Old, old)
            };
            let Some(source) = one.as_ref().or(other.as_ref()) else {
                return report;
            };
            let (model, problems) = bench.model(source, context);
            report.problems = problems;
            if let Some(model) = model {
                report.add_whole(app, side, &model, severities);
            }
        }
    }
    report
}

impl Bench<'_, '_> {
    /// The model of an app, and what went wrong on the way.
    pub fn model(&self, app: &AppSource, context: &Context) -> (Option<AppModel>, Vec<Problem>) {
        let result = self.compiler.compile(app, &|| !context.is_stopped(), &|| {});
        let problem = |message: String, file: Option<String>, help: &str| Problem {
            app: Some(app.slug.as_str().to_owned()),
            file,
            line: None,
            message,
            help: Some(help.to_owned()),
        };
        let mut problems: Vec<Problem> = result
            .problems
            .iter()
            .map(|one| {
                let session = one
                    .session
                    .as_ref()
                    .map(|session| format!("session {session}: "))
                    .unwrap_or_default();
                problem(
                    format!("{session}{}; what it shows stays unknown", one.message),
                    None,
                    "see skillc captures verify",
                )
            })
            .collect();
        let model = model(&result, self.settings);
        if model.is_none() && problems.is_empty() {
            let message = format!(
                "{} has no usable recording, so its skills stay unknown",
                app.description.app
            );
            problems.push(problem(
                message,
                Some(app.name.clone()),
                "record one with skillc record, or name a store with --captures",
            ));
        }
        (model, problems)
    }

    /// What another description makes of the same recordings.
    pub fn described(&self, app: &AppSource, description: &AppDescription, context: &Context) -> Option<AppModel> {
        let mut other = app.clone();
        other.description = description.clone();
        self.model(&other, context).0
    }
}
