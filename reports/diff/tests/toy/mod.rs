//! A toy app that is compiled in a few lines by the rules that matter to a comparison: tabs are named by their place, what the skip
//! list forbids isn't tapped, obstacle rules are hints, and every leaf gets a skill.
#![allow(dead_code)]

use skillc_app_description::{AppDescription, ObstacleMode, parse};
use skillc_graph::{DismissalCause, SkipList, SkipPattern, SkipSource};
use skillc_model::model::{FORMAT_VERSION, LostBehind};
use skillc_model::{AppModel, Declared, Inputs, LostScreen, ObstacleModel, ScreenModel, SkillModel, StepModel};
use skillc_records::{ActionIndex, ActionRef, AppField, FrameIndex, FrameRef, SessionId, WindowPoint};
use skillc_screens::StructuralTexts;
use skillc_skills::{Find, StepRule};

/// What was recorded: tabs with rows, each leading to a page.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub(crate) session: &'static str,
    pub(crate) tabs: Vec<Tab>,
}

#[derive(Debug, Clone)]
pub(crate) struct Tab {
    pub(crate) rows: Vec<String>,
}

pub(crate) const SESSION: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
pub(crate) const OTHER_SESSION: &str = "01BX5ZZKBKACTAV9WEVGEMMVRZ";

pub(crate) fn recording() -> Recording {
    let tab = |rows: &[&str]| Tab {
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
    };
    Recording {
        session: SESSION,
        tabs: vec![
            tab(&["Steps", "Sleep", "Delete data"]),
            tab(&["Friends", "Groups"]),
            tab(&["About", "Sign out"]),
        ],
    }
}

pub(crate) const APP: &str = "---
app: Toy
---
## Structure
A toy.

## Tabs
- Summary
- People
- More

## Obstacles
- Rate this app → Not now

## Skip
- Delete
- Sign out

## Credentials
- TEST_EMAIL: ${EMAIL}

## Tips
- Be patient.
- Stay calm.
";

pub(crate) fn model(text: &str, recording: &Recording) -> AppModel {
    let parsed = parse(text);
    let description = parsed.description.expect("a description");
    let mut model = compile(&description, recording);
    model.declared = Declared::new("apps/toy/APP.md", &description, &parsed.spans);
    model
}

pub(crate) fn compile(description: &AppDescription, recording: &Recording) -> AppModel {
    let patterns = description.skip.iter().enumerate();
    let skip = SkipList(
        patterns
            .map(|(place, text)| SkipPattern {
                text: text.clone(),
                source: SkipSource::AppMd(place),
            })
            .collect(),
    );
    let session = SessionId::parse(recording.session).expect("a ULID");
    let toy = Toy {
        description,
        skip: &skip,
        session: &session,
    };
    let (mut skills, mut lost, mut reachable) = (Vec::new(), Vec::new(), vec![toy.screen("Home", 0)]);
    for (place, tab) in recording.tabs.iter().enumerate() {
        let number = u32::try_from(place).expect("small") + 1;
        let page = toy.screen(&format!("page {number}"), number);
        reachable.push(page.clone());
        let tab_step = toy.tap(place, number);
        for (row, label) in tab.rows.iter().enumerate() {
            let number = number * 100 + u32::try_from(row).expect("small");
            let leaf = toy.screen(&format!("{label} page"), number);
            let action = toy.action(number);
            if let Some(pattern) = skip.first_in(label) {
                let cut = LostBehind {
                    pattern: pattern.clone(),
                    label: label.clone(),
                    action,
                    before: Some(page.frame.clone()),
                };
                lost.push(LostScreen {
                    screen: leaf,
                    cuts: vec![cut],
                });
                continue;
            }
            reachable.push(leaf.clone());
            let steps = vec![
                toy.step("launch", &description.app, StepRule::Launch, 0, vec![AppField::App]),
                toy.step("wait_for", "Home", StepRule::Landmark, 0, vec![]),
                tab_step.clone(),
                StepModel {
                    screen: 1,
                    element: label.clone(),
                    at: Some(WindowPoint::new(200.0, 100.0 + 60.0 * f64::from(number % 100))),
                    find: Some(Find::Text),
                    ..toy.step("tap", label, StepRule::Recorded, number, vec![])
                },
                StepModel {
                    screen: 2,
                    ..toy.step("wait_for", &format!("{label} page"), StepRule::Landmark, number, vec![])
                },
            ];
            skills.push(SkillModel {
                name: format!("{}-{}-{label}", description.app, tab_step.label)
                    .to_lowercase()
                    .replace(' ', "-"),
                title: label.clone(),
                flow: format!("{} > {label}", tab_step.label),
                screens: vec![toy.screen("Home", 0), page.clone(), leaf],
                steps,
                obstacles: toy.obstacles(),
            });
        }
    }
    AppModel {
        format_version: FORMAT_VERSION,
        declared: Declared::new("apps/toy/APP.md", description, []),
        inputs: Inputs {
            sessions: vec![session.clone()],
            detectors: vec!["recorded:toy".into()],
            settings: vec![],
            tool: "1".into(),
        },
        recipe: None,
        skip,
        skills,
        lost,
        reachable,
        flaky: vec![],
        under: Vec::new(),
    }
}

