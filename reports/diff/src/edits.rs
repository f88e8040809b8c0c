//! What was edited in APP.md, field by field, so that every edit can be made alone.
//!
//! Lists are aligned, so that an item that moved up because another one went is no edit. An edit knows its field on both sides; a
//! set of edits can be applied to the old description, which is how the cause of a change is isolated when several edits could be it.

use std::collections::BTreeSet;

use similar::{Algorithm, capture_diff_slices};
use skillc_app_description::{AppDescription, Credential, ObstacleMode, ObstacleRule, TabLayout};
use skillc_records::AppField;

/// One edit: what stood where before, and what stands where now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The old value; none if it is new.
    pub old: Option<Value>,
    /// The new value; none if it is gone.
    pub new: Option<Value>,
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The field.
    pub field: AppField,
    /// The value as people read it.
    pub text: String,
}

/// All edits between two descriptions.
#[derive(Debug, Clone)]
pub struct Edits {
    base: AppDescription,
    target: AppDescription,
    edits: Vec<Edit>,
    app: Option<usize>,
    archetype: Option<usize>,
    obstacle_mode: Option<usize>,
    layout: Option<usize>,
    context: Vec<usize>,
    tabs: Vec<Slot<String>>,
    obstacles: Vec<Slot<ObstacleRule>>,
    skip: Vec<Slot<String>>,
    tips: Vec<Slot<String>>,
    credentials: Vec<Slot<Credential>>,
}

/// A place in a list.
#[derive(Debug, Clone)]
enum Slot<T> {
    Kept(T),
    Edited {
        edit: usize,
        old: Option<T>,
        new: Option<T>,
    },
}

impl Edits {
    /// The edits that lead from `old` to `new`, in the order of the fields. Fields that nothing is compiled from don't count.
    pub fn between(old: &AppDescription, new: &AppDescription) -> Self {
        let mut edits = Vec::new();
        let mut scalar = |field: AppField, before: Option<String>, after: Option<String>| -> Option<usize> {
            if before == after {
                return None;
            }
            let value = |text: Option<String>| {
                text.map(|text| Value {
                    field: field.clone(),
                    text,
                })
            };
            edits.push(Edit {
                old: value(before),
                new: value(after),
            });
            Some(edits.len() - 1)
        };
        let app = scalar(AppField::App, Some(old.app.clone()), Some(new.app.clone()));
        let archetype = scalar(AppField::Archetype, old.archetype.clone(), new.archetype.clone());
        let mode = |mode: ObstacleMode| Some(mode.as_str().to_owned());
        let obstacle_mode = scalar(AppField::ObstacleMode, mode(old.obstacle_mode), mode(new.obstacle_mode));
        let (before, after) = (context_sections(&old.context), context_sections(&new.context));
        let mut fields: Vec<&AppField> = before.iter().chain(&after).map(|(field, _)| field).collect();
        fields.sort();
        fields.dedup();
        let body = |sections: &[(AppField, String)], field: &AppField| {
            sections
                .iter()
                .find(|(other, _)| other == field)
                .map(|(_, body)| body.clone())
        };
        let context = fields
            .into_iter()
            .filter_map(|field| scalar(field.clone(), body(&before, field), body(&after, field)))
            .collect();
        let layout = layout(old.tab_layout, new.tab_layout).map(|edit| {
            edits.push(edit);
            edits.len() - 1
        });
        let text = String::clone;
        let tabs = slots(&old.tabs, &new.tabs, &mut edits, |place, _| AppField::Tab(place), text);
        let obstacles = slots(&old.obstacles, &new.obstacles, &mut edits, obstacle_field, |rule| {
            format!("{} → {}", rule.trigger, rule.action)
        });
        let skip = slots(&old.skip, &new.skip, &mut edits, |place, _| AppField::Skip(place), text);
        let credentials = slots(
            &old.credentials,
            &new.credentials,
            &mut edits,
            |_, one: Sides<'_, Credential>| AppField::Credential(one.this.name.clone()),
            |one| one.name.clone(),
        );
        let tips = slots(&old.tips, &new.tips, &mut edits, |place, _| AppField::Tip(place), text);
        Self {
            base: old.clone(),
            target: new.clone(),
            edits,
            app,
            archetype,
            obstacle_mode,
            layout,
            context,
            tabs,
            obstacles,
            skip,
            tips,
            credentials,
        }
    }

    /// The edits.
    pub fn all(&self) -> &[Edit] {
        &self.edits
    }

