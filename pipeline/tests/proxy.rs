//! The proxy between a client and a server: what passes is what would pass without it, and is recorded.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use skillc_captures::Store;
use skillc_records::{Attempt, Quality, Recording};

const SKILLC: &str = env!("CARGO_BIN_EXE_skillc");

const APP: &str = "---\napp: Café\n---\n## Structure\nTwo tabs: Menu, Orders.\n## Credentials\n- pin: ${CAFE_PIN}\n\
    ## Simulator\n- root: menu\n\
    ## Simulator Screen menu\n- title: Menu\n- tab_bar: true\n- element row: Coffee -> coffee\n\
    - element tab: Menu -> menu\n- element tab: Orders -> orders\n\
    ## Simulator Screen coffee\n- title: Coffee\n- back: menu\n- element textfield: Your name #name\n- element text: Say \"please\"\n\
    ## Simulator Screen orders\n- title: Orders\n- tab_bar: true\n- element tab: Menu -> menu\n- element tab: Orders -> orders\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("APP.md"), APP).expect("written");
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// The command of a server, behind the proxy or not.
    fn command(&self, proxy: Option<&[&str]>, server: &[&str]) -> Command {
        let mut command = match proxy {
            None => {
                let mut command = Command::new(server[0]);
                command.args(&server[1..]);
                command
            }
            Some(flags) => {
                let mut command = Command::new(SKILLC);
                command
                    .args(["record", "proxy", "--captures", "C"])
                    .args(flags)
                    .arg("--")
                    .args(server);
                command
            }
        };
        command
            .current_dir(self.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn skillc(&self, arguments: &[&str]) -> Output {
        let output = Command::new(SKILLC).args(arguments).current_dir(self.path()).output();
        output.expect("skillc runs")
    }

    /// The one session in the store.
    fn recording(&self) -> Recording {
        let store = Store::open(self.path().join("C")).expect("a store");
        let files = store.session_files().expect("lists");
        let [file] = files.as_slice() else { panic!("{files:?}") };
        let (_, faults) = store.verify_session(file);
        assert!(faults.is_empty(), "{faults:?}");
        store.read_file(file).expect("reads")
    }
}

const SIMULATOR: [&str; 4] = [SKILLC, "simulate", "--app", "APP.md"];

/// A client that asks one thing after another.
struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    said: Vec<u8>,
    count: u32,
}

impl Client {
    fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("starts");
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                match stdout.read_until(b'\n', &mut line) {
                    Ok(length) if length > 0 => {
                        if send.send(line).is_err() {
                            return;
                        }
                    }
                    _ => return,
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
            said: Vec::new(),
            count: 0,
        }
    }

    fn send(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().expect("open");
        writeln!(stdin, "{message}").expect("sent");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.count += 1;
        let id = self.count;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self
                .lines
                .recv_timeout(Duration::from_secs(60))
                .expect("an answer in time");
            self.said.extend_from_slice(&line);
            let answer: Value = serde_json::from_slice(&line).expect("JSON");
            if answer["id"] == json!(id) {
                return answer["result"].clone();
            }
        }
    }

    fn tool(&mut self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", &json!({"name": name, "arguments": arguments}))
    }

    /// Where the screen shows a text.
    fn place(&mut self, text: &str) -> (f64, f64) {
        let screen = self.tool("describe_screen", json!({}));
        let screen = screen["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        let line = screen
            .lines()
            .find(|line| line.starts_with(&format!("- \"{text}\" at (")));
        let line = line.unwrap_or_else(|| panic!("{text} in {screen}"));
        let place = line.rsplit_once('(').expect("a place").1.trim_end_matches(')');
        let (x, y) = place.split_once(", ").expect("two numbers");
        (x.parse().expect("x"), y.parse().expect("y"))
    }

    fn tap(&mut self, text: &str) {
        let (x, y) = self.place(text);
        self.tool("tap", json!({"x": x, "y": y}));
    }

    fn hello(&mut self) {
        let client = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}});
        self.ask("initialize", &client);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    /// The whole session of these tests.
    fn walk(&mut self) {
        self.hello();
        self.ask("tools/list", &json!({}));
        self.tool("launch_app", json!({"name": "Café"}));
        self.tap("Coffee");
        self.tap("Your name");
        self.tool("type_text", json!({"text": "hunter2-4711"}));
        self.tool("describe_screen", json!({}));
        self.tool("tap", json!({}));
        self.tool("describe_screen", json!({"omit_screenshot": true}));
    }

    /// Leaves, and gives all that the server said and the exit code.
    fn leave(mut self) -> (Vec<u8>, Output) {
        drop(self.stdin.take());
        while let Ok(line) = self.lines.recv_timeout(Duration::from_secs(60)) {
            self.said.extend_from_slice(&line);
        }
        let said = std::mem::take(&mut self.said);
        (said, self.child.wait_with_output().expect("ends"))
    }
}

