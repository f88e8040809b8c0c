//! Which APP.md describes an app: walks the folders that the live explorer walks, and lets the policy choose.
//!
//! The policy is [`skillc_app_description::resolution`]; here are the disk, the environment and the home folder. Hidden folders are
//! walked, symbolic links aren't followed.

use std::env;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use skillc_app_description::outline;
use skillc_app_description::resolution::{
    Candidate, Choice, Loss, Request, Resolution, Verdict, in_search_order, is_description_name, resolve,
    search_folders,
};
use skillc_records::Slug;
use skillc_text::fold;
use walkdir::WalkDir;

use crate::failure::{Failure, shown};
use crate::notice::one_line;

/// The longest APP.md that is read, in bytes. Those of people are a thousandth of it.
pub const LONGEST: u64 = 32 << 20;

/// Where an explorer would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The current folder.
    pub current: PathBuf,
    /// The home folder.
    pub home: PathBuf,
    /// The system's locale identifier (`fr_CA`); empty if it has none.
    pub locale: String,
}

impl Place {
    /// Where this process runs.
    ///
    /// # Errors
    /// When the current folder is gone.
    pub fn here() -> Result<Self, Failure> {
        let current = env::current_dir().map_err(|error| Failure::io("find", Path::new("."), error))?;
        Ok(Self {
            current,
            home: env::home_dir().unwrap_or_default(),
            locale: system_locale(|name| env::var(name).ok()),
        })
    }
}

/// The locale that the environment tells: `fr_CA.UTF-8` is `fr_CA`; `C` and `POSIX` are none.
fn system_locale(variable: impl Fn(&str) -> Option<String>) -> String {
    let told = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|value| !value.is_empty());
    let told = told.unwrap_or_default();
    let bare = told.split(['.', '@']).next().unwrap_or_default();
    if matches!(bare, "C" | "POSIX") {
        String::new()
    } else {
        bare.to_owned()
    }
}

/// The files that were found for an app, in the order of the search.
#[derive(Debug, Clone)]
pub struct Search {
    /// The app's name as the user gave it.
    pub app_name: String,
    /// The folders, in order, and whether each exists.
    pub folders: Vec<(String, bool)>,
    candidates: Vec<(usize, Candidate)>,
    locale: String,
}

impl Search {
    /// Walks the folders for `app_name`.
    pub fn new(app_name: &str, place: &Place) -> Self {
        let folders = search_folders(&place.current.to_string_lossy(), &place.home.to_string_lossy());
        let candidates = folders.iter().enumerate().flat_map(|(number, folder)| {
            descriptions_below(Path::new(folder)).into_iter().map(move |path| {
                let candidate = Candidate {
                    path: path.to_string_lossy().into_owned(),
                    text: read(&path).ok(),
                };
                (number, candidate)
            })
        });
        Self {
            app_name: app_name.to_owned(),
            candidates: candidates.collect(),
            folders: folders
                .iter()
                .map(|folder| (folder.clone(), Path::new(folder).is_dir()))
                .collect(),
            locale: place.locale.clone(),
        }
    }

    /// The policy's verdict on every file.
    pub fn resolution(&self) -> Resolution<'_> {
        let request = Request {
            app_name: &self.app_name,
            locale: &self.locale,
        };
        resolve(&request, self.candidates.iter().map(|(_, candidate)| candidate))
    }

    /// The file that was chosen.
    pub fn chosen(&self) -> Option<PathBuf> {
        self.resolution()
            .chosen()
            .map(|candidate| PathBuf::from(&candidate.path))
    }

    /// What became of every file, folder by folder, as people read it.
    pub fn explanation(&self) -> String {
        let resolution = self.resolution();
        let mut text = match resolution.chosen() {
            Some(candidate) => format!(
                "{} is described by {}\n",
                one_line(&self.app_name),
                shown_text(&candidate.path)
            ),
            None => format!("nothing describes {}\n", one_line(&self.app_name)),
        };
        let locale = if self.locale.is_empty() { "none" } else { &self.locale };
        text.push_str(&format!("system locale: {locale}\n"));
        for (number, (folder, exists)) in self.folders.iter().enumerate() {
            let note = if *exists { "" } else { " (no such folder)" };
            text.push_str(&format!("\n{}. {}{note}\n", number + 1, shown_text(folder)));
            let looks = self
                .candidates
                .iter()
                .zip(&resolution.looks)
                .filter(|((at, _), _)| *at == number);
            for ((_, candidate), look) in looks {
                let sign = if matches!(look.verdict, Verdict::Chosen(_)) {
                    "✓"
                } else {
                    " "
                };
                text.push_str(&format!(
                    " {sign} {}: {}\n",
                    shown_text(&candidate.path),
                    reason(&look.verdict)
                ));
            }
        }
        text
    }
}

fn shown_text(path: &str) -> String {
    one_line(&shown(Path::new(path)))
}

