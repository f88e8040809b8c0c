//! Messages of the Model Context Protocol as JSON-RPC 2.0 lines.

use serde_json::Value;

/// Who sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// The agent.
    Client,
    /// The automation server.
    Server,
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// Asks for something. Both sides may ask, and each counts its own ids.
    Request {
        /// A number or a text.
        id: Value,
        /// What is asked.
        method: String,
        /// With what.
        params: Value,
    },
    /// Tells something.
    Notification {
        /// What is told.
        method: String,
        /// With what.
        params: Value,
    },
    /// Answers a request of the other side.
    Answer {
        /// The request's id.
        id: Value,
        /// The result, or the error of the protocol.
        result: Result<Value, RpcError>,
    },
}

/// An error of the protocol. What goes wrong inside a tool is a result.
#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    /// The code; none if it isn't a number.
    pub code: Option<i64>,
    /// The words, for people.
    pub message: String,
}

impl Message {
    /// Reads one line. None if it is no message: servers print other things, too.
    pub fn read(line: &[u8]) -> Option<Self> {
        Self::of(serde_json::from_slice(line).ok()?)
    }

    /// The message in a JSON value; none if it is no message.
    pub fn of(mut value: Value) -> Option<Self> {
        let fields = value.as_object_mut()?;
        let id = fields.remove("id").filter(|id| !id.is_null());
        let params = fields.remove("params").unwrap_or(Value::Null);
        match (fields.remove("method"), id) {
            (Some(Value::String(method)), Some(id)) => Some(Self::Request { id, method, params }),
            (Some(Value::String(method)), None) => Some(Self::Notification { method, params }),
            (Some(_), _) | (None, None) => None,
            (None, Some(id)) => {
                let result = match (fields.remove("result"), fields.remove("error")) {
                    (_, Some(error)) => Err(RpcError {
                        code: error.get("code").and_then(Value::as_i64),
                        message: error
                            .get("message")
                            .and_then(Value::as_str)
                            .unwrap_or_default()
                            .to_owned(),
                    }),
                    (Some(result), None) => Ok(result),
                    (None, None) => return None,
                };
                Some(Self::Answer { id, result })
            }
        }
    }
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its arguments; an object, or null.
    pub arguments: Value,
}

impl Call {
    /// A call of `tool`.
    pub fn new(tool: impl Into<String>, arguments: Value) -> Self {
        Self {
            tool: tool.into(),
            arguments,
        }
    }

    /// The call in the parameters of `tools/call`; none without a name.
    pub fn of(params: &Value) -> Option<Self> {
        Some(Self {
            tool: params.get("name")?.as_str()?.to_owned(),
            arguments: params.get("arguments").cloned().unwrap_or(Value::Null),
        })
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.as_str()
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.arguments.get(name)?.as_f64().filter(|number| number.is_finite())
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.arguments.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// What a tool gave.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult(pub Value);

impl ToolResult {
    /// Whether the tool says that it failed.
    pub fn is_error(&self) -> bool {
        self.0.get("isError").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The parts of text, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts("text").filter_map(|part| part.get("text")?.as_str())
    }

    /// The encoded pictures, in order: base64.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.parts("image").filter_map(|part| part.get("data")?.as_str())
    }

    /// The structured content; none if the tool gave none.
    pub fn structured(&self) -> Option<&Value> {
        self.0.get("structuredContent").filter(|content| content.is_object())
    }

    fn parts<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        let parts = self.0.get("content").and_then(Value::as_array).into_iter().flatten();
        parts.filter(move |part| part.get("type").and_then(Value::as_str) == Some(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_may_ask_and_an_id_of_zero_is_an_id() {
        let read = |text: &str| Message::read(text.as_bytes());
        assert!(matches!(
            read(r#"{"method":"roots/list","jsonrpc":"2.0","id":0}"#),
            Some(Message::Request { id, .. }) if id == 0
        ));
        assert!(matches!(
            read(r#"{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}"#),
            Some(Message::Answer { result: Ok(_), .. })
        ));
        assert!(matches!(
            read(r#"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Unknown tool"}}"#),
            Some(Message::Answer { result: Err(error), .. }) if error.code == Some(-32602)
        ));
        for no_message in [
            "",
            "Server started",
            "[]",
            "1",
            "{}",
            r#"{"id":1}"#,
            r#"{"method":3,"id":1}"#,
        ] {
            assert_eq!(read(no_message), None, "{no_message}");
        }
    }
}
