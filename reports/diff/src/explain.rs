//! Why: the cause of every difference.
//!
//! First by what the sides say themselves: a text section names its field. Where one edit alone could be it, it is it. Where several
//! could be, each is made alone and compiled: an edit that gives the difference by itself is its cause. If none does, edits are taken
//! away one by one: those without which the difference is gone are its cause together. What an edit can't explain comes from
//! what else differs between the sides: recordings, detections, settings, the compiler.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use skillc_graph::SkipSource;
use skillc_model::{AppModel, Basis};
use skillc_records::{AppField, SessionId};

use crate::cause::{Cause, CauseKind, Part, Role, is_structural};
use crate::change::{ChangeKind, Side};
use crate::compare::{Difference, compare};
use crate::edits::{Edit, Edits};
use crate::laboratory::{Input, Laboratory};

/// More compiles than this for one app are not worth an exact cause; from then on what the sides say themselves must do.
const MOST_COMPILES: usize = 400;

/// The causes of `differences` between `old` and `new`, in order. `laboratory` compiles again what has to be tried.
pub fn explain(
    old: &AppModel,
    new: &AppModel,
    differences: &[Difference],
    laboratory: &mut dyn Laboratory,
) -> Vec<Cause> {
    let mut causes = BTreeMap::new();
    let mut open: Vec<usize> = (0..differences.len()).collect();
    // Skills may have been accepted under another description than the rest; each is explained by its own.
    while let Some(&first) = open.first() {
        let basis = basis(old, &differences[first]);
        let (these, rest): (Vec<usize>, Vec<usize>) = open
            .iter()
            .partition(|&&place| self::basis(old, &differences[place]) == basis);
        let then = if basis.is_main_of(old) {
            Cow::Borrowed(old)
        } else {
            Cow::Owned(AppModel {
                declared: basis.declared.clone(),
                inputs: basis.inputs.clone(),
                skip: basis.skip.clone(),
                ..old.clone()
            })
        };
        let edits = Edits::between(&then.declared.description, &new.declared.description);
        let mut lab = Lab {
            old: &then,
            new,
            edits: &edits,
            laboratory,
            base: None,
            compiled: BTreeMap::new(),
            mixed: BTreeMap::new(),
        };
        let same_inputs = then.inputs == new.inputs;
        for place in these {
            causes.insert(place, lab.cause(&differences[place], same_inputs));
        }
        open = rest;
    }
    causes.into_values().collect()
}

/// What the old side of a difference was made from.
fn basis<'m>(old: &'m AppModel, difference: &Difference) -> Basis<'m> {
    // Only what is about a skill can be about one that was accepted otherwise.
    let subject = difference.skill.as_ref().map_or("", |_| difference.subject.as_str());
    old.under(subject)
}

/// Where edits are tried.
struct Lab<'l> {
    old: &'l AppModel,
    new: &'l AppModel,
    edits: &'l Edits,
    laboratory: &'l mut dyn Laboratory,
    /// The old description over what `new` was made from, once it is known.
    base: Option<Option<AppModel>>,
    /// What each set of edits makes of the skills, as differences from that.
    compiled: BTreeMap<BTreeSet<usize>, Option<Vec<Difference>>>,
    /// The old description over what the old side was made from, with these inputs as the new side has them.
    mixed: BTreeMap<Vec<Input>, Option<AppModel>>,
}

