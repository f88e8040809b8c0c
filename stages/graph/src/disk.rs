//! mirroir's graph file: everyone who ever explored with mirroir has one an app.
//!
//! Versions 1 and 2 are read. What such a file can't tell (pictures, timing, confidence) is none here; upstream restores a made-up
//! confidence instead. Keys that are missing get their defaults, unknown ones are passed over. Files are written as version 2, pretty,
//! with sorted keys.
//!
//! Source: reference on mirroir's semantics, §11, "Disk".

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use skillc_records::{ScreenPoints, Timestamp};

use crate::graph::{Edge, EdgeKind, NavigationGraph};
use crate::scroll::PageEnd;

/// The version that is written.
pub const VERSION: i64 = 2;
/// The largest file that is read, in bytes.
pub const LARGEST: usize = 256 << 20;

/// A graph file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphFile {
    /// `"<fingerprint>:<label>"` of what led nowhere.
    #[serde(default)]
    pub dead_edges: Vec<String>,
    /// The edges, in the order in which they were recorded.
    #[serde(default)]
    pub edges: Vec<FileEdge>,
    /// The screens, in no order.
    pub nodes: Vec<FileNode>,
    /// How much of a screen went into its fingerprint: 0, 1 or 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refinement_levels: Option<BTreeMap<String, u8>>,
    /// The screen that the exploration started on.
    pub root_fingerprint: String,
    /// When it was saved, ISO 8601.
    #[serde(default)]
    pub saved_at: String,
    /// The version of the format.
    pub version: i64,
}

/// A screen.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileNode {
    /// Hops from the root.
    pub depth: u32,
    /// Its texts with their tap points.
    pub elements: Vec<FileElement>,
    /// Its name.
    pub fingerprint: String,
    /// What the explorer noted.
    pub hints: Vec<String>,
    /// Its icons.
    pub icons: Vec<FileIcon>,
    /// Whether scrolling never ended.
    pub is_infinite_scroll: bool,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_bar_title: Option<String>,
    /// Its kind.
    pub screen_type: String,
    /// Whether it was scrolled to its end.
    pub scroll_exhausted: bool,
    /// The texts that were tapped.
    pub visited_elements: Vec<String>,
    /// A perceptual hash of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visual_hash: Option<u64>,
}

/// A text with its tap point, in window points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileElement {
    /// From the left.
    pub tap_x: f64,
    /// From the top.
    pub tap_y: f64,
    /// The text.
    pub text: String,
}

/// An icon, in window points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileIcon {
    /// Its size.
    #[serde(default)]
    pub estimated_size: f64,
    /// From the left.
    pub tap_x: f64,
    /// From the top.
    pub tap_y: f64,
}

/// An edge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileEdge {
    /// What was done: `tap`, `swipe`, …
    pub action_type: String,
    /// A better name for the element; its text if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_label: Option<String>,
    /// `push`, `tab`, `modal`, `same`, `dead`, `toggle` or `external`; anything else reads as `push`.
    #[serde(default)]
    pub edge_type: String,
    /// The text of the element.
    #[serde(default)]
    pub element_text: String,
    /// Where it starts.
    pub from_fingerprint: String,
    /// Its value to the explorer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q_value: Option<f64>,
    /// Where it leads.
    pub to_fingerprint: String,
}

