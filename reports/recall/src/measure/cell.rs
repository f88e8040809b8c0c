//! The dimensions by which everything is sliced, and the finest slice: a cell.

use serde::{Deserialize, Serialize};
use skillc_records::{Detection, DetectionKind, Label, Orientation, WindowRect, WindowSize};

use super::sample::About;

/// The part of the window's side that belongs to an edge: the band in which tabs are looked for (APP.md specification, "Tab Layout").
const BAND: f64 = 0.12;

/// A dimension by which results are sliced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dimension {
    /// The class of the label.
    Class,
    /// How large it is: `small` below 32 × 32 points, `medium` below 96 × 96, else `large`.
    Size,
    /// Which edge of the window its middle lies at: `top`, `bottom`, `left`, `right`, or `content`.
    Edge,
    /// The app.
    App,
    /// The locale.
    Locale,
    /// Light or dark.
    Theme,
    /// Which way the window is held.
    Orientation,
}

/// The finest slice: one value in every dimension.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The class.
    pub class: String,
    /// The size; none for what has no box.
    pub size: Option<&'static str>,
    /// The edge; none for what has no box.
    pub edge: Option<&'static str>,
    /// What the frame belongs to.
    pub about: About,
}

/// What is said where a value isn't known.
pub const UNKNOWN: &str = "unknown";

impl Dimension {
    /// Every dimension, in the order of reports.
    pub const ALL: [Self; 7] = [
        Self::Class,
        Self::Size,
        Self::Edge,
        Self::App,
        Self::Locale,
        Self::Theme,
        Self::Orientation,
    ];

    /// The word on the command line and in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Size => "size",
            Self::Edge => "edge",
            Self::App => "app",
            Self::Locale => "locale",
            Self::Theme => "theme",
            Self::Orientation => "orientation",
        }
    }
}

impl Cell {
    /// The cell of something of `class` with this box, if it has one.
    pub fn of(class: &str, rect: Option<WindowRect>, window: WindowSize, about: &About) -> Self {
        Self {
            class: class.to_owned(),
            size: rect.map(size),
            edge: rect.map(|rect| edge(rect, window)),
            about: about.clone(),
        }
    }

    /// Its value in a dimension.
    pub fn value(&self, dimension: Dimension) -> &str {
        match dimension {
            Dimension::Class => &self.class,
            Dimension::Size => self.size.unwrap_or(UNKNOWN),
            Dimension::Edge => self.edge.unwrap_or(UNKNOWN),
            Dimension::App => &self.about.app,
            Dimension::Locale => self.about.locale.as_deref().unwrap_or(UNKNOWN),
            Dimension::Theme => self.about.theme.map_or(UNKNOWN, super::sample::Theme::as_str),
            Dimension::Orientation => match self.about.orientation {
                Orientation::Portrait => "portrait",
                Orientation::Landscape => "landscape",
            },
        }
    }

    /// Whether detectors name this class, so that boxes can be compared. What else is labelled (rows, buttons, tabs) is found if a
    /// tap would land in it.
    pub fn is_named(&self) -> bool {
        is_named(&self.class)
    }
}

/// Whether detectors name this class: they see texts and icons.
pub fn is_named(class: &str) -> bool {
    matches!(class, "text" | "icon")
}

/// The class that a detection claims. A node with a name is a text to the rules, one without an icon.
pub fn class_of(detection: &Detection) -> &'static str {
    match detection.kind {
        DetectionKind::Text => "text",
        DetectionKind::Icon => "icon",
        DetectionKind::Node if detection.text.is_some() => "text",
        DetectionKind::Node => "icon",
    }
}

/// The box of a label; none where nobody said where it is.
pub fn placed(label: &Label) -> Option<WindowRect> {
    label.is_placed().then_some(label.rect)
}

/// COCO's three sizes, in points instead of pixels.
fn size(rect: WindowRect) -> &'static str {
    let area = rect.width * rect.height;
    if area < 32.0 * 32.0 {
        "small"
    } else if area < 96.0 * 96.0 {
        "medium"
    } else {
        "large"
    }
}

/// The edge at which the middle of a box lies. A corner belongs to the top or the bottom.
fn edge(rect: WindowRect, window: WindowSize) -> &'static str {
    let at = rect.center();
    if at.y <= window.height * BAND {
        "top"
    } else if at.y >= window.height * (1.0 - BAND) {
        "bottom"
    } else if at.x <= window.width * BAND {
        "left"
    } else if at.x >= window.width * (1.0 - BAND) {
        "right"
    } else {
        "content"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_belongs_to_the_bar_across_it() {
        let window = WindowSize::new(400.0, 800.0);
        let at = |x, y| edge(WindowRect::new(x, y, 10.0, 10.0), window);
        assert_eq!([at(0.0, 0.0), at(390.0, 790.0)], ["top", "bottom"]);
        assert_eq!([at(0.0, 400.0), at(385.0, 400.0)], ["left", "right"]);
        assert_eq!(at(200.0, 400.0), "content");
    }
}
