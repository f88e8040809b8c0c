//! Live servers: sessions with them, recorded.
//!
//! Every automation server speaks the Model Context Protocol over stdin and stdout, so one recorder serves all, with a small adapter for
//! each.
//!
//! | module | what it holds |
//! |---|---|
//! | [`message`](mod@message) | the protocol's messages: lines of JSON-RPC |
//! | [`adapter`](mod@adapter) | each server's calls and answers in our schema |
//! | [`observer`](mod@observer) | from messages to a recorded session |
//! | [`proxy`](mod@proxy) | between an agent and its server: passes everything on, and lets the observer listen |
//! | [`transcript`](mod@transcript) | sessions that others wrote down as JSON Lines |
//! | [`client`](mod@client) | a client of a server that we drive ourselves |
//! | [`drive`](mod@drive) | a live target for the explorer |
//! | [`secrets`](mod@secrets) | declared values that never reach anything written |
//!
//! Inside: `look` (one look, put together from the calls that it took).

pub mod adapter;
pub mod client;
pub mod drive;
mod look;
pub mod message;
pub mod observer;
pub mod proxy;
pub mod secrets;
pub mod transcript;

pub use adapter::{Adapter, Files, LocalFiles, NoFiles};
pub use drive::{Drive, DriveError, LiveTarget, Opening};
pub use message::Sender;
pub use observer::{Observer, Subject};
pub use secrets::Secrets;
