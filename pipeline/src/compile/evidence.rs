//! What the stages of one session found, put together for the graph.

use std::collections::BTreeMap;

use skillc_graph::{
    Acquaintance, Dismissal, DismissalCause, RowTouch, SeenAction, SeenScreen, SessionEvidence, TabTouch, TabTouchRule,
};
use skillc_obstacles::{Dismissed, DismissedBy, ObstacleEvidence};
use skillc_patterns::{PatternLibrary, Touched, row_name};
use skillc_records::{Action, ActionIndex, Attempt, FrameIndex, Producer, Recording, ScreenPoints, WindowSize};
use skillc_screens::ScreenIdentity;
use skillc_settle::{Doubt, Performed, Settled};
use skillc_tabs::assign::TapEvidence;
use skillc_tabs::{TabNames, TabTap};
use skillc_text::trim_with_newlines;

/// The results of the stages of one session.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'f> {
    /// Stage 2.
    pub points: &'f BTreeMap<FrameIndex, ScreenPoints>,
    /// Stage 3.
    pub settled: &'f [Settled],
    /// Stage 4.
    pub obstacles: &'f ObstacleEvidence,
    /// Stage 5.
    pub tabs: &'f [TabTap],
    /// Stage 6.
    pub screens: &'f BTreeMap<FrameIndex, ScreenIdentity>,
}

/// What things are called, by APP.md and by the pattern files.
#[derive(Debug, Clone, Copy)]
pub struct Names<'n> {
    /// The triggers of the obstacle rules in force, in file order.
    pub triggers: &'n [String],
    /// The declared tabs.
    pub tabs: &'n TabNames,
    /// What rows of some kind are called, and what is noise.
    pub patterns: &'n PatternLibrary,
}

/// The input of the graph for one session.
pub fn evidence(recording: &Recording, findings: Findings<'_>, names: Names<'_>) -> SessionEvidence {
    let window = recording.session.window;
    let dismissed: BTreeMap<ActionIndex, &Dismissed> = findings
        .obstacles
        .dismissals
        .iter()
        .map(|dismissed| (dismissed.action, dismissed))
        .collect();
    let tabs: BTreeMap<ActionIndex, &TabTap> = findings.tabs.iter().map(|tap| (tap.action, tap)).collect();
    let (screens, places) = seen_screens(recording, findings);
    let place = |frame: Option<FrameIndex>| places.get(&frame?).copied();
    let actions = recording.actions.iter().zip(findings.settled);
    let actions = actions.map(|(action, settled)| SeenAction {
        action: action.index,
        kind: action.kind.clone(),
        target_text: action.target_text.clone(),
        display_label: action.display_label.clone(),
        tab: tabs.get(&action.index).and_then(|tap| touch(tap, names.tabs)),
        row: settled
            .before
            .filter(|_| !tabs.contains_key(&action.index) && !dismissed.contains_key(&action.index))
            .and_then(|before| row(action, findings.points.get(&before)?, names.patterns, window)),
        dismissal: dismissed.get(&action.index).map(|dismissed| {
            dismissal(
                dismissed,
                action.target_text.as_deref(),
                names.triggers,
                findings.points,
            )
        }),
        before: place(settled.before),
        after: place(settled.result.frame()),
        delay_ms: settled.result.frame().and_then(|frame| {
            let seen = recording.frames.get(frame.0 as usize)?.captured_at;
            u64::try_from(seen.0 - action.started_at.0)
                .ok()
                .map(|micros| micros / 1000)
        }),
        failed: settled.performed == Performed::Failed,
    });
    SessionEvidence {
        session: recording.session.id.clone(),
        window: recording.session.window,
        actions: actions.collect(),
        screens,
    }
}

