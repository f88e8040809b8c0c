//! What can be imported, and how it is recognised.
//!
//! The content decides, never the name alone: files get renamed. Two kinds are told apart by their first line that says something.

use serde_json::Value;

use crate::source::Source;

/// A kind of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// mirroir's graph file.
    MirroirGraph,
    /// What `mirroir record` writes.
    MirroirYaml,
    /// mirroir's `.compiled.json`.
    Compiled,
    /// agent-device's session folder, or one of its files.
    AgentDevice,
    /// agent-device's `.ad` script.
    Ad,
    /// A Maestro flow.
    Maestro,
}

impl Kind {
    /// Every kind, in the order in which a source is compared with them.
    pub const ALL: [Self; 6] = [
        Self::MirroirGraph,
        Self::Compiled,
        Self::AgentDevice,
        Self::MirroirYaml,
        Self::Maestro,
        Self::Ad,
    ];

    /// The word on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MirroirGraph => "mirroir-graph",
            Self::MirroirYaml => "mirroir-yaml",
            Self::Compiled => "compiled",
            Self::AgentDevice => "agent-device",
            Self::Ad => "ad",
            Self::Maestro => "maestro",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::MirroirGraph => "graph file of mirroir",
            Self::MirroirYaml => "recording of mirroir",
            Self::Compiled => "compiled skill of mirroir",
            Self::AgentDevice => "session of agent-device",
            Self::Ad => "script of agent-device",
            Self::Maestro => "Maestro flow",
        }
    }

    /// The kind that `source` looks like; none if it looks like nothing known.
    pub fn of(source: &Source) -> Option<Self> {
        let Some(text) = source.single() else {
            return source.is_agent_device().then_some(Self::AgentDevice);
        };
        if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
            return of_json(text);
        }
        of_lines(text)
    }
}

fn of_json(text: &str) -> Option<Kind> {
    let has = |value: &Value, keys: &[&str]| keys.iter().all(|key| value.get(key).is_some());
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return if has(&value, &["rootFingerprint", "nodes"]) {
            Some(Kind::MirroirGraph)
        } else if has(&value, &["steps", "device"]) {
            Some(Kind::Compiled)
        } else if is_telemetry(&value) || is_line_of_agent_device(&value) {
            Some(Kind::AgentDevice)
        } else {
            None
        };
    }
    // Lines of JSON; some of them may be broken.
    let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let known = lines.any(|value| is_line_of_agent_device(&value));
    // A graph or compiled skill that was cut off is still meant to be one: its reader says what is wrong.
    known.then_some(Kind::AgentDevice).or_else(|| {
        let names = |key: &str| text.contains(&format!("\"{key}\""));
        if names("rootFingerprint") {
            Some(Kind::MirroirGraph)
        } else {
            (names("compiledAction") && names("steps")).then_some(Kind::Compiled)
        }
    })
}

fn is_telemetry(value: &Value) -> bool {
    let first = value.get("events").and_then(|events| events.get(0));
    value.get("version").is_some()
        && first.is_some_and(|event| event.get("tMs").is_some() && event.get("kind").is_some())
}

/// A line of an event log, of a request's diagnostics or of a timing file.
fn is_line_of_agent_device(value: &Value) -> bool {
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let is_event = ["request.started", "request.finished", "action.recorded"].contains(&text("kind"));
    let is_timing = text("type").starts_with("replay_");
    let is_diagnostic = value.get("phase").is_some() && value.get("requestId").is_some();
    is_event || is_timing || is_diagnostic
}

/// YAML or a script, by the lines that begin at the left edge.
fn of_lines(text: &str) -> Option<Kind> {
    let lines = || {
        text.lines()
            .map(|line| line.trim_start_matches('\u{feff}').trim_end())
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
    };
    let first = lines().next()?;
    let key = |line: &str, keys: &[&str]| {
        keys.iter().any(|key| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with(':'))
        })
    };
    if lines().any(|line| line == "steps:") && lines().any(|line| key(line, &["name", "app", "description"])) {
        return Some(Kind::MirroirYaml);
    }
    let is_list = |line: &str| line.starts_with("- ");
    let configures = key(
        first,
        &["appId", "name", "tags", "env", "onFlowStart", "onFlowComplete"],
    );
    if is_list(first) || first == "---" || (configures && lines().any(|line| line == "---")) {
        return Some(Kind::Maestro);
    }
    let begins = ["context ", "env ", "open "].iter().any(|word| first.starts_with(word));
    begins.then_some(Kind::Ad)
}
