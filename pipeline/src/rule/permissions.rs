//! Permissions: may a tool be used, which of some tools may not, may an app be launched, which configuration counts.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_permissions::{Config, Decision, Policy, config_paths};

use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    CheckTool {
        config: Option<Config>,
        tool: String,
        app: Option<String>,
        #[serde(default)]
        skip_permissions: bool,
    },
    ToolsDenied {
        config: Option<Config>,
        app: String,
        required: Vec<String>,
        #[serde(default)]
        skip_permissions: bool,
    },
    CheckAppLaunch {
        config: Option<Config>,
        app: String,
    },
    LoadConfig {
        cwd: String,
        home: String,
        files: BTreeMap<String, String>,
    },
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    Ok(match input(value)? {
        Input::CheckTool {
            config,
            tool,
            app,
            skip_permissions,
        } => {
            let policy = Policy {
                config,
                skip_permissions,
            };
            decision(app.map_or_else(|| policy.tool(&tool), |app| policy.tool_for_app(&tool, &app)))
        }
        Input::ToolsDenied {
            config,
            app,
            required,
            skip_permissions,
        } => {
            let policy = Policy {
                config,
                skip_permissions,
            };
            json!({ "denied": policy.tools_denied(&app, &required) })
        }
        Input::CheckAppLaunch { config, app } => decision(
            Policy {
                config,
                skip_permissions: false,
            }
            .launch(&app),
        ),
        Input::LoadConfig { cwd, home, files } => {
            let chosen = config_paths(&cwd, &home).into_iter().find_map(|path| files.get(&path));
            let config = chosen.and_then(|text| Config::parse(text).ok());
            json!({ "config": config })
        }
    })
}

fn decision(decision: Decision) -> Value {
    match decision {
        Decision::Allowed => json!({ "decision": "allowed" }),
        Decision::Denied(reason) => json!({ "decision": "denied", "reason": reason }),
    }
}