/// The frames that stand for something, and the place of each.
fn seen_screens(recording: &Recording, findings: Findings<'_>) -> (Vec<SeenScreen>, BTreeMap<FrameIndex, u32>) {
    let results = findings.settled.iter().map(|settled| &settled.result);
    let doubts: BTreeMap<FrameIndex, &Doubt> = results
        .filter_map(|result| Some((result.frame()?, result.doubt()?)))
        .collect();
    let recorded = |frame: FrameIndex| recording.frames.get(frame.0 as usize);
    let known = |frame: FrameIndex| {
        // Importers of scripts know what is named and nothing else of a screen, and call such frames sparse.
        let is_sparse = recorded(frame).is_some_and(|frame| frame.attempt == Attempt::Sparse);
        match recording.session.producer {
            Producer::Import if is_sparse => Acquaintance::Named,
            Producer::Import => Acquaintance::Stated,
            _ => Acquaintance::Seen,
        }
    };
    let frames = findings
        .settled
        .iter()
        .flat_map(|settled| [settled.before, settled.result.frame()]);
    let mut screens = BTreeMap::new();
    for frame in frames.flatten() {
        if let (Some(points), Some(identity)) = (findings.points.get(&frame), findings.screens.get(&frame)) {
            screens.entry(frame).or_insert_with(|| SeenScreen {
                frame,
                points: points.clone(),
                identity: identity.clone(),
                visual: None,
                known: known(frame),
                doubt: match doubts.get(&frame) {
                    Some(&doubt) => Some(doubt.clone()),
                    None => recorded(frame).and_then(skillc_settle::doubt),
                },
            });
        }
    }
    let places = screens.keys().zip(0..).map(|(&frame, place)| (frame, place)).collect();
    (screens.into_values().collect(), places)
}

fn touch(tap: &TabTap, names: &TabNames) -> Option<TabTouch> {
    Some(TabTouch {
        name: names.name(tap.tab)?.to_owned(),
        field: TabNames::field(tap.tab),
        edge: tap.edge,
        rule: match tap.by {
            TapEvidence::Text => TabTouchRule::Text,
            TapEvidence::Slot => TabTouchRule::Geometry,
        },
    })
}

/// What the pattern of the touched row calls it, unless the recording has a name of its own for what was touched.
fn row(action: &Action, screen: &ScreenPoints, patterns: &PatternLibrary, window: WindowSize) -> Option<RowTouch> {
    let stated = |text: &&String| !trim_with_newlines(text).is_empty();
    let touches = skillc_graph::touched::deed(&action.kind).is_some_and(|deed| deed.touches());
    if !touches || action.display_label.as_ref().is_some_and(|label| stated(&label)) {
        return None;
    }
    let touched = Touched {
        text: action.target_text.as_ref().filter(stated).map(String::as_str),
        at: action.kind.touch(),
    };
    let excluded = &patterns.cleanup.exclude_labels;
    let named = row_name(&screen.points, touched, &patterns.elements, excluded, window)?;
    Some(RowTouch {
        label: named.label,
        pattern: named.pattern,
    })
}

/// What an action dismissed. `message` is what it was meant for, as it was recorded.
fn dismissal(
    dismissed: &Dismissed,
    message: Option<&str>,
    triggers: &[String],
    points: &BTreeMap<FrameIndex, ScreenPoints>,
) -> Dismissal {
    let (cause, trigger) = match dismissed.by {
        DismissedBy::Rule(rule) => (DismissalCause::Rule(rule), triggers.get(rule).cloned()),
        DismissedBy::Dialog => (DismissalCause::Dialog, message.map(ToOwned::to_owned)),
        // What tells the alert is its title: the text that stands highest.
        DismissedBy::Alert(_) => {
            let title = points.get(&dismissed.frame).and_then(|screen| {
                screen
                    .points
                    .iter()
                    .min_by(|a, b| a.at.y.total_cmp(&b.at.y))
                    .map(|point| point.text.clone())
            });
            (DismissalCause::SystemAlert, title)
        }
    };
    Dismissal {
        cause,
        trigger: trigger.unwrap_or_default(),
        answer: dismissed.target.clone(),
    }
}
