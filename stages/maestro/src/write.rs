//! From program to YAML.

use std::fmt::Write as _;

use crate::{
    Attempt, Config, Gesture, Include, MaestroCommand, Point, Program, Selector, Sourced, Tap, TapTarget, Value, Wait,
    When,
};

/// The YAML of `program`: its configuration, if it has one, and a command a line or block. Texts always stand in quotes, so that none
/// is taken for a number or a flag. Reading it gives the same program, lines apart.
pub fn write(program: &Program) -> String {
    let mut text = String::new();
    if program.config != Config::default() {
        text.push_str(&block(&config(&program.config), 0));
        text.push_str("---\n");
    }
    if program.commands.is_empty() {
        text.push_str("[]\n");
    } else {
        text.push_str(&list(&program.commands, 0));
    }
    text
}

/// What can stand behind a key.
enum Yaml {
    Inline(String),
    Map(Vec<(&'static str, Yaml)>),
    Named(Vec<(String, Yaml)>),
    Commands(Vec<Sourced>),
    List(Vec<Yaml>),
}

type Fields = Vec<(&'static str, Yaml)>;

fn text(text: &str) -> Yaml {
    Yaml::Inline(quoted(text))
}

/// A text in double quotes: JSON, with what YAML doesn't print escaped, too.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                // Writing to a string doesn't fail.
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) if number.is_nan() => ".nan".to_owned(),
        Value::Number(number) if number.is_infinite() => if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => quoted(text),
    }
}

fn values(values: &[(String, Value)]) -> Yaml {
    Yaml::Named(
        values
            .iter()
            .map(|(name, given)| (quoted(name), Yaml::Inline(value(given))))
            .collect(),
    )
}

fn put(fields: &mut Fields, key: &'static str, value: Option<String>) {
    if let Some(value) = value {
        fields.push((key, Yaml::Inline(value)));
    }
}

fn config(config: &Config) -> Yaml {
    let mut fields = Fields::new();
    put(&mut fields, "appId", config.app_id.as_deref().map(quoted));
    put(&mut fields, "name", config.name.as_deref().map(quoted));
    if !config.tags.is_empty() {
        fields.push(("tags", Yaml::List(config.tags.iter().map(|tag| text(tag)).collect())));
    }
    if !config.env.is_empty() {
        fields.push(("env", values(&config.env)));
    }
    for (key, commands) in [
        ("onFlowStart", &config.on_flow_start),
        ("onFlowComplete", &config.on_flow_complete),
    ] {
        if !commands.is_empty() {
            fields.push((key, Yaml::Commands(commands.clone())));
        }
    }
    Yaml::Map(fields)
}

fn list(commands: &[Sourced], indent: usize) -> String {
    let mut lines = String::new();
    for sourced in commands {
        let (name, body) = command(&sourced.command);
        let _ = write!(lines, "{:indent$}- {name}", "");
        match body {
            None => lines.push('\n'),
            Some(body) => after_key(&mut lines, &body, indent + 4),
        }
    }
    lines
}

/// Writes `:` and what stands behind it, nested content at `indent`.
fn after_key(lines: &mut String, yaml: &Yaml, indent: usize) {
    let empty = match yaml {
        Yaml::Inline(value) => {
            let _ = writeln!(lines, ": {value}");
            return;
        }
        Yaml::Map(fields) if fields.is_empty() => "{}",
        Yaml::Named(fields) if fields.is_empty() => "{}",
        Yaml::Commands(commands) if commands.is_empty() => "[]",
        Yaml::List(items) if items.is_empty() => "[]",
        _ => "",
    };
    if empty.is_empty() {
        lines.push_str(":\n");
        lines.push_str(&block(yaml, indent));
    } else {
        let _ = writeln!(lines, ": {empty}");
    }
}

fn block(yaml: &Yaml, indent: usize) -> String {
    let mut lines = String::new();
    match yaml {
        Yaml::Inline(value) => {
            let _ = writeln!(lines, "{:indent$}{value}", "");
        }
        Yaml::Map(fields) => {
            for (key, value) in fields {
                let _ = write!(lines, "{:indent$}{key}", "");
                after_key(&mut lines, value, indent + 2);
            }
        }
        Yaml::Named(fields) => {
            for (key, value) in fields {
                let _ = write!(lines, "{:indent$}{key}", "");
                after_key(&mut lines, value, indent + 2);
            }
        }
        Yaml::Commands(commands) => lines.push_str(&list(commands, indent)),
        Yaml::List(items) => {
            for item in items {
                // The first field of an item stands behind its hyphen.
                let inner = block(item, indent + 2);
                let _ = write!(lines, "{:indent$}- {}", "", inner.trim_start_matches(' '));
            }
        }
    }
    lines
}

