//! Progress bars: on stderr, for what takes longer than a moment; none when stderr is no terminal.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bars of one command.
#[derive(Debug, Clone)]
pub struct Progress {
    bars: MultiProgress,
}

impl Progress {
    /// Bars, drawn only if `visible` and stderr is a terminal.
    pub fn new(visible: bool) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr_with_hz(8)
        } else {
            ProgressDrawTarget::hidden()
        };
        Self {
            bars: MultiProgress::with_draw_target(target),
        }
    }

    /// A bar over `total` units of `what`, with rate and time left.
    pub fn bar(&self, what: &'static str, total: u64) -> ProgressBar {
        let bar = self.bars.add(ProgressBar::new(total));
        // The template is a constant that a test draws; if it were wrong, the plain bar would do.
        if let Ok(style) =
            ProgressStyle::with_template("{prefix:>10} {bar:30} {pos}/{len} {per_sec} {eta} left {wide_msg}")
        {
            bar.set_style(style.progress_chars("━╸ "));
        }
        bar.set_prefix(what);
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }

    /// Runs `say` while the bars are off the screen.
    pub fn suspend<T>(&self, say: impl FnOnce() -> T) -> T {
        self.bars.suspend(say)
    }

    /// Takes every bar off the screen.
    pub fn clear(&self) {
        let _ = self.bars.clear();
    }
}
