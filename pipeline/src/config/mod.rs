//! Configuration: defaults, then `skillc.toml`, then `SKILLC_…` variables, then flags; the last one wins, and every value knows where
//! it is from.

mod keys;
mod settings;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

pub use keys::{KEYS, Key, Kind};
pub use settings::{AppSettings, DetectSource, Dialect, EngineChoice, IconModel, Layout, Settings, Severity};

use crate::cli::Global;
use crate::failure::{Failure, shown};

/// The name of the configuration file.
pub const FILE_NAME: &str = "skillc.toml";

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Config {
    /// The values.
    pub settings: Settings,
    /// Threads to use; 0 means one a core.
    pub jobs: usize,
    /// The folder that `skillc.toml` stands in; none outside a workspace.
    pub workspace: Option<PathBuf>,
    origins: BTreeMap<String, Origin>,
    values: Table,
}

/// Where a value is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Built in.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// A variable.
    Environment(String),
    /// The command line.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => f.write_str(&shown(path)),
            Self::Environment(name) => f.write_str(name),
            Self::Flag(flag) => f.write_str(flag),
        }
    }
}

impl Config {
    /// The configuration for these flags, with the file that `--config` names or that is found from the current folder upwards.
    ///
    /// # Errors
    /// When a file can't be read, or a key or value is wrong.
    pub fn load(global: &Global) -> Result<Self, Failure> {
        let file = match &global.config {
            Some(file) => Some(file.clone()),
            None => {
                let here = std::env::current_dir()
                    .map_err(|error| Failure::new("could not find the current folder").because(error))?;
                find_upwards(&here)
            }
        };
        Self::of(file, global)
    }

    /// The configuration of the workspace in `folder`, under the same variables and flags.
    ///
    /// # Errors
    /// When there is no `skillc.toml`, or a key or value is wrong.
    pub fn of_workspace(folder: &Path, global: &Global) -> Result<Self, Failure> {
        let file = folder.join(FILE_NAME);
        if !file.is_file() {
            return Err(
                Failure::new(format!("{} is no workspace: it has no {FILE_NAME}", shown(folder))).help(format!(
                    "name a folder with a {FILE_NAME}, or create one (README, \"Workspace\")"
                )),
            );
        }
        Self::of(Some(file), global)
    }

    fn of(file: Option<PathBuf>, global: &Global) -> Result<Self, Failure> {
        let mut layers = Layers::default();
        layers.merge(
            Table::try_from(Settings::default()).unwrap_or_default(),
            &Origin::Default,
        );
        let workspace = file.as_deref().map(|file| parent(file).to_path_buf());
        if let Some(file) = &file {
            layers.merge(read_file(file)?, &Origin::File(file.clone()));
        }
        for key in KEYS {
            let name = key.variable();
            if let Ok(text) = std::env::var(&name) {
                layers.set(key.name, key.parse(&text, &name)?, Origin::Environment(name));
            }
        }
        for flag in &global.set {
            let (name, text) = flag.split_once('=').ok_or_else(|| {
                Failure::new(format!("--set {flag:?} has no value")).help("write it as --set KEY=VALUE")
            })?;
            let key = Key::named(name)?;
            layers.set(
                &key.full_name(name),
                key.parse(text, name)?,
                Origin::Flag(format!("--set {name}")),
            );
        }
        if let Some(folder) = &global.captures {
            layers.set(
                "workspace.captures",
                path_value(folder),
                Origin::Flag("--captures".to_owned()),
            );
        }
        if let Some(folder) = &global.out {
            layers.set("workspace.out", path_value(folder), Origin::Flag("--out".to_owned()));
        }
        if let Some(jobs) = global.jobs {
            layers.set(
                "jobs",
                Value::Integer(jobs.try_into().unwrap_or(i64::MAX)),
                Origin::Flag("--jobs".to_owned()),
            );
        }
        let settings: Settings = layers.values.clone().try_into().map_err(|error| {
            Failure::new("the configuration has a value of the wrong kind")
                .because(error)
                .help("see skillc config")
        })?;
        Ok(Self {
            jobs: settings.jobs,
            settings,
            workspace,
            origins: layers.origins,
            values: layers.values,
        })
    }

