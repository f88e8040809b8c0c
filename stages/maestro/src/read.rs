//! From YAML to program.

use std::num::NonZeroU32;

use crate::{
    Config, Direction, Gesture, Include, Key, MaestroCommand, Point, Program, Sourced, Value, Wait, When,
    fields::{Fields, Read, expected, refuse, whole},
    targets::{attempt, point, selector, tap},
    yaml::{Content, Node, documents},
};

/// A flow that can't be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MaestroError {
    /// Where, from 1.
    pub line: usize,
    /// Why.
    pub problem: MaestroProblem,
}

/// Why a flow can't be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MaestroProblem {
    /// Too long.
    #[error("the flow has {bytes} bytes, too many")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Nested too deep.
    #[error("the flow is nested too deep")]
    TooDeep,
    /// No YAML.
    #[error("this is no YAML: {0}")]
    Yaml(String),
    /// A key stands twice in a map.
    #[error("the key {0:?} stands twice")]
    RepeatedKey(String),
    /// Neither a list of commands nor a configuration and one.
    #[error("expected a list of commands, with at most one configuration before it")]
    Shape,
    /// A command is no word and no map with one key.
    #[error("a command is a word, or a map with one key")]
    NoCommand,
    /// A command that isn't supported.
    #[error("the command {0:?} is not supported")]
    UnsupportedCommand(String),
    /// A field that isn't supported.
    #[error("{of} has no supported field {field:?}")]
    UnsupportedField {
        /// Whose.
        of: String,
        /// Which.
        field: String,
    },
    /// A field that is missing.
    #[error("{of} needs the field {field:?}")]
    MissingField {
        /// Whose.
        of: String,
        /// Which.
        field: &'static str,
    },
    /// Something else should stand here.
    #[error("{of} expects {what}")]
    Expected {
        /// Whose.
        of: String,
        /// What.
        what: &'static str,
    },
    /// Nothing says what is meant.
    #[error("{0} says of no element what tells it from others")]
    NoTarget(String),
    /// Two fields that exclude each other.
    #[error("{of} takes one of {fields}")]
    OneOf {
        /// Whose.
        of: String,
        /// Which.
        fields: &'static str,
    },
}

/// Reads a flow.
///
/// # Errors
/// With the first thing that is no YAML or isn't supported.
pub fn read(text: &str) -> Result<Program, MaestroError> {
    let documents = documents(text)?;
    let (config, list) = match documents.as_slice() {
        [list] => (None, list),
        [config, list] => (Some(config), list),
        _ => return refuse(1, MaestroProblem::Shape),
    };
    let Content::List(items) = &list.content else {
        return refuse(1, MaestroProblem::Shape);
    };
    let config = match config {
        None => Config::default(),
        Some(node) if matches!(node.content, Content::Map(_)) => read_config(node)?,
        Some(_) => return refuse(1, MaestroProblem::Shape),
    };
    Ok(Program {
        config,
        commands: commands(items)?,
    })
}

fn read_config(node: &Node) -> Read<Config> {
    const FIELDS: [&str; 6] = ["appId", "name", "tags", "env", "onFlowStart", "onFlowComplete"];
    let fields = Fields::of("the configuration", node, &FIELDS)?;
    let list = |field: &'static str| match fields.get(field) {
        None => Ok(Vec::new()),
        Some((node, line)) => nested(fields.of, node, line),
    };
    let tags = match fields.get("tags") {
        None => Vec::new(),
        Some((node, line)) => match &node.content {
            Content::List(items) => {
                let tag = |item: &Node| {
                    item.text()
                        .map(str::to_owned)
                        .map_or_else(|| expected(line, "tags", "texts"), Ok)
                };
                items.iter().map(tag).collect::<Read<_>>()?
            }
            _ => return expected(line, "tags", "a list"),
        },
    };
    Ok(Config {
        app_id: fields.text("appId")?,
        name: fields.text("name")?,
        tags,
        env: fields.values("env")?,
        on_flow_start: list("onFlowStart")?,
        on_flow_complete: list("onFlowComplete")?,
    })
}

fn nested(of: &str, node: &Node, line: usize) -> Read<Vec<Sourced>> {
    match &node.content {
        Content::List(items) => commands(items),
        _ => expected(line, of, "a list of commands"),
    }
}

fn commands(items: &[Node]) -> Read<Vec<Sourced>> {
    items.iter().map(sourced).collect()
}