#[test]
fn the_client_hears_what_it_would_hear_without_the_proxy_and_the_session_is_recorded() {
    let folder = Folder::new();
    let alone = {
        let mut client = Client::start(folder.command(None, &SIMULATOR));
        client.walk();
        client.leave().0
    };
    for flags in [&["--app", "APP.md"][..], &["--app", "APP.md", "--clean-shots"][..]] {
        let _ = std::fs::remove_dir_all(folder.path().join("C"));
        let mut client = Client::start(folder.command(Some(flags), &SIMULATOR));
        client.walk();
        let (said, output) = client.leave();
        assert!(said == alone, "{} bytes against {}", said.len(), alone.len());
        assert!(output.status.success());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("Café: 4 frames, 5 actions in session"), "{told}");

        let recording = folder.recording();
        let kinds: Vec<&str> = recording.actions.iter().map(|action| action.kind.as_str()).collect();
        assert_eq!(kinds, ["launch", "tap", "tap", "type", "tap"]);
        assert_eq!(
            (recording.session.window.width, recording.session.window.height),
            (410.0, 898.0)
        );
        for action in [&recording.actions[1], &recording.actions[3]] {
            assert!(action.frame_before < action.frame_after, "{action:?}");
        }
        let texts: Vec<&str> = recording
            .detections_on(recording.frames[1].index)
            .iter()
            .filter_map(|seen| seen.text.as_deref())
            .collect();
        assert!(texts.contains(&"Say \"please"), "{texts:?}");
        let clean = flags.len() > 2;
        for frame in &recording.frames[..3] {
            assert_eq!(frame.attempt, Attempt::Ok);
            assert_eq!(frame.quality == Quality::DrawnOver, !clean, "{frame:?}");
            assert_eq!(
                frame
                    .picture
                    .as_ref()
                    .and_then(|picture| picture.scale)
                    .map(|scale| scale.pixels_per_point()),
                Some(2.0)
            );
        }
    }
}

/// A server in a few lines of shell: what it reads goes back, then it ends as it was told.
fn shell(script: &str) -> Vec<&str> {
    vec!["/bin/sh", "-c", script]
}

#[test]
fn bytes_pass_unchanged_whatever_they_are() {
    let folder = Folder::new();
    let mut client = Client::start(folder.command(Some(&[]), &shell("cat; echo to stderr >&2; exit 7")));
    // Many megabytes on one line, things that are no JSON, a message cut in the middle, no end of line at the end.
    let mut sent = vec![b'x'; 24 << 20];
    sent.extend_from_slice(b"\n{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n\n\x00\xff\xfe\r\n{\"half\":");
    let mut stdin = client.stdin.take().expect("open");
    let bytes = sent.clone();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes).expect("sent"));
    let (said, output) = {
        let mut said = Vec::new();
        while let Ok(line) = client.lines.recv_timeout(Duration::from_secs(60)) {
            said.extend_from_slice(&line);
        }
        (said, client.child.wait_with_output().expect("ends"))
    };
    writer.join().expect("written");
    assert!(said == sent, "{} of {} bytes came back", said.len(), sent.len());
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stderr).contains("to stderr"));
}

#[test]
fn either_side_may_leave_first() {
    let folder = Folder::new();
    // The server leaves while the client still holds its end open.
    let client = Client::start(folder.command(Some(&[]), &shell("echo '{}'; exit 3")));
    let Client {
        mut child,
        lines,
        stdin,
        ..
    } = client;
    assert_eq!(lines.recv_timeout(Duration::from_secs(30)).expect("said"), b"{}\n");
    assert_eq!(child.wait().expect("ends").code(), Some(3));
    drop(stdin);
    // The client leaves while the server still has something to say.
    let client = Client::start(folder.command(
        Some(&[]),
        &shell("read line; cat >/dev/null; sleep 0.3; echo late; exit 0"),
    ));
    let (said, output) = client.leave();
    assert_eq!((said.as_slice(), output.status.code()), (b"late\n".as_slice(), Some(0)));
}

