//! Where permissions meet APP.md: before an app is explored.
//!
//! 1. A blocked app is neither launched nor explored; a guided session that the user walks through themselves isn't stopped.
//! 2. The tools that an explorer can't do without must be allowed for the app.
//! 3. The texts never to tap are merged ([`crate::skip`]).

use crate::policy::{Decision, Policy};

/// The tools that an explorer can't do without, in the order in which they are named when denied.
pub const EXPLORER_TOOLS: [&str; 4] = ["tap", "swipe", "type_text", "press_key"];

/// Why an app may not be explored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The app is blocked.
    #[error("{app:?} is in `blockedApps` of permissions.json")]
    BlockedApp {
        /// Its name.
        app: String,
    },
    /// Tools are missing.
    #[error("permissions.json denies {} for {app:?}", tools.join(", "))]
    ToolsDenied {
        /// The app's name.
        app: String,
        /// The tools, in the order of [`EXPLORER_TOOLS`].
        tools: Vec<String>,
    },
}

impl Policy {
    /// Whether an app may be explored.
    ///
    /// # Errors
    /// When the app is blocked, or a tool that an explorer needs is denied for it.
    pub fn explore(&self, app: &str) -> Result<(), Refusal> {
        if let Decision::Denied(_) = self.launch(app) {
            return Err(Refusal::BlockedApp { app: app.to_owned() });
        }
        let tools: Vec<_> = self
            .tools_denied(app, &EXPLORER_TOOLS)
            .into_iter()
            .map(str::to_owned)
            .collect();
        if tools.is_empty() {
            Ok(())
        } else {
            Err(Refusal::ToolsDenied {
                app: app.to_owned(),
                tools,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn a_blocked_app_comes_before_its_tools() {
        let text = r#"{"allow": ["tap", "swipe"], "blockedApps": ["Bank"]}"#;
        let policy = Policy {
            config: Config::parse(text).ok(),
            skip_permissions: false,
        };
        assert_eq!(
            policy.explore("bank"),
            Err(Refusal::BlockedApp { app: "bank".to_owned() })
        );
        let refusal = policy.explore("Larder").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            r#"permissions.json denies type_text, press_key for "Larder""#
        );
    }
}
