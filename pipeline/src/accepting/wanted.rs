//! The patterns of `--only`.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// The patterns of `--only`; none means everything. Which of them ever matched is kept, so that a slip of the pen can be told.
#[derive(Debug)]
pub struct Wanted {
    patterns: Vec<String>,
    matched: RefCell<BTreeSet<usize>>,
}

impl Wanted {
    /// These patterns, which match without case and accents.
    pub fn new(patterns: &[String]) -> Self {
        Self {
            patterns: patterns.iter().map(|pattern| skillc_text::fold(pattern)).collect(),
            matched: RefCell::default(),
        }
    }

    /// Whether all of `app` is wanted.
    pub fn app(&self, app: &str) -> bool {
        self.patterns.is_empty() || self.any(&[app])
    }

    /// Whether this skill is wanted, by its own name or as `app/skill`; with no skill, what concerns the app as a whole, as `app/`.
    pub fn unit(&self, app: &str, skill: Option<&str>) -> bool {
        let whole = format!("{app}/{}", skill.unwrap_or_default());
        match skill {
            Some(skill) => self.any(&[skill, &whole]),
            None => self.any(&[&whole]),
        }
    }

    /// The place of the first pattern that nothing matched.
    pub fn unmatched(&self) -> Option<usize> {
        let matched = self.matched.borrow();
        (0..self.patterns.len()).find(|place| !matched.contains(place))
    }

    fn any(&self, names: &[&str]) -> bool {
        let names: Vec<String> = names.iter().map(|name| skillc_text::fold(name)).collect();
        let fits = |pattern: &str| names.iter().any(|name| matches(pattern, name));
        let places = self.patterns.iter().enumerate().filter(|(_, pattern)| fits(pattern));
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        self.matched.borrow_mut().extend(&places);
        !places.is_empty()
    }
}

/// Whether `name` is like `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let end = parts.pop().unwrap_or_default();
    for part in parts {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::{Wanted, matches};

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("settings", "settings") && !matches("settings", "settings-2"));
        assert!(matches("set*", "settings") && matches("*ings", "settings") && matches("*", ""));
        assert!(matches("s*t*s", "settings") && !matches("s*x*s", "settings") && !matches("ab*ba", "aba"));
    }

    #[test]
    fn a_pattern_names_an_app_or_a_skill() {
        let wanted = Wanted::new(&["TOY".to_owned(), "box/*".to_owned(), "lone-skill".to_owned()]);
        assert!(wanted.app("toy") && !wanted.app("box"));
        assert!(wanted.unit("box", Some("box-a")) && wanted.unit("box", None) && !wanted.unit("boxes", None));
        assert_eq!(wanted.unmatched(), Some(2));
        assert!(wanted.unit("any", Some("lone-skill")));
        assert_eq!(wanted.unmatched(), None);
        assert!(Wanted::new(&[]).app("any"));
    }
}