#[test]
fn a_store_that_cant_be_written_disturbs_nothing() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("C"), "no folder").expect("written");
    let mut client = Client::start(folder.command(Some(&["--app", "APP.md"]), &SIMULATOR));
    client.hello();
    client.tap("Coffee");
    let (_, output) = client.leave();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing is recorded"));
}

#[test]
fn what_was_recorded_when_the_proxy_is_killed_is_there() {
    for kill_after in [2, 4, 6] {
        let folder = Folder::new();
        let mut client = Client::start(folder.command(Some(&["--app", "APP.md"]), &SIMULATOR));
        client.hello();
        let mut looks = 0;
        for step in 0..kill_after {
            client.tool("describe_screen", json!({}));
            looks += 1;
            client.tool("tap", json!({"x": 200, "y": 150 + step}));
        }
        // The recorder may lag behind; what it has taken down when it is killed has to be there afterwards.
        let mut taken = (0..200).map(|_| {
            std::thread::sleep(Duration::from_millis(50));
            let status = folder.skillc(&["record", "status", "--captures", "C", "--format", "json"]);
            let status: Value = serde_json::from_slice(&status.stdout).unwrap_or_default();
            usize::try_from(status["sessions"][0]["frames"].as_u64().unwrap_or(0)).expect("small")
        });
        let taken = taken.find(|frames| frames + 1 >= looks).expect("recorded in time");
        client.child.kill().expect("killed");
        client.child.wait().expect("gone");
        let recovered = folder.skillc(&["captures", "recover", "--captures", "C"]);
        assert!(
            recovered.status.success(),
            "{}",
            String::from_utf8_lossy(&recovered.stderr)
        );
        let recording = folder.recording();
        assert!(recording.frames.len() >= taken, "{} of {taken}", recording.frames.len());
        assert!(
            recording.actions.len() + 1 >= looks,
            "{} of {looks}",
            recording.actions.len()
        );
    }
}

#[test]
fn a_recording_is_shown_and_ended_from_outside() {
    let folder = Folder::new();
    let mut client = Client::start(folder.command(Some(&["--app", "APP.md"]), &SIMULATOR));
    client.hello();
    client.tap("Coffee");
    std::thread::sleep(Duration::from_millis(300));
    let status = folder.skillc(&["record", "status", "--captures", "C"]);
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(told.starts_with("Café: 1 frame, 1 action in session "), "{told}");
    let stopped = folder.skillc(&["record", "stop", "--captures", "C"]);
    assert!(stopped.status.success(), "{}", String::from_utf8_lossy(&stopped.stderr));
    assert_eq!(folder.recording().actions.len(), 1);
    // The connection goes on, unrecorded.
    client.tool("describe_screen", json!({}));
    let (_, output) = client.leave();
    assert!(output.status.success());
    assert_eq!(folder.recording().frames.len(), 1);
    let idle = folder.skillc(&["record", "status", "--captures", "C"]);
    assert_eq!(String::from_utf8_lossy(&idle.stdout), "nothing is being recorded\n");
}

/// Every file below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Whether the canary stands anywhere below a folder, in any form, once everything is unpacked: files are compressed.
fn found(folder: &Folder, canary: &str) -> Vec<String> {
    use base64::Engine as _;
    let plain = folder.path().join("plain");
    let _ = std::fs::remove_dir_all(&plain);
    let exported = folder.skillc(&[
        "captures",
        "export",
        "--captures",
        "C",
        "--app",
        "Café",
        "--out",
        "plain",
    ]);
    assert!(
        exported.status.success(),
        "{}",
        String::from_utf8_lossy(&exported.stderr)
    );
    let encoded = base64::engine::general_purpose::STANDARD.encode(canary);
    let percent: String = canary.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let forms = [canary.to_owned(), encoded, percent, canary.chars().rev().collect()];
    let mut hits = Vec::new();
    for root in [folder.path().join("C"), plain, folder.path().join("out")] {
        for file in files_below(&root) {
            let bytes = std::fs::read(&file).expect("read");
            for form in &forms {
                if bytes.windows(form.len()).any(|window| window == form.as_bytes()) {
                    hits.push(format!("{form} in {}", file.display()));
                }
            }
        }
    }
    hits
}

