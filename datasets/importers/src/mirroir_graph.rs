//! mirroir's graph files as sessions without pictures.
//!
//! Screens become frames with recorded detections, edges become actions in the order in which they were recorded. The file knows what
//! leads where, but not how the explorer got from the end of one edge to the start of the next: such a move is an action of its own
//! that says so. What the file can't tell is said beside the recording and none in it: a confidence (upstream restores a made-up one),
//! times, pictures.
//!
//! Source: reference on mirroir's semantics, §11, "Disk".

use std::collections::{BTreeMap, BTreeSet};

use skillc_graph::UNRECORDED_MOVE;
use skillc_graph::disk::{FileEdge, FileNode, GraphFile};
use skillc_records::{
    Action, ActionIndex, ActionKind, ActionOutcome, Attempt, Detection, DetectionKind, DetectorId, Frame, FrameIndex,
    Producer, Quality, Recording, Session, SessionState, Target, Timestamp, WindowPoint, WindowRect, WindowSize,
};
use skillc_text::nfc;

use crate::identity::session_id;
use crate::import::{ImportError, Wishes, text_of};
use crate::imported::{Gap, Imported, UNKNOWN_TIME};
use crate::kind::Kind;
use crate::scripted::{MIRRORED_WINDOW, grown};
use crate::source::Source;

/// The session of a graph file. Without a wish it is of the app that the file is named after.
///
/// # Errors
/// When it is no graph file, of another version, or without its root.
pub fn import(source: &Source, wishes: &Wishes) -> Result<Imported, ImportError> {
    let text = text_of(source, Kind::MirroirGraph)?;
    let file = GraphFile::read(text)?;
    let named = || source.name.strip_suffix(".json").map(str::to_owned);
    let app = wishes.app.clone().or_else(named).ok_or(ImportError::NoApp)?;
    let saved_at = saved_at(&file.saved_at);
    let mut gaps = vec![Gap::Pictures, Gap::Confidence, Gap::Timing];
    if saved_at == UNKNOWN_TIME {
        gaps.push(Gap::Date);
    }
    let window = wishes.window.unwrap_or_else(|| {
        let guess = guessed_window(&file);
        gaps.push(Gap::window(guess));
        guess
    });
    let mut tape = Tape {
        saved_at,
        secrets: &wishes.secrets,
        frames: Vec::new(),
        detections: BTreeMap::new(),
        actions: Vec::new(),
        odd: 0,
    };
    let loose = tape.walk(&file, &app);
    if loose > 0 {
        gaps.push(Gap::LooseEdges(loose));
    }
    if tape.odd > 0 {
        gaps.push(Gap::OddPlaces(tape.odd));
    }
    let session = Session {
        id: session_id(Kind::MirroirGraph, &app, saved_at, text),
        app,
        producer: Producer::Import,
        producer_version: None,
        target: Target {
            platform: Some("ios".to_owned()),
            ..Target::default()
        },
        locale: None,
        orientation: window.orientation(),
        window,
        app_md: wishes.app_md.clone(),
        started_at: saved_at,
        ended_at: Some(saved_at),
        goal: None,
        recorder_version: env!("CARGO_PKG_VERSION").to_owned(),
        state: SessionState::Sealed,
    };
    let Tape {
        frames,
        detections,
        actions,
        ..
    } = tape;
    Ok(Imported {
        recording: Recording {
            session,
            frames,
            detections,
            actions,
            nodes: Vec::new(),
            labels: Vec::new(),
        },
        gaps,
        skipped: Vec::new(),
    })
}

struct Tape<'w> {
    saved_at: Timestamp,
    /// Names and values of what is secret.
    secrets: &'w [(String, String)],
    frames: Vec<Frame>,
    detections: BTreeMap<FrameIndex, Vec<Detection>>,
    actions: Vec<Action>,
    /// Texts and icons whose place is no number.
    odd: usize,
}

