//! Two coordinate systems that must never be mixed: window points and image pixels.
//!
//! Window points are what a producer taps: origin top left of the app's window, y downwards. Image pixels are what a picture
//! is made of. A [`Scale`] of pixels per point leads from one to the other.

use serde::{Deserialize, Serialize};

/// A place in the app's window, in points, origin top left.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
pub struct WindowPoint {
    /// Points from the left edge.
    pub x: f64,
    /// Points from the top edge.
    pub y: f64,
}

/// The size of the app's window in points. Both sides are positive for a real window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WindowSize {
    /// Width in points.
    pub width: f64,
    /// Height in points.
    pub height: f64,
}

/// A box in the app's window, in points.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct WindowRect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

/// A place in a picture, in pixels, origin top left.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
pub struct PixelPoint {
    /// Pixels from the left edge.
    pub x: f64,
    /// Pixels from the top edge.
    pub y: f64,
}

/// The size of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PixelSize {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A box in a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PixelRect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, not negative.
    pub width: f64,
    /// Height, not negative.
    pub height: f64,
}

/// Pixels per point; finite and positive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Scale(f64);

/// Which way the window is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// Taller than wide.
    Portrait,
    /// Wider than tall.
    Landscape,
}

impl WindowPoint {
    /// The point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The straight distance to `other`, in points.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

impl WindowSize {
    /// A window of `width` by `height` points.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// Whether anybody knows it: 0 by 0 stands for a window that no source told.
    pub fn is_known(self) -> bool {
        self.width > 0.0 && self.height > 0.0
    }

    /// Landscape when wider than tall, else portrait.
    pub fn orientation(self) -> Orientation {
        if self.width > self.height {
            Orientation::Landscape
        } else {
            Orientation::Portrait
        }
    }
}

impl WindowRect {
    /// The box with its top left corner at `x`, `y`.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// The right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// The middle of the box.
    pub fn center(self) -> WindowPoint {
        WindowPoint::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Whether `point` lies inside or on the edge.
    pub fn contains(self, point: WindowPoint) -> bool {
        (self.x..=self.right()).contains(&point.x) && (self.y..=self.bottom()).contains(&point.y)
    }

    /// The box grown by `by` points on every side.
    pub fn inflated(self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }
}

impl PixelRect {
    /// Its middle.
    pub fn center(self) -> PixelPoint {
        PixelPoint {
            x: self.x + self.width / 2.0,
            y: self.y + self.height / 2.0,
        }
    }

    /// The box with its top left corner at `x`, `y`.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }
}

impl Scale {
    /// A pixel is a point.
    pub const ONE: Self = Self(1.0);

    /// A scale of `pixels` a point; none unless finite and positive.
    pub fn new(pixels: f64) -> Option<Self> {
        (pixels.is_finite() && pixels > 0.0).then_some(Self(pixels))
    }

    /// Pixels per point.
    pub fn pixels_per_point(self) -> f64 {
        self.0
    }

    /// The box in window points that `rect` covers.
    pub fn to_window(self, rect: PixelRect) -> WindowRect {
        WindowRect::new(
            rect.x / self.0,
            rect.y / self.0,
            rect.width / self.0,
            rect.height / self.0,
        )
    }

    /// The box in pixels that `rect` covers.
    pub fn to_pixels(self, rect: WindowRect) -> PixelRect {
        PixelRect::new(
            rect.x * self.0,
            rect.y * self.0,
            rect.width * self.0,
            rect.height * self.0,
        )
    }
}

impl TryFrom<f64> for Scale {
    type Error = &'static str;

    fn try_from(pixels: f64) -> Result<Self, Self::Error> {
        Self::new(pixels).ok_or("a scale is finite and positive")
    }
}

impl From<Scale> for f64 {
    fn from(scale: Scale) -> Self {
        scale.0
    }
}
