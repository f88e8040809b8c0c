//! Allowed or denied, and why.

use serde::{Deserialize, Serialize};
use skillc_text::{equals, lower};

use crate::config::{Config, PerApp};

/// What is in force: the file, if there is a readable one, and the flag that opens everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// The file.
    pub config: Option<Config>,
    /// `--dangerously-skip-permissions`.
    pub skip_permissions: bool,
}

/// Allowed or denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It may be done.
    Allowed,
    /// It may not.
    Denied(Reason),
}

/// Why something is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The tool is in `deny`.
    #[error("it is in `deny`")]
    DenyList,
    /// There is an `allow` and the tool isn't in it.
    #[error("it is not in `allow`")]
    NotInAllowList,
    /// There is no `allow`, and the tool changes things.
    #[error("nothing allows it")]
    NoPermission,
    /// The app's own `deny` has the tool.
    #[error("it is in the app's own `deny`")]
    PerAppDeny,
    /// The app is in `blockedApps`.
    #[error("the app is in `blockedApps`")]
    BlockedApp,
}

/// The tools that only look: always open in general.
pub const READ_ONLY: [&str; 11] = [
    "screenshot",
    "describe_screen",
    "start_recording",
    "stop_recording",
    "get_orientation",
    "status",
    "check_health",
    "list_targets",
    "list_skills",
    "get_skill",
    "calibrate_component",
];

impl Decision {
    /// Whether it may be done.
    pub fn is_allowed(self) -> bool {
        self == Self::Allowed
    }
}

impl Policy {
    /// Whether a tool may be used in general.
    pub fn tool(&self, tool: &str) -> Decision {
        let tool = lower(tool);
        if READ_ONLY.contains(&tool.as_str()) || self.skip_permissions {
            return Decision::Allowed;
        }
        let config = self.config.as_ref();
        if lists(config.and_then(|config| config.deny.as_ref()), &tool) {
            return Decision::Denied(Reason::DenyList);
        }
        match config.and_then(|config| config.allow.as_ref()) {
            None => Decision::Denied(Reason::NoPermission),
            Some(allow) if allow.iter().any(|name| name == "*") || lists(Some(allow), &tool) => Decision::Allowed,
            Some(_) => Decision::Denied(Reason::NotInAllowList),
        }
    }

    /// Whether a tool may be used on an app. The app's own `deny` comes first: it closes tools that only look, and holds even
    /// under the flag that opens everything. Its `allow` opens what is closed in general, even what is in the general `deny`.
    pub fn tool_for_app(&self, tool: &str, app: &str) -> Decision {
        let name = lower(tool);
        let own = self.own_rules(app);
        if lists(own.and_then(|own| own.deny.as_ref()), &name) {
            return Decision::Denied(Reason::PerAppDeny);
        }
        let general = self.tool(tool);
        if !general.is_allowed() && lists(own.and_then(|own| own.allow.as_ref()), &name) {
            return Decision::Allowed;
        }
        general
    }

    /// Those of `required` that may not be used on the app, in their order.
    pub fn tools_denied<'r, S: AsRef<str>>(&self, app: &str, required: &'r [S]) -> Vec<&'r str> {
        required
            .iter()
            .map(AsRef::as_ref)
            .filter(|tool| !self.tool_for_app(tool, app).is_allowed())
            .collect()
    }

    /// Whether an app may be launched. Case doesn't count, accents do.
    pub fn launch(&self, app: &str) -> Decision {
        let blocked = self.config.as_ref().and_then(|config| config.blocked_apps.as_ref());
        if lists(blocked, &lower(app)) {
            Decision::Denied(Reason::BlockedApp)
        } else {
            Decision::Allowed
        }
    }

    fn own_rules(&self, app: &str) -> Option<&PerApp> {
        let app = lower(app);
        let rules = self.config.as_ref()?.per_app.as_ref()?;
        rules
            .iter()
            .find(|(name, _)| equals(&lower(name), &app))
            .map(|(_, rules)| rules)
    }
}

fn lists(list: Option<&Vec<String>>, lower_name: &str) -> bool {
    list.is_some_and(|list| list.iter().any(|name| equals(&lower(name), lower_name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(text: &str, skip_permissions: bool) -> Policy {
        Policy {
            config: Some(Config::parse(text).unwrap()),
            skip_permissions,
        }
    }

    #[test]
    fn the_deny_of_an_app_holds_under_every_flag() {
        let policy = policy(r#"{"perApp": {"Rook": {"deny": ["tap", "status"]}}}"#, true);
        assert_eq!(policy.tool_for_app("Tap", "ROOK"), Decision::Denied(Reason::PerAppDeny));
        assert_eq!(
            policy.tool_for_app("status", "rook"),
            Decision::Denied(Reason::PerAppDeny)
        );
        assert_eq!(policy.tool_for_app("tap", "other"), Decision::Allowed);
    }

    #[test]
    fn an_empty_allow_is_a_list() {
        assert_eq!(
            policy(r#"{"allow": []}"#, false).tool("tap"),
            Decision::Denied(Reason::NotInAllowList)
        );
        assert_eq!(
            policy(r#"{"allow": null}"#, false).tool("tap"),
            Decision::Denied(Reason::NoPermission)
        );
    }

    #[test]
    fn a_wrong_type_spoils_the_file() {
        assert!(Config::parse(r#"{"allow": "tap"}"#).is_err());
        assert!(Config::parse(r#"{"unknown": 1}"#).is_ok());
    }
}
