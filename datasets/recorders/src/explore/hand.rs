//! Acting, looking and writing down: nothing is done to the target that isn't on the tape.

use skillc_points::{TapSettings, points};
use skillc_records::{Action, ActionIndex, ActionKind, ActionOutcome, DialogAnswer, FrameIndex, WindowPoint};

use super::atlas::View;
use super::explorer::ExploreError;
use crate::tape::Tape;
use crate::target::{Start, Target};

/// What an action was meant for.
#[derive(Debug, Clone, Default)]
pub(super) struct Meant {
    pub(super) text: Option<String>,
    pub(super) label: Option<String>,
}

impl Meant {
    pub(super) fn text(text: &str) -> Self {
        Self {
            text: Some(text.to_owned()),
            label: None,
        }
    }
}

/// The hand on the target, and the pen on the tape.
pub(super) struct Hand<'h, T: Target, P: Tape> {
    target: &'h mut T,
    tape: &'h mut P,
    frame: Option<FrameIndex>,
    /// Actions so far.
    pub(super) actions: u32,
    /// Looks so far.
    pub(super) looks: u32,
}

/// What the hand's work ends with if it fails.
pub(super) type Failed<T, P> = ExploreError<<T as Target>::Error, <P as Tape>::Error>;

impl<'h, T: Target, P: Tape> Hand<'h, T, P> {
    pub(super) fn new(target: &'h mut T, tape: &'h mut P) -> Self {
        Self {
            target,
            tape,
            frame: None,
            actions: 0,
            looks: 0,
        }
    }

    pub(super) fn target(&self) -> &T {
        self.target
    }

    pub(super) fn launch(&mut self, app: &str, start: Start) -> Result<View, Failed<T, P>> {
        let kind = ActionKind::Launch { app: app.to_owned() };
        self.act(kind, Meant::default(), |target, kind| {
            target.launch(app, start)?;
            Ok(kind)
        })
    }

    pub(super) fn tap(&mut self, at: WindowPoint, meant: Meant) -> Result<View, Failed<T, P>> {
        self.act(ActionKind::Tap { at: Some(at) }, meant, |target, kind| {
            target.tap(at)?;
            Ok(kind)
        })
    }

    pub(super) fn swipe(&mut self, from: WindowPoint, to: WindowPoint) -> Result<View, Failed<T, P>> {
        let direction = if to.y < from.y { "up" } else { "down" };
        let kind = ActionKind::Swipe {
            from: Some(from),
            to: Some(to),
            direction: Some(direction.to_owned()),
        };
        self.act(kind, Meant::default(), |target, kind| {
            target.swipe(from, to)?;
            Ok(kind)
        })
    }

    pub(super) fn back(&mut self, button: WindowPoint, meant: Meant) -> Result<View, Failed<T, P>> {
        self.act(ActionKind::Back { at: None }, meant, |target, _| {
            let at = target.back(button)?;
            Ok(ActionKind::Back { at })
        })
    }

    pub(super) fn answer(&mut self, message: &str, answer: DialogAnswer) -> Result<View, Failed<T, P>> {
        let kind = ActionKind::AnswerDialog { answer };
        self.act(kind, Meant::text(message), |target, kind| {
            target.answer_dialog(answer)?;
            Ok(kind)
        })
    }

    /// Does something, writes it down, and looks at what came of it.
    fn act(
        &mut self,
        kind: ActionKind,
        meant: Meant,
        deed: impl FnOnce(&mut T, ActionKind) -> Result<ActionKind, T::Error>,
    ) -> Result<View, Failed<T, P>> {
        let mut action = Action {
            index: ActionIndex(0),
            frame_before: self.frame,
            frame_after: None,
            kind: kind.clone(),
            target_text: meant.text,
            display_label: meant.label,
            started_at: self.target.now(),
            ended_at: None,
            outcome: ActionOutcome::Unknown,
        };
        let done = deed(self.target, kind);
        action.ended_at = Some(self.target.now());
        action.outcome = match &done {
            Ok(_) => ActionOutcome::Ok,
            Err(error) => {
                let refused = T::refused(error).unwrap_or_default();
                ActionOutcome::Failed {
                    error_type: refused.error_type,
                    exit_code: refused.exit_code,
                }
            }
        };
        let done = match done {
            Ok(kind) => {
                action.kind = kind;
                Ok(())
            }
            // The app is where it was; what it shows decides how to go on.
            Err(error) if T::refused(&error).is_some() => Ok(()),
            Err(error) => Err(error),
        };
        action.index = self.tape.action(action.clone()).map_err(ExploreError::Tape)?;
        self.actions += 1;
        done.map_err(ExploreError::Target)?;
        let view = self.look()?;
        action.frame_after = self.frame;
        self.tape.amend(&action).map_err(ExploreError::Tape)?;
        Ok(view)
    }

    fn look(&mut self) -> Result<View, Failed<T, P>> {
        let sight = self.target.see().map_err(ExploreError::Target)?;
        self.frame = Some(self.tape.frame(&sight).map_err(ExploreError::Tape)?);
        self.looks += 1;
        let window = self.target.window();
        let seen = points(&sight.detections, window, &TapSettings::default());
        Ok(View {
            dialog: sight.dialog,
            ..View::of(seen, sight.controls, window)
        })
    }
}