#[test]
fn a_secret_reaches_nothing_that_is_written_and_innocent_texts_stay() {
    const CANARY: &str = "hunter2-4711";
    for declared in [true, false] {
        let folder = Folder::new();
        let mut command = folder.command(Some(&["--app", "APP.md", "--clean-shots"]), &SIMULATOR);
        if declared {
            command.env("CAFE_PIN", CANARY);
        }
        let mut client = Client::start(command);
        client.hello();
        client.tool("launch_app", json!({"name": "Café"}));
        client.tap("Coffee");
        client.tap("Your name");
        client.tool("type_text", json!({"text": "hunting"}));
        client.tool("type_text", json!({"text": CANARY}));
        client.tool("describe_screen", json!({}));
        // In two pieces, and in an address.
        client.tool("type_text", json!({"text": "hunt"}));
        client.tool("type_text", json!({"text": "er2-4711"}));
        client.tool("describe_screen", json!({}));
        client.tool("open_url", json!({"url": format!("https://x.test/?p={CANARY}")}));
        client.tool("describe_screen", json!({}));
        let (said, output) = client.leave();
        // What passes is not changed.
        assert!(String::from_utf8_lossy(&said).contains("hunting"));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let recording = folder.recording();
        let compiled = folder.skillc(&[
            "compile",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--out",
            "out",
            "--set",
            "detect.source=recorded",
        ]);
        assert!(
            compiled.status.code().is_some_and(|code| code < 2),
            "{}",
            String::from_utf8_lossy(&compiled.stderr)
        );
        let hits = found(&folder, CANARY);
        let masked = recording.frames.iter().filter(|frame| !frame.masked.is_empty()).count();
        let typed = |text: &str| {
            recording
                .actions
                .iter()
                .any(|action| matches!(&action.kind, skillc_records::ActionKind::Type { value } if value == text))
        };
        assert!(typed("hunting"), "an innocent text stays");
        if declared {
            assert_eq!(hits, Vec::<String>::new());
            assert!(!told.contains(CANARY));
            assert!(
                typed("${CAFE_PIN}") && !typed("hunt") && !typed("er2-4711"),
                "{:?}",
                recording.actions
            );
            assert!(masked >= 2, "{:?}", recording.frames);
        } else {
            // The control: without the declaration the search finds it.
            assert!(!hits.is_empty());
            assert_eq!(masked, 0);
        }
    }
}

#[test]
fn a_transcript_becomes_the_session_that_the_proxy_would_have_recorded() {
    let folder = Folder::new();
    let ask = |id: u32, name: &str, arguments: Value| {
        json!({"t": 1000 * id, "dir": ">", "msg": {"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": name, "arguments": arguments}}})
    };
    let answer = |id: u32, text: &str| {
        json!({"t": 1000 * id + 5, "dir": "<", "msg": {"jsonrpc": "2.0", "id": id,
            "result": {"content": [{"type": "text", "text": text}], "isError": false}}})
    };
    let screen = |text: &str| {
        format!("Screen elements (tap coordinates in points):\n- \"{text}\" at (60, 270)\n\n_meta: element_count=1")
    };
    let lines = [
        ask(1, "describe_screen", json!({})).to_string(),
        answer(1, &screen("Coffee")).to_string(),
        "{\"half\":".to_owned(),
        ask(2, "tap", json!({"x": 60, "y": 270})).to_string(),
        answer(2, "Tapped at (60, 270)").to_string(),
        ask(3, "describe_screen", json!({})).to_string(),
        answer(3, &screen("Your name")).to_string(),
    ];
    std::fs::write(folder.path().join("session.jsonl"), lines.join("\n")).expect("written");
    let import = || {
        folder.skillc(&[
            "captures",
            "import",
            "--kind",
            "transcript",
            "--captures",
            "C",
            "--app",
            "Café",
            "session.jsonl",
        ])
    };
    let imported = import();
    let told = String::from_utf8_lossy(&imported.stdout).into_owned();
    assert_eq!(imported.status.code(), Some(1), "a line was passed over: {told}");
    assert!(
        told.contains("Café, 2 frames, 1 action in session") && told.contains("session.jsonl:3: passed over, no JSON"),
        "{told}"
    );
    let recording = folder.recording();
    let tap = &recording.actions[0];
    assert_eq!(
        (
            tap.frame_before.map(|frame| frame.0),
            tap.frame_after.map(|frame| frame.0)
        ),
        (Some(0), Some(1))
    );
    assert!(String::from_utf8_lossy(&import().stdout).contains("was there already"));
}
