//! What can be driven. The explorer knows nothing else of an app than this.

use skillc_records::{Detection, Label, Node, PixelSize, Scale, Timestamp, WindowPoint, WindowSize};

/// A device, simulator or server with one app in front of it. All coordinates are window points, origin top left.
pub trait Target {
    /// Why something could not be done.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The window.
    fn window(&self) -> WindowSize;

    /// The time, by the target's own clock.
    fn now(&self) -> Timestamp;

    /// Brings `app` to the front.
    ///
    /// # Errors
    /// When the target refuses.
    fn launch(&mut self, app: &str, start: Start) -> Result<(), Self::Error>;

    /// Looks at the window.
    ///
    /// # Errors
    /// When nothing could be captured.
    fn see(&mut self) -> Result<Sight, Self::Error>;

    /// A short touch.
    ///
    /// # Errors
    /// When the target refuses.
    fn tap(&mut self, at: WindowPoint) -> Result<(), Self::Error>;

    /// A stroke of the finger.
    ///
    /// # Errors
    /// When the target refuses.
    fn swipe(&mut self, from: WindowPoint, to: WindowPoint) -> Result<(), Self::Error>;

    /// Types into what has the keyboard.
    ///
    /// # Errors
    /// When the target refuses.
    fn type_text(&mut self, text: &str) -> Result<(), Self::Error>;

    /// Goes back one screen: by a command of its own, or else by a tap at `button`, where the explorer takes the way back to be.
    /// Says where it tapped.
    ///
    /// # Errors
    /// When the target refuses.
    fn back(&mut self, button: WindowPoint) -> Result<Option<WindowPoint>, Self::Error>;
}

/// How an app is brought to the front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// As it is: an app that runs already keeps its state.
    AsItIs,
    /// Ended first, so that it starts at its beginning.
    Afresh,
}

/// One look at the window.
#[derive(Debug, Clone)]
pub struct Sight {
    /// When it was taken.
    pub captured_at: Timestamp,
    /// The picture, if the target gives one.
    pub picture: Option<SeenPicture>,
    /// What was detected, in the order of the producer.
    pub detections: Vec<Detection>,
    /// Accessibility nodes, if the target gives them.
    pub nodes: Vec<Node>,
    /// Ground truth, if the target knows it.
    pub labels: Vec<Label>,
}

/// The picture of one look.
#[derive(Debug, Clone)]
pub struct SeenPicture {
    /// PNG, JPEG or WebP.
    pub bytes: std::sync::Arc<[u8]>,
    /// Its size.
    pub size: PixelSize,
    /// Pixels per window point.
    pub scale: Option<Scale>,
}