fn sourced(node: &Node) -> Read<Sourced> {
    let (name, body, line) = match &node.content {
        Content::Scalar(Value::Text(name)) => (name.as_str(), None, node.line),
        Content::Map(pairs) => match pairs.as_slice() {
            [(key, body)] => match key.text() {
                Some(name) => (name, Some(body), key.line),
                None => return refuse(key.line, MaestroProblem::NoCommand),
            },
            _ => return refuse(node.line, MaestroProblem::NoCommand),
        },
        _ => return refuse(node.line, MaestroProblem::NoCommand),
    };
    Ok(Sourced {
        line,
        command: command(name, body, line)?,
    })
}

fn command(name: &str, body: Option<&Node>, line: usize) -> Read<MaestroCommand> {
    // `back:` without a value is `back`.
    let given = body.filter(|body| !body.is_null());
    let alone = |command: MaestroCommand| match given {
        None => Ok(command),
        Some(_) => expected(line, name, "no options"),
    };
    let node = || given.map_or_else(|| expected(line, name, "a value"), Ok);
    let text = || match node()?.text() {
        Some(text) => Ok(text.to_owned()),
        None => expected(node()?.line, name, "a text"),
    };
    match name {
        "back" => alone(MaestroCommand::Back),
        "hideKeyboard" => alone(MaestroCommand::HideKeyboard),
        "scroll" => alone(MaestroCommand::Scroll),
        "launchApp" => launch(given),
        "tapOn" => {
            const OPTIONS: [&str; 5] = ["repeat", "delay", "retryTapIfNoChange", "optional", "label"];
            Ok(MaestroCommand::TapOn(tap(name, node()?, &OPTIONS)?))
        }
        "doubleTapOn" => Ok(MaestroCommand::DoubleTapOn(tap(
            name,
            node()?,
            &["delay", "optional", "label"],
        )?)),
        "longPressOn" => Ok(MaestroCommand::LongPressOn(tap(name, node()?, &["optional", "label"])?)),
        "inputText" => match node()?.text() {
            Some(text) => Ok(MaestroCommand::InputText {
                text: text.to_owned(),
                label: None,
            }),
            None if !matches!(node()?.content, Content::Map(_)) => expected(line, name, "a text"),
            None => {
                let fields = Fields::of(name, node()?, &["text", "label"])?;
                Ok(MaestroCommand::InputText {
                    text: fields.required_text("text")?,
                    label: fields.text("label")?,
                })
            }
        },
        "eraseText" => erase(name, given, line),
        "openLink" => match node()?.text() {
            Some(link) => Ok(MaestroCommand::OpenLink { link: link.to_owned() }),
            None => {
                let fields = Fields::of(name, node()?, &["link"])?;
                Ok(MaestroCommand::OpenLink {
                    link: fields.required_text("link")?,
                })
            }
        },
        "assertVisible" | "assertNotVisible" => {
            let beside = ["optional", "label"];
            let target = selector(name, node()?, &beside)?;
            let allowed: Vec<&str> = crate::targets::SELECTOR.iter().chain(&beside).copied().collect();
            let attempt = match node()?.content {
                Content::Map(_) => attempt(&Fields::of(name, node()?, &allowed)?)?,
                _ => crate::Attempt::default(),
            };
            Ok(if name == "assertVisible" {
                MaestroCommand::AssertVisible { target, attempt }
            } else {
                MaestroCommand::AssertNotVisible { target, attempt }
            })
        }
        "assertTrue" => assert_true(name, node()?, line),
        "extendedWaitUntil" => wait_until(name, node()?, line),
        "scrollUntilVisible" => {
            let fields = Fields::of(name, node()?, &["element", "direction", "timeout", "optional", "label"])?;
            let Some((element, _)) = fields.get("element") else {
                return refuse(
                    line,
                    MaestroProblem::MissingField {
                        of: name.to_owned(),
                        field: "element",
                    },
                );
            };
            Ok(MaestroCommand::ScrollUntilVisible {
                element: selector(name, element, &[])?,
                direction: direction(&fields)?,
                timeout_ms: fields.whole("timeout")?,
                attempt: attempt(&fields)?,
            })
        }
        "swipe" => swipe(name, node()?),
        "pressKey" => {
            let key = text()?;
            match Key::named(&key) {
                Some(key) => Ok(MaestroCommand::PressKey(key)),
                None => expected(line, name, "back, enter, return or home"),
            }
        }
        "takeScreenshot" => Ok(MaestroCommand::TakeScreenshot { path: text()? }),
        "waitForAnimationToEnd" => Ok(MaestroCommand::WaitForAnimationToEnd {
            timeout_ms: match given {
                None => None,
                Some(node) => Fields::of(name, node, &["timeout"])?.whole("timeout")?,
            },
        }),
        "stopApp" => Ok(MaestroCommand::StopApp {
            app_id: given.map(|_| text()).transpose()?,
        }),
        "clearState" => Ok(MaestroCommand::ClearState {
            app_id: given.map(|_| text()).transpose()?,
        }),
        "runFlow" => run_flow(name, node()?, line),
        "repeat" => {
            let fields = Fields::of(name, node()?, &["times", "commands"])?;
            let times = match fields.get("times") {
                Some((node, _)) if whole(node).is_some() || node.text().is_some_and(|t| t.starts_with("${")) => {
                    match &node.content {
                        Content::Scalar(value) => value.clone(),
                        _ => return expected(line, name, "a number of times"),
                    }
                }
                _ => return expected(line, name, "a number of times"),
            };
            Ok(MaestroCommand::Repeat {
                times,
                commands: required_commands(&fields)?,
            })
        }
        "retry" => {
            let fields = Fields::of(name, node()?, &["maxRetries", "commands"])?;
            let max_retries = fields.small("maxRetries")?;
            Ok(MaestroCommand::Retry {
                max_retries,
                commands: required_commands(&fields)?,
            })
        }
        "runScript" => match node()?.text() {
            Some(file) => Ok(MaestroCommand::RunScript {
                file: file.to_owned(),
                env: Vec::new(),
            }),
            None => {
                let fields = Fields::of(name, node()?, &["file", "env"])?;
                Ok(MaestroCommand::RunScript {
                    file: fields.required_text("file")?,
                    env: fields.values("env")?,
                })
            }
        },
        "evalScript" => Ok(MaestroCommand::EvalScript { script: text()? }),
        _ => refuse(line, MaestroProblem::UnsupportedCommand(name.to_owned())),
    }
}

