//! The screens that are known, and the way to each.

use crate::target::{Control, ToldDialog};
use skillc_records::{ScreenPoints, WindowSize};
use skillc_screens::{SAME_SCREEN, ScreenIdentity, contains_viewport, identity, title_aware_similarity};

/// One step of a way.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// A tab, by its place in the order declared.
    Tab(usize),
    /// A text, after so many strokes down.
    Text { text: String, strokes: usize },
}

/// A screen that was seen.
#[derive(Debug, Clone)]
pub(super) struct Known {
    /// How it looked: at first, and after each stroke.
    views: Vec<ScreenIdentity>,
    /// The screens on the way from the first one, without itself.
    pub(super) trail: Vec<usize>,
    /// The steps from the first screen; as many as `trail` is long.
    pub(super) steps: Vec<Step>,
    /// The answer that leaves it, for a dialog.
    pub(super) exit: Option<String>,
}

/// All screens that were seen, the first one first.
#[derive(Debug, Clone, Default)]
pub(super) struct Atlas {
    known: Vec<Known>,
}

impl Atlas {
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn screen(&self, place: usize) -> &Known {
        &self.known[place]
    }

    /// The known screen that is seen.
    pub(super) fn find(&self, seen: &ScreenIdentity) -> Option<usize> {
        let exact = |known: &Known| {
            known
                .views
                .iter()
                .any(|view| view.fingerprint == seen.fingerprint && same_title(view, seen))
        };
        let alike = |known: &Known| {
            known
                .views
                .iter()
                .any(|view| title_aware_similarity(view, seen) >= SAME_SCREEN)
        };
        self.known
            .iter()
            .position(exact)
            .or_else(|| self.known.iter().position(alike))
    }

    /// Adds a screen that is reached by `step` from `from`; the first one by nothing.
    pub(super) fn add(&mut self, seen: ScreenIdentity, way: Option<(usize, Step)>) -> usize {
        let (trail, steps) = match way {
            None => (Vec::new(), Vec::new()),
            Some((from, step)) => {
                let before = &self.known[from];
                let (mut trail, mut steps) = (before.trail.clone(), before.steps.clone());
                trail.push(from);
                steps.push(step);
                (trail, steps)
            }
        };
        self.known.push(Known {
            views: vec![seen],
            trail,
            steps,
            exit: None,
        });
        self.known.len() - 1
    }

    /// Adds how a screen looks further down. A stroke that shows something else altogether has left the screen.
    pub(super) fn scrolled(&mut self, place: usize, seen: ScreenIdentity) -> bool {
        let known = &mut self.known[place];
        let inside = known.views.iter().any(|view| {
            contains_viewport(&view.structural, &seen.structural) || same_title(view, &seen) && seen.title.is_some()
        });
        if inside && !known.views.iter().any(|view| view.fingerprint == seen.fingerprint) {
            known.views.push(seen);
        }
        inside
    }

    pub(super) fn leave_by(&mut self, place: usize, answer: String) {
        self.known[place].exit = Some(answer);
    }

    /// Takes a dialog for what it is: a screen of the app. What was found behind its answer lies behind it. Says whether it was known
    /// as a dialog.
    pub(super) fn is_no_dialog(&mut self, place: usize) -> bool {
        let known = &mut self.known[place];
        let Some(text) = known.exit.take() else { return false };
        let (trail, steps) = (known.trail.clone(), known.steps.clone());
        let answer = Step::Text { text, strokes: 0 };
        for (other, known) in self.known.iter_mut().enumerate() {
            if other != place && known.steps.starts_with(&steps) && known.trail.starts_with(&trail) {
                known.trail.insert(trail.len(), place);
                known.steps.insert(steps.len(), answer.clone());
            }
        }
        true
    }

    /// How many screens it is away from the first one.
    pub(super) fn depth(&self, place: usize) -> u32 {
        u32::try_from(self.known[place].trail.len()).unwrap_or(u32::MAX)
    }
}

fn same_title(a: &ScreenIdentity, b: &ScreenIdentity) -> bool {
    match (&a.title, &b.title) {
        (Some(a), Some(b)) => skillc_text::equals(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// What a look shows, and what makes it this screen.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) points: ScreenPoints,
    pub(super) identity: ScreenIdentity,
    /// What a touch acts on; none if the target doesn't say.
    pub(super) controls: Option<Vec<Control>>,
    /// What stands before it and is only told of.
    pub(super) dialog: Option<ToldDialog>,
}

impl View {
    pub(super) fn of(points: ScreenPoints, controls: Option<Vec<Control>>, window: WindowSize) -> Self {
        let identity = identity(&points, window);
        Self {
            points,
            identity,
            controls,
            dialog: None,
        }
    }
}