/// Why a file was chosen or not.
fn reason(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Chosen(Choice::SystemLocale) => "chosen: its locale is the system's, which ends the search".to_owned(),
        Verdict::Chosen(Choice::WithoutLocale) => {
            "chosen: it has no locale, which beats another than the system's".to_owned()
        }
        Verdict::Chosen(Choice::First) => "chosen: the first match".to_owned(),
        Verdict::Lost(Loss::ToSystemLocale) => "lost to a later file with the system's locale".to_owned(),
        Verdict::Lost(Loss::ToOneWithoutLocale) => {
            "lost to a later file: this one has another locale than the system's, that one has none".to_owned()
        }
        Verdict::Lost(Loss::ToEarlier) => "lost to an earlier match".to_owned(),
        Verdict::OtherApp { app } => format!("describes {}", one_line(app)),
        Verdict::Rejected(rejection) => format!("no description: {rejection}"),
        Verdict::Unreadable => "could not be read as UTF-8 text".to_owned(),
        Verdict::SeenBefore => "seen already, in an earlier folder".to_owned(),
        Verdict::NotReached => "not looked at: the search was over".to_owned(),
    }
}

/// Every `APP.md` below `folder`, whatever the case of its name, in the order of the search. Folders that can't be read are passed over.
pub fn descriptions_below(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let mut found: Vec<_> = entries
        .filter(|entry| entry.file_type().is_file() && is_description_name(&entry.file_name().to_string_lossy()))
        .map(walkdir::DirEntry::into_path)
        .collect();
    found.sort_by(|a, b| in_search_order(&a.to_string_lossy(), &b.to_string_lossy()));
    found
}

/// The text of an APP.md.
///
/// # Errors
/// When it can't be read, is too long, or isn't UTF-8.
pub fn read(path: &Path) -> Result<String, Failure> {
    let wrong = |error| Failure::io("read", path, error);
    let file = fs::File::open(path).map_err(wrong)?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too long, also one whose length nobody knows beforehand (a pipe).
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > LONGEST {
        return Err(
            Failure::new(format!("{} is longer than {} MB", shown(path), LONGEST >> 20))
                .help("an APP.md is a few pages of text"),
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        Failure::new(format!("{}:{line}: byte {at} of the file isn't UTF-8", shown(path)))
            .help("save the file as UTF-8")
    })
}

/// The APP.md that `--app` means: a file, a folder with one, or the name of an app that is looked for in the workspace's own folder
/// and then where the live explorer looks.
///
/// # Errors
/// When nothing describes the app.
pub fn locate(file_or_name: &str, own: Option<&Path>, place: &Place) -> Result<PathBuf, Failure> {
    let path = Path::new(file_or_name);
    if path.is_file() {
        return Ok(path.to_path_buf());
    }
    if path.is_dir()
        && let [only] = descriptions_below(path).as_slice()
    {
        return Ok(only.clone());
    }
    let wanted = fold(file_or_name);
    let is_wanted = |path: &PathBuf| {
        let text = read(path).unwrap_or_default();
        outline(&text)
            .front_matter
            .value("app")
            .is_some_and(|app| fold(app) == wanted || Slug::of(app).as_str() == wanted)
    };
    let found = own.and_then(|folder| descriptions_below(folder).into_iter().find(is_wanted));
    found.or_else(|| Search::new(file_or_name, place).chosen()).ok_or_else(|| {
        Failure::new(format!("nothing describes {file_or_name:?}: it is no file, and no APP.md in the search folders declares this app"))
            .help(format!("give the path of its APP.md, or see where it was looked for: skillc check --app {file_or_name:?} --explain"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_is_told_by_the_environment() {
        let locale = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> = pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect();
            system_locale(|name| {
                pairs
                    .iter()
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| value.clone())
            })
        };
        assert_eq!(locale(&[("LANG", "fr_CA.UTF-8")]), "fr_CA");
        assert_eq!(locale(&[("LC_ALL", ""), ("LANG", "de_DE@euro")]), "de_DE");
        assert_eq!(locale(&[("LC_ALL", "C.UTF-8"), ("LANG", "de_DE")]), "");
    }

    #[test]
    fn the_search_walks_the_disk_as_the_explorer_does() {
        let root = tempfile::tempdir().unwrap();
        let place = Place {
            current: root.path().join("w"),
            home: root.path().join("h"),
            locale: "fr_CA".to_owned(),
        };
        let write = |path: &str, locale: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("---\napp: Santé\n{locale}---\n## Skip\n")).unwrap();
        };
        write("w/.mirroir-mcp/skills/.hidden/APP.md", "locale: de_DE\n");
        write("h/.mirroir-mcp/skills/a/App.MD", "");
        assert!(Search::new("sante", &place).chosen().unwrap().ends_with("a/App.MD"));
        write("mirroir-skills/misc/APP.md", "locale: fr_ca\n");
        let search = Search::new("sante", &place);
        assert!(search.chosen().unwrap().ends_with("misc/APP.md"));
        let told = search.explanation();
        assert!(told.contains("lost to a later file with the system's locale"), "{told}");
        assert!(told.contains("(no such folder)"), "{told}");
        assert!(locate("Nobody", None, &place).is_err());
    }
}
