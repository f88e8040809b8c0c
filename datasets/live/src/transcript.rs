//! Transcripts: sessions that others wrote down as JSON Lines.
//!
//! A line is a message alone, or an object with the message under `msg` (or `message`), who sent it under `dir` (`>` or `client` for the
//! agent, `<` or `server` for its server) and the time in milliseconds under `t` (or `ts`). Where the sender isn't said, it follows from
//! the message: calls are the agent's, and an answer is the other side's. Lines that can't be read are reported and passed over.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read as _};

use serde_json::Value;
use skillc_captures::{Sealed, Store, WriteError};
use skillc_records::Timestamp;

use crate::adapter::{Adapter, Files};
use crate::message::{Message, Sender};
use crate::observer::{Observer, Subject};
use crate::secrets::Secrets;

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 256 << 20;
/// The byte order mark that some editors put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// Problems that are told one by one; what is above only counts.
const MOST_PROBLEMS: usize = 100;

/// One line of a transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Who sent it.
    pub sender: Sender,
    /// When; none if the transcript doesn't say.
    pub at: Option<Timestamp>,
    /// What.
    pub message: Message,
}

/// A line that was passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Its number, from 1.
    pub line: usize,
    /// Why.
    pub why: Broken,
}

/// Why a line was passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// It is no JSON.
    #[error("no JSON")]
    NoJson,
    /// It is JSON and no message of the protocol.
    #[error("no message of the protocol")]
    NoMessage,
    /// It is longer than a line may be.
    #[error("longer than 256 MB")]
    TooLong,
}

/// What came of an import.
#[derive(Debug)]
pub struct Imported {
    /// The session; none if nothing in the transcript is about a screen or an app.
    pub sealed: Option<Sealed>,
    /// The adapter that was used; none if the server isn't known.
    pub adapter: Option<Adapter>,
    /// Messages that were heard.
    pub messages: usize,
    /// Lines that were passed over, the first hundred.
    pub problems: Vec<Problem>,
    /// How many were passed over in all.
    pub broken: usize,
}

/// Why a transcript could not be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It can't be read.
    #[error("the transcript could not be read: {0}")]
    Read(#[from] io::Error),
    /// The store can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Imports a transcript into `store`. The session's id follows from its first time and the content, so importing it again is the same
/// session. `start` is the time of the first message where the transcript has no times; the next ones are a millisecond apart.
///
/// # Errors
/// When the transcript can't be read, or the store can't be written: also when it has the session already.
pub fn import(
    mut lines: impl BufRead,
    store: &Store,
    subject: Subject,
    files: Box<dyn Files + Send>,
    secrets: Secrets,
    start: Timestamp,
) -> Result<Imported, ImportError> {
    // The id comes from the content, so all of it is read before anything is written.
    let mut entries = Vec::new();
    let mut hasher = blake3::Hasher::new();
    let (mut problems, mut broken, mut number) = (Vec::new(), 0, 0);
    let mut senders = Senders::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        if lines.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if number == 1 && line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        hasher.update(&line);
        let read = if line.len() as u64 > LONGEST_LINE {
            skip_line(&mut lines)?;
            Err(Broken::TooLong)
        } else {
            senders.entry(&line)
        };
        match read {
            Ok(entry) => entries.push(entry),
            Err(why) => {
                broken += 1;
                if problems.len() < MOST_PROBLEMS {
                    problems.push(Problem { line: number, why });
                }
            }
        }
    }
    let chance = hasher.finalize().as_bytes()[..10]
        .iter()
        .fold(0_u128, |chance, byte| (chance << 8) | u128::from(*byte));
    let mut observer = Observer::new(store.clone(), Subject { chance, ..subject }, files, secrets);
    let messages = entries.len();
    let mut at = start;
    for entry in entries {
        // Time never goes back.
        at = entry.at.unwrap_or(Timestamp(at.0 + 1000)).max(at);
        observer.message(entry.sender, at, entry.message)?;
    }
    let adapter = observer.adapter();
    Ok(Imported {
        sealed: observer.end(at)?,
        adapter,
        messages,
        problems,
        broken,
    })
}

