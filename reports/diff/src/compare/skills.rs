//! Which old skill is which new one: by the screens that they walk through, not by name.

use skillc_model::SkillModel;
use skillc_text::equals;

use super::screens::{SAME, alike, path_alike};

/// At least this much of the way must be the same for skills that end elsewhere and have the same name.
const SAME_WAY: f64 = 1.0 / 3.0;

/// Pairs of places, old and new, in the order of the new ones.
///
/// A skill is for the screen that it ends on, so skills that end on the same screen belong together, the more so the more of their
/// way is the same. Skills that end elsewhere belong together only if they have the same name and a part of the way in common. The
/// best pair is taken first; on ties the one that comes first.
pub(crate) fn pairs(old: &[SkillModel], new: &[SkillModel]) -> Vec<(usize, usize)> {
    let mut candidates: Vec<(f64, usize, usize)> = Vec::new();
    for (i, mine) in old.iter().enumerate() {
        for (j, theirs) in new.iter().enumerate() {
            if let Some(score) = score(mine, theirs) {
                candidates.push((score, i, j));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut taken_old, mut taken_new) = (vec![false; old.len()], vec![false; new.len()]);
    let mut pairs = Vec::new();
    for (_, i, j) in candidates {
        if !taken_old[i] && !taken_new[j] {
            (taken_old[i], taken_new[j]) = (true, true);
            pairs.push((i, j));
        }
    }
    pairs.sort_by_key(|&(i, j)| (j, i));
    pairs
}

fn score(old: &SkillModel, new: &SkillModel) -> Option<f64> {
    let end = match (old.screens.last(), new.screens.last()) {
        (Some(mine), Some(theirs)) => alike(mine, theirs),
        _ => 0.0,
    };
    let way = path_alike(&old.screens, &new.screens);
    let named_alike = equals(&old.flow, &new.flow);
    let bonus = if named_alike { 0.25 } else { 0.0 };
    if end >= SAME {
        Some(2.0 * end + way + bonus)
    } else if named_alike && way >= SAME_WAY {
        Some(way + bonus)
    } else {
        None
    }
}