impl Tape<'_> {
    /// Goes along every edge in order; gives the number of edges that lead from or to screens that aren't there.
    fn walk(&mut self, file: &GraphFile, app: &str) -> usize {
        let nodes: BTreeMap<&str, &FileNode> = file
            .nodes
            .iter()
            .map(|node| (node.fingerprint.as_str(), node))
            .collect();
        let mut loose = 0;
        let mut seen: BTreeSet<&str> = BTreeSet::from([file.root_fingerprint.as_str()]);
        // The explorer launches the app before it looks for the first time.
        let root = nodes.get(file.root_fingerprint.as_str()).map(|root| self.frame(root));
        self.action(ActionKind::Launch { app: app.to_owned() }, None, root, None, None);
        let mut here = file.root_fingerprint.as_str();
        for edge in &file.edges {
            let ends = (
                nodes.get(edge.from_fingerprint.as_str()),
                nodes.get(edge.to_fingerprint.as_str()),
            );
            let (Some(from), Some(to)) = ends else {
                loose += 1;
                continue;
            };
            self.stand_on(from, &mut here);
            self.edge(edge, from, to);
            here = &edge.to_fingerprint;
            seen.extend([edge.from_fingerprint.as_str(), here]);
        }
        for dead in &file.dead_edges {
            // A label may have colons, and so may a foreign fingerprint.
            let ends = dead.match_indices(':').map(|(at, _)| at);
            let Some(node) = ends.filter_map(|end| nodes.get(&dead[..end])).next_back() else {
                loose += 1;
                continue;
            };
            let label = &dead[node.fingerprint.len() + 1..];
            self.stand_on(node, &mut here);
            let before = self.last();
            let after = Some(self.frame(node));
            self.action(
                ActionKind::Tap {
                    at: place_of(node, label),
                },
                before,
                after,
                Some(label),
                None,
            );
            seen.insert(&node.fingerprint);
        }
        for (fingerprint, node) in &nodes {
            if !seen.contains(*fingerprint) {
                self.stand_on(node, &mut here);
            }
        }
        loose
    }

    fn stand_on<'f>(&mut self, node: &'f FileNode, here: &mut &'f str) {
        if *here == node.fingerprint {
            return;
        }
        let before = self.last();
        let after = Some(self.frame(node));
        self.action(
            ActionKind::Other {
                value: UNRECORDED_MOVE.to_owned(),
            },
            before,
            after,
            None,
            None,
        );
        *here = &node.fingerprint;
    }

    fn edge(&mut self, edge: &FileEdge, from: &FileNode, to: &FileNode) {
        let before = self.last();
        let after = Some(self.frame(to));
        let text = edge.element_text.as_str();
        let at = place_of(from, text);
        let secret = self.secrets.iter().find(|(_, value)| value == text);
        let value = secret.map_or_else(|| text.to_owned(), |(name, _)| format!("${{{name}}}"));
        let kind = match edge.action_type.as_str() {
            "tap" | "" => ActionKind::Tap { at },
            "double_tap" => ActionKind::DoubleTap { at },
            "long_press" => ActionKind::LongPress { at },
            "swipe" => ActionKind::Swipe {
                from: None,
                to: None,
                direction: Some(value.clone()),
            },
            "drag" => ActionKind::Drag { from: at, to: None },
            "scroll_to" => ActionKind::ScrollTo,
            "type" => ActionKind::Type { value: value.clone() },
            "press_key" => ActionKind::PressKey { value: value.clone() },
            "press_home" => ActionKind::PressHome,
            "back" | "press_back" => ActionKind::Back { at },
            "open_url" => ActionKind::OpenUrl { value: value.clone() },
            "shake" => ActionKind::Shake,
            other => ActionKind::Other {
                value: other.to_owned(),
            },
        };
        let target = Some(value.as_str()).filter(|text| !text.is_empty());
        let label = edge
            .display_label
            .as_deref()
            .filter(|label| secret.is_none_or(|(_, value)| value != label));
        self.action(kind, before, after, target, label);
    }

    fn last(&self) -> Option<FrameIndex> {
        self.frames.last().map(|frame| frame.index)
    }

    fn frame(&mut self, node: &FileNode) -> FrameIndex {
        let index = FrameIndex(u32::try_from(self.frames.len()).unwrap_or(u32::MAX));
        let detector = DetectorId::recorded(Kind::MirroirGraph.as_str());
        let finite = |x: f64, y: f64| x.is_finite() && y.is_finite();
        let mut detections = Vec::new();
        for element in &node.elements {
            if !finite(element.tap_x, element.tap_y) {
                self.odd += 1;
                continue;
            }
            detections.push(Detection {
                detector: detector.clone(),
                kind: DetectionKind::Text,
                text: Some(nfc(&element.text).into_owned()),
                confidence: None,
                rect: None,
                tap: WindowPoint::new(element.tap_x, element.tap_y),
            });
        }
        for icon in &node.icons {
            if !finite(icon.tap_x, icon.tap_y) || !icon.estimated_size.is_finite() {
                self.odd += 1;
                continue;
            }
            let size = icon.estimated_size.max(0.0);
            detections.push(Detection {
                detector: detector.clone(),
                kind: DetectionKind::Icon,
                text: None,
                confidence: None,
                rect: Some(WindowRect::new(
                    icon.tap_x - size / 2.0,
                    icon.tap_y - size / 2.0,
                    size,
                    size,
                )),
                tap: WindowPoint::new(icon.tap_x, icon.tap_y),
            });
        }
        if !detections.is_empty() {
            self.detections.insert(index, detections);
        }
        self.frames.push(Frame {
            index,
            captured_at: self.saved_at,
            picture: None,
            attempt: Attempt::Ok,
            elapsed_ms: None,
            quality: Quality::Unstated,
            masked: Vec::new(),
        });
        index
    }

    fn action(
        &mut self,
        kind: ActionKind,
        before: Option<FrameIndex>,
        after: Option<FrameIndex>,
        target: Option<&str>,
        label: Option<&str>,
    ) {
        let index = ActionIndex(u32::try_from(self.actions.len()).unwrap_or(u32::MAX));
        let owned = |text: Option<&str>| text.map(|text| nfc(text).into_owned());
        self.actions.push(Action {
            index,
            frame_before: before,
            frame_after: after,
            kind,
            target_text: owned(target),
            display_label: owned(label),
            started_at: self.saved_at,
            ended_at: None,
            outcome: ActionOutcome::Unknown,
        });
    }
}

fn place_of(node: &FileNode, text: &str) -> Option<WindowPoint> {
    let element = node
        .elements
        .iter()
        .find(|element| !text.is_empty() && skillc_text::equals(&element.text, text))?;
    Some(WindowPoint::new(element.tap_x, element.tap_y)).filter(|at| at.x.is_finite() && at.y.is_finite())
}

/// The usual window, or a larger one if something stands outside it.
fn guessed_window(file: &GraphFile) -> WindowSize {
    let elements = file
        .nodes
        .iter()
        .flat_map(|node| &node.elements)
        .map(|element| (element.tap_x, element.tap_y));
    let icons = file
        .nodes
        .iter()
        .flat_map(|node| &node.icons)
        .map(|icon| (icon.tap_x, icon.tap_y));
    grown(
        MIRRORED_WINDOW,
        elements.chain(icons).map(|(x, y)| WindowPoint::new(x, y)),
    )
}

fn saved_at(text: &str) -> Timestamp {
    text.parse::<jiff::Timestamp>()
        .map_or(UNKNOWN_TIME, |at| Timestamp(at.as_microsecond()))
}