/// Whether a text that begins with `head` looks like a transcript: the first line that is whole and not empty is a message.
pub fn is_like(head: &[u8]) -> bool {
    let head = head.strip_prefix(MARK).unwrap_or(head);
    let mut lines = head.split(|&byte| byte == b'\n');
    let first = lines.find(|line| !line.iter().all(u8::is_ascii_whitespace));
    first.is_some_and(|line| {
        let speaks = |value: &Value| {
            value.get("jsonrpc").is_some() || value.get("msg").is_some() || value.get("message").is_some()
        };
        serde_json::from_slice::<Value>(line).is_ok_and(|value| speaks(&value))
            && Senders::default().entry(line).is_ok()
    })
}

/// Reads on to the end of a line that is too long.
fn skip_line(lines: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = lines.fill_buf()?;
        let (length, ended) = match memchr::memchr(b'\n', buffer) {
            Some(place) => (place + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        lines.consume(length);
        if ended {
            return Ok(());
        }
    }
}

/// Reads lines, and tells who sent what.
#[derive(Default)]
struct Senders {
    /// Ids of the server's own requests.
    asked_by_server: BTreeSet<String>,
}

impl Senders {
    fn entry(&mut self, line: &[u8]) -> Result<Entry, Broken> {
        let value: Value = serde_json::from_slice(line).map_err(|_| Broken::NoJson)?;
        let mut at = None;
        let mut told = None;
        let message = match value {
            Value::Object(mut fields)
                if fields.contains_key("msg") || fields.contains_key("message") && !fields.contains_key("jsonrpc") =>
            {
                at = ["t", "ts", "time"]
                    .iter()
                    .find_map(|name| fields.get(*name).and_then(Value::as_f64))
                    .filter(|milliseconds| milliseconds.is_finite())
                    .map(|milliseconds| Timestamp((milliseconds * 1000.0) as i64));
                told = ["dir", "direction", "from"]
                    .iter()
                    .find_map(|name| match fields.get(*name)?.as_str()? {
                        ">" | "client" | "request" | "out" => Some(Sender::Client),
                        "<" | "server" | "response" | "in" => Some(Sender::Server),
                        _ => None,
                    });
                let message = fields.remove("msg").or_else(|| fields.remove("message"));
                match message {
                    // Some write the line as a text.
                    Some(Value::String(text)) => serde_json::from_str(&text).map_err(|_| Broken::NoJson)?,
                    Some(message) => message,
                    None => Value::Null,
                }
            }
            message => message,
        };
        let message = Message::of(message).ok_or(Broken::NoMessage)?;
        let sender = told.unwrap_or_else(|| self.guess(&message));
        if let (Sender::Server, Message::Request { id, .. }) = (sender, &message) {
            self.asked_by_server.insert(id.to_string());
        }
        Ok(Entry { sender, at, message })
    }

    /// Who sends such a message. An id of the server's own may be an id of the client's, too; the first answer is then the client's.
    fn guess(&mut self, message: &Message) -> Sender {
        const SERVER_ASKS: [&str; 4] = ["roots/list", "sampling/createMessage", "elicitation/create", "ping"];
        match message {
            Message::Request { method, .. } if SERVER_ASKS.contains(&method.as_str()) && method != "ping" => {
                Sender::Server
            }
            Message::Request { .. } => Sender::Client,
            Message::Notification { method, .. } if method == "notifications/initialized" => Sender::Client,
            Message::Notification { .. } => Sender::Server,
            Message::Answer { id, .. } if self.asked_by_server.remove(&id.to_string()) => Sender::Client,
            Message::Answer { .. } => Sender::Server,
        }
    }
}
