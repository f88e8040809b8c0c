//! JSON-RPC 2.0, a message a line.

use serde_json::{Value, json};

/// A request, or a notification, which has no id and gets no answer.
pub(super) struct Call {
    pub(super) id: Option<Value>,
    pub(super) method: String,
    pub(super) params: Value,
}

/// An error of the protocol. What goes wrong inside a tool is a result.
pub(super) struct Fault {
    code: i32,
    message: String,
}

/// What is sent back.
pub(super) struct Answer {
    pub(super) id: Option<Value>,
    pub(super) result: Result<Value, Fault>,
}

impl Fault {
    pub(super) fn no_method(method: &str) -> Self {
        Self {
            code: -32601,
            message: format!("Method not found: {method}"),
        }
    }

    pub(super) fn no_tool(name: &str) -> Self {
        Self {
            code: -32602,
            message: format!("Unknown tool: {name}"),
        }
    }
}

impl Call {
    pub(super) fn read(line: &[u8]) -> Result<Self, Fault> {
        let message: Value = serde_json::from_slice(line).map_err(|error| Fault {
            code: -32700,
            message: format!("Parse error: {error}"),
        })?;
        let method = message.get("method").and_then(Value::as_str).ok_or_else(|| Fault {
            code: -32600,
            message: "Invalid request: no method".to_owned(),
        })?;
        Ok(Self {
            id: message.get("id").filter(|id| !id.is_null()).cloned(),
            method: method.to_owned(),
            params: message.get("params").cloned().unwrap_or(Value::Null),
        })
    }
}

impl Answer {
    pub(super) fn to_json(&self) -> Value {
        match &self.result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": self.id, "result": result }),
            Err(Fault { code, message }) => {
                json!({ "jsonrpc": "2.0", "id": self.id, "error": { "code": code, "message": message } })
            }
        }
    }
}
