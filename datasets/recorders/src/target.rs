//! What can be driven. The explorer knows nothing else of an app than this.

use skillc_records::{
    Attempt, Detection, DialogAnswer, Label, Node, PixelRect, PixelSize, Quality, Scale, Timestamp, WindowPoint,
    WindowRect, WindowSize,
};

/// A device, simulator or server with one app in front of it. All coordinates are window points, origin top left.
pub trait Target {
    /// Why something could not be done.
    type Error: std::error::Error + Send + Sync + 'static;

    /// What was refused, if the target is still there after this error and can go on. None if it is gone.
    fn refused(error: &Self::Error) -> Option<Refused> {
        let _ = error;
        None
    }

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
    /// A capture that failed is a sight, too: its attempt says why.
    ///
    /// # Errors
    /// When the target is gone.
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

    /// Answers the dialog that the last sight told of. Only a target whose sights tell of one is asked.
    ///
    /// # Errors
    /// When the target refuses.
    fn answer_dialog(&mut self, answer: DialogAnswer) -> Result<(), Self::Error> {
        let _ = answer;
        Ok(())
    }
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
    /// What a touch acts on; none if the target doesn't say.
    pub controls: Option<Vec<Control>>,
    /// A dialog that stands before everything and is in no tree and no picture, if the target tells of one.
    pub dialog: Option<ToldDialog>,
    /// How the attempt went.
    pub attempt: Attempt,
    /// How long it took, in milliseconds; none if nobody measured.
    pub elapsed_ms: Option<u64>,
    /// What the producer says about it.
    pub quality: Quality,
    /// Rectangles of the picture that were blanked.
    pub masked: Vec<PixelRect>,
}

/// Something that a touch acts on.
#[derive(Debug, Clone, PartialEq)]
pub struct Control {
    /// Its box.
    pub rect: WindowRect,
    /// Its name; none if it has none.
    pub name: Option<String>,
    /// Whether a touch may lead to another screen: it neither takes text nor switches something.
    pub leads: bool,
}

/// A dialog of which only the message is known: a browser's own `alert()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldDialog {
    /// What it says.
    pub message: String,
    /// Whether it can be accepted as well as dismissed.
    pub has_choice: bool,
}

/// What a target refused, by machine values. The app is where it was.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Refused {
    /// The error type, verbatim.
    pub error_type: Option<String>,
    /// The exit code of what failed.
    pub exit_code: Option<i32>,
}

impl Sight {
    /// A look that worked, with nothing seen yet.
    pub fn new(captured_at: Timestamp) -> Self {
        Self {
            captured_at,
            picture: None,
            detections: Vec::new(),
            nodes: Vec::new(),
            labels: Vec::new(),
            controls: None,
            dialog: None,
            attempt: Attempt::Ok,
            elapsed_ms: None,
            quality: Quality::Unstated,
            masked: Vec::new(),
        }
    }
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
