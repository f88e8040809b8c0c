//! Which version of each skill is accepted when others are held back, and the model that says so.
//!
//! What is held back stays as it was last accepted, byte for byte, and a later comparison still finds its changes with their causes:
//! the model keeps beside each group of skills what they were accepted under.

use skillc_diff::skill_pairs;
use skillc_model::{AcceptedUnder, AppModel};

use super::unit::Held;

/// A skill as it was last accepted, or as it is now: a place among the skills of that model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// As it was accepted.
    Old(usize),
    /// As it is now.
    New(usize),
}

/// The skills that are accepted: those of now in their order, then those that are gone and held back.
pub fn versions(old: &AppModel, now: &AppModel, held: &Held) -> Vec<Version> {
    let pairs = skill_pairs(&old.skills, &now.skills);
    let mut versions = Vec::new();
    for (j, skill) in now.skills.iter().enumerate() {
        let before = pairs.iter().find(|pair| pair.1 == j).map(|pair| pair.0);
        let is_held = held.skills.contains(&skill.name);
        // Without changes of its own it differs by what the app as a whole does to it.
        let follows_app = held.app && !held.taken.contains(&skill.name);
        match before {
            Some(i) if is_held || follows_app => versions.push(Version::Old(i)),
            None if is_held => {}
            _ => versions.push(Version::New(j)),
        }
    }
    let gone = (0..old.skills.len()).filter(|i| !pairs.iter().any(|pair| pair.0 == *i));
    versions.extend(
        gone.filter(|&i| held.skills.contains(&old.skills[i].name))
            .map(Version::Old),
    );
    versions
}

/// The model of an app whose skills are accepted in these versions. What may get in the way is the app's: it is asked about with the
/// app as a whole, so every skill has it from there.
pub fn merged(old: &AppModel, now: &AppModel, held: &Held, versions: &[Version]) -> AppModel {
    let main = if held.app { old } else { now };
    let mut under: Vec<AcceptedUnder> = Vec::new();
    let mut add = |one: AcceptedUnder| {
        let same = |known: &&mut AcceptedUnder| {
            known.declared == one.declared && known.inputs == one.inputs && known.skip == one.skip
        };
        match under.iter_mut().find(same) {
            Some(known) => known.subjects.extend(one.subjects),
            None => under.push(one),
        }
    };
    let pairs = skill_pairs(&old.skills, &now.skills);
    let mut skills = Vec::with_capacity(versions.len());
    for version in versions {
        match *version {
            Version::Old(i) => {
                let skill = &old.skills[i];
                let basis = old.under(&skill.name);
                if !(held.app && basis.is_main_of(old)) {
                    add(basis.accepted(&skill.name));
                }
                let mut skill = skill.clone();
                if !held.app {
                    let after = pairs.iter().find(|pair| pair.0 == i).map(|pair| &now.skills[pair.1]);
                    skill.obstacles = after.map_or_else(Vec::new, |after| after.obstacles.clone());
                }
                skills.push(skill);
            }
            Version::New(j) => {
                let mut skill = now.skills[j].clone();
                if held.app {
                    add(now.under(&skill.name).accepted(&skill.name));
                    let before = pairs.iter().find(|pair| pair.1 == j).map(|pair| &old.skills[pair.0]);
                    if let Some(before) = before {
                        skill.obstacles.clone_from(&before.obstacles);
                    }
                }
                skills.push(skill);
            }
        }
    }
    // Skills that were never accepted and still aren't.
    let added = (0..now.skills.len()).filter(|j| !pairs.iter().any(|pair| pair.1 == *j));
    for skill in added
        .map(|j| &now.skills[j])
        .filter(|skill| held.skills.contains(&skill.name))
    {
        let basis = old.under(skill.end());
        if !(held.app && basis.is_main_of(old)) {
            add(basis.accepted(skill.end()));
        }
    }
    // That a skill is gone was accepted under what is so now.
    if held.app {
        let gone = (0..old.skills.len()).filter(|i| !pairs.iter().any(|pair| pair.0 == *i));
        for skill in gone
            .map(|i| &old.skills[i])
            .filter(|skill| !held.skills.contains(&skill.name))
        {
            add(now.under(skill.end()).accepted(skill.end()));
        }
    }
    AppModel {
        skills,
        under,
        ..main.clone()
    }
}
