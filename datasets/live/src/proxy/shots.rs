//! Pictures of the recorder's own, asked for between the client's calls.
//!
//! The picture that `describe_screen` gives has a grid drawn over it. After each such answer, when no other request is under way and
//! the client is at the beginning of a line, a plain `screenshot` is asked for under an id that no client has. Until its answer comes the
//! client's next bytes wait, for a screenshot's time and never longer than [`PATIENCE`]: otherwise it could show what came next. The
//! answer is taken out of the server's lines; everything else passes as it is.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use memchr::memmem;
use serde_json::{Value, json};

use crate::message::{Call, Message};

/// The longest that the client's bytes wait for a picture.
const PATIENCE: Duration = Duration::from_secs(3);
/// Lines of the client's that are longer are no requests that matter here, in bytes.
const LONGEST_REQUEST: usize = 1 << 20;
/// What the ids of the recorder's own requests begin with.
const ID: &str = "skillc-clean-shot-";

/// What both directions know.
pub(super) struct Shots {
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    /// The client's line that isn't complete yet; none if it has grown too long.
    line: Option<Vec<u8>>,
    /// Whether the client has begun a line.
    inside: bool,
    /// Ids of the client's requests that are under way, as JSON.
    open: BTreeSet<String>,
    /// Those of them that look at the screen.
    looks: BTreeSet<String>,
    /// The request of our own that is under way.
    asked: Option<String>,
    /// Requests of our own that were given up; their answers are still taken out.
    given_up: BTreeSet<String>,
    count: u64,
}

/// What becomes of what the server says.
pub(super) enum Verdict<'b> {
    /// It goes to the client.
    Pass(&'b [u8]),
    /// Something is asked of the server.
    Ask(&'b [u8]),
    /// The answer to what was asked.
    Shot(Option<Value>),
}

impl Shots {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                line: Some(Vec::new()),
                ..State::default()
            }),
            answered: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on what the client says, by `pass`, when no picture is waited for; `late` is told if one didn't come in time.
    pub(super) fn client_says(&self, bytes: &[u8], pass: impl FnOnce() -> bool, late: impl FnOnce()) -> bool {
        let mut state = self.lock();
        let since = Instant::now();
        while state.asked.is_some() {
            let left = PATIENCE.saturating_sub(since.elapsed());
            if left.is_zero() {
                let asked = state.asked.take();
                state.given_up.extend(asked);
                late();
                break;
            }
            let (next, _) = self
                .answered
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
        }
        // Noted before it passes: the answer may be there at once.
        state.client_says(bytes);
        pass()
    }

    /// The server's side.
    pub(super) fn server_lines(&self) -> ServerLines<'_> {
        ServerLines {
            shots: self,
            line: Vec::new(),
            passed: 0,
        }
    }
}

impl State {
    fn client_says(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if let Some(line) = &mut self.line {
                line.extend_from_slice(piece);
                if line.len() > LONGEST_REQUEST {
                    self.line = None;
                }
            }
            self.inside = !piece.ends_with(b"\n");
            if !self.inside {
                let line = self.line.replace(Vec::new());
                if let Some(Message::Request { id, method, params }) = line.as_deref().and_then(Message::read) {
                    let looks = method == "tools/call"
                        && Call::of(&params).is_some_and(|call| call.tool == "describe_screen" && !call.flag("scroll"));
                    let id = id.to_string();
                    if looks {
                        self.looks.insert(id.clone());
                    }
                    self.open.insert(id);
                }
            }
        }
    }

    /// What to ask after the server has said `message`.
    fn ask_after(&mut self, message: &Message) -> Option<Vec<u8>> {
        let Message::Answer { id, result } = message else {
            return None;
        };
        let id = id.to_string();
        self.open.remove(&id);
        let looked = self.looks.remove(&id);
        let worked = result
            .as_ref()
            .is_ok_and(|result| result.get("isError").and_then(Value::as_bool) != Some(true));
        if !looked || !worked || !self.open.is_empty() || self.inside || self.asked.is_some() {
            return None;
        }
        self.count += 1;
        let id = format!("{ID}{}-{}", std::process::id(), self.count);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "screenshot", "arguments": {} } });
        self.asked = Some(id);
        Some(format!("{request}\n").into_bytes())
    }

    fn is_looking(&self) -> bool {
        !self.looks.is_empty()
    }

    fn is_waiting(&self) -> bool {
        self.asked.is_some() || !self.given_up.is_empty()
    }
}

/// The lines of the server's side.
pub(super) struct ServerLines<'s> {
    shots: &'s Shots,
    line: Vec<u8>,
    /// Bytes of the line that have passed already.
    passed: usize,
}

