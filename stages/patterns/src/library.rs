//! The pattern files of a team.
//!
//! Files come in the order of their folders, sorted within each. The first file with a name has it. A file that can't be read is
//! named and skipped; it never stops the others.

use crate::cleanup::{self, TextCleanup};
use crate::element::ElementPattern;
use crate::fault::{FileFault, PatternFault};
use crate::recipe::Recipe;

/// The largest file that is read, in bytes. Those that people write have two thousand.
pub const LARGEST_FILE: usize = 256 * 1024;

/// One file as it was found.
#[derive(Debug, Clone, Copy)]
pub struct PatternFile<'f> {
    /// Its path, for messages and for patterns without a name.
    pub path: &'f str,
    /// Its text.
    pub text: &'f str,
}

/// All that loaded, and what didn't.
#[derive(Debug, Clone, Default)]
pub struct PatternLibrary {
    /// The recipes, in order.
    pub recipes: Vec<Recipe>,
    /// The element patterns, in order.
    pub elements: Vec<ElementPattern>,
    /// What is noise in labels.
    pub cleanup: TextCleanup,
    /// The files that were skipped, in order.
    pub faults: Vec<FileFault>,
}

impl PatternLibrary {
    /// Reads recipe files (`*.recipe.md`) and element files (`*.md`), in the order given.
    pub fn read(recipes: &[PatternFile<'_>], elements: &[PatternFile<'_>]) -> Self {
        let mut library = Self::default();
        let mut named: Vec<(String, String)> = Vec::new();
        for file in recipes {
            let recipe = sized(file).and_then(Recipe::parse);
            let recipe = recipe.and_then(|recipe| claim(&mut named, &recipe.name.clone(), file.path).map(|()| recipe));
            match recipe {
                Ok(recipe) => library.recipes.push(recipe),
                Err(fault) => library.fault(file, fault),
            }
        }
        named.clear();
        let mut cleaned = false;
        for file in elements {
            let text = match sized(file) {
                Ok(text) => text,
                Err(fault) => {
                    library.fault(file, fault);
                    continue;
                }
            };
            if !cleaned && file.path.rsplit('/').next() == Some(cleanup::FILE) {
                library.cleanup = TextCleanup::parse(text);
                cleaned = true;
            }
            let pattern = ElementPattern::parse(file.path, text);
            let pattern =
                pattern.and_then(|pattern| claim(&mut named, &pattern.name.clone(), file.path).map(|()| pattern));
            match pattern {
                Ok(pattern) => library.elements.push(pattern),
                Err(fault) => library.fault(file, fault),
            }
        }
        library
    }

    fn fault(&mut self, file: &PatternFile<'_>, fault: PatternFault) {
        self.faults.push(FileFault {
            file: file.path.to_owned(),
            fault,
        });
    }
}

fn sized<'f>(file: &PatternFile<'f>) -> Result<&'f str, PatternFault> {
    if file.text.len() > LARGEST_FILE {
        return Err(PatternFault::TooLarge {
            bytes: file.text.len(),
            most: LARGEST_FILE,
        });
    }
    Ok(file.text)
}

fn claim(named: &mut Vec<(String, String)>, name: &str, file: &str) -> Result<(), PatternFault> {
    if let Some((_, earlier)) = named.iter().find(|(known, _)| known == name) {
        return Err(PatternFault::NameTaken {
            name: name.to_owned(),
            earlier: earlier.clone(),
        });
    }
    named.push((name.to_owned(), file.to_owned()));
    Ok(())
}