fn launch(body: Option<&Node>) -> Read<MaestroCommand> {
    let name = "launchApp";
    let launch = |app_id, stop_app, clear_state, arguments| MaestroCommand::LaunchApp {
        app_id,
        stop_app,
        clear_state,
        arguments,
    };
    let Some(node) = body else {
        return Ok(launch(None, None, None, Vec::new()));
    };
    if let Some(app) = node.text() {
        return Ok(launch(Some(app.to_owned()), None, None, Vec::new()));
    }
    let fields = Fields::of(
        name,
        node,
        &["appId", "stopApp", "clearState", "arguments", "launchArguments"],
    )?;
    let mut arguments = fields.values("arguments")?;
    arguments.extend(fields.values("launchArguments")?);
    Ok(launch(
        fields.text("appId")?,
        fields.flag("stopApp")?,
        fields.flag("clearState")?,
        arguments,
    ))
}

fn erase(name: &str, body: Option<&Node>, line: usize) -> Read<MaestroCommand> {
    let given = match body {
        None => return Ok(MaestroCommand::EraseText { characters: None }),
        Some(node) if matches!(node.content, Content::Map(_)) => {
            Fields::of(name, node, &["charactersToErase"])?.small("charactersToErase")?
        }
        Some(node) => whole(node).map(|count| u32::try_from(count).unwrap_or(u32::MAX)),
    };
    match given.and_then(NonZeroU32::new) {
        Some(characters) => Ok(MaestroCommand::EraseText {
            characters: Some(characters),
        }),
        None => expected(line, name, "a number of characters from 1"),
    }
}

fn assert_true(name: &str, node: &Node, line: usize) -> Read<MaestroCommand> {
    let condition = |node: &Node, line: usize| match &node.content {
        Content::Scalar(Value::Text(text)) => Ok(text.clone()),
        Content::Scalar(Value::Flag(flag)) => Ok(flag.to_string()),
        Content::Scalar(Value::Number(number)) => Ok(number.to_string()),
        _ => expected(line, name, "a condition"),
    };
    if !matches!(node.content, Content::Map(_)) {
        return Ok(MaestroCommand::AssertTrue {
            condition: condition(node, line)?,
            attempt: crate::Attempt::default(),
        });
    }
    let fields = Fields::of(name, node, &["condition", "optional", "label"])?;
    match fields.get("condition") {
        Some((node, line)) => Ok(MaestroCommand::AssertTrue {
            condition: condition(node, line)?,
            attempt: attempt(&fields)?,
        }),
        None => refuse(
            line,
            MaestroProblem::MissingField {
                of: name.to_owned(),
                field: "condition",
            },
        ),
    }
}

