//! The thread that records. Whatever happens in it, the session goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use skillc_captures::{Sealed, WriteError};

use super::pace::Pace;
use super::pump::{Copies, now};
use super::{Copy, Notice};
use crate::message::Sender;
use crate::observer::Observer;

/// Copies that may wait, each of at most 64 KiB.
const MOST_WAITING: usize = 2048;
/// The longest line that is looked at, in bytes.
const LONGEST_LINE: usize = 256 << 20;
/// After this time without a word, the look in hand is written and the request to stop is looked for.
const QUIET: Duration = Duration::from_millis(500);
/// How long recording may take after the session is over.
const LAST: Duration = Duration::from_secs(30);

pub(super) struct Listener {
    thread: Option<JoinHandle<Option<Sealed>>>,
}

impl Listener {
    /// Starts to listen. What passes is sent to the channel. Without an observer nobody listens.
    pub(super) fn start(observer: Option<Observer>, notice: Notice) -> (Self, Copies) {
        let (channel, heard) = sync_channel(MOST_WAITING);
        let pace = Arc::new(Pace::default());
        let copies = Copies {
            channel,
            pace: Arc::clone(&pace),
        };
        let Some(observer) = observer else {
            pace.end();
            return (Self { thread: None }, copies);
        };
        let thread = thread::spawn(move || {
            let mut hearing = Hearing {
                observer,
                lines: Default::default(),
                notice,
                told_missing: false,
                told_failing: false,
                stopped: false,
            };
            let recorded = catch_unwind(AssertUnwindSafe(|| hearing.hear(&heard, &pace)));
            pace.end();
            recorded.unwrap_or_else(|_| {
                (hearing.notice)("recording has failed and ended; the session goes on. Please report this. `skillc captures recover` seals what was recorded");
                None
            })
        });
        let thread = Some(thread);
        (Self { thread }, copies)
    }

    /// Waits until everything that passed is recorded.
    pub(super) fn finish(self, copies: &Copies) -> Option<Sealed> {
        let thread = self.thread?;
        let since = Instant::now();
        // The channel may be full for a moment; if the recorder is gone, there is nothing to wait for.
        let mut end = Some(Copy::End);
        while let Some(copy) = end.take() {
            match copies.channel.try_send(copy) {
                Err(std::sync::mpsc::TrySendError::Full(copy)) if since.elapsed() < LAST => {
                    end = Some(copy);
                    thread::sleep(Duration::from_millis(20));
                }
                _ => {}
            }
        }
        while !thread.is_finished() && since.elapsed() < LAST {
            thread::sleep(Duration::from_millis(10));
        }
        if thread.is_finished() {
            thread.join().ok().flatten()
        } else {
            None
        }
    }
}

struct Hearing {
    observer: Observer,
    /// The line that each side has begun: the client's, the server's.
    lines: [Partial; 2],
    notice: Notice,
    told_missing: bool,
    told_failing: bool,
    stopped: bool,
}

#[derive(Default)]
struct Partial {
    bytes: Vec<u8>,
    /// Everything up to the next end of a line belongs to a line whose beginning was missed.
    skipping: bool,
}

impl Hearing {
    fn hear(&mut self, heard: &Receiver<Copy>, pace: &Pace) -> Option<Sealed> {
        let mut looked = Instant::now();
        loop {
            let copy = heard.recv_timeout(QUIET);
            let is_copy = copy.is_ok();
            let result = match copy {
                Ok(Copy::Bytes {
                    sender,
                    at,
                    bytes,
                    after_gap,
                }) => self.take(sender, at, &bytes, after_gap),
                Ok(Copy::Shot { at, result }) => self.observer.clean_shot(at, result),
                Err(RecvTimeoutError::Timeout) => self.observer.idle(now()),
                Ok(Copy::End) | Err(RecvTimeoutError::Disconnected) => return self.end(),
            };
            if let Err(error) = result {
                self.failing(&error);
            }
            if is_copy {
                pace.taken();
            }
            if looked.elapsed() > QUIET {
                looked = Instant::now();
                if self.observer.is_asked_to_stop() {
                    let sealed = self.end();
                    if let Some(sealed) = &sealed {
                        (self.notice)(&format!(
                            "session {} is ended, as asked; the connection goes on unrecorded",
                            sealed.session.id
                        ));
                    }
                    self.stopped = true;
                }
            }
        }
    }

    fn take(
        &mut self,
        sender: Sender,
        at: skillc_records::Timestamp,
        bytes: &[u8],
        after_gap: bool,
    ) -> Result<(), WriteError> {
        if self.stopped {
            return Ok(());
        }
        if after_gap && !self.told_missing {
            self.told_missing = true;
            (self.notice)("the recording could not keep up and has gaps; the session itself is complete");
        }
        let partial = &mut self.lines[usize::from(sender == Sender::Server)];
        if after_gap {
            partial.bytes.clear();
            partial.skipping = true;
        }
        let mut first = None;
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let ends = piece.ends_with(b"\n");
            if !partial.skipping {
                partial.bytes.extend_from_slice(piece);
                if partial.bytes.len() > LONGEST_LINE {
                    partial.bytes = Vec::new();
                    partial.skipping = true;
                }
            }
            if ends {
                let line = std::mem::take(&mut partial.bytes);
                if !std::mem::take(&mut partial.skipping)
                    && let Err(error) = self.observer.hear(sender, at, &line)
                {
                    first.get_or_insert(error);
                }
            }
        }
        first.map_or(Ok(()), Err)
    }

    fn failing(&mut self, error: &WriteError) {
        if !self.told_failing {
            self.told_failing = true;
            (self.notice)(&format!(
                "the recording has gaps: {error}; the session itself is complete"
            ));
        }
    }

    fn end(&mut self) -> Option<Sealed> {
        match self.observer.end(now()) {
            Ok(sealed) => sealed,
            Err(error) => {
                (self.notice)(&format!(
                    "the session could not be sealed: {error}; `skillc captures recover` tries again"
                ));
                None
            }
        }
    }
}
