//! The proxy: stands between an agent and its server, passes everything on, and lets the observer listen.
//!
//! Bytes are forwarded as they come, unread, and a copy goes to a thread of its own over a channel that never waits. A line of the
//! client's passes as soon as the recorder has taken it down, a second later at most: then a proxy that is killed loses nothing but the
//! look in hand. If the recorder can't follow, it misses something and says so once; the session goes on. The server's stderr is the
//! proxy's own. When the client leaves, the server's stdin is closed and its end is waited for; its exit code is the proxy's.
//!
//! | module | what it holds |
//! |---|---|
//! | `pump` | one direction: bytes on, copies aside |
//! | `pace` | how far the recorder is behind |
//! | `listener` | the thread that records |
//! | `shots` | pictures of the recorder's own, asked for between the client's calls |

mod listener;
mod pace;
mod pump;
mod shots;

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use skillc_captures::Sealed;

use crate::message::Sender;
use crate::observer::Observer;
use listener::Listener;
use pump::ServerInput;
use shots::Shots;

/// How long a server may take to end after its stdin was closed because the proxy was told to end.
const GRACE: Duration = Duration::from_secs(3);
/// How long what a server said before it ended may take to arrive.
const REST: Duration = Duration::from_secs(2);
/// How often the proxy looks whether the server has ended.
const PULSE: Duration = Duration::from_millis(20);

/// A proxied session that is over.
#[derive(Debug)]
pub struct Proxied {
    /// How the server ended.
    pub status: ExitStatus,
    /// The session that was recorded; none if there was nothing to record or it was ended before.
    pub sealed: Option<Sealed>,
}

/// What people should hear about the recording while the session goes on. A line of text.
pub type Notice = Box<dyn Fn(&str) + Send>;

/// Runs `command` between this process's stdin and stdout, and records through `observer`; without one it only passes everything on.
/// `stop` ends it from outside.
///
/// # Errors
/// When the server can't be started. What goes wrong with the recording is told by `notice` and never ends the session.
pub fn run(
    command: &[OsString],
    observer: Option<Observer>,
    clean_shots: bool,
    notice: Notice,
    stop: &AtomicBool,
) -> io::Result<Proxied> {
    let (program, arguments) = command
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command"))?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()?;
    let missing = || io::Error::other("the server has no stdin or stdout");
    let stdin = child.stdin.take().ok_or_else(missing)?;
    let stdout = child.stdout.take().ok_or_else(missing)?;

    let shots = (clean_shots && observer.is_some()).then(Shots::new).map(Arc::new);
    let (listener, copies) = Listener::start(observer, notice);
    let input = ServerInput::new(stdin);

    let (to_server, copy, tracker) = (input.clone(), copies.clone(), shots.clone());
    // Ends with the process: a read from stdin can't be called off.
    thread::spawn(move || pump::from_client(io::stdin().lock(), &to_server, &copy, tracker.as_deref()));
    let (to_server, copy, tracker) = (input.clone(), copies.clone(), shots);
    let outward = thread::spawn(move || pump::from_server(stdout, &to_server, &copy, tracker.as_deref()));

    let status = wait(&mut child, &input, stop)?;
    let since = Instant::now();
    while !outward.is_finished() && since.elapsed() < REST {
        thread::sleep(PULSE);
    }
    let sealed = listener.finish(&copies);
    Ok(Proxied { status, sealed })
}

/// Waits for the server's end, and hurries it when the proxy is told to end.
fn wait(child: &mut Child, input: &ServerInput, stop: &AtomicBool) -> io::Result<ExitStatus> {
    let mut told: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        match told {
            None if stop.load(Ordering::SeqCst) => {
                input.close();
                told = Some(Instant::now());
            }
            Some(since) if since.elapsed() > GRACE => {
                child.kill()?;
                return child.wait();
            }
            _ => thread::sleep(PULSE),
        }
    }
}

/// A copy of what passed.
enum Copy {
    /// Bytes of one side.
    Bytes {
        sender: Sender,
        at: skillc_records::Timestamp,
        bytes: Vec<u8>,
        /// Something before these bytes was missed.
        after_gap: bool,
    },
    /// The answer to a request of the recorder's own; none if it gave up waiting.
    Shot {
        at: skillc_records::Timestamp,
        result: Option<serde_json::Value>,
    },
    /// The session is over.
    End,
}