    /// The path under `key`, resolved: a path of the file or a default lies below the workspace (or the current folder outside
    /// one), a path of a variable or flag below the current folder.
    pub fn path(&self, key: &str, value: &Path) -> PathBuf {
        match (self.origins.get(key), &self.workspace) {
            (Some(Origin::Default | Origin::File(_)), Some(workspace)) => workspace.join(value),
            _ => value.to_path_buf(),
        }
    }

    /// The capture store.
    pub fn captures(&self) -> PathBuf {
        self.path("workspace.captures", &self.settings.workspace.captures)
    }

    /// Where results go.
    pub fn out(&self) -> PathBuf {
        self.path("workspace.out", &self.settings.workspace.out)
    }

    /// The folder of APP.md files.
    pub fn apps(&self) -> PathBuf {
        self.path("workspace.apps", &self.settings.workspace.apps)
    }

    /// The accepted skills.
    pub fn accepted(&self) -> PathBuf {
        self.path("workspace.accepted", &self.settings.workspace.accepted)
    }

    /// The cache of stage results.
    pub fn cache(&self) -> PathBuf {
        self.path("workspace.cache", &self.settings.workspace.cache)
    }

    /// The ledger of runs.
    pub fn runs(&self) -> PathBuf {
        self.path("workspace.runs", &self.settings.workspace.runs)
    }

    /// Every value with its key and origin, by key.
    pub fn rows(&self) -> Vec<(String, String, Origin)> {
        let mut rows = Vec::new();
        leaves("", &self.values, &mut |key, value| {
            let origin = self.origins.get(key).cloned().unwrap_or(Origin::Default);
            rows.push((key.to_owned(), value.to_string(), origin));
        });
        rows.sort();
        rows
    }
}

impl PartialOrd for Origin {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Origin {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

/// Values laid over each other.
#[derive(Debug, Default)]
struct Layers {
    values: Table,
    origins: BTreeMap<String, Origin>,
}

impl Layers {
    fn merge(&mut self, table: Table, origin: &Origin) {
        let mut found = Vec::new();
        leaves("", &table, &mut |key, value| {
            found.push((key.to_owned(), value.clone()))
        });
        for (key, value) in found {
            self.set(&key, value, origin.clone());
        }
    }

    fn set(&mut self, key: &str, value: Value, origin: Origin) {
        let mut parts: Vec<&str> = key.split('.').collect();
        let Some(last) = parts.pop() else { return };
        let mut table = &mut self.values;
        for part in parts {
            let slot = table.entry(part).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = slot else { return };
            table = inner;
        }
        table.insert(last.to_owned(), value);
        self.origins.insert(key.to_owned(), origin);
    }
}

fn leaves(prefix: &str, table: &Table, visit: &mut impl FnMut(&str, &Value)) {
    for (key, value) in table {
        let path = if prefix.is_empty() {
            key.clone()
        } else {
            format!("{prefix}.{key}")
        };
        match value {
            Value::Table(inner) => leaves(&path, inner, visit),
            value => visit(&path, value),
        }
    }
}

fn path_value(path: &Path) -> Value {
    Value::String(path.to_string_lossy().into_owned())
}

fn parent(file: &Path) -> &Path {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn find_upwards(from: &Path) -> Option<PathBuf> {
    from.ancestors()
        .map(|folder| folder.join(FILE_NAME))
        .find(|file| file.is_file())
}

/// Reads the file; a wrong key or value is shown at its place.
fn read_file(file: &Path) -> Result<Table, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::io("read the configuration", file, error))?;
    let wrong = |error: toml::de::Error| {
        let failure = Failure::new(format!("{}: {}", shown(file), error.message()))
            .help("skillc config lists every key with its value in force");
        match error.span() {
            Some(span) => failure.at(&shown(file), &text, span.start, span.len()),
            None => failure,
        }
    };
    // Read as settings only to find wrong keys and values with their place; the table is what is merged.
    toml::from_str::<Settings>(&text).map_err(wrong)?;
    toml::from_str::<Table>(&text).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_settings_is_listed_and_the_other_way_round() {
        let table = Table::try_from(Settings::example()).expect("settings are a table");
        let mut found = Vec::new();
        leaves("", &table, &mut |key, _| {
            found.push(Key::named(key).expect("a listed key").name)
        });
        found.sort_unstable();
        found.dedup();
        let mut listed: Vec<_> = KEYS.iter().map(|key| key.name).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
