//! Server, client and proxy are killed at random moments: what was complete by then is in the store, and nothing else there is touched.
//!
//! What a killed proxy may lose is the look in hand: the answers since the last call that acted or looked again. What a killed explorer
//! may lose is the action in flight, and the look at its result. `SKILLC_SEED` repeats a run; every failure names its seed and round.

#![cfg(unix)] // signals

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use skillc_captures::Store;
use skillc_records::{Recording, SessionId};

const SKILLC: &str = env!("CARGO_BIN_EXE_skillc");

const APP: &str = "---\napp: Café\n---\n## Structure\nTwo tabs: Menu, Orders.\n\
    ## Simulator\n- root: menu\n\
    ## Simulator Screen menu\n- title: Menu\n- tab_bar: true\n- element row: Coffee -> coffee\n- element row: Tea -> tea\n\
    - element tab: Menu -> menu\n- element tab: Orders -> orders\n\
    ## Simulator Screen coffee\n- title: Coffee\n- back: menu\n- element text: Black and hot\n- element text: From the hills\n\
    ## Simulator Screen tea\n- title: Tea\n- back: menu\n- element text: Green and mild\n- element text: From the coast\n\
    ## Simulator Screen orders\n- title: Orders\n- tab_bar: true\n- element tab: Menu -> menu\n- element tab: Orders -> orders\n";

/// Random enough, and the same again from the same seed.
struct Chance(u64);

impl Chance {
    #[allow(clippy::print_stderr)] // how to repeat a run
    fn new() -> Self {
        let given = std::env::var("SKILLC_SEED").ok().and_then(|seed| seed.parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
        let seed = given.unwrap_or_else(|| u64::from(now().subsec_nanos()) | 1);
        eprintln!("SKILLC_SEED={seed}");
        Self(seed)
    }

    fn below(&mut self, end: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % end
    }
}

fn skillc(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(SKILLC)
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .output()
        .expect("runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), b"\n", &output.stderr].concat()).into_owned()
}

fn kill(pid: u32) {
    let sent = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "it was still there");
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let found = walkdir::WalkDir::new(folder).into_iter().flatten();
    let found = found.filter(|entry| entry.file_type().is_file());
    found
        .map(|entry| (entry.path().to_owned(), std::fs::read(entry.path()).expect("reads")))
        .collect()
}

/// A store with a session in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), APP).expect("written");
    let recorded = [
        "record",
        "--source",
        "simulator",
        "--app",
        "APP.md",
        "--captures",
        "C",
        "--max-screens",
        "2",
    ];
    assert!(skillc(folder.path(), &recorded).status.success());
    folder
}

/// Seals what is left, and gives the sessions that weren't there before. What was there before is as it was.
fn recovered(folder: &Path, before: &BTreeMap<PathBuf, Vec<u8>>, known: &[SessionId], round: &str) -> Vec<Recording> {
    let recovered = skillc(folder, &["captures", "recover", "--captures", "C"]);
    assert!(recovered.status.success(), "{round}: {}", told(&recovered));
    let verified = skillc(folder, &["captures", "verify", "--captures", "C"]);
    assert!(verified.status.success(), "{round}: {}", told(&verified));
    let now = files(&folder.join("C"));
    for (path, bytes) in before {
        assert!(now.get(path) == Some(bytes), "{round}: {} was touched", path.display());
    }
    let store = Store::open(folder.join("C")).expect("a store");
    let sessions = store.session_files().expect("lists").into_iter();
    let new = sessions.filter(|file| !known.contains(&file.id));
    new.map(|file| store.read_file(&file).expect("reads")).collect()
}

fn sealed(folder: &Path) -> (BTreeMap<PathBuf, Vec<u8>>, Vec<SessionId>) {
    let store = Store::open(folder.join("C")).expect("a store");
    let known = store.session_files().expect("lists").into_iter().map(|file| file.id);
    let mut kept = files(&folder.join("C"));
    // What living recorders write goes on.
    kept.retain(|path, _| !path.starts_with(folder.join("C/.recording")));
    (kept, known.collect())
}

