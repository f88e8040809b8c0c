//! From a flow to steps: acting first, then waiting for what the action leads to.

use skillc_app_description::Edge;
use skillc_flows::{Arrival, Flow, FlowScreen, Way};
use skillc_graph::{Deed, Entry, Observation, Preparation, Scroll, TabTouchRule, landmark};
use skillc_records::{AppField, FrameRef, ScreenPoints, TapPoint, WindowPoint};
use skillc_text::equals;

use crate::context::SkillContext;
use crate::sentence::sentence;
use crate::step::{Act, Find, Step, StepProvenance, StepRule, Target, Touch};

/// A tap this near to a text's tap point, or higher or lower than it by no more, is one on it. Points.
const SAME_PLACE: f64 = 30.0;

/// The steps of a flow.
pub fn steps(flow: &Flow, context: &SkillContext) -> Vec<Step> {
    let mut plan = Plan {
        context,
        steps: Vec::new(),
    };
    let mut here: Option<&FlowScreen> = None;
    for screen in &flow.screens {
        match (&screen.arrival, here) {
            (Arrival::By(way), Some(before)) => plan.go(before, way, screen),
            (Arrival::Opens(entry), _) => plan.open(entry, screen),
            (Arrival::By(_), None) => {}
        }
        here = Some(screen);
    }
    if let Some(last) = here {
        plan.deeds(last, &flow.last_deeds);
    }
    plan.steps
}

struct Plan<'c> {
    context: &'c SkillContext,
    steps: Vec<Step>,
}

impl Plan<'_> {
    fn push(&mut self, act: Act, provenance: StepProvenance) {
        self.push_on(None, act, provenance);
    }

    /// The same for a touch on the bar along `bar`.
    fn push_on(&mut self, bar: Option<Edge>, act: Act, provenance: StepProvenance) {
        let text = sentence(&act, bar);
        self.steps.push(Step { act, text, provenance });
    }

    fn open(&mut self, entry: &Entry, screen: &FlowScreen) {
        let provenance = StepProvenance {
            rule: StepRule::Launch,
            action: entry.launch.clone(),
            before: None,
            after: Some(entry.frame.clone()),
            fields: vec![AppField::App],
            delay_ms: entry.delay_ms,
            times_seen: entry.times_seen,
            disagreements: Vec::new(),
            doubt: entry.doubt.clone(),
            pattern: None,
        };
        self.push(
            Act::Launch {
                app: self.context.app.clone(),
            },
            provenance.clone(),
        );
        self.wait(None, [""; 2], screen, &provenance);
    }

    fn go(&mut self, before: &FlowScreen, way: &Way, screen: &FlowScreen) {
        self.deeds(before, &way.seen.preparations);
        for scroll in &way.seen.scrolls {
            self.scroll(scroll, way);
        }
        let (rule, fields) = match &way.tab {
            Some(tab) if tab.rule == TabTouchRule::Geometry => (StepRule::TabByGeometry, vec![tab.field.clone()]),
            Some(tab) => (StepRule::TabByText, vec![tab.field.clone()]),
            None => (StepRule::Recorded, Vec::new()),
        };
        let mut provenance = StepProvenance {
            rule,
            action: Some(way.seen.action.clone()),
            before: way.seen.before.clone(),
            after: way.seen.after.clone(),
            fields,
            delay_ms: way.seen.delay_ms,
            times_seen: way.times_seen,
            disagreements: way.disagreements.clone(),
            doubt: way.seen.doubt.clone(),
            pattern: None,
        };
        let trigger = before.screen.dialog.as_ref().and_then(|exit| {
            landmark(&before.screen.points.points, std::slice::from_ref(&exit.answer)).map(ToOwned::to_owned)
        });
        let target = target(before, way);
        let bar = way.tab.as_ref().map(|tab| tab.edge);
        // Where the name stands nowhere, the step says what does.
        provenance.pattern = way.pattern.clone().filter(|_| target.label == way.label);
        match trigger {
            Some(trigger) if way.deed == Deed::Tap => {
                provenance.rule = StepRule::Dialog;
                // The wait for the dialog itself would fail when it doesn't come up.
                if self
                    .steps
                    .last()
                    .is_some_and(|last| last.act == Act::WaitFor { text: trigger.clone() })
                {
                    self.steps.pop();
                }
                self.push_on(bar, Act::Answer { trigger, target }, provenance.clone());
            }
            _ => {
                let act = act(&way.deed, target, stroke(&way.seen));
                self.push_on(bar, act, provenance.clone());
            }
        }
        self.wait(Some(before), [&way.element_text, &way.label], screen, &provenance);
    }

    fn scroll(&mut self, scroll: &Scroll, way: &Way) {
        let act = Act::Scroll {
            direction: scroll.direction,
            count: scroll.count,
            until: way.element_text.clone(),
            stroke: scroll.from.zip(scroll.to),
        };
        self.push(
            act,
            StepProvenance {
                rule: StepRule::Scroll,
                action: scroll.actions.first().cloned(),
                before: None,
                after: way.seen.before.clone(),
                fields: Vec::new(),
                delay_ms: scroll.delay_ms,
                times_seen: way.times_seen,
                disagreements: Vec::new(),
                doubt: way.seen.doubt.clone(),
                pattern: None,
            },
        );
    }

    fn deeds(&mut self, here: &FlowScreen, deeds: &[Preparation]) {
        let mut before: Option<FrameRef> = Some(here.screen.first_seen.clone());
        for deed in deeds {
            let target = find(&here.screen.points, &deed.label, deed.at, false);
            let provenance = StepProvenance {
                rule: StepRule::Preparation,
                action: Some(deed.action.clone()),
                before: before.clone(),
                after: deed.after.clone(),
                fields: credentials(&deed.deed, self.context),
                delay_ms: deed.delay_ms,
                times_seen: 1,
                disagreements: Vec::new(),
                doubt: deed.doubt.clone(),
                pattern: deed.pattern.clone(),
            };
            self.push(act(&deed.deed, target, None), provenance);
            before = deed.after.clone().or(before);
        }
    }

    /// Waits for what tells the new screen from the one before; for its landmark if nothing does. What was `touched` was visible too,
    /// also where scrolling had to bring it into view.
    fn wait(&mut self, before: Option<&FlowScreen>, touched: [&str; 2], screen: &FlowScreen, arrival: &StepProvenance) {
        let excluded = &self.context.cleanup.exclude_labels;
        let points = &screen.screen.points.points;
        let fresh: Vec<TapPoint> = points
            .iter()
            .filter(|point| !touched.iter().any(|old| equals(old, &point.text)))
            .filter(|point| {
                before.is_none_or(|before| {
                    !before
                        .screen
                        .points
                        .points
                        .iter()
                        .any(|old| equals(&old.text, &point.text))
                })
            })
            .cloned()
            .collect();
        let Some(text) = landmark(&fresh, excluded).or_else(|| landmark(points, excluded)) else {
            return;
        };
        let text = text.to_owned();
        let provenance = StepProvenance {
            rule: StepRule::Landmark,
            fields: Vec::new(),
            disagreements: Vec::new(),
            pattern: None,
            ..arrival.clone()
        };
        self.push(Act::WaitFor { text }, provenance);
    }
}

