//! A recorded way as an open-to-destination script: one `open`, the steps, and a guard that says that the destination is there. The
//! session stays open, so that an agent goes on from there.
//!
//! Where a tree was recorded, targets carry evidence that was verified on it. Where only pictures were, the selectors are what was read on
//! them; the script is legal, and [`Loss`] says that nothing verified its targets.
//!
//! Source: reference on agent-device, §5.3 and §11.3.

use serde::{Deserialize, Serialize};
use skillc_records::WindowPoint;
use skillc_snapshot::{
    evidence::{TargetEvidence, Verification},
    selector::SelectorChain,
};

use crate::{Argument, Evidence, Header, Script, ScriptAction, Variable, needed};

/// How long a guard waits, in milliseconds.
const GUARD_TIMEOUT_MS: u64 = 10_000;

/// How a target is named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Naming {
    /// By a selector.
    Selector(SelectorChain),
    /// By its place: nothing else tells it.
    Place(WindowPoint),
}

/// A target on the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WayTarget {
    /// How it is named.
    pub naming: Naming,
    /// What it looked like, where a tree was recorded.
    pub evidence: Option<TargetEvidence>,
}

/// A step on the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WayStep {
    /// Touch.
    Press(WayTarget),
    /// Touch twice.
    DoublePress(WayTarget),
    /// Touch for long.
    LongPress(WayTarget),
    /// Replace the text of a field; a secret stands as `${NAME}`.
    Fill(WayTarget, String),
    /// Type into what has the keyboard; a secret stands as `${NAME}`.
    Type(String),
    /// Wait for a target.
    Wait(WayTarget),
    /// Wait until a target is gone.
    WaitAbsent(WayTarget),
    /// Scroll so that the content goes on this way: `up`, `down`, `left`, `right`.
    Scroll(String),
    /// A stroke.
    Swipe(WindowPoint, WindowPoint),
    /// Press the enter key.
    Enter,
    /// Go back.
    Back,
    /// Go to the home screen.
    Home,
    /// Open a link.
    OpenUrl(String),
    /// Take a picture.
    Screenshot,
    /// What scripts have no word for.
    Unsupported(String),
}

/// What the script doesn't say of the way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Loss {
    /// The step, from 0, in the way; none for the script as a whole.
    pub step: Option<usize>,
    /// What is lost.
    pub kind: LossKind,
}

/// What a script may fail to say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossKind {
    /// The target isn't verified: no tree was recorded, or nothing isolated it there.
    Unverified,
    /// The target is named by its place.
    ByPlace,
    /// The step has no word; it is left out.
    LeftOut(String),
    /// The way ends without a guard that can be recognised.
    NoGuard,
}

/// An open-to-destination script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DestinationScript {
    /// The script.
    pub script: Script,
    /// The variables that someone has to set before it can run.
    pub needed: Vec<String>,
    /// What it doesn't say of the way.
    pub losses: Vec<Loss>,
}

/// The script of a way that begins by opening `app` and ends where `guard` is on the screen. The app's name is set as `APP_ID`, so that
/// a build under another name can be opened.
pub fn destination_script(
    header: Header,
    app: &str,
    steps: &[WayStep],
    guard: Option<&WayTarget>,
) -> DestinationScript {
    let open = ScriptAction::new(
        "open",
        vec![Argument::quoted("${APP_ID}"), Argument::bare("--relaunch")],
    );
    let mut writing = Writing {
        actions: vec![open],
        losses: Vec::new(),
    };
    for (place, step) in steps.iter().enumerate() {
        writing.step(place, step);
    }
    // A way that ends by waiting for the guard has it already.
    let guarded = matches!((steps.last(), guard), (Some(WayStep::Wait(last)), Some(guard)) if last == guard);
    match guard {
        Some(guard) if !guarded => writing.wait(None, guard),
        Some(_) => {}
        None if matches!(steps.last(), Some(WayStep::Wait(_))) => {}
        None => writing.losses.push(Loss {
            step: None,
            kind: LossKind::NoGuard,
        }),
    }
    let env = vec![Variable {
        name: "APP_ID".to_owned(),
        value: app.to_owned(),
        line: 0,
    }];
    let script = Script {
        header,
        env,
        actions: writing.actions,
    };
    DestinationScript {
        needed: needed(&script),
        losses: writing.losses,
        script,
    }
}

