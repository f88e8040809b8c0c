//! YAML as a tree that knows its lines.
//!
//! The parser is pulled event by event and the tree built without recursion, within limits: a hostile file is refused, not followed.

use yaml_rust2::{
    Event,
    parser::Parser,
    scanner::{Marker, TScalarStyle},
};

use crate::{MaestroError, MaestroProblem, Value};

/// The longest file, in bytes.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The deepest nesting.
const MAX_DEPTH: usize = 64;

/// A node with the line that it begins on, from 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) line: usize,
    pub(crate) content: Content,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Content {
    Scalar(Value),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// A reference to another node: nothing that a flow may have.
    Alias,
}

/// The documents of `text`.
pub(crate) fn documents(text: &str) -> Result<Vec<Node>, MaestroError> {
    if text.len() > MAX_BYTES {
        return Err(MaestroError {
            line: 1,
            problem: MaestroProblem::TooLong { bytes: text.len() },
        });
    }
    let mut parser = Parser::new_from_str(text);
    let mut documents = Vec::new();
    let mut open: Vec<Node> = Vec::new();
    // Nothing has no place of its own: it stands where the last thing did.
    let mut last_line = 1;
    loop {
        let (event, mark) = parser.next_token().map_err(|error| MaestroError {
            line: error.marker().line().max(1),
            problem: MaestroProblem::Yaml(error.info().to_owned()),
        })?;
        let done = match event {
            Event::StreamEnd => return Ok(documents),
            Event::SequenceStart(..) => Opened::List,
            Event::MappingStart(..) => Opened::Map,
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(node) => Opened::Done(node),
                None => continue,
            },
            Event::Scalar(text, style, _, tag) => {
                let plain = style == TScalarStyle::Plain && tag.is_none();
                let line = if plain && text.is_empty() {
                    last_line
                } else {
                    line_of(mark)
                };
                let value = if plain { plain_value(text) } else { Value::Text(text) };
                Opened::Done(Node {
                    line,
                    content: Content::Scalar(value),
                })
            }
            Event::Alias(_) => Opened::Done(Node {
                line: line_of(mark),
                content: Content::Alias,
            }),
            Event::Nothing | Event::StreamStart | Event::DocumentStart | Event::DocumentEnd => continue,
        };
        if !matches!(
            done,
            Opened::Done(Node {
                content: Content::Scalar(Value::Null),
                ..
            })
        ) {
            last_line = line_of(mark);
        }
        match done {
            Opened::List | Opened::Map if open.len() >= MAX_DEPTH => {
                return Err(MaestroError {
                    line: line_of(mark),
                    problem: MaestroProblem::TooDeep,
                });
            }
            Opened::List => open.push(Node {
                line: line_of(mark),
                content: Content::List(Vec::new()),
            }),
            Opened::Map => open.push(Node {
                line: line_of(mark),
                content: Content::Map(Vec::new()),
            }),
            Opened::Done(node) => match open.last_mut() {
                None => documents.push(node),
                Some(parent) => parent.take(node)?,
            },
        }
    }
}

enum Opened {
    List,
    Map,
    Done(Node),
}

fn line_of(mark: Marker) -> usize {
    mark.line().max(1)
}

impl Node {
    /// Puts a finished child into this one. In a map keys and values come in turns: a key waits with an empty value, on line 0.
    fn take(&mut self, child: Node) -> Result<(), MaestroError> {
        match &mut self.content {
            Content::List(items) => items.push(child),
            Content::Map(pairs) => match pairs.last_mut() {
                Some((_, value)) if value.line == 0 => *value = child,
                _ => {
                    if pairs.iter().any(|(key, _)| key.content == child.content) {
                        let name = child.text().unwrap_or_default().to_owned();
                        return Err(MaestroError {
                            line: child.line,
                            problem: MaestroProblem::RepeatedKey(name),
                        });
                    }
                    if pairs.is_empty() {
                        self.line = child.line;
                    }
                    pairs.push((
                        child,
                        Node {
                            line: 0,
                            content: Content::Scalar(Value::Null),
                        },
                    ));
                }
            },
            Content::Scalar(_) | Content::Alias => {}
        }
        Ok(())
    }

    /// Its text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Whether nothing is there.
    pub(crate) fn is_null(&self) -> bool {
        self.content == Content::Scalar(Value::Null)
    }
}

/// The value of a scalar without quotes, by the core schema.
fn plain_value(text: String) -> Value {
    match text.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Flag(true),
        "false" | "False" | "FALSE" => return Value::Flag(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Number(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" => return Value::Number(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Value::Number(f64::NEG_INFINITY),
        _ => {}
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        let digits = text.strip_prefix(prefix);
        if let Some(number) = digits.and_then(|digits| u64::from_str_radix(digits, radix).ok()) {
            return Value::Number(number as f64);
        }
    }
    let looks_like_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
        && text.bytes().any(|byte| byte.is_ascii_digit());
    match text.parse::<f64>() {
        Ok(number) if looks_like_number => Value::Number(number),
        _ => Value::Text(text),
    }
}
