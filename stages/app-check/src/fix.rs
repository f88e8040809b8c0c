//! Applying fixes.

use crate::check::check;
use crate::finding::{Edit, Finding, Safety};
use crate::source::Source;
use crate::surroundings::Surroundings;

/// A text with its fixes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// How many findings were mended.
    pub mended: usize,
}

/// How many rounds are made: a fix may uncover another (a byte order mark hides the whole front matter).
const ROUNDS: usize = 8;

/// Mends what can be mended, again and again until nothing is left, so that fixing twice changes nothing.
///
/// Only safe fixes are applied, or all of them with [`Safety::Unsafe`].
pub fn fix(text: &str, surroundings: &Surroundings, least: Safety) -> Fixed {
    let mut fixed = Fixed {
        text: text.to_owned(),
        mended: 0,
    };
    for _ in 0..ROUNDS {
        let findings = check(&Source::new(&fixed.text), surroundings);
        let (next, mended) = apply(&fixed.text, &findings, least);
        if mended == 0 || next == fixed.text {
            break;
        }
        fixed = Fixed {
            text: next,
            mended: fixed.mended + mended,
        };
    }
    fixed
}

/// Applies, in file order, the fixes of `findings` that don't overlap an earlier one.
fn apply(text: &str, findings: &[Finding], least: Safety) -> (String, usize) {
    let mut chosen: Vec<&Edit> = Vec::new();
    let mut mended = 0;
    let mut fixes: Vec<_> = findings
        .iter()
        .filter_map(|finding| finding.fix.as_ref())
        .filter(|fix| fix.safety <= least)
        .collect();
    fixes.sort_by_key(|fix| fix.edits.iter().map(|edit| (edit.offset, edit.length)).min());
    let mut taken = Taken::default();
    for fix in fixes {
        if fix
            .edits
            .iter()
            .all(|edit| taken.is_free(edit) && text.get(edit.offset..edit.offset + edit.length).is_some())
        {
            for edit in &fix.edits {
                taken.take(edit);
            }
            chosen.extend(&fix.edits);
            mended += 1;
        }
    }
    chosen.sort();
    let (mut result, mut from) = (String::with_capacity(text.len()), 0);
    for edit in chosen {
        result.push_str(&text[from..edit.offset]);
        result.push_str(&edit.replacement);
        from = edit.offset + edit.length;
    }
    result.push_str(&text[from..]);
    (result, mended)
}

/// The ranges that are edited, by their start.
#[derive(Default)]
struct Taken(std::collections::BTreeMap<usize, usize>);

impl Taken {
    fn is_free(&self, edit: &Edit) -> bool {
        let end = edit.offset + edit.length;
        let before = self
            .0
            .range(..=edit.offset)
            .next_back()
            .is_none_or(|(&start, &other)| other <= edit.offset && start != edit.offset);
        before
            && self
                .0
                .range(edit.offset..)
                .next()
                .is_none_or(|(&start, _)| start >= end.max(edit.offset + 1))
    }

    fn take(&mut self, edit: &Edit) {
        self.0.insert(edit.offset, edit.offset + edit.length);
    }
}
