//! Modals of the scenes.

use skillc_app_description::simulator::{MODAL_PREFIX, SCREEN_PREFIX};
use skillc_app_description::{DiagnosticKind, SimulatorSpec, Trigger};
use skillc_records::AppField;

use super::scenes::property;
use crate::code::Code;
use crate::finding::{Finding, Safety};
use crate::nearest::nearest;
use crate::source::Source;
use crate::surroundings::Surroundings;

/// Modals.
pub fn modals(source: &Source<'_>, _: &Surroundings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for span in source.noted_as(DiagnosticKind::ModalWithoutTitle) {
        findings.push(
            Finding::new(Code::ModalWithoutTitle, span, "a modal without a title is dropped")
                .suggest("add `- title: …`"),
        );
    }
    for span in source.noted_as(DiagnosticKind::ModalsWithoutScreens) {
        findings.push(
            Finding::new(
                Code::ModalsWithoutScreens,
                span,
                "there is no screen for this modal to cover, so there are no scenes at all",
            )
            .suggest(format!("add `## {SCREEN_PREFIX}…`")),
        );
    }
    for span in source.noted_as(DiagnosticKind::TriggerUnknown) {
        let text = source.slice(span);
        let finding = Finding::new(
            Code::ModalTriggerUnknown,
            span,
            format!("{text:?} is no trigger, so the modal comes at once"),
        );
        let bare = text.split(['#', ' ']).next().unwrap_or_default();
        findings.push(match nearest(bare, ["on_first_describe", "never"]) {
            Some(meant) => finding
                .suggest(format!("write `{meant}`"))
                .replace(Safety::Safe, span, meant),
            None => finding.suggest("write `on_first_describe`, `after_n_taps:3` or `never`"),
        });
    }
    if let Some(spec) = &source.parsed.simulator {
        findings.extend(spec.obstacles.iter().flat_map(|modal| {
            let heading = format!("{MODAL_PREFIX}{}", modal.id);
            let buttons = modal.buttons.is_empty().then(|| {
                Finding::new(
                    Code::ModalWithoutButtons,
                    source.place(&AppField::Simulator(heading.clone())),
                    "the modal has no button, so nothing closes it",
                )
                .suggest("add `- buttons: OK`, for instance")
            });
            let field = property(heading.clone(), "buttons");
            let quoted = modal
                .buttons
                .iter()
                .find(|button| button.contains(QUOTES))
                .map(|button| {
                    let span = source.place(&field);
                    Finding::new(
                        Code::ModalButtonQuoted,
                        span,
                        format!("a button is called {button:?}, with the quote"),
                    )
                    .suggest("write the buttons without quotes: `- buttons: OK, Cancel`")
                    .replace(Safety::Safe, span, source.slice(span).replace(QUOTES, ""))
                });
            let never =
                matches!(modal.trigger, Trigger::AfterTaps { count } if count > 0 && !has_way(spec)).then(|| {
                    Finding::new(
                        Code::ModalNeverFires,
                        source.place(&property(heading, "trigger")),
                        "only taps that lead to another screen count, and no element leads anywhere",
                    )
                    .suggest("use `on_first_describe`, or lead an element somewhere")
                });
            buttons.into_iter().chain(quoted).chain(never)
        }));
    }
    findings
}

/// The quotes that nobody means to see on a button.
const QUOTES: [char; 3] = ['"', '“', '”'];

fn has_way(spec: &SimulatorSpec) -> bool {
    spec.screens
        .iter()
        .any(|scene| scene.back.is_some() || scene.elements.iter().any(|element| element.destination().is_some()))
}