impl Lab<'_> {
    fn cause(&mut self, difference: &Difference, same_inputs: bool) -> Cause {
        if let Some(edit) = self.own_text(difference) {
            return self.edited(difference, &[edit], Role::Needed);
        }
        let candidates = self.structural();
        if !same_inputs {
            let by_inputs = candidates.is_empty() || self.comes_from_inputs(difference);
            if by_inputs {
                return self.input(difference);
            }
        }
        match candidates.as_slice() {
            [] => match self.edits.all() {
                // A text section can only come from a text edit.
                [] => self.input(difference),
                all => {
                    let every: Vec<usize> = (0..all.len()).collect();
                    self.edited(difference, &every, Role::Needed)
                }
            },
            [one] => self.edited(difference, &[*one], Role::Needed),
            several => self.isolate(difference, several),
        }
    }

    /// The edits that can change anything but a text section.
    fn structural(&self) -> Vec<usize> {
        let all = self.edits.all().iter().enumerate();
        all.filter(|(_, edit)| concerns_steps(edit))
            .map(|(place, _)| place)
            .collect()
    }

    /// The edit of the very text that the difference is about.
    fn own_text(&self, difference: &Difference) -> Option<usize> {
        use ChangeKind as K;
        if !matches!(difference.kind, K::Context | K::Tips | K::Credentials | K::App) {
            return None;
        }
        let (old, new) = (difference.fields.old.first(), difference.fields.new.first());
        let is = |value: Option<&crate::edits::Value>, field: Option<&AppField>| {
            field.is_some() && value.map(|value| &value.field) == field
        };
        let both = |edit: &Edit| is(edit.old.as_ref(), old) && is(edit.new.as_ref(), new);
        let either = |edit: &Edit| is(edit.new.as_ref(), new) || is(edit.old.as_ref(), old);
        let all = self.edits.all();
        all.iter().position(both).or_else(|| all.iter().position(either))
    }

    /// The old description over what `new` was made from.
    fn base(&mut self) -> Option<AppModel> {
        if self.base.is_none() {
            let same = self.old.inputs == self.new.inputs;
            let base = if same {
                Some(self.old.clone())
            } else {
                self.laboratory.described(&self.old.declared.description)
            };
            self.base = Some(base);
        }
        self.base.clone().flatten()
    }

    /// Whether the old description over the new inputs differs from the old side in the same way.
    fn comes_from_inputs(&mut self, difference: &Difference) -> bool {
        let Some(base) = self.base() else {
            return self.is_foreign(difference);
        };
        let changed = compare(self.old, &base);
        if changed.iter().any(|other| other.is(difference)) {
            return true;
        }
        let by_edits = compare(&base, self.new).iter().any(|other| other.is_about(difference));
        !by_edits && changed.iter().any(|other| other.is_about(difference))
    }

    /// Whether its evidence lies in a session that only one side has.
    fn is_foreign(&self, difference: &Difference) -> bool {
        difference.evidence.iter().any(|one| !self.both_have(&one.session))
    }

    fn both_have(&self, session: &SessionId) -> bool {
        self.old.inputs.sessions.contains(session) && self.new.inputs.sessions.contains(session)
    }

    /// The edits, of `candidates`, that make the difference.
    fn isolate(&mut self, difference: &Difference, candidates: &[usize]) -> Cause {
        let alone: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|&edit| self.gives(BTreeSet::from([edit]), difference))
            .collect();
        if !alone.is_empty() {
            return self.edited(difference, &self.likeliest_first(difference, alone), Role::Enough);
        }
        // Of all edits, take away what the difference doesn't need.
        let mut needed: BTreeSet<usize> = candidates.iter().copied().collect();
        if self.gives(needed.clone(), difference) {
            for edit in candidates {
                let mut fewer = needed.clone();
                fewer.remove(edit);
                if self.gives(fewer.clone(), difference) {
                    needed = fewer;
                }
            }
            let needed: Vec<usize> = needed.into_iter().collect();
            return self.edited(difference, &self.likeliest_first(difference, needed), Role::Needed);
        }
        let named = self.named(difference, candidates);
        let named = if named.is_empty() { candidates.to_vec() } else { named };
        self.edited(difference, &named, Role::Needed)
    }

    /// Whether these edits alone make the difference.
    fn gives(&mut self, chosen: BTreeSet<usize>, difference: &Difference) -> bool {
        if !self.compiled.contains_key(&chosen) {
            let everything = self.structural().iter().all(|edit| chosen.contains(edit));
            let made = if everything {
                Some(self.new.clone())
            } else if self.compiled.len() < MOST_COMPILES {
                self.laboratory.described(&self.edits.applied(&chosen))
            } else {
                None
            };
            let result = self.base().zip(made).map(|(base, made)| compare(&base, &made));
            self.compiled.insert(chosen.clone(), result);
        }
        let made = self.compiled.get(&chosen).and_then(Option::as_ref);
        made.is_some_and(|made| made.iter().any(|other| other.is(difference)))
    }

    /// The candidates that the difference names itself, by a field or by a pattern.
    fn named(&self, difference: &Difference, candidates: &[usize]) -> Vec<usize> {
        candidates
            .iter()
            .copied()
            .filter(|&edit| names(difference, &self.edits.all()[edit]))
            .collect()
    }

    fn likeliest_first(&self, difference: &Difference, mut edits: Vec<usize>) -> Vec<usize> {
        edits.sort_by_key(|&edit| (!names(difference, &self.edits.all()[edit]), edit));
        edits
    }

    /// The cause of a difference that edits make.
    fn edited(&mut self, difference: &Difference, edits: &[usize], role: Role) -> Cause {
        let Some((&first, others)) = edits.split_first() else {
            return self.input(difference);
        };
        let edit = &self.edits.all()[first];
        let first = self.part(edit, role);
        let parts = others.iter().map(|&edit| self.part(&self.edits.all()[edit], role));
        let old_line = edit.old.as_ref().and_then(|value| self.line(Side::Old, &value.field));
        Cause {
            kind: CauseKind::AppMd,
            file: first.file,
            line: first.line,
            field: first.field,
            old: first.old,
            new: first.new,
            rule: difference.rule,
            old_file: edit.old.as_ref().map(|_| self.old.declared.file.clone()),
            old_line,
            also: parts.collect(),
        }
    }

    fn part(&self, edit: &Edit, role: Role) -> Part {
        let (value, side, model) = match (&edit.new, &edit.old) {
            (Some(new), _) => (Some(new), Side::New, self.new),
            (None, old) => (old.as_ref(), Side::Old, self.old),
        };
        Part {
            field: value.map(|value| value.field.to_string()).unwrap_or_default(),
            file: Some(model.declared.file.clone()),
            line: value.and_then(|value| self.line(side, &value.field)),
            old: edit.old.as_ref().map(|value| value.text.clone()),
            new: edit.new.as_ref().map(|value| value.text.clone()),
            role,
        }
    }

    /// The line of a field; a rule's action stands on the line of its trigger, a key that isn't there nowhere.
    fn line(&self, side: Side, field: &AppField) -> Option<usize> {
        let declared = match side {
            Side::Old => &self.old.declared,
            Side::New => &self.new.declared,
        };
        declared.place(field).map(|place| place.line)
    }

    /// The cause of a difference that no edit makes: what else differs between the sides.
    fn input(&mut self, difference: &Difference) -> Cause {
        let (old, new) = (&self.old.inputs, &self.new.inputs);
        let differing = Input::differing(old, new);
        let inputs = match differing.as_slice() {
            [] => vec![Input::Skillc],
            [one] => vec![one.clone()],
            several => self.tried(difference, several),
        };
        let (first, others) = inputs
            .split_first()
            .map_or((Input::Skillc, &[][..]), |(one, rest)| (one.clone(), rest));
        let also = others.iter().map(|input| {
            let (before, after) = input.values(old, new);
            Part {
                field: input.to_string(),
                file: None,
                line: None,
                old: before,
                new: after,
                role: Role::Needed,
            }
        });
        let also = also.collect();
        let (before, after) = first.values(old, new);
        Cause {
            kind: match first {
                Input::Recordings => CauseKind::Recording,
                Input::Detection => CauseKind::Detection,
                Input::Setting(_) => CauseKind::Setting,
                Input::Skillc => CauseKind::Skillc,
            },
            file: None,
            line: None,
            field: first.to_string(),
            old: before,
            new: after,
            rule: difference.rule,
            old_file: None,
            old_line: None,
            also,
        }
    }

    /// Which of the inputs that differ make the difference: one that does so alone, else those without which it is gone, else, where
    /// what was there then can't be had any more, what the difference itself shows.
    fn tried(&mut self, difference: &Difference, several: &[Input]) -> Vec<Input> {
        if several.contains(&Input::Skillc) && self.makes(&[], difference, None) {
            return vec![Input::Skillc];
        }
        let start = Some(Vec::new());
        let others: Vec<Input> = several
            .iter()
            .filter(|input| **input != Input::Skillc)
            .cloned()
            .collect();
        for input in &others {
            if self.makes(std::slice::from_ref(input), difference, start.clone()) {
                return vec![input.clone()];
            }
        }
        let mut needed = others.clone();
        if self.makes(&needed, difference, start.clone()) {
            for input in &others {
                let fewer: Vec<Input> = needed.iter().filter(|one| *one != input).cloned().collect();
                if self.makes(&fewer, difference, start.clone()) {
                    needed = fewer;
                }
            }
            return needed;
        }
        if self.is_foreign(difference) {
            return vec![Input::Recordings];
        }
        let by_pattern = difference
            .pattern
            .as_ref()
            .is_some_and(|pattern| matches!(pattern.source, SkipSource::Settings));
        let likeliest = |input: &&Input| match input {
            Input::Setting(key) if by_pattern => u8::from(key != "compile.skip"),
            Input::Detection => 1,
            Input::Setting(_) => 2,
            Input::Recordings => 3,
            Input::Skillc => 4,
        };
        several.iter().min_by_key(likeliest).cloned().into_iter().collect()
    }

    /// Whether the old description over the old inputs with these as they are now makes the difference: from `start`, likewise, or
    /// from the old side.
    fn makes(&mut self, new: &[Input], difference: &Difference, start: Option<Vec<Input>>) -> bool {
        let start = match start {
            Some(inputs) => self.mixture(inputs),
            None => Some(self.old.clone()),
        };
        let made = self.mixture(new.to_vec());
        start
            .zip(made)
            .is_some_and(|(start, made)| compare(&start, &made).iter().any(|other| other.is(difference)))
    }

    fn mixture(&mut self, new: Vec<Input>) -> Option<AppModel> {
        if !self.mixed.contains_key(&new) {
            let old = self.old;
            let made = self.laboratory.over(&old.declared.description, &old.inputs, &new);
            self.mixed.insert(new.clone(), made);
        }
        self.mixed.get(&new).cloned().flatten()
    }
}

/// Whether an edit can change anything but a text section.
fn concerns_steps(edit: &Edit) -> bool {
    edit.new
        .as_ref()
        .or(edit.old.as_ref())
        .is_some_and(|value| is_structural(&value.field))
}

/// Whether the difference names the edit by a field or by a pattern of the skip list.
fn names(difference: &Difference, edit: &Edit) -> bool {
    let by = |fields: &[AppField], value: Option<&crate::edits::Value>| {
        value.is_some_and(|value| fields.contains(&value.field))
    };
    let by_pattern = difference.pattern.as_ref().is_some_and(|pattern| {
        let places = |value: &crate::edits::Value| {
            matches!(pattern.source, SkipSource::AppMd(_))
                && matches!(value.field, AppField::Skip(_))
                && value.text == pattern.text
        };
        edit.old.as_ref().is_some_and(places) || edit.new.as_ref().is_some_and(places)
    });
    by_pattern || by(&difference.fields.old, edit.old.as_ref()) || by(&difference.fields.new, edit.new.as_ref())
}