/// A client that counts what it was answered.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    count: u64,
}

impl Client {
    fn start(folder: &Path, flags: &[&str]) -> Self {
        // The server says who it is, so that it can be killed.
        let server = format!("echo $$ > server.pid; exec '{SKILLC}' simulate --app APP.md");
        let mut child = Command::new(SKILLC)
            .args(["record", "proxy", "--captures", "C", "--app", "APP.md"])
            .args(flags)
            .args(["--", "/bin/sh", "-c", &server])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout"));
        let mut client = Self {
            stdin: child.stdin.take(),
            child,
            stdout,
            count: 0,
        };
        let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}});
        client.ask("initialize", &about).expect("answered");
        client
    }

    /// None when the connection is gone.
    fn ask(&mut self, method: &str, params: &Value) -> Option<()> {
        self.count += 1;
        let asked = json!({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params});
        writeln!(self.stdin.as_mut()?, "{asked}").ok()?;
        let mut line = Vec::new();
        self.stdout.read_until(b'\n', &mut line).ok()?;
        let answer: Value = serde_json::from_slice(&line).ok()?;
        (answer["id"] == json!(self.count)).then_some(())
    }

    fn tool(&mut self, name: &str, arguments: &Value) -> Option<()> {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Victim {
    Proxy,
    Server,
    Client,
}

#[test]
fn whoever_is_killed_beside_the_proxy_what_was_answered_is_recorded() {
    let mut chance = Chance::new();
    let folder = folder();
    let path = folder.path();
    // A recorder that lives through all of it.
    let mut living = Client::start(path, &["--goal", "lives"]);
    living.tool("describe_screen", &json!({})).expect("answered");
    for number in 0..24 {
        let victim = [Victim::Proxy, Victim::Server, Victim::Client][number % 3];
        let seed = chance.0;
        let (before, known) = sealed(path);
        let mut client = Client::start(path, if number % 4 < 2 { &[] } else { &["--clean-shots"] });
        let pid = match victim {
            Victim::Proxy => Some(client.child.id()),
            Victim::Server => std::fs::read_to_string(path.join("server.pid"))
                .ok()
                .and_then(|pid| pid.trim().parse().ok()),
            Victim::Client => None,
        };
        // After a time, which hits calls in flight; or at once after an answer, which hits what is being taken down.
        let (after, answers) = match number % 2 {
            0 => (
                Duration::from_secs(60),
                usize::try_from(chance.below(60)).expect("small"),
            ),
            _ => (Duration::from_millis(chance.below(250)), usize::MAX),
        };
        let killer = (answers == usize::MAX).then(|| {
            std::thread::spawn(move || {
                std::thread::sleep(after);
                if let Some(pid) = pid {
                    kill(pid);
                }
            })
        });
        // As fast as it goes: what is looked at and what is done, as they are answered.
        let (mut looks, mut acts) = (0_usize, 0_usize);
        let since = Instant::now();
        while victim != Victim::Client || since.elapsed() < after {
            if looks + acts == answers {
                match victim {
                    // Without a moment's delay.
                    Victim::Proxy => client.child.kill().expect("killed"),
                    _ => pid.into_iter().for_each(kill),
                }
                break;
            }
            let look = chance.below(3) > 0;
            let done = if look {
                client.tool("describe_screen", &json!({}))
            } else {
                client.tool("tap", &json!({"x": 200, "y": 100 + chance.below(500)}))
            };
            match done {
                None => break,
                Some(()) if look => looks += 1,
                Some(()) => acts += 1,
            }
        }
        if let Some(killer) = killer {
            killer.join().expect("killed");
        }
        if victim == Victim::Client {
            // In the middle of a line.
            let _ = client
                .stdin
                .as_mut()
                .expect("open")
                .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":9,\"met");
        }
        drop(client.stdin.take());
        client.child.wait().expect("ends");
        let round = format!("round {number}, seed {seed}, {victim:?}, {looks} looks and {acts} acts answered");
        let new = recovered(path, &before, &known, &round);
        let (frames, actions) = new
            .first()
            .map_or((0, 0), |session| (session.frames.len(), session.actions.len()));
        assert!(new.len() <= 1, "{round}: {} sessions", new.len());
        // What was asked when it ended may be there as well.
        assert!((acts..=acts + 1).contains(&actions), "{round}: {actions} actions");
        let least = if victim == Victim::Proxy {
            looks.saturating_sub(1)
        } else {
            looks
        };
        assert!((least..=looks + 1).contains(&frames), "{round}: {frames} frames");
    }
    living.tool("tap", &json!({"x": 200, "y": 200})).expect("answered");
    let (before, known) = sealed(path);
    drop(living.stdin.take());
    living.child.wait().expect("ends");
    let new = recovered(path, &before, &known, "at the end");
    let [session] = new.as_slice() else {
        panic!("{} sessions", new.len())
    };
    assert_eq!((session.frames.len(), session.actions.len()), (1, 1));
}