/// Why a graph file can't be read.
#[derive(Debug, thiserror::Error)]
pub enum GraphFileError {
    /// It is too large.
    #[error("the graph file has {bytes} bytes; at most {LARGEST} are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// It has another shape.
    #[error("this is no graph file of mirroir: {0}")]
    Shape(#[from] serde_json::Error),
    /// It is of a version that isn't known.
    #[error("this graph file has version {version}; versions 1 and 2 are read")]
    Version {
        /// The version.
        version: i64,
    },
    /// Its root is not among its screens.
    #[error("the root {0:?} is none of the graph's screens")]
    NoRoot(String),
}

impl GraphFile {
    /// Reads a graph file. Of screens with the same fingerprint the first counts.
    ///
    /// # Errors
    /// When it is too large, has another shape or version, or its root is missing.
    pub fn read(text: &str) -> Result<Self, GraphFileError> {
        if text.len() > LARGEST {
            return Err(GraphFileError::TooLarge { bytes: text.len() });
        }
        let mut file: Self = serde_json::from_str(text)?;
        if !(1..=VERSION).contains(&file.version) {
            return Err(GraphFileError::Version { version: file.version });
        }
        let mut seen = BTreeSet::new();
        file.nodes.retain(|node| seen.insert(node.fingerprint.clone()));
        if !seen.contains(&file.root_fingerprint) {
            return Err(GraphFileError::NoRoot(file.root_fingerprint));
        }
        Ok(file)
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The file of a graph that was built here. Screens stand in the order of their fingerprints. Cut edges are in it: the graph says
    /// what leads where, and the skip list is applied by whoever walks it.
    pub fn of(graph: &NavigationGraph, saved_at: Timestamp) -> Option<Self> {
        let root = graph.screens.get(graph.entries.first()?.screen.get())?;
        let fingerprint =
            |index: crate::graph::ScreenIndex| graph.screen(index).identity.fingerprint.as_str().to_owned();
        let visited = |place: usize| -> Vec<String> {
            let from = graph
                .edges
                .iter()
                .filter(|edge| edge.from.get() == place && edge.deed.touches());
            let tried = graph
                .unchanged
                .iter()
                .filter(|unchanged| unchanged.screen.get() == place);
            let texts = from
                .map(|edge| edge.element_text.clone())
                .chain(tried.map(|tried| tried.label.clone()));
            texts
                .filter(|text| !text.is_empty())
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect()
        };
        let mut nodes: Vec<FileNode> = graph
            .screens
            .iter()
            .enumerate()
            .map(|(place, screen)| FileNode {
                depth: screen.depth,
                elements: elements(&screen.points),
                fingerprint: screen.identity.fingerprint.as_str().to_owned(),
                hints: Vec::new(),
                icons: icons(&screen.points),
                is_infinite_scroll: screen.page_end == PageEnd::Endless,
                nav_bar_title: screen.identity.title.clone(),
                screen_type: serde_json::to_value(screen.identity.kind)
                    .ok()
                    .and_then(|kind| kind.as_str().map(ToOwned::to_owned))
                    .unwrap_or_default(),
                scroll_exhausted: screen.page_end == PageEnd::Reached,
                visited_elements: visited(place),
                visual_hash: None,
            })
            .collect();
        nodes.sort_by(|a, b| a.fingerprint.cmp(&b.fingerprint));
        let dead = graph.unchanged.iter().filter(|unchanged| unchanged.deed.touches());
        let dead: BTreeSet<String> = dead
            .map(|unchanged| format!("{}:{}", fingerprint(unchanged.screen), unchanged.label))
            .collect();
        let edge = |edge: &Edge| FileEdge {
            action_type: edge.deed.as_str().to_owned(),
            display_label: Some(edge.label.clone()).filter(|label| *label != edge.element_text),
            edge_type: edge.kind.as_str().to_owned(),
            element_text: edge.element_text.clone(),
            from_fingerprint: fingerprint(edge.from),
            q_value: Some(edge.q),
            to_fingerprint: fingerprint(edge.to),
        };
        Some(Self {
            dead_edges: dead.into_iter().collect(),
            edges: graph.edges.iter().map(edge).collect(),
            nodes,
            refinement_levels: None,
            root_fingerprint: root.identity.fingerprint.as_str().to_owned(),
            saved_at: iso(saved_at),
            version: VERSION,
        })
    }
}

impl FileEdge {
    /// The name that a person would use.
    pub fn label(&self) -> &str {
        self.display_label.as_deref().unwrap_or(&self.element_text)
    }

    /// What kind of way it is; a word that isn't known reads as `push`.
    pub fn kind(&self) -> EdgeKind {
        use EdgeKind::{Dead, External, Modal, Push, Same, Tab, Toggle};
        let kinds = [Push, Tab, Modal, Same, Dead, Toggle, External];
        kinds
            .into_iter()
            .find(|kind| kind.as_str() == self.edge_type)
            .unwrap_or(Push)
    }
}

/// The name of an app's graph file, without its folder.
pub fn file_name(app: &str) -> String {
    format!("{}.json", app.replace(['/', ':'], "_"))
}

fn elements(points: &ScreenPoints) -> Vec<FileElement> {
    let element = |point: &skillc_records::TapPoint| FileElement {
        tap_x: point.at.x,
        tap_y: point.at.y,
        text: point.text.clone(),
    };
    points.points.iter().map(element).collect()
}

fn icons(points: &ScreenPoints) -> Vec<FileIcon> {
    let icon = |icon: &skillc_records::Icon| FileIcon {
        estimated_size: icon.size,
        tap_x: icon.at.x,
        tap_y: icon.at.y,
    };
    points.icons.iter().map(icon).collect()
}

/// A moment in ISO 8601, whole seconds, UTC.
fn iso(at: Timestamp) -> String {
    let seconds = at.0.div_euclid(1_000_000);
    jiff::Timestamp::from_second(seconds)
        .unwrap_or(jiff::Timestamp::UNIX_EPOCH)
        .to_string()
}
