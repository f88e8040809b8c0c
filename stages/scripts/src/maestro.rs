//! A skill as a Maestro flow: identifier or text, one selector a target; the guard is a wait.

use skillc_graph::ScrollDirection;
use skillc_maestro::{
    Attempt, Config, Direction, Gesture, Hundredths, Include, Key, MaestroCommand, Point, Program, Selector, Tap,
    TapTarget, Value, Wait, When, write,
};
use skillc_records::{WindowPoint, WindowSize};
use skillc_skills::{Act, Find, Skill, Step, Target, Touch};

use crate::{Dialect, ScriptContext, ScriptLoss, What, ad::is_enter, loss::comments, target::identifier};

/// How long a wait may take, in milliseconds: what agent-device gives a look-up.
const WAIT_MS: u64 = 17_000;

/// The flow of `skill`, and what it doesn't say.
pub fn flow(skill: &Skill, context: &ScriptContext) -> (String, Vec<ScriptLoss>) {
    let mut writing = Writing {
        context,
        window: skill.window,
        commands: Vec::new(),
        losses: Vec::new(),
        step: 0,
    };
    for (place, step) in skill.steps.iter().enumerate() {
        writing.step = place + 1;
        writing.step(step);
    }
    let guarded = matches!(
        writing.commands.last(),
        Some(MaestroCommand::ExtendedWaitUntil { .. } | MaestroCommand::AssertVisible { .. })
    );
    let mut losses = writing.losses;
    if !guarded {
        losses.push(ScriptLoss {
            dialect: Dialect::Maestro,
            step: None,
            what: What::NoGuard,
        });
    }
    let config = Config {
        app_id: Some("${APP_ID}".to_owned()),
        name: Some(skill.title.clone()).filter(|title| !title.trim().is_empty()),
        env: vec![("APP_ID".to_owned(), Value::Text(context.app.clone()))],
        ..Config::default()
    };
    let commands = writing.commands.into_iter().map(MaestroCommand::made).collect();
    (
        format!("{}{}", comments(&losses), write(&Program { config, commands })),
        losses,
    )
}

struct Writing<'c> {
    context: &'c ScriptContext,
    window: WindowSize,
    commands: Vec<MaestroCommand>,
    losses: Vec<ScriptLoss>,
    /// The step that is being written, from 1.
    step: usize,
}