fn act(deed: &Deed, target: Target, stroke: Option<(WindowPoint, WindowPoint)>) -> Act {
    let touch = |touch| Act::Touch {
        touch,
        target: target.clone(),
    };
    match deed {
        Deed::Tap => touch(Touch::Tap),
        Deed::DoubleTap => touch(Touch::DoubleTap),
        Deed::LongPress => touch(Touch::LongPress),
        Deed::Swipe { direction } => Act::Swipe {
            direction: *direction,
            stroke,
        },
        Deed::Drag => Act::Drag {
            stroke,
            label: target.label,
        },
        Deed::ScrollTo => Act::Scroll {
            direction: skillc_graph::ScrollDirection::Up,
            count: 1,
            until: target.label,
            stroke: None,
        },
        Deed::Type { text } => Act::Type { text: text.clone() },
        Deed::PressKey { key } => Act::PressKey { key: key.clone() },
        Deed::PressHome => Act::PressHome,
        Deed::Back => Act::Back { at: target.at },
        Deed::OpenUrl { url } => Act::OpenUrl { url: url.clone() },
        Deed::Shake => Act::Shake,
        Deed::AssertVisible => Act::Check {
            text: target.label,
            visible: true,
        },
        Deed::AssertNotVisible => Act::Check {
            text: target.label,
            visible: false,
        },
        Deed::Remember { text } => Act::Remember { text: text.clone() },
        Deed::Screenshot => Act::Screenshot,
        Deed::Other { word } => Act::Other {
            word: word.clone(),
            label: target.label,
        },
    }
}

fn stroke(seen: &Observation) -> Option<(WindowPoint, WindowPoint)> {
    seen.at.zip(seen.lifted_at)
}

fn target(before: &FlowScreen, way: &Way) -> Target {
    let scrolled = !way.seen.scrolls.is_empty();
    let points = &before.screen.points;
    let mut target = find(points, &way.label, way.seen.at, way.tab.is_some());
    if target.find == Find::Place && way.label != way.element_text {
        // A name for people that stands nowhere ("Sleep" for "Sleep ›"): whoever follows the skill looks for what is there.
        let shown = find(points, &way.element_text, way.seen.at, false);
        if shown.find != Find::Place {
            return shown;
        }
    }
    if scrolled && target.find == Find::Place && way.label == way.element_text {
        // The first viewport doesn't show it; scrolling brings its text into view.
        target.find = Find::Text;
    }
    target
}

/// How `label` at `at` can be found on a screen.
fn find(points: &ScreenPoints, label: &str, at: Option<WindowPoint>, tab: bool) -> Target {
    let texts: Vec<&TapPoint> = points
        .points
        .iter()
        .filter(|point| !label.is_empty() && equals(&point.text, label))
        .collect();
    let here = |point: &&TapPoint| {
        at.is_none_or(|at| point.at.distance(at) < SAME_PLACE || (point.at.y - at.y).abs() < SAME_PLACE)
    };
    let touched: Vec<&TapPoint> = texts.iter().copied().filter(here).collect();
    let find = match (touched.len(), texts.len()) {
        (0, _) if tab => Find::IconTab,
        (0, _) => Find::Place,
        (1, 1) => Find::Text,
        _ => Find::OneOfSeveral,
    };
    let confidence = touched
        .first()
        .and_then(|point| point.confidence)
        .map(skillc_records::Confidence::value);
    Target {
        label: label.to_owned(),
        at,
        find,
        confidence,
    }
}

/// The credentials that a typed text names.
fn credentials(deed: &Deed, context: &SkillContext) -> Vec<AppField> {
    let Deed::Type { text } = deed else { return Vec::new() };
    let named = context
        .credentials
        .iter()
        .filter(|name| text.contains(&format!("${{{name}}}")));
    named.map(|name| AppField::Credential(name.clone())).collect()
}
