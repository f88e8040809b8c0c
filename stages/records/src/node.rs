//! A node of a recorded accessibility tree, as the producer gave it.

use serde::{Deserialize, Serialize};

use crate::{FrameIndex, WindowRect};

/// One accessibility node: one row of the `nodes` table. What the producer didn't say is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The frame whose tree it belongs to.
    pub frame: FrameIndex,
    /// Its place in the tree's list, from 0.
    pub index: u32,
    /// The index of its parent.
    pub parent: Option<u32>,
    /// Levels below the root as the producer counts them.
    pub depth: Option<u32>,
    /// The producer's own handle (`@e12`, `e3`), valid for this tree only.
    pub reference: Option<String>,
    /// `Button`, `android.widget.TextView`, `link`, …
    pub role: Option<String>,
    /// The accessible name.
    pub label: Option<String>,
    /// The value (a text field's text); never a secret.
    pub value: Option<String>,
    /// The developer's identifier (resource id, test id).
    pub identifier: Option<String>,
    /// Its box; none where the producer gave none or a sentinel.
    pub rect: Option<WindowRect>,
    /// Whether a touch would reach it.
    pub hittable: Option<bool>,
    /// Whether it is enabled.
    pub enabled: Option<bool>,
    /// Whether it is selected.
    pub selected: Option<bool>,
    /// Whether it has the keyboard.
    pub focused: Option<bool>,
    /// Every other attribute of the producer's, as a JSON object in text form.
    pub extra: Option<String>,
}
