//! The parts of the window: header, content, tab bar. All in window points.

use skillc_app_description::{Axis, Edge, Scene, TabLayout};
use skillc_records::{Orientation, WindowPoint, WindowRect, WindowSize};

/// How thick a tab bar is.
const BAR: f64 = 60.0;

/// Space left free at both sides of the content.
pub(crate) const MARGIN: f64 = 20.0;

/// The parts of the window for one scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The whole window.
    pub window: WindowSize,
    /// Whether clock and battery are drawn: not in landscape.
    pub status_bar: bool,
    /// The middle of the line with the back chevron.
    pub back_y: f64,
    /// The left edge of header and content: 0 without a bar at the left.
    pub left: f64,
    /// The top of the title.
    pub title_top: f64,
    /// Where content is seen; it scrolls below header and bar.
    pub viewport: WindowRect,
    /// Where the first element stands when nothing is scrolled.
    pub first_top: f64,
    /// The tab bar, if the scene shows one.
    pub bar: Option<TabBar>,
}

/// The tab bar: a strip along one edge, shared evenly by its tabs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TabBar {
    /// The edge that it lies at.
    pub edge: Edge,
    /// The strip.
    pub rect: WindowRect,
    /// How many tabs there are; at least one.
    pub tabs: usize,
}

impl Frame {
    /// The parts of a window that shows `scene`.
    pub fn of(scene: &Scene, layout: Option<TabLayout>, window: WindowSize) -> Self {
        let tabs = scene.elements.iter().filter(|element| element.kind() == "tab").count();
        let landscape = window.orientation() == Orientation::Landscape;
        let bar = (scene.tab_bar && tabs > 0).then(|| TabBar::new(drawn_edge(layout), tabs, window));
        let edge = bar.map(|bar| bar.edge);
        let (mut back_y, mut title_top) = if landscape { (40.0, 104.0) } else { (76.0, 120.0) };
        if edge == Some(Edge::Top) {
            (back_y, title_top) = if landscape { (80.0, 106.0) } else { (122.0, 144.0) };
        }
        // Nothing scrolls into the band in which the live explorer looks for the title (100 to 250), as far as there is room.
        let (top, first_top) = if landscape { (144.0, 172.0) } else { (240.0, 250.0) };
        let left = if edge == Some(Edge::Left) { BAR } else { 0.0 };
        let right = if edge == Some(Edge::Right) {
            window.width - BAR
        } else {
            window.width
        };
        let bottom = if edge == Some(Edge::Bottom) {
            window.height - BAR
        } else {
            window.height
        };
        Self {
            window,
            status_bar: !landscape,
            back_y,
            left,
            title_top,
            viewport: WindowRect::new(left, top, right - left, bottom - top),
            first_top,
            bar,
        }
    }

    /// The left edge of what is drawn in the content.
    pub fn content_left(&self) -> f64 {
        self.left + MARGIN
    }

    /// The width of what is drawn in the content.
    pub fn content_width(&self) -> f64 {
        self.viewport.width - 2.0 * MARGIN
    }

    /// Where a tap goes back, if the scene has a way back.
    pub fn back_zone(&self) -> WindowRect {
        WindowRect::new(self.left, 0.0, 80.0, 200.0)
    }
}

/// The edge that a bar is drawn at: the declared one if it fits the declared axis, else the usual one of that axis.
fn drawn_edge(layout: Option<TabLayout>) -> Edge {
    match layout {
        None => Edge::Bottom,
        Some(layout) if layout.edge.axis() == layout.orientation => layout.edge,
        Some(layout) => match layout.orientation {
            Axis::Horizontal => Edge::Bottom,
            Axis::Vertical => Edge::Right,
        },
    }
}

impl TabBar {
    fn new(edge: Edge, tabs: usize, window: WindowSize) -> Self {
        let WindowSize { width, height } = window;
        // Below the status bar when upright, at the very edge when held sideways.
        let top = if window.orientation() == Orientation::Landscape {
            0.0
        } else {
            44.0
        };
        let rect = match edge {
            Edge::Top => WindowRect::new(0.0, top, width, BAR),
            Edge::Bottom => WindowRect::new(0.0, height - BAR, width, BAR),
            Edge::Left => WindowRect::new(0.0, 0.0, BAR, height),
            Edge::Right => WindowRect::new(width - BAR, 0.0, BAR, height),
        };
        Self { edge, rect, tabs }
    }

    /// The part of the bar that belongs to tab `index`. A finger that comes down a little beside the bar still hits it.
    pub fn cell(&self, index: usize) -> WindowRect {
        let (count, index) = (self.tabs as f64, index as f64);
        let rect = self.rect;
        match self.edge.axis() {
            Axis::Horizontal => {
                let width = rect.width / count;
                WindowRect::new(rect.x + index * width, rect.y, width, rect.height)
            }
            Axis::Vertical => {
                let height = rect.height / count;
                WindowRect::new(rect.x, rect.y + index * height, rect.width, height)
            }
        }
    }

    /// The tab under `point`.
    pub fn tab_at(&self, point: WindowPoint) -> Option<usize> {
        const SLACK: f64 = 8.0;
        if !self.rect.inflated(SLACK).contains(point) {
            return None;
        }
        let part = match self.edge.axis() {
            Axis::Horizontal => (point.x - self.rect.x) / self.rect.width,
            Axis::Vertical => (point.y - self.rect.y) / self.rect.height,
        };
        let index = (part.clamp(0.0, 1.0) * self.tabs as f64) as usize;
        Some(index.min(self.tabs - 1))
    }
}
