//! What `skillc detect` looks at: files, pictures in folders, frames of capture stores.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skillc_captures::{Pictures, Store};
use skillc_pictures::PictureLimits;
use skillc_records::{Attempt, PixelSize, Scale, WindowSize};
use walkdir::WalkDir;

use super::Args;
use crate::context::Context;
use crate::failure::{Failure, shown};
use crate::notice::Level;

/// Endings of picture files in folders. A file that is named is read whatever its ending.
const ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];

/// One picture to look at.
pub(super) struct Input {
    /// What it is called in the result: its path, or the session and frame.
    pub(super) name: String,
    pub(super) source: Source,
    scale: Option<Scale>,
}

pub(super) enum Source {
    /// A file.
    File(PathBuf),
    /// A frame of a capture store.
    Frame {
        pictures: Arc<Pictures>,
        hash: String,
        window: WindowSize,
    },
    /// A frame that was never captured.
    NoPicture(String),
}

/// The pictures that the arguments name, in order; those of a folder by path, those of a store by session and frame.
pub(super) fn inputs(args: &Args, context: &Context) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    if args.paths.is_empty() {
        frames(&context.config.captures(), args, context, &mut inputs)?;
    }
    for path in &args.paths {
        if path.join("dataset.json").is_file() {
            frames(path, args, context, &mut inputs)?;
        } else if path.is_dir() {
            for entry in WalkDir::new(path).sort_by_file_name() {
                match entry {
                    Ok(entry) if entry.file_type().is_file() && is_picture(entry.path()) => {
                        inputs.push(file(entry.into_path(), args));
                    }
                    Ok(_) => {}
                    Err(error) => context.say(Level::Warning, &format!("{error}")),
                }
            }
        } else if path.is_file() {
            inputs.push(file(path.clone(), args));
        } else {
            return Err(Failure::new(format!("there is no {}", shown(path)))
                .help("name a PNG, JPEG or WebP file, a folder with some, or a capture store"));
        }
    }
    Ok(inputs)
}

fn file(path: PathBuf, args: &Args) -> Input {
    Input {
        name: path.display().to_string(),
        source: Source::File(path),
        scale: args.scale,
    }
}

pub(crate) fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// The frames of a store. A session that can't be read is a warning; the others go on.
fn frames(root: &Path, args: &Args, context: &Context, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    let unreadable = |error: skillc_captures::StoreError| {
        Failure::new(format!("could not read captures in {}", shown(root))).because(error)
    };
    let store = Store::open(root).map_err(unreadable)?;
    for session in store.session_files().map_err(unreadable)? {
        let opened = store
            .read(&session.id)
            .and_then(|recording| Ok((recording, store.pictures(&session.id)?)));
        let (recording, pictures) = match opened {
            Ok((recording, pictures)) => (recording, Arc::new(pictures)),
            Err(error) => {
                context.say(Level::Warning, &format!("session {} is left out: {error}", session.id));
                continue;
            }
        };
        for frame in &recording.frames {
            let name = format!("{}/{}", session.id, frame.index);
            let source = match (&frame.picture, &frame.attempt) {
                (_, Attempt::Failed { reason, .. }) => {
                    Source::NoPicture(format!("capture failed: {}", reason.as_str()))
                }
                (Some(picture), _) => Source::Frame {
                    pictures: Arc::clone(&pictures),
                    hash: picture.hash.clone(),
                    window: recording.session.window,
                },
                // A producer without pictures: nothing to look at, and nothing that went wrong.
                (None, _) => continue,
            };
            inputs.push(Input {
                name,
                source,
                scale: args.scale,
            });
        }
    }
    Ok(())
}

impl Input {
    /// The encoded picture.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.source {
            Source::File(path) => {
                let limit = PictureLimits::default().max_bytes as u64;
                let mut bytes = Vec::new();
                // One byte more than the limit, so that decoding says that it is too long.
                File::open(path)
                    .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
                    .map_err(|error| format!("the file can't be read: {error}"))?;
                Ok(bytes)
            }
            Source::Frame { pictures, hash, .. } => match pictures.by_hash(hash) {
                Ok(Some(bytes)) => Ok(bytes),
                Ok(None) => Err("the picture is not in the store".to_owned()),
                Err(error) => Err(error.to_string()),
            },
            Source::NoPicture(reason) => Err(reason.clone()),
        }
    }

    /// The window that a picture of this size shows.
    pub(super) fn window(&self, size: PixelSize) -> WindowSize {
        let by = |scale: Scale| {
            let points = |pixels: u32| f64::from(pixels) / scale.pixels_per_point();
            WindowSize::new(points(size.width), points(size.height))
        };
        match (&self.source, self.scale) {
            (_, Some(scale)) => by(scale),
            (Source::Frame { window, .. }, None) if window.width > 0.0 && window.height > 0.0 => *window,
            _ => by(skillc_detect::likely_scale(size)),
        }
    }
}