impl Writing<'_> {
    fn step(&mut self, step: &Step) {
        use MaestroCommand as C;
        let attempt = Attempt::default;
        let command = match &step.act {
            Act::Launch { .. } => C::LaunchApp {
                app_id: None,
                stop_app: Some(true),
                clear_state: None,
                arguments: Vec::new(),
            },
            // A text that shows nothing is on every screen and on none.
            Act::WaitFor { text } | Act::Check { text, .. } if text.trim().is_empty() => return self.leave_out(step),
            Act::Answer { trigger, .. } if trigger.trim().is_empty() => return self.leave_out(step),
            Act::WaitFor { text } => wait(text),
            Act::Touch { touch, target } => {
                let Some(target) = self.target(target, *touch, step) else {
                    return self.leave_out(step);
                };
                match touch {
                    Touch::Tap => C::TapOn(Tap::on(target)),
                    Touch::DoubleTap => C::DoubleTapOn(Tap::on(target)),
                    Touch::LongPress => {
                        self.lose(What::HowLong);
                        C::LongPressOn(Tap::on(target))
                    }
                }
            }
            Act::Scroll { direction, until, .. } if !until.trim().is_empty() => C::ScrollUntilVisible {
                element: Selector::text(literal(until)),
                direction: Some(content_way(*direction)),
                timeout_ms: None,
                attempt: attempt(),
            },
            Act::Scroll { direction, .. } => C::Swipe {
                gesture: Gesture::Screen(finger_way(*direction)),
                duration_ms: None,
                attempt: attempt(),
            },
            Act::Swipe {
                stroke: Some((from, to)),
                ..
            } => match (self.percent(*from), self.percent(*to)) {
                (Some(from), Some(to)) => C::Swipe {
                    gesture: Gesture::Percent(from, to),
                    duration_ms: None,
                    attempt: attempt(),
                },
                _ => return self.leave_out(step),
            },
            Act::Swipe {
                direction: Some(direction),
                ..
            } => C::Swipe {
                gesture: Gesture::Screen(finger_way(*direction)),
                duration_ms: None,
                attempt: attempt(),
            },
            Act::Type { text } => C::InputText {
                text: text.clone(),
                label: None,
            },
            Act::PressKey { key } if is_enter(key) => C::PressKey(Key::Enter),
            Act::PressHome => C::PressKey(Key::Home),
            Act::Back { .. } => C::Back,
            Act::OpenUrl { url } => C::OpenLink { link: url.clone() },
            Act::Check { text, visible } => {
                let target = Selector::text(literal(text));
                if *visible {
                    C::AssertVisible {
                        target,
                        attempt: attempt(),
                    }
                } else {
                    C::AssertNotVisible {
                        target,
                        attempt: attempt(),
                    }
                }
            }
            Act::Screenshot => C::TakeScreenshot {
                path: format!("step-{}", self.step),
            },
            Act::Answer { trigger, target } => {
                let Some(target) = self.target(target, Touch::Tap, step) else {
                    return self.leave_out(step);
                };
                C::RunFlow {
                    include: Include::Commands(vec![C::TapOn(Tap::on(target)).made()]),
                    when: Some(When {
                        visible: Some(Selector::text(literal(trigger))),
                        ..When::default()
                    }),
                    env: Vec::new(),
                    label: None,
                }
            }
            Act::Swipe { .. }
            | Act::Drag { .. }
            | Act::PressKey { .. }
            | Act::Shake
            | Act::Remember { .. }
            | Act::Other { .. } => return self.leave_out(step),
        };
        self.commands.push(command);
    }

    /// By its identifier, where the recorded tree has a node with one there and no other has it; else by its text, else by its place.
    fn target(&mut self, target: &Target, touch: Touch, step: &Step) -> Option<TapTarget> {
        if let Some(id) = identifier(target, step.provenance.before.as_ref(), self.context) {
            return Some(TapTarget::Element(Selector::id(literal(&id))));
        }
        let readable = !target.label.trim().is_empty();
        // Only a plain touch takes a place in hundredths.
        let place = target.at.and_then(|at| match touch {
            Touch::Tap => self.percent(at).map(|(x, y)| Point::Percent(x, y)),
            Touch::DoubleTap | Touch::LongPress => self.pixels(at).map(|(x, y)| Point::Absolute(x, y)),
        });
        match (target.find, place) {
            (Find::Text, _) if readable => Some(TapTarget::Element(Selector::text(literal(&target.label)))),
            (_, Some(place)) => {
                self.lose(What::ByPlace);
                Some(TapTarget::Point(place))
            }
            (_, None) => readable.then(|| TapTarget::Element(Selector::text(literal(&target.label)))),
        }
    }

    /// Hundredths of the window: a flow runs on windows of other sizes, too.
    fn percent(&self, at: WindowPoint) -> Option<(Hundredths, Hundredths)> {
        let window = self.window;
        (window.width > 0.0 && window.height > 0.0 && at.x.is_finite() && at.y.is_finite())
            .then(|| (Hundredths::of(at.x, window.width), Hundredths::of(at.y, window.height)))
    }

    /// The place in the unit that was recorded.
    fn pixels(&self, at: WindowPoint) -> Option<(u32, u32)> {
        // Casts saturate: what lies left of or above the window is at its edge.
        (at.x.is_finite() && at.y.is_finite()).then(|| (at.x.round() as u32, at.y.round() as u32))
    }

    fn leave_out(&mut self, step: &Step) {
        self.lose(What::LeftOut(step.act.word().to_owned()));
    }

    fn lose(&mut self, what: What) {
        self.losses.push(ScriptLoss {
            dialect: Dialect::Maestro,
            step: Some(self.step),
            what,
        });
    }
}

fn wait(text: &str) -> MaestroCommand {
    let wait = Wait::Visible(Selector::text(literal(text)));
    MaestroCommand::ExtendedWaitUntil {
        wait,
        timeout_ms: Some(WAIT_MS),
        attempt: Attempt::default(),
    }
}

/// A text from the screen, which must not be taken for an expression.
fn literal(text: &str) -> String {
    text.replace("${", "\\${")
}

fn finger_way(finger: ScrollDirection) -> Direction {
    match finger {
        ScrollDirection::Up => Direction::Up,
        ScrollDirection::Down => Direction::Down,
        ScrollDirection::Left => Direction::Left,
        ScrollDirection::Right => Direction::Right,
    }
}

fn content_way(finger: ScrollDirection) -> Direction {
    match finger {
        ScrollDirection::Up => Direction::Down,
        ScrollDirection::Down => Direction::Up,
        ScrollDirection::Left => Direction::Right,
        ScrollDirection::Right => Direction::Left,
    }
}
