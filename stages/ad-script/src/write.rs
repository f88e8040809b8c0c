//! From script to text.
//!
//! Source: reference on agent-device, §5.1 (writer quoting) and §5.4.

use skillc_snapshot::evidence;

use crate::{
    Evidence, Script, ScriptAction,
    read::is_flag,
    token::{is_space, may_be_bare, quoted},
};

/// The text of `script`: a header line, the variables, and a line for each action, with the evidence of its target before it. Ends with
/// one line end.
pub fn write(script: &Script) -> String {
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(&content);
        text.push('\n');
    };
    if let Some(header) = header(script) {
        line(header);
    }
    for variable in &script.env {
        line(format!("env {}={}", variable.name, env_value(&variable.value)));
    }
    for action in &script.actions {
        match &action.evidence {
            Some(Evidence::Target(target)) => line(format!("# agent-device:target-v1 {}", evidence::write(target))),
            Some(Evidence::Drag { source, destination }) => line(format!(
                "# agent-device:targets-v1 {{\"source\":{},\"destination\":{}}}",
                evidence::write(source),
                evidence::write(destination)
            )),
            None => {}
        }
        line(action_line(action));
    }
    text
}

fn header(script: &Script) -> Option<String> {
    let header = &script.header;
    let mut words = vec!["context".to_owned()];
    if let Some(platform) = header.platform {
        words.push(format!("platform={}", platform.as_str()));
    }
    if let Some(target) = header.target {
        words.push(format!("target={}", target.as_str()));
    }
    // A space at the end of a name would leave its quote alone, and a lone quote is an unclosed word.
    let name = |text: &String| {
        text.split(is_space)
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    for (key, value) in [("device", &header.device), ("kind", &header.kind)] {
        if let Some(value) = value.as_ref().map(name).filter(|value| !value.is_empty()) {
            let bare = key == "kind" && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            words.push(format!("{key}={}", if bare { value } else { quoted(&value) }));
        }
    }
    if header.device.is_some() || header.kind.is_some() {
        words.push("theme=unknown".to_owned());
    }
    if let Some(timeout) = header.timeout_ms {
        words.push(format!("timeout={timeout}"));
    }
    if let Some(retries) = header.retries {
        words.push(format!("retries={retries}"));
    }
    (words.len() > 1).then(|| words.join(" "))
}

/// A value stands as it is where it is read back as it is, else as a JSON string.
fn env_value(value: &str) -> String {
    let plain = !value.starts_with('"') && !value.contains(['\n', '\r']) && !value.ends_with(is_space);
    if plain { value.to_owned() } else { quoted(value) }
}

fn action_line(action: &ScriptAction) -> String {
    let mut words = vec![word(&action.command, false)];
    let mut after_flag = false;
    for argument in &action.arguments {
        let flag = is_flag(argument);
        words.push(word(&argument.text, flag || (after_flag && !argument.quoted)));
        after_flag = flag;
    }
    words.join(" ")
}

/// A word as it is written. Commands, flags and what belongs to them stand bare where nothing in them needs quotes.
fn word(text: &str, is_flag: bool) -> String {
    let simple = !text.is_empty() && !text.contains(|c: char| is_space(c) || c == '"' || c == '\\' || c == '#');
    let command = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if may_be_bare(text) || (simple && (is_flag || command)) {
        text.to_owned()
    } else {
        quoted(text)
    }
}