fn wait_until(name: &str, node: &Node, line: usize) -> Read<MaestroCommand> {
    let fields = Fields::of(name, node, &["visible", "notVisible", "timeout", "optional", "label"])?;
    let wait = match (fields.get("visible"), fields.get("notVisible")) {
        (Some((node, _)), None) => Wait::Visible(selector(name, node, &[])?),
        (None, Some((node, _))) => Wait::NotVisible(selector(name, node, &[])?),
        _ => {
            return refuse(
                line,
                MaestroProblem::OneOf {
                    of: name.to_owned(),
                    fields: "visible and notVisible",
                },
            );
        }
    };
    Ok(MaestroCommand::ExtendedWaitUntil {
        wait,
        timeout_ms: fields.whole("timeout")?,
        attempt: attempt(&fields)?,
    })
}

fn direction(fields: &Fields<'_>) -> Read<Option<Direction>> {
    match fields.get("direction") {
        None => Ok(None),
        Some((node, line)) => match node.text().and_then(Direction::named) {
            Some(direction) => Ok(Some(direction)),
            None => expected(line, fields.of, "UP, DOWN, LEFT or RIGHT"),
        },
    }
}

fn swipe(name: &str, node: &Node) -> Read<MaestroCommand> {
    let fields = Fields::of(
        name,
        node,
        &["start", "end", "direction", "from", "duration", "optional", "label"],
    )?;
    let one_of = || {
        refuse(
            fields.line,
            MaestroProblem::OneOf {
                of: name.to_owned(),
                fields: "start and end, direction, from and direction",
            },
        )
    };
    let gesture = match (
        fields.get("start"),
        fields.get("end"),
        fields.get("from"),
        direction(&fields)?,
    ) {
        (Some((start, a)), Some((end, b)), None, None) => match (point(name, start, a)?, point(name, end, b)?) {
            (Point::Absolute(x, y), Point::Absolute(to_x, to_y)) => Gesture::Absolute((x, y), (to_x, to_y)),
            (Point::Percent(x, y), Point::Percent(to_x, to_y)) => Gesture::Percent((x, y), (to_x, to_y)),
            _ => return expected(fields.line, name, "start and end both in pixels or both in percent"),
        },
        (None, None, None, Some(direction)) => Gesture::Screen(direction),
        (None, None, Some((from, _)), Some(direction)) => Gesture::From(selector(name, from, &[])?, direction),
        _ => return one_of(),
    };
    Ok(MaestroCommand::Swipe {
        gesture,
        duration_ms: fields.whole("duration")?,
        attempt: attempt(&fields)?,
    })
}

fn required_commands(fields: &Fields<'_>) -> Read<Vec<Sourced>> {
    match fields.get("commands") {
        Some((node, line)) => nested(fields.of, node, line),
        None => refuse(
            fields.line,
            MaestroProblem::MissingField {
                of: fields.of.to_owned(),
                field: "commands",
            },
        ),
    }
}

fn run_flow(name: &str, node: &Node, line: usize) -> Read<MaestroCommand> {
    if let Some(file) = node.text() {
        let include = Include::File(file.to_owned());
        return Ok(MaestroCommand::RunFlow {
            include,
            when: None,
            env: Vec::new(),
            label: None,
        });
    }
    let fields = Fields::of(name, node, &["file", "commands", "env", "when", "label"])?;
    let include = match (fields.text("file")?, fields.get("commands")) {
        (Some(file), None) => Include::File(file),
        (None, Some((node, line))) => Include::Commands(nested(name, node, line)?),
        _ => {
            return refuse(
                line,
                MaestroProblem::OneOf {
                    of: name.to_owned(),
                    fields: "file and commands",
                },
            );
        }
    };
    let when = match fields.get("when") {
        None => None,
        Some((node, _)) => Some(read_when(node)?),
    };
    Ok(MaestroCommand::RunFlow {
        include,
        when,
        env: fields.values("env")?,
        label: fields.text("label")?,
    })
}

fn read_when(node: &Node) -> Read<When> {
    let fields = Fields::of("runFlow.when", node, &["platform", "visible", "notVisible", "true"])?;
    let of = |field: &'static str| {
        fields
            .get(field)
            .map(|(node, _)| selector(fields.of, node, &[]))
            .transpose()
    };
    let holds = match fields.get("true") {
        None => None,
        Some((node, line)) => match &node.content {
            Content::Scalar(value) => Some(value.clone()),
            _ => return expected(line, fields.of, "a condition"),
        },
    };
    Ok(When {
        platform: fields.text("platform")?.map(|platform| platform.to_lowercase()),
        visible: of("visible")?,
        not_visible: of("notVisible")?,
        holds,
    })
}
