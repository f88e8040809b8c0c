//! Whatever a server answers, listening to it breaks nothing: the session is sealed, and every file of it is sound.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use skillc_captures::Store;
use skillc_live::{Adapter, NoFiles, Observer, Secrets, Sender, Subject};
use skillc_records::Timestamp;

/// The words that the adapters look for.
const KEYS: [&str; 38] = [
    "nodes",
    "rect",
    "x",
    "y",
    "width",
    "height",
    "index",
    "parentIndex",
    "depth",
    "ref",
    "type",
    "role",
    "label",
    "value",
    "hittable",
    "enabled",
    "selected",
    "focused",
    "visibleToUser",
    "inheritsLabel",
    "truncated",
    "snapshotQuality",
    "state",
    "snapshot",
    "id",
    "name",
    "children",
    "device",
    "platform",
    "path",
    "code",
    "details",
    "error",
    "exitCode",
    "refLabel",
    "overlayRefs",
    "isError",
    "identifier",
];
const TEXTS: [&str; 22] = [
    "",
    " ",
    "Flour",
    "مرحبا بك",
    "é\u{301}\u{200d}🏳️‍🌈",
    "\u{fffc}",
    "\u{0}\u{7}\u{1b}[31m",
    "two\nlines",
    "a \"quote\" at (1, 2)",
    "NaN",
    "-2147483648",
    "1e999",
    "@e1~s9",
    "e1",
    "Application",
    "Button",
    "healthy",
    "sparse",
    "linux",
    "ios",
    "../../etc/passwd",
    "\u{feff}",
];
const NUMBERS: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    410.0,
    898.0,
    -2_147_483_648.0,
    4_294_967_296.0,
    1e300,
    -1e300,
    5e-324,
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        proptest::sample::select(&NUMBERS[..]).prop_map(Value::from),
        proptest::sample::select(&TEXTS[..]).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let key = proptest::sample::select(&KEYS[..]);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..8).prop_map(|fields| {
                let fields = fields.into_iter().map(|(key, value)| (key.to_owned(), value));
                Value::Object(fields.collect::<Map<_, _>>())
            }),
        ]
    })
}

/// Texts in the grammars of the servers, more or less.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        proptest::sample::select(&TEXTS[..]).prop_map(ToOwned::to_owned),
        proptest::sample::select(
            &[
                "Screen elements (tap coordinates in points):\n",
                "- \"",
                "\" at (",
                ")",
                ", ",
                "\n",
                "(no text detected)",
                "Unlabeled icons (estimated positions):\n",
                "- Icon at (",
                "), ~24x24pt\n",
                "_meta: element_count=1",
                "### Snapshot\n```yaml\n",
                "\n```",
                "- button \"",
                "\" [ref=e1]",
                " [box=0,0,410,898]",
                " [box=-1e9,NaN,,7]",
                ":\n  ",
                "### Modal state\n- [\"confirm\" dialog with message \"",
                "\"]: can be handled by browser_handle_dialog",
                "[Snapshot](",
                ".yml)",
                "uid=1_0 RootWebArea \"",
                "# Open dialog\nconfirm: ",
                ".\nCall handle_dialog",
            ][..]
        )
        .prop_map(ToOwned::to_owned),
        "[0-9.-]{0,6}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Whole screens of the servers that tell them as texts, with odd numbers and texts in them.
fn screen() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        "-?[0-9]{1,4}",
        proptest::sample::select(&["1e999", "NaN", "-inf", "-2147483648", "1e300", "", "5e-324"][..])
            .prop_map(ToOwned::to_owned),
    ];
    let text = proptest::sample::select(&TEXTS[..]);
    let line = (text, proptest::collection::vec(number, 4));
    (any::<bool>(), proptest::collection::vec(line, 1..8)).prop_map(|(is_tree, lines)| {
        let told: String = lines
            .iter()
            .map(|(text, n)| match is_tree {
                true => format!("- button \"{text}\" [ref=e1] [box={}]\n", n.join(",")),
                false => format!("- \"{text}\" at ({}, {})\n- Icon at ({}, {}), ~{}x{}pt\n", n[0], n[1], n[2], n[3], n[0], n[1]),
            })
            .collect();
        match is_tree {
            true => format!("### Snapshot\n```yaml\n{told}```"),
            false => format!("Screen elements (tap coordinates in points):\n{told}\nUnlabeled icons (estimated positions):\n{told}\n_meta: x"),
        }
    })
}

/// Calls of each server that look and act.
fn calls(adapter: Adapter) -> Vec<Value> {
    let call = |name: &str, arguments: Value| json!({"name": name, "arguments": arguments});
    match adapter {
        Adapter::Mirroir => vec![
            call("describe_screen", json!({})),
            call("tap", json!({"x": 1e300, "y": -5})),
            call("screenshot", json!({})),
        ],
        Adapter::AgentDevice => vec![
            call("snapshot", json!({"platform": "linux"})),
            call("press", json!({"target": {"kind": "ref", "ref": "@e1"}})),
            call("screenshot", json!({"path": "x.png"})),
            call("alert", json!({"action": "accept"})),
        ],
        Adapter::Playwright => vec![
            call("browser_snapshot", json!({"boxes": true})),
            call("browser_click", json!({"target": "e1"})),
            call("browser_handle_dialog", json!({"accept": true, "promptText": "\u{0}"})),
        ],
        Adapter::Devtools => vec![
            call("take_snapshot", json!({})),
            call("click", json!({"uid": "1_0"})),
            call("handle_dialog", json!({"action": "dismiss"})),
        ],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_a_server_answers_the_session_is_sound(
        adapter in proptest::sample::select(&Adapter::ALL[..]),
        answers in proptest::collection::vec((0_usize..4, prop_oneof![text(), screen()], value(), proptest::bool::weighted(0.2)), 1..10),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::create(folder.path()).expect("a store");
        let subject = Subject { app: Some("A".to_owned()), adapter: Some(adapter), ..Subject::default() };
        let mut observer = Observer::new(store.clone(), subject, Box::new(NoFiles), Secrets::default());
        let calls = calls(adapter);
        for (number, (call, text, structured, is_error)) in answers.into_iter().enumerate() {
            // Trees, more often than not.
            let structured = match structured {
                Value::Array(nodes) => json!({"snapshot": nodes.first(), "nodes": nodes}),
                other => other,
            };
            let at = Timestamp(1_000_000 * i64::try_from(number).expect("small"));
            let asked = json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": calls[call % calls.len()]});
            let result = json!({"content": [{"type": "text", "text": text}], "structuredContent": structured, "isError": is_error});
            let answer = json!({"jsonrpc": "2.0", "id": number, "result": result});
            for (sender, line) in [(Sender::Client, asked), (Sender::Server, answer)] {
                observer.hear(sender, at, line.to_string().as_bytes()).expect("written");
            }
        }
        let sealed = observer.end(Timestamp(60_000_000)).expect("sealed");
        if sealed.is_some() {
            let files = store.session_files().expect("lists");
            let (_, faults) = store.verify_session(&files[0]);
            prop_assert!(faults.is_empty(), "{faults:?}");
            store.read_file(&files[0]).expect("reads");
        }
    }
}
