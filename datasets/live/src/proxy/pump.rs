//! One direction of a session: bytes on, copies aside.

use std::io::{self, Read, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use skillc_records::Timestamp;

use super::Copy;
use super::pace::Pace;
use super::shots::{Shots, Verdict};
use crate::message::Sender;

/// Bytes that are passed on at once, at most.
const CHUNK: usize = 64 << 10;

/// The server's stdin. Both directions may write: the client's bytes, and between its lines requests of the recorder's own.
#[derive(Clone)]
pub(super) struct ServerInput(Arc<Mutex<Option<ChildStdin>>>);

impl ServerInput {
    pub(super) fn new(stdin: ChildStdin) -> Self {
        Self(Arc::new(Mutex::new(Some(stdin))))
    }

    fn lock(&self) -> MutexGuard<'_, Option<ChildStdin>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing more will come.
    pub(super) fn close(&self) {
        self.lock().take();
    }

    /// Writes bytes; says whether the server still takes any.
    pub(super) fn write(&self, bytes: &[u8]) -> bool {
        let mut stdin = self.lock();
        let written = stdin
            .as_mut()
            .map(|pipe| pipe.write_all(bytes).and_then(|()| pipe.flush()));
        match written {
            Some(Ok(())) => true,
            Some(Err(_)) => {
                stdin.take();
                false
            }
            None => false,
        }
    }
}

/// The way to the recorder.
#[derive(Clone)]
pub(super) struct Copies {
    pub(super) channel: SyncSender<Copy>,
    pub(super) pace: Arc<Pace>,
}

impl Copies {
    fn send(&self, copy: Copy) -> Result<(), TrySendError<Copy>> {
        // Counted first: the recorder may have taken it down before this returns.
        self.pace.sent();
        let sent = self.channel.try_send(copy);
        if sent.is_err() {
            self.pace.taken();
        }
        sent
    }
}

/// Where copies go. Never waits: what doesn't fit is missed, and the next copy says so.
pub(super) struct Aside {
    copies: Copies,
    missed: bool,
}

impl Aside {
    pub(super) fn new(copies: Copies) -> Self {
        Self { copies, missed: false }
    }

    /// Gives the recorder a moment to take down what was put here so far.
    fn wait(&self) {
        self.copies.pace.wait();
    }

    pub(super) fn put(&mut self, sender: Sender, bytes: &[u8]) {
        let copy = Copy::Bytes {
            sender,
            at: now(),
            bytes: bytes.to_vec(),
            after_gap: self.missed,
        };
        self.missed = match self.copies.send(copy) {
            Ok(()) => false,
            Err(TrySendError::Full(_)) => true,
            // The recorder is gone; there is nobody to miss anything.
            Err(TrySendError::Disconnected(_)) => false,
        };
    }

    pub(super) fn shot(&self, result: Option<serde_json::Value>) {
        // If it doesn't fit, the look is recorded without it.
        let _ = self.copies.send(Copy::Shot { at: now(), result });
    }
}

/// What the client says, to the server.
pub(super) fn from_client(mut client: impl Read, server: &ServerInput, copies: &Copies, shots: Option<&Shots>) {
    let (mut aside, late) = (Aside::new(copies.clone()), Aside::new(copies.clone()));
    let mut buffer = vec![0; CHUNK];
    loop {
        let length = match client.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = &buffer[..length];
        // Handed over before it passes: otherwise the answer could be taken down before what it answers. A line that is whole is
        // something that is done to the app: it passes when it is taken down, so that a killed proxy has lost nothing before it.
        let mut pass = || {
            aside.put(Sender::Client, bytes);
            if bytes.contains(&b'\n') {
                aside.wait();
            }
            server.write(bytes)
        };
        let passed = match shots {
            None => pass(),
            Some(shots) => shots.client_says(bytes, pass, || late.shot(None)),
        };
        if !passed {
            break;
        }
    }
    server.close();
}

/// What the server says, to the client: this process's stdout.
pub(super) fn from_server(mut server: impl Read, input: &ServerInput, copies: &Copies, shots: Option<&Shots>) {
    let mut aside = Aside::new(copies.clone());
    let mut buffer = vec![0; CHUNK];
    let mut client = Client { gone: false };
    let mut lines = shots.map(Shots::server_lines);
    loop {
        let length = match server.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = &buffer[..length];
        match &mut lines {
            None => {
                aside.put(Sender::Server, bytes);
                client.write(bytes);
            }
            Some(lines) => lines.take(bytes, |verdict| match verdict {
                Verdict::Pass(bytes) => {
                    aside.put(Sender::Server, bytes);
                    client.write(bytes);
                    true
                }
                Verdict::Ask(request) => input.write(request),
                Verdict::Shot(result) => {
                    aside.shot(result);
                    true
                }
            }),
        }
    }
    if let Some(lines) = lines {
        client.write(lines.rest());
    }
}

/// The client's end. When it has gone, what the server says is read all the same: a full pipe would hold the server up.
struct Client {
    gone: bool,
}

impl Client {
    fn write(&mut self, bytes: &[u8]) {
        if self.gone || bytes.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        self.gone = out.write_all(bytes).and_then(|()| out.flush()).is_err();
    }
}

/// The time, by this machine's clock.
pub(super) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