/// What a tapped connection has carried: the calls of each tool that were answered.
fn answered(folder: &Path, tools: &[&str]) -> usize {
    let lines = |name: &str| -> Vec<Value> {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        let lines = bytes.split(|&byte| byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    };
    let answers: Vec<Value> = lines("out.log").iter().map(|answer| answer["id"].clone()).collect();
    let asked = lines("in.log").into_iter().filter(|asked| {
        let tool = asked["params"]["name"].as_str().unwrap_or_default();
        tools.contains(&tool) && answers.contains(&asked["id"])
    });
    asked.count()
}

#[test]
fn whoever_is_killed_while_it_explores_what_was_done_is_recorded() {
    let mut chance = Chance::new();
    let folder = folder();
    let path = folder.path();
    for number in 0..16 {
        let seed = chance.0;
        let (before, known) = sealed(path);
        for name in ["in.log", "out.log", "server.pid"] {
            let _ = std::fs::remove_file(path.join(name));
        }
        let simulate = format!("sh -c 'echo $$ > server.pid; exec \"{SKILLC}\" simulate --app APP.md'");
        // The shell lets go of the connection, so that it ends with the server.
        let server = format!("exec 3<&0; tee in.log <&3 | {simulate} | tee out.log & exec <&- 3<&- >&-; wait");
        let mut explorer = Command::new(SKILLC)
            .args([
                "record",
                "explore",
                "--app",
                "APP.md",
                "--captures",
                "C",
                "--",
                "/bin/sh",
                "-c",
                &server,
            ])
            .current_dir(path)
            .env("HOME", path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let since = Instant::now();
        while answered(path, &["describe_screen"]) == 0 && since.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(chance.below(150)));
        let victim = if number % 2 == 0 { "explorer" } else { "server" };
        let pid = match victim {
            "explorer" => Some(explorer.id()),
            _ => std::fs::read_to_string(path.join("server.pid"))
                .ok()
                .and_then(|pid| pid.trim().parse().ok()),
        };
        // It may have finished already: then nothing is lost, either.
        if explorer.try_wait().expect("a state").is_none() {
            let _ = Command::new("kill")
                .args(["-9", &pid.expect("started").to_string()])
                .stderr(Stdio::null())
                .status();
        }
        explorer.wait().expect("ends");
        // What the server had said when it was killed is on its way through the pipe.
        std::thread::sleep(Duration::from_millis(50));
        // Starting and learning the window isn't recorded.
        let acts = answered(path, &["launch_app", "tap", "swipe", "press_back"]).saturating_sub(1);
        let looks = answered(path, &["screenshot"]).saturating_sub(1);
        let round = format!("round {number}, seed {seed}, {victim}, {looks} looks and {acts} acts answered");
        let new = recovered(path, &before, &known, &round);
        assert!(new.len() <= 1, "{round}: {} sessions", new.len());
        let (frames, actions) = new
            .first()
            .map_or((0, 0), |session| (session.frames.len(), session.actions.len()));
        assert!(
            (acts.saturating_sub(1)..=acts + 1).contains(&actions),
            "{round}: {actions} actions"
        );
        assert!(
            (looks.saturating_sub(1)..=looks + 1).contains(&frames),
            "{round}: {frames} frames"
        );
    }
}
