//! What earlier sessions have shown and tried, so that an exploration can go on where another one ended.
//!
//! The screens and the ways between them are found in the recording as the explorer found them: by what was tapped, and what the next
//! look showed. Screens that look like dialogs are left out; they come by themselves.

use std::collections::{BTreeMap, BTreeSet};

use skillc_graph::dialog;
use skillc_points::{TapSettings, points};
use skillc_records::{ActionKind, ActionOutcome, FrameIndex, Recording};
use skillc_tabs::TabNames;

use super::atlas::{Atlas, Step, View};

/// Screens, the way to each, and what was tried on it.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    pub(super) atlas: Atlas,
    /// The texts that were tapped on a screen.
    pub(super) tried: BTreeMap<usize, BTreeSet<String>>,
    /// The declared tabs that were followed.
    pub(super) tabs: BTreeSet<usize>,
    /// The tab that leads to a screen.
    pub(super) homes: BTreeMap<usize, usize>,
}

impl Memory {
    /// What these sessions show, the earliest first. `tabs` are the declared ones.
    pub fn of(recordings: &[Recording], tabs: &TabNames) -> Self {
        let mut memory = Self::default();
        for recording in recordings {
            memory.take(recording, tabs);
        }
        memory
    }

    /// How many screens are known.
    pub fn screens(&self) -> usize {
        self.atlas.len()
    }

    fn take(&mut self, recording: &Recording, tabs: &TabNames) {
        let window = recording.session.window;
        let view = |frame: FrameIndex| {
            let seen = points(recording.detections_on(frame), window, &TapSettings::default());
            View::of(seen, None, window)
        };
        let mut strokes: usize = 0;
        for action in &recording.actions {
            let done = action.outcome == ActionOutcome::Ok;
            match &action.kind {
                ActionKind::Swipe { direction, .. } if direction.as_deref() == Some("up") => strokes += 1,
                ActionKind::Swipe { .. } => strokes = strokes.saturating_sub(1),
                ActionKind::Tap { .. } if done => {
                    let shown = (action.frame_before, action.frame_after);
                    if let (Some(before), Some(after)) = shown {
                        self.tapped(
                            &view(before),
                            &view(after),
                            action.target_text.as_deref(),
                            action.display_label.as_deref(),
                            strokes,
                            tabs,
                        );
                    }
                    strokes = 0;
                }
                ActionKind::Launch { .. } if self.atlas.len() == 0 => {
                    if let Some(first) = action
                        .frame_after
                        .map(view)
                        .filter(|view| !dialog::is_like(&view.points))
                    {
                        self.atlas.add(first.identity, None);
                    }
                }
                _ => strokes = 0,
            }
        }
    }

    fn tapped(
        &mut self,
        before: &View,
        after: &View,
        text: Option<&str>,
        label: Option<&str>,
        strokes: usize,
        tabs: &TabNames,
    ) {
        let Some(from) = self.atlas.find(&before.identity) else {
            return;
        };
        let tab = label.and_then(|label| (0..tabs.len()).find(|&tab| tabs.name(tab) == Some(label)));
        let step = match (tab, text) {
            (Some(tab), _) => {
                self.tabs.insert(tab);
                Step::Tab(tab)
            }
            (None, Some(text)) => {
                self.tried.entry(from).or_default().insert(text.to_owned());
                Step::Text {
                    text: text.to_owned(),
                    strokes,
                }
            }
            (None, None) => return,
        };
        let to = match self.atlas.find(&after.identity) {
            Some(known) => known,
            None if dialog::is_like(&after.points) => return,
            None => self.atlas.add(after.identity.clone(), Some((from, step))),
        };
        if let Some(tab) = tab {
            self.homes.entry(to).or_insert(tab);
        }
    }
}
