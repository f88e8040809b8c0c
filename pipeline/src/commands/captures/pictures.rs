//! `skillc captures import --kind pictures`: a plain folder of screenshots as sessions, with labels beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde_json::json;
use skillc_captures::{Capture, Picture, SessionWriter, Store};
use skillc_formats::terminal::safe;
use skillc_formats::words::count;
use skillc_labels::LabelledPicture;
use skillc_labels::folder::{FolderImport, FolderSession, PictureFile, sessions};
use skillc_pictures::{PictureLimits, header};
use skillc_records::{FrameIndex, Label, Scale, Timestamp, WindowSize};

use super::present;
use crate::commands::detect::is_picture;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::labels::{read_labels, read_picture};

/// What is said of the pictures of all folders.
pub(super) struct Wanted<'w> {
    /// The folders.
    pub(super) folders: &'w [PathBuf],
    /// The app's name, its APP.md where there is one, and the locale.
    pub(super) import: FolderImport,
    /// The window in points, where it is known.
    pub(super) window: Option<WindowSize>,
    /// Labels of the pictures.
    pub(super) labels: Option<&'w Path>,
}

/// Imports every picture below the folders.
pub(super) fn run(wanted: &Wanted<'_>, context: &Context) -> Result<Outcome, Failure> {
    let mut problems = Vec::new();
    let labels = wanted
        .labels
        .map(|path| read_labels(path, &mut problems))
        .transpose()?
        .unwrap_or_default();
    let source = wanted
        .labels
        .and_then(Path::file_stem)
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let root = context.config.captures();
    let store = Store::create(&root).map_err(|error| {
        Failure::new(format!("could not open the captures in {}: {error}", shown(&root)))
            .help("name a new, empty or existing capture store with --captures")
    })?;
    let mut lines = Vec::new();
    for folder in wanted.folders {
        let pictures = pictures(folder, &mut problems)?;
        let scale = |size: skillc_records::PixelSize| {
            let told = wanted
                .window
                .and_then(|window| Scale::new(f64::from(size.width) / window.width));
            told.unwrap_or_else(|| skillc_detect::likely_scale(size))
        };
        for session in sessions(pictures, &wanted.import, scale) {
            context.go_on()?;
            let is_new = !store.has(&session.session.id);
            let labelled = if is_new {
                keep(&store, folder, &session, &labels, &source)?
            } else {
                0
            };
            lines.push((session, is_new, labelled));
        }
    }
    if lines.is_empty() {
        let places: Vec<String> = wanted.folders.iter().map(|folder| shown(folder)).collect();
        return Err(Failure::new(format!("there is no picture in {}", places.join(", ")))
            .help("name a folder with PNG, JPEG or WebP files"));
    }
    let mut human = String::new();
    for (session, is_new, labelled) in &lines {
        let (id, frames) = (&session.session.id, count(session.pictures.len(), "frame", "frames"));
        let window = session.session.window;
        human.push_str(&if *is_new {
            format!(
                "session {id} of {}: {frames} of {:.0} × {:.0} points, {}\n",
                safe(&session.session.app),
                window.width,
                window.height,
                count(*labelled, "label", "labels")
            )
        } else {
            format!("session {id} of {} was there already\n", safe(&session.session.app))
        });
    }
    for problem in &problems {
        human.push_str(&format!("left out: {}\n", safe(problem)));
    }
    let told: Vec<_> = lines
        .iter()
        .map(|(session, is_new, labelled)| {
            json!({"session": session.session.id, "app_name": session.session.app, "kind": "pictures", "was_there": !is_new,
                "frames": session.pictures.len(), "labels": labelled})
        })
        .collect();
    present(
        context,
        &human,
        &json!({"format_version": 1, "sessions": told, "problems": problems}),
    )?;
    Ok(Outcome::findings_if(!problems.is_empty()))
}

/// The pictures below a folder. One that can't be used is a problem of its own.
fn pictures(folder: &Path, problems: &mut Vec<String>) -> Result<Vec<PictureFile>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::new(format!("there is no folder {}", shown(folder))));
    }
    let mut pictures = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| Failure::new(format!("could not list {}", shown(folder))).because(error))?;
        let path = entry.path();
        if !entry.file_type().is_file() || !is_picture(path) {
            continue;
        }
        let below = path.strip_prefix(folder).unwrap_or(path);
        let name = below.to_string_lossy().replace('\\', "/");
        let read = read_picture(path).and_then(|bytes| {
            let size = header(&bytes, &PictureLimits::default())
                .map_err(|error| error.to_string())?
                .size;
            Ok((blake3::hash(&bytes).to_hex().to_string(), size))
        });
        match read {
            Ok((hash, size)) => pictures.push(PictureFile {
                name,
                size,
                modified: modified(path),
                hash,
            }),
            Err(reason) => problems.push(format!("{name:?}: {reason}")),
        }
    }
    Ok(pictures)
}

/// When a file was last changed; 1970 where the system doesn't say.
fn modified(path: &Path) -> Timestamp {
    let time = fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let since = time
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .unwrap_or_default();
    Timestamp(i64::try_from(since.as_micros()).unwrap_or(0))
}

/// Writes a session; returns the number of its labels.
fn keep(
    store: &Store,
    folder: &Path,
    planned: &FolderSession,
    labels: &[LabelledPicture],
    source: &str,
) -> Result<usize, Failure> {
    let failed = |error: skillc_captures::WriteError| {
        Failure::new(format!("could not import {}", shown(folder)))
            .because(error)
            .help("if an earlier import was killed, `skillc captures recover` and `skillc captures gc` tidy up")
    };
    let mut writer = SessionWriter::begin(store, planned.session.clone()).map_err(failed)?;
    let mut labelled = 0;
    let mut last = planned.session.started_at;
    for (index, picture) in (0..).zip(&planned.pictures) {
        let bytes = read_picture(&folder.join(&picture.name)).map_err(Failure::new)?;
        let of_picture = labels.iter().find(|labels| labels.file_name == picture.name);
        let of_frame: Vec<Label> = of_picture
            .iter()
            .flat_map(|labels| &labels.labels)
            .map(|label| label.to_window(FrameIndex(index), planned.scale, source))
            .collect();
        labelled += of_frame.len();
        last = last.max(picture.modified);
        let capture = Capture {
            picture: Some(Picture {
                bytes: &bytes,
                scale: Some(planned.scale),
            }),
            labels: &of_frame,
            ..Capture::new(picture.modified)
        };
        writer.frame(capture).map_err(failed)?;
    }
    writer.seal(last).map_err(failed)?;
    Ok(labelled)
}
