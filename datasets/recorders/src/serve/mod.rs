//! The simulator as an MCP server, with the tools and result texts of the live explorer.
//!
//! An agent, or a recorder, that talks to mirroir-mcp can talk to this one instead: a line of JSON-RPC in, a line out. One app runs
//! in it; before it stands a home screen with the app's name.
//!
//! | module | what it holds |
//! |---|---|
//! | `protocol` | JSON-RPC lines: requests, results, errors |
//! | `tools` | the tools, their arguments, and what each does |
//! | `describe` | the text of `describe_screen` |
//! | `phone` | the app, and the home screen before it |
//!
//! Source: reference on mirroir's semantics, §16.

mod describe;
mod phone;
mod protocol;
mod tools;

use std::io::{self, BufRead, Read as _, Write};

use serde_json::{Value, json};
use skillc_simulator::Simulator;

use phone::Phone;
use protocol::{Answer, Call, Fault};

/// A longer line is no request of an agent's, in bytes.
const LONGEST_LINE: u64 = 16 << 20;

/// The newest protocol that is spoken. An older one that a client asks for is spoken too.
const PROTOCOL: &str = "2025-06-18";

/// Serves the app of `simulator` until `input` ends.
///
/// # Errors
/// When `input` can't be read or `output` can't be written.
pub fn serve(simulator: Simulator, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut phone = Phone::new(simulator);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = match Call::read(&line) {
            Ok(call) => {
                let result = call.id.is_some().then(|| answer(&call, &mut phone));
                result.map(|result| Answer { id: call.id, result })
            }
            Err(fault) => Some(Answer {
                id: None,
                result: Err(fault),
            }),
        };
        if let Some(answer) = answer {
            writeln!(output, "{}", answer.to_json())?;
            output.flush()?;
        }
    }
}

fn answer(call: &Call, phone: &mut Phone) -> Result<Value, Fault> {
    match call.method.as_str() {
        "initialize" => {
            let wanted = call
                .params
                .get("protocolVersion")
                .and_then(Value::as_str)
                .unwrap_or(PROTOCOL);
            Ok(json!({
                "protocolVersion": if wanted < PROTOCOL { wanted } else { PROTOCOL },
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "skillc-simulator", "version": env!("CARGO_PKG_VERSION") },
            }))
        }
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": tools::list() })),
        "tools/call" => tools::call(&call.params, phone),
        other => Err(Fault::no_method(other)),
    }
}
