//! `skillc captures show`.

use std::fmt::Write as _;

use serde_json::json;
use skillc_captures::{Pictures, SessionFile, Store};
use skillc_formats::terminal::safe;
use skillc_formats::words::count;
use skillc_picture::{Background, FrameView, Overlaid, draw_frame, draw_overlay};
use skillc_records::{Action, ActionOutcome, Attempt, Frame, FrameIndex, Quality, Recording, Scale};
use skillc_snapshot::{ElementRef, OverlayRef};

use super::{choice, moment, present, rfc3339};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::write_file;
use crate::overlay::Refs;

/// Arguments of `skillc captures show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The session: its id, or a beginning or end of it that no other session has
    #[arg(value_name = "SESSION")]
    pub session: String,
    /// Frames to write as PNG into --out; without any, the session is listed as text
    #[arg(value_name = "FRAME")]
    pub frames: Vec<u32>,
    /// Write every frame as PNG
    #[arg(long, conflicts_with = "frames")]
    pub all: bool,
    /// Draw only what this detector saw, e.g. recorded:simulator
    #[arg(long, value_name = "ID")]
    pub detector: Option<String>,
    /// Draw what is really there, where the session has labels
    #[arg(long)]
    pub labels: bool,
    /// Draw nothing: the picture as it was recorded
    #[arg(long, conflicts_with_all = ["detector", "labels"])]
    pub plain: bool,
    /// Draw the refs of what can be acted on, those that were touched among them
    #[arg(long, conflicts_with_all = ["detector", "labels", "plain"])]
    pub overlay: bool,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let file = choice::one(store, &args.session)?;
    let recording = store.read_file(&file).map_err(unreadable)?;
    let frames: Vec<FrameIndex> = if args.all {
        recording.frames.iter().map(|frame| frame.index).collect()
    } else {
        args.frames.iter().copied().map(FrameIndex).collect()
    };
    if frames.is_empty() {
        present(context, &human(&recording), &machine(&recording))?;
        return Ok(Outcome::Clean);
    }
    let pictures = store.pictures(&file.id).map_err(unreadable)?;
    let (mut written, mut lines, mut overlays) = (Vec::new(), String::new(), Vec::new());
    let bar = context.progress.bar("drawing", frames.len() as u64);
    for frame in frames {
        context.go_on()?;
        let path = context.config.out().join(format!("{}-{:05}.png", file.id, frame.0));
        let drawn = draw(args, &file, &recording, &pictures, frame)?;
        write_file(&path, &drawn.png)?;
        let _ = writeln!(lines, "{}", shown(&path));
        if args.overlay {
            lines.push_str(&overlay_lines(&recording, frame, &drawn));
            overlays.push(overlay_json(&recording, frame, &drawn));
        }
        written.push(shown(&path));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut machine = json!({"format_version": 1, "written": written});
    if args.overlay {
        machine["overlays"] = overlays.into();
    }
    present(context, &lines, &machine)?;
    Ok(Outcome::Clean)
}

fn unreadable(error: skillc_captures::ReadError) -> Failure {
    Failure::new(error.to_string()).help("`skillc captures verify` says what else is wrong with the store")
}

/// What was touched on a frame: each touch with the ref of what stood there.
fn touched(recording: &Recording, frame: FrameIndex) -> Vec<(&Action, Option<ElementRef>)> {
    let refs = Refs::of(recording, frame);
    let actions = recording
        .actions
        .iter()
        .filter(|action| action.frame_before == Some(frame));
    actions
        .filter_map(|action| Some((action, refs.at(action.kind.touch()?))))
        .collect()
}