    /// The old description with some of the edits made.
    pub fn applied(&self, chosen: &BTreeSet<usize>) -> AppDescription {
        let on = |edit: Option<usize>| edit.is_some_and(|edit| chosen.contains(&edit));
        let side = |edit| if on(edit) { &self.target } else { &self.base };
        let mut made = self.base.clone();
        made.app.clone_from(&side(self.app).app);
        made.archetype.clone_from(&side(self.archetype).archetype);
        made.obstacle_mode = side(self.obstacle_mode).obstacle_mode;
        made.tab_layout = side(self.layout).tab_layout;
        if self.context.iter().any(|edit| chosen.contains(edit)) {
            made.context.clone_from(&self.target.context);
        }
        made.tabs = items(&self.tabs, chosen);
        made.obstacles = items(&self.obstacles, chosen);
        made.skip = items(&self.skip, chosen);
        made.tips = items(&self.tips, chosen);
        made.credentials = items(&self.credentials, chosen);
        made
    }
}

/// An item of one side, and the one that it replaces or is replaced by.
#[derive(Clone, Copy)]
struct Sides<'t, T> {
    this: &'t T,
    other: Option<&'t T>,
}

/// The trigger's field, unless only the action differs.
fn obstacle_field(place: usize, rule: Sides<'_, ObstacleRule>) -> AppField {
    match rule.other {
        Some(other) if other.trigger == rule.this.trigger => AppField::ObstacleAction(place),
        _ => AppField::ObstacleTrigger(place),
    }
}

fn layout(old: Option<TabLayout>, new: Option<TabLayout>) -> Option<Edit> {
    let axis = old.map(|layout| layout.orientation) != new.map(|layout| layout.orientation);
    let edge = old.map(|layout| layout.edge) != new.map(|layout| layout.edge);
    let value = |layout: Option<TabLayout>| {
        layout.map(|layout| match (axis, edge) {
            (true, false) => Value {
                field: AppField::TabLayoutOrientation,
                text: layout.orientation.as_str().to_owned(),
            },
            (false, _) => Value {
                field: AppField::TabLayoutEdge,
                text: layout.edge.as_str().to_owned(),
            },
            (true, true) => Value {
                field: AppField::TabLayoutEdge,
                text: format!("{}, {}", layout.orientation.as_str(), layout.edge.as_str()),
            },
        })
    };
    (axis || edge).then(|| Edit {
        old: value(old),
        new: value(new),
    })
}