fn command(command: &MaestroCommand) -> (&'static str, Option<Yaml>) {
    use MaestroCommand as C;
    match command {
        C::LaunchApp {
            app_id,
            stop_app,
            clear_state,
            arguments,
        } => {
            let mut fields = Fields::new();
            put(&mut fields, "appId", app_id.as_deref().map(quoted));
            put(&mut fields, "stopApp", stop_app.map(|flag| flag.to_string()));
            put(&mut fields, "clearState", clear_state.map(|flag| flag.to_string()));
            if !arguments.is_empty() {
                fields.push(("arguments", values(arguments)));
            }
            ("launchApp", (!fields.is_empty()).then_some(Yaml::Map(fields)))
        }
        C::TapOn(tap) => ("tapOn", Some(touch(tap))),
        C::DoubleTapOn(tap) => ("doubleTapOn", Some(touch(tap))),
        C::LongPressOn(tap) => ("longPressOn", Some(touch(tap))),
        C::InputText {
            text: typed,
            label: None,
        } => ("inputText", Some(text(typed))),
        C::InputText {
            text: typed,
            label: Some(label),
        } => (
            "inputText",
            Some(Yaml::Map(vec![("text", text(typed)), ("label", text(label))])),
        ),
        C::EraseText { characters } => ("eraseText", characters.map(|count| Yaml::Inline(count.to_string()))),
        C::OpenLink { link } => ("openLink", Some(text(link))),
        C::AssertVisible { target, attempt } => ("assertVisible", Some(element(target, attempt))),
        C::AssertNotVisible { target, attempt } => ("assertNotVisible", Some(element(target, attempt))),
        C::AssertTrue { condition, attempt } => {
            let mut fields = vec![("condition", text(condition))];
            about(&mut fields, attempt);
            ("assertTrue", Some(Yaml::Map(fields)))
        }
        C::ExtendedWaitUntil {
            wait,
            timeout_ms,
            attempt,
        } => {
            let mut fields = vec![match wait {
                Wait::Visible(target) => ("visible", element(target, &Attempt::default())),
                Wait::NotVisible(target) => ("notVisible", element(target, &Attempt::default())),
            }];
            put(&mut fields, "timeout", timeout_ms.map(|ms| ms.to_string()));
            about(&mut fields, attempt);
            ("extendedWaitUntil", Some(Yaml::Map(fields)))
        }
        C::Scroll => ("scroll", None),
        C::ScrollUntilVisible {
            element: target,
            direction,
            timeout_ms,
            attempt,
        } => {
            let mut fields = vec![("element", element(target, &Attempt::default()))];
            put(&mut fields, "direction", direction.map(|way| way.as_str().to_owned()));
            put(&mut fields, "timeout", timeout_ms.map(|ms| ms.to_string()));
            about(&mut fields, attempt);
            ("scrollUntilVisible", Some(Yaml::Map(fields)))
        }
        C::Swipe {
            gesture,
            duration_ms,
            attempt,
        } => {
            let way = |way: &crate::Direction| ("direction", Yaml::Inline(way.as_str().to_owned()));
            let mut fields = match gesture {
                Gesture::Absolute((x, y), (to_x, to_y)) => {
                    vec![
                        ("start", place(&Point::Absolute(*x, *y))),
                        ("end", place(&Point::Absolute(*to_x, *to_y))),
                    ]
                }
                Gesture::Percent((x, y), (to_x, to_y)) => {
                    vec![
                        ("start", place(&Point::Percent(*x, *y))),
                        ("end", place(&Point::Percent(*to_x, *to_y))),
                    ]
                }
                Gesture::Screen(direction) => vec![way(direction)],
                Gesture::From(from, direction) => vec![("from", element(from, &Attempt::default())), way(direction)],
            };
            put(&mut fields, "duration", duration_ms.map(|ms| ms.to_string()));
            about(&mut fields, attempt);
            ("swipe", Some(Yaml::Map(fields)))
        }
        C::PressKey(key) => ("pressKey", Some(Yaml::Inline(key.as_str().to_owned()))),
        C::TakeScreenshot { path } => ("takeScreenshot", Some(text(path))),
        C::WaitForAnimationToEnd { timeout_ms } => (
            "waitForAnimationToEnd",
            timeout_ms.map(|ms| Yaml::Map(vec![("timeout", Yaml::Inline(ms.to_string()))])),
        ),
        C::Back => ("back", None),
        C::HideKeyboard => ("hideKeyboard", None),
        C::StopApp { app_id } => ("stopApp", app_id.as_deref().map(text)),
        C::ClearState { app_id } => ("clearState", app_id.as_deref().map(text)),
        C::RunFlow {
            include,
            when,
            env,
            label,
        } => ("runFlow", Some(run_flow(include, when.as_ref(), env, label.as_deref()))),
        C::Repeat { times, commands } => (
            "repeat",
            Some(Yaml::Map(vec![
                ("times", Yaml::Inline(value(times))),
                ("commands", Yaml::Commands(commands.clone())),
            ])),
        ),
        C::Retry { max_retries, commands } => {
            let mut fields = Fields::new();
            put(&mut fields, "maxRetries", max_retries.map(|count| count.to_string()));
            fields.push(("commands", Yaml::Commands(commands.clone())));
            ("retry", Some(Yaml::Map(fields)))
        }
        C::RunScript { file, env } => {
            let mut fields = vec![("file", text(file))];
            if !env.is_empty() {
                fields.push(("env", values(env)));
            }
            ("runScript", Some(Yaml::Map(fields)))
        }
        C::EvalScript { script } => ("evalScript", Some(text(script))),
    }
}