fn overlay_lines(recording: &Recording, frame: FrameIndex, drawn: &Overlaid) -> String {
    let mut text = String::new();
    for shown in &drawn.refs {
        let label = shown
            .label
            .as_deref()
            .map(|label| format!("  \"{}\"", safe(label)))
            .unwrap_or_default();
        let (reference, at) = (shown.reference.as_str(), shown.center);
        let _ = writeln!(text, "  {reference:5} at pixel ({:.0}, {:.0}){label}", at.x, at.y);
    }
    for (action, reference) in touched(recording, frame) {
        let what = reference.map_or_else(
            || "nothing that has a ref".to_owned(),
            |found| found.as_str().to_owned(),
        );
        let _ = writeln!(text, "  action {} touches {what}: {}", action.index, described(action));
    }
    text
}

fn overlay_json(recording: &Recording, frame: FrameIndex, drawn: &Overlaid) -> serde_json::Value {
    let refs: Vec<_> = drawn.refs.iter().map(OverlayRef::publish).collect();
    let touched: Vec<_> = touched(recording, frame)
        .into_iter()
        .map(|(action, reference)| json!({"action": action.index.0, "ref": reference.map(|found| found.as_str().to_owned())}))
        .collect();
    json!({"frame": frame.0, "refs": refs, "touched": touched})
}

/// The PNG of a frame, and the refs that are drawn on it where they were asked for.
fn draw(
    args: &Args,
    file: &SessionFile,
    recording: &Recording,
    pictures: &Pictures,
    index: FrameIndex,
) -> Result<Overlaid, Failure> {
    let without_refs = |png| Overlaid { png, refs: Vec::new() };
    let frame = recording.frames.get(index.0 as usize).ok_or_else(|| {
        let there = count(recording.frames.len(), "frame", "frames");
        Failure::new(format!("session {} has no frame {index}", file.id))
            .help(format!("it has {there}, numbered from 0"))
    })?;
    let picture = pictures.of_frame(index).map_err(unreadable)?;
    if args.plain
        && let Some(picture) = picture
    {
        return Ok(without_refs(picture));
    }
    let background = match (&picture, &frame.picture) {
        (Some(bytes), Some(reference)) => {
            // Without a recorded scale the picture is taken to be the whole window.
            let guess = f64::from(reference.size.width) / recording.session.window.width;
            let scale = reference.scale.or_else(|| Scale::new(guess));
            scale.map(|scale| Background::Picture { bytes, scale })
        }
        _ => None,
    };
    let background = background.unwrap_or(Background::Blank {
        window: recording.session.window,
    });
    let undrawable =
        |error| Failure::new(format!("could not draw frame {index} of session {}", file.id)).because(error);
    if args.overlay {
        let refs = Refs::of(recording, index);
        let actions = recording
            .actions
            .iter()
            .filter(|action| action.frame_before == Some(index));
        let at = actions.filter_map(|action| action.kind.touch()).next();
        return draw_overlay(&background, |size| refs.on(recording, size, at)).map_err(undrawable);
    }
    let detections: Vec<_> = recording
        .detections_on(index)
        .iter()
        .filter(|detection| {
            !args.plain
                && args
                    .detector
                    .as_ref()
                    .is_none_or(|wanted| detection.detector.0 == *wanted)
        })
        .cloned()
        .collect();
    let labels: Vec<_> = recording
        .labels
        .iter()
        .filter(|label| args.labels && label.frame == index)
        .cloned()
        .collect();
    let actions: Vec<&Action> = recording
        .actions
        .iter()
        .filter(|action| !args.plain && action.frame_before == Some(index))
        .collect();
    let view = FrameView {
        background,
        heading: heading(recording, frame),
        detections: &detections,
        labels: &labels,
        actions: &actions,
        masked: &frame.masked,
    };
    draw_frame(&view).map(without_refs).map_err(undrawable)
}

fn heading(recording: &Recording, frame: &Frame) -> Vec<String> {
    let session = &recording.session;
    let mut lines = vec![
        format!("{}, frame {}", session.app, frame.index),
        session.id.to_string(),
        format!("{}  {}", moment(frame.captured_at), session.producer.as_str()),
    ];
    if frame.attempt != Attempt::Ok || frame.quality != Quality::Unstated {
        lines.push(format!("{}, {}", attempt(&frame.attempt), quality(&frame.quality)));
    }
    lines
}