struct Writing {
    actions: Vec<ScriptAction>,
    losses: Vec<Loss>,
}

impl Writing {
    fn step(&mut self, place: usize, step: &WayStep) {
        let flag = |text: &str| Argument::bare(text);
        let bare = |number: f64| Argument::bare(number.round().to_string());
        match step {
            WayStep::Press(target) => self.touch(place, "press", target, Vec::new()),
            WayStep::DoublePress(target) => self.touch(place, "press", target, vec![flag("--double-tap")]),
            WayStep::LongPress(target) => self.touch(place, "longpress", target, Vec::new()),
            WayStep::Fill(target, text) => self.touch(place, "fill", target, vec![Argument::quoted(text.as_str())]),
            WayStep::Type(text) => self.push("type", vec![Argument::quoted(text.as_str())]),
            WayStep::Wait(target) => self.wait(Some(place), target),
            WayStep::WaitAbsent(target) => match &target.naming {
                Naming::Selector(chain) => {
                    self.push(
                        "wait",
                        vec![Argument::bare("absent"), Argument::quoted(chain.to_string())],
                    );
                }
                Naming::Place(_) => self.lose(Some(place), LossKind::LeftOut("wait absent".to_owned())),
            },
            WayStep::Scroll(direction) => self.push("scroll", vec![Argument::bare(direction.as_str())]),
            WayStep::Swipe(from, to) => self.push("swipe", vec![bare(from.x), bare(from.y), bare(to.x), bare(to.y)]),
            WayStep::Enter => self.push("keyboard", vec![Argument::bare("enter")]),
            WayStep::Back => self.push("back", Vec::new()),
            WayStep::Home => self.push("home", Vec::new()),
            // `open` a second time would end the recording of an open-to-destination script, so a link isn't one.
            WayStep::OpenUrl(_) => self.lose(Some(place), LossKind::LeftOut("open a link".to_owned())),
            WayStep::Screenshot => self.push("screenshot", Vec::new()),
            WayStep::Unsupported(word) => self.lose(Some(place), LossKind::LeftOut(word.clone())),
        }
    }

    fn touch(&mut self, place: usize, command: &str, target: &WayTarget, after: Vec<Argument>) {
        let mut arguments = match &target.naming {
            Naming::Selector(chain) => vec![Argument::quoted(chain.to_string())],
            Naming::Place(at) => {
                self.lose(Some(place), LossKind::ByPlace);
                vec![
                    Argument::bare(at.x.round().to_string()),
                    Argument::bare(at.y.round().to_string()),
                ]
            }
        };
        arguments.extend(after);
        self.push(command, arguments);
        self.attach(Some(place), target);
    }

    fn wait(&mut self, place: Option<usize>, target: &WayTarget) {
        match &target.naming {
            Naming::Selector(chain) => {
                let arguments = vec![
                    Argument::quoted(chain.to_string()),
                    Argument::bare(GUARD_TIMEOUT_MS.to_string()),
                ];
                self.push("wait", arguments);
                self.attach(place, target);
            }
            Naming::Place(_) => self.lose(place, LossKind::LeftOut("wait".to_owned())),
        }
    }

    fn attach(&mut self, place: Option<usize>, target: &WayTarget) {
        let by_selector = matches!(target.naming, Naming::Selector(_));
        let verified = target
            .evidence
            .as_ref()
            .is_some_and(|e| e.verification == Verification::Verified);
        if by_selector && !verified {
            self.lose(place, LossKind::Unverified);
        }
        if let (Some(action), Some(evidence)) = (
            self.actions.last_mut(),
            target.evidence.as_ref().filter(|_| by_selector),
        ) {
            action.evidence = Some(Evidence::Target(evidence.clone()));
        }
    }

    fn push(&mut self, command: &str, arguments: Vec<Argument>) {
        self.actions.push(ScriptAction::new(command, arguments));
    }

    fn lose(&mut self, step: Option<usize>, kind: LossKind) {
        self.losses.push(Loss { step, kind });
    }
}
