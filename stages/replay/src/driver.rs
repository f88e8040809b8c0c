//! What can be driven. A walk knows nothing else of an app than this.

use skillc_records::{ScreenPoints, WindowPoint, WindowSize};

/// A simulator or device with one app in front of it. All coordinates are window points, origin top left.
pub trait Driver {
    /// Why something could not be done.
    type Error: std::error::Error;

    /// The window.
    fn window(&self) -> WindowSize;

    /// Starts the app afresh. Says whether there is such an app.
    ///
    /// # Errors
    /// When the driver refuses.
    fn launch(&mut self, app: &str) -> Result<bool, Self::Error>;

    /// Looks at the window.
    ///
    /// # Errors
    /// When nothing could be captured.
    fn see(&mut self) -> Result<ScreenPoints, Self::Error>;

    /// Does something.
    ///
    /// # Errors
    /// When the driver refuses.
    fn perform(&mut self, gesture: &Gesture) -> Result<Performed, Self::Error>;
}

/// Something that can be done.
#[derive(Debug, Clone, PartialEq)]
pub enum Gesture {
    /// A short touch.
    Tap(WindowPoint),
    /// Two short touches.
    DoubleTap(WindowPoint),
    /// A long touch.
    LongPress(WindowPoint),
    /// A stroke of the finger.
    Swipe {
        /// Where it comes down.
        from: WindowPoint,
        /// Where it is lifted.
        to: WindowPoint,
    },
    /// Type a text into what has the keyboard.
    Type(String),
    /// Press a key.
    PressKey(String),
    /// Go back one screen; at this button, if there is no command for it.
    Back(WindowPoint),
    /// Go to the home screen.
    Home,
    /// Open a link.
    OpenUrl(String),
    /// Shake the device.
    Shake,
    /// Let time pass, in milliseconds.
    Wait(u64),
}

/// Whether something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Performed {
    /// It was.
    Done,
    /// The driver has no such gesture.
    Unsupported,
}