fn attempt(attempt: &Attempt) -> String {
    match attempt {
        Attempt::Ok => "ok".to_owned(),
        Attempt::Sparse => "sparse".to_owned(),
        Attempt::Failed { reason, error_type, .. } => match error_type {
            Some(error_type) => format!("failed: {} ({})", reason.as_str(), safe(error_type)),
            None => format!("failed: {}", reason.as_str()),
        },
    }
}

fn quality(quality: &Quality) -> String {
    match quality {
        Quality::Unstated => "quality not stated".to_owned(),
        Quality::Full => "full quality".to_owned(),
        Quality::Degraded { reason } => format!("degraded: {}", safe(reason)),
        Quality::DrawnOver => "drawn over".to_owned(),
    }
}

fn outcome(outcome: &ActionOutcome) -> String {
    match outcome {
        ActionOutcome::Ok => "ok".to_owned(),
        ActionOutcome::Unknown => "outcome unknown".to_owned(),
        ActionOutcome::Failed { error_type, exit_code } => {
            let details = [
                error_type.as_deref().map(safe),
                exit_code.map(|code| format!("exit code {code}")),
            ];
            let details: Vec<String> = details.into_iter().flatten().collect();
            if details.is_empty() {
                "failed".to_owned()
            } else {
                format!("failed: {}", details.join(", "))
            }
        }
    }
}

/// Frames and actions in the order in which they happened.
fn human(recording: &Recording) -> String {
    let session = &recording.session;
    let mut text = format!(
        "{} ({}), {}, recorded {} by {}\n",
        safe(&session.app),
        session.id,
        super::list::state(session.state),
        moment(session.started_at),
        session.producer.as_str()
    );
    let mut actions = recording.actions.iter().peekable();
    for frame in &recording.frames {
        let texts: Vec<String> = recording
            .detections_on(frame.index)
            .iter()
            .filter_map(|detection| detection.text.as_deref())
            .map(safe)
            .collect();
        let _ = writeln!(
            text,
            "frame {:>4}  {}  {:>3} detected  {}",
            frame.index,
            attempt(&frame.attempt),
            recording.detections_on(frame.index).len(),
            skillc_formats::words::shortened(&texts.join(" | "), 90)
        );
        while let Some(action) =
            actions.next_if(|action| action.frame_before.is_none_or(|before| before <= frame.index))
        {
            let _ = writeln!(text, "  action {:>3}  {}", action.index, described(action));
        }
    }
    for action in actions {
        let _ = writeln!(text, "  action {:>3}  {}", action.index, described(action));
    }
    text
}

fn described(action: &Action) -> String {
    let mut text = action.kind.as_str().to_owned();
    if let Some(target) = action.display_label.as_ref().or(action.target_text.as_ref()) {
        let _ = write!(text, " \"{}\"", safe(target));
    }
    if let Some(at) = action.kind.touch() {
        let _ = write!(text, " at ({:.0}, {:.0})", at.x, at.y);
    }
    let _ = write!(text, ", {}", outcome(&action.outcome));
    if let Some(frame) = action.frame_after {
        let _ = write!(text, ", then frame {frame}");
    }
    text
}

fn machine(recording: &Recording) -> serde_json::Value {
    let frames: Vec<_> = recording
        .frames
        .iter()
        .map(|frame| {
            json!({
                "frame": frame.index.0, "captured_at": rfc3339(frame.captured_at), "attempt": frame.attempt,
                "image_hash": frame.picture.as_ref().map(|picture| &picture.hash), "quality": frame.quality,
                "detections": recording.detections_on(frame.index),
            })
        })
        .collect();
    let session = &recording.session;
    json!({
        "format_version": 1, "session": session.id.as_str(), "app_name": session.app,
        "frames": frames, "actions": recording.actions,
    })
}