/// The list with its edits; what was replaced in one place is one edit an item.
fn slots<T: Clone + PartialEq>(
    old: &[T],
    new: &[T],
    edits: &mut Vec<Edit>,
    field: impl Fn(usize, Sides<'_, T>) -> AppField,
    text: impl Fn(&T) -> String,
) -> Vec<Slot<T>> {
    let mut slots = Vec::new();
    // Where an item that stands elsewhere now was taken from, by its place in the edits.
    let mut moves: Vec<(usize, usize)> = Vec::new();
    for (i, j) in aligned(old, new) {
        let (before, after) = (i.map(|i| &old[i]), j.map(|j| &new[j]));
        if let (Some(before), Some(after)) = (before, after)
            && before == after
        {
            slots.push(Slot::Kept(after.clone()));
            continue;
        }
        let value = |place: Option<usize>, this: Option<&T>, other: Option<&T>| {
            place.zip(this).map(|(place, this)| Value {
                field: field(place, Sides { this, other }),
                text: text(this),
            })
        };
        let (taken, put) = (value(i, before, after), value(j, after, before));
        // What went here and came there is one edit.
        let twin = moves.iter().position(|&(_, slot)| match (&slots[slot], before, after) {
            (
                Slot::Edited {
                    old: Some(item),
                    new: None,
                    ..
                },
                None,
                Some(after),
            ) => item == after,
            (
                Slot::Edited {
                    old: None,
                    new: Some(item),
                    ..
                },
                Some(before),
                None,
            ) => item == before,
            _ => false,
        });
        let edit = match twin.map(|twin| moves.remove(twin).0) {
            Some(edit) => {
                let moved = &mut edits[edit];
                moved.old = moved.old.take().or(taken);
                moved.new = moved.new.take().or(put);
                edit
            }
            None => {
                edits.push(Edit { old: taken, new: put });
                moves.push((edits.len() - 1, slots.len()));
                edits.len() - 1
            }
        };
        slots.push(Slot::Edited {
            edit,
            old: before.cloned(),
            new: after.cloned(),
        });
    }
    slots
}

/// Places of both lists side by side. What was replaced stands together; an item that only moved stands alone, once on each side.
fn aligned<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(Option<usize>, Option<usize>)> {
    let number = |item: &T| old.iter().chain(new).position(|other| other == item);
    let (before, after): (Vec<_>, Vec<_>) = (old.iter().map(number).collect(), new.iter().map(number).collect());
    let ops = capture_diff_slices(Algorithm::Myers, &before, &after);
    let changed = |op: &&similar::DiffOp| op.tag() != similar::DiffTag::Equal;
    let gone: Vec<_> = ops
        .iter()
        .filter(changed)
        .flat_map(|op| &before[op.old_range()])
        .collect();
    let come: Vec<_> = ops
        .iter()
        .filter(changed)
        .flat_map(|op| &after[op.new_range()])
        .collect();
    let mut pairs = Vec::new();
    for op in &ops {
        let (left, right) = (op.old_range(), op.new_range());
        if !changed(&op) {
            pairs.extend(left.zip(right).map(|(i, j)| (Some(i), Some(j))));
            continue;
        }
        let replaced = left.clone().filter(|&i| !come.contains(&&before[i]));
        let by = right.clone().filter(|&j| !gone.contains(&&after[j]));
        let (mut i, mut j) = (left.start, right.start);
        for (a, b) in replaced.zip(by).chain([(left.end, right.end)]) {
            pairs.extend((i..a).map(|i| (Some(i), None)));
            pairs.extend((j..b).map(|j| (None, Some(j))));
            if a < left.end {
                pairs.push((Some(a), Some(b)));
            }
            (i, j) = (a + 1, b + 1);
        }
    }
    pairs
}

fn items<T: Clone>(slots: &[Slot<T>], chosen: &BTreeSet<usize>) -> Vec<T> {
    let item = |slot: &Slot<T>| match slot {
        Slot::Kept(item) => Some(item.clone()),
        Slot::Edited { edit, old, new } => {
            if chosen.contains(edit) {
                new.clone()
            } else {
                old.clone()
            }
        }
    };
    slots.iter().filter_map(item).collect()
}

/// The sections of a context with their fields, in order.
pub(crate) fn context_sections(context: &str) -> Vec<(AppField, String)> {
    let mut sections: Vec<(AppField, String)> = Vec::new();
    for line in context.lines() {
        match line.strip_prefix("## ") {
            Some("Structure") => sections.push((AppField::Structure, String::new())),
            Some(heading) => sections.push((AppField::TabSection(heading.to_owned()), String::new())),
            None => {
                if let Some((_, body)) = sections.last_mut() {
                    body.push_str(line);
                    body.push('\n');
                }
            }
        }
    }
    for (_, body) in &mut sections {
        body.truncate(body.trim_end().len());
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn description(tabs: Vec<String>, skip: Vec<String>, tips: Vec<String>, app: String) -> AppDescription {
        let text = format!("---\napp: {app}\n---\n## Skip\n- x\n");
        let mut description = skillc_app_description::parse(&text).description.expect("a description");
        (description.tabs, description.skip, description.tips) = (tabs, skip, tips);
        description
    }

    fn any_description() -> impl Strategy<Value = AppDescription> {
        let list = || prop::collection::vec("[a-d]", 0..5);
        (list(), list(), list(), "[a-c]").prop_map(|(tabs, skip, tips, app)| description(tabs, skip, tips, app))
    }

    #[test]
    fn an_item_that_moves_up_is_no_edit() {
        let list = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>();
        let old = description(vec![], list(&["a", "b", "c"]), vec![], "A".into());
        let new = description(vec![], list(&["b", "x"]), vec![], "A".into());
        let edits = Edits::between(&old, &new);
        let shown: Vec<_> = edits
            .all()
            .iter()
            .map(|edit| {
                (
                    edit.old.as_ref().map(|v| v.field.to_string()),
                    edit.new.as_ref().map(|v| v.text.clone()),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (Some("Skip[0]".to_owned()), None),
                (Some("Skip[2]".to_owned()), Some("x".to_owned()))
            ]
        );
    }

    #[test]
    fn the_context_is_edited_by_section() {
        let sections = context_sections("## Structure\na\n\n## Home Tab\nb\n### more");
        assert_eq!(
            sections,
            [
                (AppField::Structure, "a".to_owned()),
                (AppField::TabSection("Home Tab".to_owned()), "b\n### more".to_owned())
            ]
        );
    }

    proptest! {
        #[test]
        fn all_edits_lead_to_the_new_description_and_none_to_the_old(old in any_description(), new in any_description()) {
            let edits = Edits::between(&old, &new);
            prop_assert_eq!(edits.applied(&BTreeSet::new()), old.clone());
            prop_assert_eq!(edits.applied(&(0..edits.all().len()).collect()), new.clone());
            prop_assert_eq!(Edits::between(&old, &old).all().len(), 0);
        }
    }
}
