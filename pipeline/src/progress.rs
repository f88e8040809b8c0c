//! How far a command is: bars on stderr for what takes longer than a moment, none when stderr is no terminal; with
//! `--log-format json` a line a second.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde_json::{Value, json};

use crate::context::Context;
use crate::engine::StageName;
use crate::engine::tally::{Standing, Tally};
use crate::notice::one_line;

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

/// Stages with a unit a session, and those with a unit an app.
const OF_SESSIONS: [StageName; 5] = [
    StageName::Points,
    StageName::Settle,
    StageName::Obstacles,
    StageName::Tabs,
    StageName::Screens,
];
const OF_APPS: [StageName; 3] = [StageName::Graph, StageName::Flows, StageName::Skills];

/// How often a line of JSON says how far it is.
const LINE_EVERY: Duration = Duration::from_secs(1);

/// How far a compile is: sessions in all, and below them a line for each stage.
pub struct RunProgress<'c> {
    bar: ProgressBar,
    tally: Arc<Tally>,
    begin: Instant,
    sessions: u64,
    context: &'c Context,
}

impl<'c> RunProgress<'c> {
    /// A compile of so many sessions and apps begins, counted by `tally`.
    pub fn begin(tally: &Arc<Tally>, sessions: u64, apps: u64, context: &'c Context) -> Self {
        OF_SESSIONS.iter().for_each(|&stage| tally.expect(stage, sessions));
        OF_APPS.iter().for_each(|&stage| tally.expect(stage, apps));
        let bar = context.progress.bar("sessions", sessions);
        let begin = Instant::now();
        let counted = Arc::clone(tally);
        let template = "{prefix:>10} {bar:30} {pos}/{len} {per_sec} {eta} left {wide_msg}{stages}";
        // The template is a constant that a test draws; if it were wrong, the plain bar would do.
        if let Ok(style) = ProgressStyle::with_template(template) {
            let stages = move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
                for stage in counted.standing() {
                    let _ = write!(text, "\n{}", line(&stage, begin.elapsed()));
                }
            };
            bar.set_style(style.with_key("stages", stages).progress_chars("━╸ "));
        }
        Self {
            bar,
            tally: Arc::clone(tally),
            begin,
            sessions,
            context,
        }
    }

    /// Work on `app` begins.
    pub fn says(&self, app: &str) {
        self.bar.set_message(one_line(app));
    }

    /// One more session is done.
    pub fn session_done(&self) {
        self.bar.inc(1);
    }

    /// Does `work`, and says meanwhile how far it is where lines of JSON are wanted.
    pub fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        if !self.context.notices.tells_progress() {
            return work();
        }
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    std::thread::park_timeout(LINE_EVERY);
                    self.context.notices.progress(self.standing());
                }
            });
            let result = work();
            over.store(true, Ordering::Release);
            watcher.thread().unpark();
            result
        })
    }

    /// It is over: nothing is left on the screen.
    pub fn end(self) {
        self.bar.finish_and_clear();
    }

    /// How far it is, as JSON.
    fn standing(&self) -> Value {
        let elapsed = self.begin.elapsed();
        let stages: Vec<Value> = self
            .tally
            .standing()
            .iter()
            .map(|stage| stage_json(stage, elapsed))
            .collect();
        json!({ "sessions_done": self.bar.position(), "sessions": self.sessions, "stages": stages })
    }
}

/// One stage: `    detect 12/40, 3 cached, 3.1/s, 9 s left`.
fn line(stage: &Standing, elapsed: Duration) -> String {
    let mut text = format!(
        "{:>10} {}/{}, {} cached",
        stage.stage.as_str(),
        stage.done,
        stage.total,
        stage.cached
    );
    if let Some(rate) = rate(stage, elapsed) {
        let _ = write!(text, ", {rate:.1}/s");
        if stage.done < stage.total {
            let _ = write!(text, ", {:.0} s left", seconds_left(stage, rate));
        }
    }
    text
}

fn stage_json(stage: &Standing, elapsed: Duration) -> Value {
    let rate = rate(stage, elapsed);
    json!({
        "stage": stage.stage, "done": stage.done, "units": stage.total, "cached": stage.cached, "per_second": rate,
        "seconds_left": rate.map(|rate| seconds_left(stage, rate)),
    })
}

/// Units a second; none while nothing is done.
fn rate(stage: &Standing, elapsed: Duration) -> Option<f64> {
    (stage.done > 0).then(|| stage.done as f64 / elapsed.as_secs_f64().max(1e-3))
}

fn seconds_left(stage: &Standing, rate: f64) -> f64 {
    stage.total.saturating_sub(stage.done) as f64 / rate.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_rate_time_left_and_what_was_cached() {
        let stage = Standing {
            stage: StageName::Detect,
            done: 12,
            total: 40,
            cached: 3,
        };
        assert_eq!(
            line(&stage, Duration::from_secs(4)),
            "    detect 12/40, 3 cached, 3.0/s, 9 s left"
        );
        let idle = Standing {
            done: 0,
            cached: 0,
            ..stage
        };
        assert_eq!(line(&idle, Duration::from_secs(4)), "    detect 0/40, 0 cached");
    }
}