fn run_flow(include: &Include, when: Option<&When>, env: &[(String, Value)], label: Option<&str>) -> Yaml {
    let mut fields = vec![match include {
        Include::File(file) => ("file", text(file)),
        Include::Commands(commands) => ("commands", Yaml::Commands(commands.clone())),
    }];
    if let Some(when) = when {
        let mut inner = Fields::new();
        put(&mut inner, "platform", when.platform.as_deref().map(quoted));
        for (key, target) in [("visible", &when.visible), ("notVisible", &when.not_visible)] {
            if let Some(target) = target {
                inner.push((key, element(target, &Attempt::default())));
            }
        }
        put(&mut inner, "\"true\"", when.holds.as_ref().map(value));
        fields.push(("when", Yaml::Map(inner)));
    }
    if !env.is_empty() {
        fields.push(("env", values(env)));
    }
    put(&mut fields, "label", label.map(quoted));
    Yaml::Map(fields)
}

fn about(fields: &mut Fields, attempt: &Attempt) {
    put(fields, "optional", attempt.optional.map(|flag| flag.to_string()));
    put(fields, "label", attempt.label.as_deref().map(quoted));
}

fn touch(tap: &Tap) -> Yaml {
    let mut fields = match &tap.target {
        TapTarget::Point(point) => vec![("point", place(point))],
        TapTarget::Element(target) => selector(target),
    };
    put(&mut fields, "repeat", tap.repeat.map(|count| count.to_string()));
    put(&mut fields, "delay", tap.delay_ms.map(|ms| ms.to_string()));
    put(
        &mut fields,
        "retryTapIfNoChange",
        tap.retry_if_no_change.map(|flag| flag.to_string()),
    );
    about(&mut fields, &tap.attempt);
    short(fields)
}

fn element(target: &Selector, attempt: &Attempt) -> Yaml {
    let mut fields = selector(target);
    about(&mut fields, attempt);
    short(fields)
}

/// A selector of nothing but a text is written as the text.
fn short(mut fields: Fields) -> Yaml {
    match fields.as_mut_slice() {
        [("text", text)] => std::mem::replace(text, Yaml::Inline(String::new())),
        _ => Yaml::Map(fields),
    }
}

fn place(point: &Point) -> Yaml {
    match point {
        Point::Absolute(x, y) => text(&format!("{x},{y}")),
        Point::Percent(x, y) => text(&format!("{x},{y}")),
    }
}

fn selector(target: &Selector) -> Fields {
    let mut fields = Fields::new();
    put(&mut fields, "id", target.id.as_deref().map(quoted));
    put(&mut fields, "text", target.text.as_deref().map(quoted));
    put(&mut fields, "enabled", target.enabled.map(|flag| flag.to_string()));
    put(&mut fields, "selected", target.selected.map(|flag| flag.to_string()));
    put(&mut fields, "index", target.index.map(|index| index.to_string()));
    let near = [
        ("childOf", &target.child_of),
        ("below", &target.below),
        ("above", &target.above),
        ("leftOf", &target.left_of),
        ("rightOf", &target.right_of),
        ("containsChild", &target.contains_child),
    ];
    for (key, other) in near {
        if let Some(other) = other {
            fields.push((key, element(other, &Attempt::default())));
        }
    }
    if !target.contains_descendants.is_empty() {
        let items = target
            .contains_descendants
            .iter()
            .map(|other| Yaml::Map(selector(other)));
        fields.push(("containsDescendants", Yaml::List(items.collect())));
    }
    fields
}