impl ServerLines<'_> {
    /// Takes bytes of the server's. `give` says whether what was given could be done.
    pub(super) fn take(&mut self, bytes: &[u8], mut give: impl FnMut(Verdict<'_>) -> bool) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(piece);
            let ends = piece.ends_with(b"\n");
            // A line that may be ours is held until it is whole.
            let may_be_ours = self.passed == 0 && self.shots.lock().is_waiting();
            if !may_be_ours {
                // A client that has the whole answer may ask at once: the end of the line waits until our own request is under way.
                let waits = usize::from(ends && self.shots.lock().is_looking());
                let ready = self.line.len() - waits;
                give(Verdict::Pass(&self.line[self.passed..ready]));
                self.passed = ready;
            }
            if ends {
                self.whole(&mut give);
                if self.passed > 0 {
                    give(Verdict::Pass(&self.line[self.passed..]));
                }
                self.line.clear();
                self.passed = 0;
            }
        }
    }

    fn whole(&mut self, give: &mut impl FnMut(Verdict<'_>) -> bool) {
        let held = self.passed == 0;
        if held
            && memmem::find(&self.line, ID.as_bytes()).is_some()
            && let Some(Message::Answer { id, result }) = Message::read(&self.line)
            && let Some(id) = id.as_str()
        {
            let mut state = self.shots.lock();
            if state.asked.as_deref() == Some(id) {
                state.asked = None;
                drop(state);
                // Told before the client goes on, so that it stands before what comes next.
                give(Verdict::Shot(result.ok()));
                self.shots.answered.notify_all();
                return;
            }
            if state.given_up.remove(id) {
                return;
            }
        }
        if held {
            give(Verdict::Pass(&self.line));
        }
        let Some(message) = Message::read(&self.line) else {
            return;
        };
        // Held while it is asked: no byte of the client's may come between.
        let mut state = self.shots.lock();
        if let Some(request) = state.ask_after(&message)
            && !give(Verdict::Ask(&request))
        {
            state.asked = None;
        }
    }

    /// What is left of a line that was never ended.
    pub(super) fn rest(&self) -> &[u8] {
        &self.line[self.passed..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the client gets, what is asked, and how many pictures came.
    fn hear(shots: &Shots, said: &[u8], size: usize) -> (Vec<u8>, Vec<Vec<u8>>, usize) {
        let (mut passed, mut asked, mut pictures) = (Vec::new(), Vec::new(), 0);
        let mut lines = shots.server_lines();
        for bytes in said.chunks(size) {
            lines.take(bytes, |verdict| {
                match verdict {
                    Verdict::Pass(bytes) => passed.extend_from_slice(bytes),
                    Verdict::Ask(request) => asked.push(request.to_vec()),
                    Verdict::Shot(_) => pictures += 1,
                }
                true
            });
        }
        passed.extend_from_slice(lines.rest());
        (passed, asked, pictures)
    }

    #[test]
    fn our_own_request_is_under_way_before_the_client_has_the_whole_answer() {
        let shots = Shots::new();
        let look = b"{\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"describe_screen\",\"arguments\":{}}}\n";
        shots.client_says(look, || true, || {});
        let mut told = Vec::new();
        shots
            .server_lines()
            .take(b"{\"id\":7,\"result\":{\"content\":[]}}\n", |verdict| {
                match verdict {
                    Verdict::Pass(bytes) if bytes.ends_with(b"\n") => told.push("end"),
                    Verdict::Pass(_) => told.push("answer"),
                    Verdict::Ask(_) => told.push("request"),
                    Verdict::Shot(_) => told.push("picture"),
                }
                true
            });
        assert_eq!(told, ["answer", "request", "end"]);
    }

    #[test]
    fn the_answer_to_our_own_request_is_taken_out_and_nothing_else() {
        for size in [1, 7, 1000] {
            let shots = Shots::new();
            let look =
                br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"describe_screen","arguments":{}}}"#;
            shots.client_says(&[look.as_slice(), b"\n"].concat(), || true, || {});
            let answer = b"{\"id\":7,\"result\":{\"content\":[]}}\n";
            let (passed, asked, _) = hear(&shots, answer, size);
            assert_eq!(passed, answer);
            let asked = Message::read(&asked[0]).expect("a request");
            let Message::Request { id, .. } = asked else {
                panic!("{asked:?}")
            };
            let ours = format!("{{\"result\":{{\"content\":[]}},\"id\":{id}}}\n");
            let other = "{\"method\":\"notifications/x\"}\nno JSON\n{\"method\":\"half";
            let (passed, asked, pictures) = hear(&shots, format!("{other}\n{ours}{other}").as_bytes(), size);
            assert_eq!(String::from_utf8_lossy(&passed), format!("{other}\n{other}"));
            assert_eq!((asked.len(), pictures), (0, 1));
        }
    }
}
