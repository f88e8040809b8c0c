//! Frames of a capture store: their labels, and what was recorded on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use skillc_captures::{SessionContents, SessionFile, Store};
use skillc_recall::measure::{About, Bar, FrameName, Truth, Whole};
use skillc_records::{Detection, Label, Quality, Recording, Scale};
use skillc_tabs::TabBar;

use super::Args;
use super::look::{Bytes, Frame, FramePicture, Group};
use super::matches::MatchFile;
use super::measure::{Measured, Wanted, group};
use super::output::See;
use super::pictures::tabs_of;
use super::side::Side;
use super::theme::Themes;
use crate::commands::compile::open_store;
use crate::compile::detections::PictureDetector;
use crate::context::Context;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::labels::truth;
use skillc_records::Slug;

/// Sessions that are measured before what came out of them is put away.
const AT_ONCE: usize = 8;

/// Measures every session that has ground truth.
pub(super) fn measure(args: &Args, sides: &[Side], engine: &Engine, context: &Context) -> Result<Measured, Failure> {
    let store = open_store(context)?;
    let sessions = chosen(&store, args)?;
    let detectors: Vec<PictureDetector<'_>> = sides
        .iter()
        .map(|side| PictureDetector::new(engine, &side.settings))
        .collect();
    // A name that no app's folder has: the traces of apps are left alone.
    let run = engine.app(".recall");
    let themes = Themes::new(&engine.cache);
    let wanted = Wanted::of(args, sides, context);
    let mut matches = args.matches.as_deref().map(MatchFile::create).transpose()?;
    let bar = context.progress.bar("recall", sessions.len() as u64);
    let mut all = Measured::default();
    for (chunk, some) in sessions.chunks(AT_ONCE).enumerate() {
        let one = |(place, contents): (usize, &SessionContents)| -> Result<Measured, Failure> {
            context.go_on()?;
            let number = chunk * AT_ONCE + place;
            let measured = match store.read_contents(contents) {
                Ok(recording) => {
                    let frames = frames(&recording, &contents.file, args, &store, &themes);
                    group(&frames, number, sides, &detectors, &run, wanted)?
                }
                Err(error) => Measured::problem(format!("session {}: {error}", contents.file.id)),
            };
            bar.inc(1);
            Ok(measured)
        };
        let measured: Vec<Measured> = some.par_iter().enumerate().map(one).collect::<Result<_, Failure>>()?;
        for one in measured {
            all.merge(one);
        }
        if let Some(matches) = &mut matches {
            matches.write(&std::mem::take(&mut all.rows))?;
        }
    }
    bar.finish_and_clear();
    if let Some(matches) = matches {
        matches.finish()?;
    }
    if let Some(folder) = &args.coco {
        super::files::write(folder, &std::mem::take(&mut all.samples))?;
    }
    all.see = Some(See::Store(store));
    Ok(all)
}

/// The sessions of the apps that were asked for.
fn chosen(store: &Store, args: &Args) -> Result<Vec<SessionContents>, Failure> {
    let unreadable = |error: skillc_captures::StoreError| Failure::new(error.to_string());
    let mut sessions = store.contents().map_err(unreadable)?;
    if args.app.is_empty() {
        return Ok(sessions);
    }
    let apps = sessions.iter().map(|contents| contents.file.app.to_string());
    let known: BTreeSet<String> = apps.collect();
    let wanted: Vec<Slug> = args.app.iter().map(|name| Slug::of(name)).collect();
    if let Some(missing) = wanted.iter().find(|slug| !known.contains(slug.as_str())) {
        let known: Vec<String> = known.into_iter().collect();
        return Err(Failure::new(format!("there is no session of an app {missing}"))
            .help(format!("apps with sessions: {}", known.join(", "))));
    }
    sessions.retain(|contents| wanted.contains(&contents.file.app));
    Ok(sessions)
}

/// The frames of a session that have labels.
fn frames(recording: &Recording, file: &SessionFile, args: &Args, store: &Store, themes: &Themes<'_>) -> Group {
    let pictures = store.pictures(&file.id).ok();
    let labels = truth(recording, args.truth.as_deref());
    let whole = Whole::of(&labels);
    let mut by_frame: BTreeMap<u32, Vec<Label>> = BTreeMap::new();
    for label in labels {
        by_frame.entry(label.frame.0).or_default().push(label);
    }
    let window = recording.session.window;
    let first = recording.frames.iter().find_map(|frame| frame.picture.as_ref());
    let theme = first.filter(|_| !by_frame.is_empty()).and_then(|picture| {
        themes.of(&picture.hash, || {
            pictures.as_ref()?.by_hash(&picture.hash).ok().flatten()
        })
    });
    let about = Arc::new(About {
        app: file.app.to_string(),
        locale: recording.session.locale.clone(),
        theme,
        orientation: recording.session.orientation,
    });
    let tabs = tabs(recording, &by_frame);
    let recorder = recorder(recording);
    let frame = |frame: &skillc_records::Frame| {
        // A picture that was drawn over isn't what the app shows.
        let is_measured = frame.attempt.is_usable() && frame.quality != Quality::DrawnOver;
        let labels = by_frame.remove(&frame.index.0).filter(|_| is_measured)?;
        let picture = frame.picture.as_ref().and_then(|picture| {
            let scale = picture
                .scale
                .or_else(|| Scale::new(f64::from(picture.size.width) / window.width))?;
            Some(FramePicture {
                hash: picture.hash.clone(),
                scale,
            })
        });
        let recorded = recorder.as_ref().map(|name| {
            let detections = recording.detections_on(frame.index).iter();
            let recorded: Vec<Detection> = detections.filter(|one| one.detector.is_recorded()).cloned().collect();
            (name.clone(), recorded)
        });
        let is_shown = labels.iter().any(|label| label.class == "tab");
        Some(Frame {
            at: FrameName {
                session: file.id.to_string(),
                frame: frame.index.0,
            },
            about: Arc::clone(&about),
            window,
            truth: Arc::new(Truth {
                labels,
                whole: whole.clone(),
                bar: tabs.as_ref().map(|declared| Bar {
                    declared: Arc::clone(declared),
                    is_shown,
                }),
            }),
            recorded,
            picture,
        })
    };
    Group {
        frames: recording.frames.iter().filter_map(frame).collect(),
        bytes: Bytes::Session(pictures.map(Box::new)),
    }
}

/// Who recorded the detections of a session; none if nobody did.
fn recorder(recording: &Recording) -> Option<String> {
    let names: BTreeSet<&str> = recording
        .detections
        .values()
        .flatten()
        .filter(|detection| detection.detector.is_recorded())
        .map(|detection| detection.detector.0.as_str())
        .collect();
    (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join(" + "))
}

/// The tab bar of the app: as its APP.md declares it, else as the labels have it.
fn tabs(recording: &Recording, labels: &BTreeMap<u32, Vec<Label>>) -> Option<Arc<TabBar>> {
    let description = recording
        .session
        .app_md
        .as_deref()
        .and_then(|text| skillc_app_description::parse(text).description.ok());
    let declared = description
        .filter(|description| !description.tabs.is_empty())
        .map(|description| TabBar {
            tabs: description.tabs,
            layout: description.tab_layout,
        });
    let labelled = || {
        labels
            .values()
            .find_map(|labels| tabs_of(labels, recording.session.window))
    };
    declared.or_else(labelled).map(Arc::new)
}