struct Toy<'t> {
    description: &'t AppDescription,
    skip: &'t SkipList,
    session: &'t SessionId,
}

impl Toy<'_> {
    fn frame(&self, number: u32) -> FrameRef {
        FrameRef {
            session: self.session.clone(),
            frame: FrameIndex(number),
        }
    }

    fn action(&self, number: u32) -> ActionRef {
        ActionRef {
            session: self.session.clone(),
            action: ActionIndex(number),
        }
    }

    fn screen(&self, title: &str, number: u32) -> ScreenModel {
        ScreenModel {
            fingerprint: format!("{title:-<64}"),
            title: Some(title.to_owned()),
            texts: StructuralTexts::from_texts([title.to_owned(), format!("{title} body")]),
            frame: self.frame(number),
        }
    }

    fn step(&self, deed: &str, label: &str, rule: StepRule, number: u32, fields: Vec<AppField>) -> StepModel {
        StepModel {
            deed: deed.to_owned(),
            label: label.to_owned(),
            element: String::new(),
            at: None,
            to: None,
            find: None,
            text: format!("{deed} \"{label}\""),
            screen: 0,
            rule,
            fields,
            action: Some(self.action(number)),
            before: Some(self.frame(number.saturating_sub(1))),
            after: Some(self.frame(number)),
            doubt: None,
            pattern: None,
        }
    }

    fn tap(&self, place: usize, number: u32) -> StepModel {
        let declared = self.description.tabs.get(place);
        let label = declared.cloned().unwrap_or_else(|| format!("icon {place}"));
        let rail = self
            .description
            .tab_layout
            .is_some_and(|layout| layout.edge == skillc_app_description::Edge::Right);
        let fields = declared.map(|_| AppField::Tab(place)).into_iter().collect();
        let x = 50.0 + 100.0 * f64::from(number);
        StepModel {
            at: Some(if rail {
                WindowPoint::new(390.0, x)
            } else {
                WindowPoint::new(x, 860.0)
            }),
            find: Some(if rail { Find::Place } else { Find::IconTab }),
            ..self.step("tap", &label, StepRule::TabByGeometry, number, fields)
        }
    }

    fn obstacles(&self) -> Vec<ObstacleModel> {
        if self.description.obstacle_mode == ObstacleMode::Off {
            return vec![];
        }
        let rules = self.description.obstacles.iter().enumerate();
        rules
            .map(|(place, rule)| ObstacleModel {
                trigger: rule.trigger.clone(),
                answer: rule.action.clone(),
                cause: DismissalCause::Rule(place),
                frame: None,
                action: None,
            })
            .collect()
    }
}
