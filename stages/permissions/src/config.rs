//! `permissions.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The file's fields; every one may be missing, and an empty list is not a missing one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    /// The tools that may be used; `*` stands for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// The tools that may not be used; `*` means nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deny: Option<Vec<String>>,
    /// Rules for one app, by its name; `*` means nothing in them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_app: Option<BTreeMap<String, PerApp>>,
    /// The apps that may not be launched or explored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_apps: Option<Vec<String>>,
    /// Texts never to tap, in any app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip_elements: Option<Vec<String>>,
}

/// Rules for one app.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PerApp {
    /// Tools that are opened for the app although they are closed in general.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow: Option<Vec<String>>,
    /// Tools that are closed for the app, whatever else is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deny: Option<Vec<String>>,
}

impl Config {
    /// Reads the file.
    ///
    /// # Errors
    /// When it is no JSON, or a field has another type. The live server then works as if there were no file at all; it doesn't
    /// go on to the next place.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Texts never to tap, in any app.
    pub fn skip_elements(&self) -> &[String] {
        self.skip_elements.as_deref().unwrap_or_default()
    }
}

/// The name of the folder that holds a project's or a user's configuration.
pub const CONFIG_FOLDER: &str = ".mirroir-mcp";

/// Where the file is looked for: the first that exists counts, readable or not.
pub fn config_paths(current: &str, home: &str) -> [String; 2] {
    in_config_folders(current, home, "permissions.json")
}

/// Where a file or folder of the configuration is looked for (`skills`, `agents`, `prompts`, `settings.json`): project first.
pub fn in_config_folders(current: &str, home: &str, name: &str) -> [String; 2] {
    [current, home].map(|root| format!("{}/{CONFIG_FOLDER}/{name}", root.trim_end_matches('/')))
}
