//! Trees for tests: generated ones, and those in the shared transcripts.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::Value;
use skillc_records::WindowRect;
use skillc_snapshot::{Acquisition, Node, ScrollFacts, SnapshotSource, WindowFacts, wire::read_nodes};

/// The shared folder; none, with a notice, if it isn't there.
#[allow(clippy::print_stdout, reason = "a skipped test says so")]
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("SKILLC_SHARED").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no shared folder (SKILLC_SHARED)");
    None
}

/// The messages of the recorded Linux session.
pub(crate) fn messages() -> Vec<Value> {
    let Some(shared) = shared() else { return Vec::new() };
    let path = shared.join("live/transcripts/agent-device-mcp-linux-handy.jsonl");
    let text = std::fs::read_to_string(path).expect("the transcript is readable");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a transcript line is JSON"))
        .collect()
}

/// The trees in the recorded Linux session, with the time of each in milliseconds.
pub(crate) fn recorded_trees() -> Vec<(i64, Vec<Node>)> {
    let tree = |message: &Value| {
        let nodes = message.pointer("/msg/result/structuredContent/nodes")?.as_array()?;
        Some((message["t"].as_i64()?, read_nodes(nodes)))
    };
    messages().iter().filter_map(tree).collect()
}

pub(crate) fn acquisition(channel: &str, nodes: Vec<Node>) -> Acquisition {
    Acquisition::new(SnapshotSource::named(channel, None).expect("a channel"), nodes, None)
}

pub(crate) const CHANNELS: [&str; 6] = [
    "xctest",
    "android",
    "harmonyos-arkui",
    "macos-helper",
    "linux-atspi",
    "web",
];

const KINDS: [&str; 22] = [
    "android.widget.FrameLayout",
    "android.view.ViewGroup",
    "android.widget.TextView",
    "android.widget.Button",
    "android.widget.EditText",
    "android.widget.ImageView",
    "androidx.recyclerview.widget.RecyclerView",
    "android.widget.HorizontalScrollView",
    "XCUIElementTypeApplication",
    "Window",
    "Cell",
    "ScrollView",
    "CollectionView",
    "StaticText",
    "Button",
    "TextField",
    "Group",
    "TabBar",
    "Sheet",
    "Image",
    "Table",
    "Link",
];
const TEXTS: [&str; 12] = [
    "",
    " ",
    "Continue",
    "continue",
    "true",
    "42",
    "com.x:id/continue",
    "pay_now",
    "متابعة",
    "👨‍👩‍👧 family",
    "e\u{301}t\u{e9}",
    "Say \"hi\" \\ it's",
];

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (-40i32..460).prop_map(f64::from),
        1 => prop::sample::select(vec![f64::from(i32::MIN), f64::NAN, f64::INFINITY, -7.0, 0.0, 1.0, 1e300]),
    ]
}

fn maybe_flag() -> impl Strategy<Value = Option<bool>> {
    prop::option::of(any::<bool>())
}

fn maybe_text() -> impl Strategy<Value = Option<String>> {
    prop::option::of(prop::sample::select(TEXTS.to_vec()).prop_map(str::to_owned))
}

fn window() -> impl Strategy<Value = Option<WindowFacts>> {
    let bounds = prop::option::of(Just(WindowRect::new(0.0, 0.0, 400.0, 400.0)));
    let facts = (
        prop::option::of(1i64..4),
        prop::option::of(0i64..3),
        maybe_flag(),
        maybe_flag(),
        bounds,
    )
        .prop_map(|(kind, layer, active, focused, bounds)| WindowFacts {
            kind,
            layer,
            active,
            focused,
            bounds,
        });
    prop_oneof![5 => Just(None), 1 => facts.prop_map(Some)]
}

/// A node whose parent is anything, itself and later nodes included.
pub(crate) fn node(hostile: bool) -> impl Strategy<Value = Node> {
    let parent = prop::option::weighted(0.9, 0usize..40);
    let looks = (
        prop::option::of(prop::sample::select(KINDS.to_vec())),
        maybe_text(),
        maybe_text(),
        maybe_text(),
    );
    let rect = prop::option::weighted(0.85, (number(), number(), number(), number()));
    let flags = (
        maybe_flag(),
        maybe_flag(),
        maybe_flag(),
        maybe_flag(),
        maybe_flag(),
        maybe_flag(),
        maybe_flag(),
    );
    let scroll = (maybe_flag(), maybe_flag(), maybe_flag());
    let order = prop::option::of(0i64..4);
    (
        parent,
        looks,
        rect,
        flags,
        scroll,
        order,
        window(),
        prop::option::of(0u32..6),
    )
        .prop_map(
            move |(parent, (kind, label, value, identifier), rect, flags, scroll, drawing_order, window, depth)| {
                let (enabled, selected, focused, hittable, visible_to_user, clickable, focusable) = flags;
                Node {
                    parent,
                    depth: depth.filter(|_| hostile),
                    kind: kind.map(str::to_owned),
                    label,
                    value,
                    identifier,
                    rect: rect.map(|(x, y, w, h)| {
                        if hostile {
                            WindowRect::new(x, y, w, h)
                        } else {
                            let sane = |n: f64| if n.is_finite() { n.clamp(-100.0, 900.0) } else { 50.0 };
                            WindowRect::new(sane(x), sane(y), sane(w).abs(), sane(h).abs())
                        }
                    }),
                    enabled,
                    selected,
                    focused,
                    hittable,
                    visible_to_user: visible_to_user.filter(|_| hostile),
                    clickable,
                    focusable,
                    scroll: ScrollFacts {
                        scrollable: scroll.0,
                        forward: scroll.1,
                        backward: scroll.2,
                    },
                    drawing_order,
                    window,
                    ..Node::default()
                }
            },
        )
}

/// Lists of nodes. Tame ones are trees as producers write them: parents before children, sane boxes.
pub(crate) fn nodes(hostile: bool) -> impl Strategy<Value = Vec<Node>> {
    prop::collection::vec(node(hostile), 0..36).prop_map(move |mut nodes| {
        if !hostile {
            for (i, node) in nodes.iter_mut().enumerate() {
                node.parent = node.parent.filter(|_| i > 0).map(|parent| parent % i.max(1));
            }
        }
        nodes
    })
}
