//! `skillc captures labels`: ground truth from label files into the store, and out of it for training and other tools.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use skillc_captures::{SessionFile, Store};
use skillc_formats::words::count;
use skillc_labels::picture::{frame_of, stem};
use skillc_labels::yolo::YoloFile;
use skillc_labels::{LabelledPicture, PixelLabel, coco, nodes, yolo};
use skillc_pictures::{PictureFormat, PictureLimits, header};
use skillc_records::{Frame, FrameIndex, Label, PictureRef, Recording, Scale, SessionId};

use super::{choice, present};
use crate::commands::detect::is_picture;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::format::write_file;
use crate::labels::{read_labels, read_picture};

/// Arguments of `skillc captures labels`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub what: What,
}

/// What to do with labels.
#[derive(Debug, clap::Subcommand)]
pub enum What {
    /// Add the labels of a COCO JSON file, or of a folder with a JSON file a picture, to sessions
    Import(Import),
    /// Write labels and pictures as COCO JSON or YOLO text files
    Export(Export),
}

/// Arguments of `skillc captures labels import`.
#[derive(Debug, clap::Args)]
pub struct Import {
    /// A COCO JSON file, or a folder with a JSON file a picture
    #[arg(value_name = "PATH")]
    pub path: PathBuf,
    /// The session that the pictures are of; not needed where their names begin with it
    #[arg(long, value_name = "SESSION")]
    pub session: Option<String>,
    /// The pictures that were labelled: frames are then found by their bytes instead of the number at the end of the name
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// What the source is called; by default the name of the file. Labels of the same source are replaced
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
    /// Not everything is labelled: only recall can be measured by it
    #[arg(long)]
    pub partial: bool,
}

/// Arguments of `skillc captures labels export`.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// Sessions: ids, or beginnings or ends of them
    #[arg(value_name = "SESSION", required_unless_present = "app")]
    pub sessions: Vec<String>,
    /// Every session of this app, by its name or folder
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    pub app: Option<String>,
    /// As what
    #[arg(long = "as", value_enum, default_value_t = Shape::Coco)]
    pub shape: Shape,
    /// Labels of this source only: simulator, nodes, or the name of a label file
    #[arg(long, value_name = "SOURCE")]
    pub truth: Option<String>,
}

/// What labels are exported as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Shape {
    /// `labels.json` and `images/`.
    Coco,
    /// `labels/`, `images/`, `classes.txt` and `data.yaml`.
    Yolo,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    match &args.what {
        What::Import(args) => import(args, store, context),
        What::Export(args) => export(args, store, context),
    }
}

fn import(args: &Import, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let mut problems = Vec::new();
    let pictures = read_labels(&args.path, &mut problems)?;
    let named = args
        .session
        .as_deref()
        .map(|name| choice::one(store, name))
        .transpose()?;
    let by_bytes = args.pictures.as_deref().map(hashes).transpose()?;
    let source = args
        .source
        .clone()
        .unwrap_or_else(|| stem(&args.path.to_string_lossy()).to_owned());
    if [nodes::SOURCE, "simulator"].contains(&source.as_str()) {
        return Err(Failure::new(format!(
            "a label file can't be called {source:?}: that is another source"
        ))
        .help("give another name with --source"));
    }
    let mut by_session: BTreeMap<SessionFile, Vec<&LabelledPicture>> = BTreeMap::new();
    for picture in &pictures {
        let told = session_of(&picture.file_name).and_then(|id| store.find(&id).ok());
        match told.or_else(|| named.clone()) {
            Some(file) => by_session.entry(file).or_default().push(picture),
            None => problems.push(format!("{:?}: it isn't told which session it is of", picture.file_name)),
        }
    }
    let mut added = Vec::new();
    for (file, pictures) in &by_session {
        context.go_on()?;
        let recording = store.read_file(file).map_err(|error| Failure::new(error.to_string()))?;
        let mut labels = Vec::new();
        for picture in pictures {
            match of_frame(picture, &recording, by_bytes.as_ref(), &source, args.partial) {
                Ok(more) => labels.extend(more),
                Err(reason) => problems.push(format!("{:?}: {reason}", picture.file_name)),
            }
        }
        if labels.is_empty() {
            continue;
        }
        labels.sort_by_key(|label: &Label| label.frame);
        let written = store.add_labels(file, &source, &labels);
        written.map_err(|error| Failure::new("could not add the labels").because(error))?;
        let frames: std::collections::BTreeSet<FrameIndex> = labels.iter().map(|label| label.frame).collect();
        added.push((file.clone(), labels.len(), frames.len()));
    }
    if added.is_empty() {
        let reason = problems.first().map_or("no picture has a label", String::as_str);
        return Err(Failure::new(format!("no label was added: {reason}")).help(
            "name the session with --session, and the labelled pictures with --pictures if their names don't end with the frame's number",
        ));
    }
    let mut human = String::new();
    for (file, labels, frames) in &added {
        human.push_str(&format!(
            "session {}: {} on {} from {source:?}\n",
            file.id,
            count(*labels, "label", "labels"),
            count(*frames, "frame", "frames")
        ));
    }
    for problem in &problems {
        human.push_str(&format!("left out: {}\n", skillc_formats::terminal::safe(problem)));
    }
    let sessions: Vec<_> = added
        .iter()
        .map(|(file, labels, frames)| json!({"app": file.app, "session": file.id, "labels": labels, "frames": frames}))
        .collect();
    let document = json!({"format_version": 1, "source": source, "sessions": sessions, "problems": problems});
    present(context, &human, &document)?;
    Ok(Outcome::findings_if(!problems.is_empty()))
}

/// The session that a picture's name begins with.
fn session_of(file_name: &str) -> Option<SessionId> {
    SessionId::parse(stem(file_name).get(..26)?).ok()
}

/// The pictures of a folder by their bytes: blake3 to name.
type Hashes = BTreeMap<String, String>;

fn hashes(folder: &Path) -> Result<Hashes, Failure> {
    let mut hashes = Hashes::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| Failure::new(format!("could not list {}", shown(folder))).because(error))?;
        if entry.file_type().is_file() && is_picture(entry.path()) {
            let bytes = read_picture(entry.path()).map_err(Failure::new)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            hashes.insert(name, blake3::hash(&bytes).to_hex().to_string());
        }
    }
    Ok(hashes)
}

/// The labels of one picture as rows of the frame that shows it; of every frame that repeats it.
fn of_frame(
    picture: &LabelledPicture,
    recording: &Recording,
    by_bytes: Option<&Hashes>,
    source: &str,
    is_partial: bool,
) -> Result<Vec<Label>, String> {
    let frames: Vec<&Frame> = match by_bytes {
        Some(hashes) => {
            let name = picture.file_name.rsplit('/').next().unwrap_or(&picture.file_name);
            let hash = hashes.get(name).ok_or("it is not among the pictures")?;
            let shows = |frame: &&Frame| frame.picture.as_ref().is_some_and(|picture| picture.hash == *hash);
            recording.frames.iter().filter(shows).collect()
        }
        None => {
            let index = frame_of(&picture.file_name).ok_or("its name doesn't end with the number of a frame")?;
            let frame = recording
                .frames
                .get(index.0 as usize)
                .ok_or_else(|| format!("there is no frame {index}"))?;
            let hash = frame.picture.as_ref().map(|picture| &picture.hash);
            let shows = |other: &&Frame| hash.is_some() && other.picture.as_ref().map(|picture| &picture.hash) == hash;
            recording.frames.iter().filter(shows).collect()
        }
    };
    if frames.is_empty() {
        return Err("no frame of the session shows it".to_owned());
    }
    let mut labels = Vec::new();
    for frame in frames {
        let Some(shown) = &frame.picture else { continue };
        if let Some(size) = picture.size.filter(|size| *size != shown.size) {
            return Err(format!(
                "it was labelled at {} × {} pixels, the frame's picture has {} × {}",
                size.width, size.height, shown.size.width, shown.size.height
            ));
        }
        let scale = scale_of(shown, recording).ok_or("the frame's scale isn't known")?;
        for label in &picture.labels {
            let mut label = label.to_window(frame.index, scale, source);
            label.exhaustive &= !is_partial;
            labels.push(label);
        }
    }
    Ok(labels)
}

fn scale_of(picture: &PictureRef, recording: &Recording) -> Option<Scale> {
    picture
        .scale
        .or_else(|| Scale::new(f64::from(picture.size.width) / recording.session.window.width))
}

fn export(args: &Export, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let files = choice::some(store, &args.sessions, args.app.as_deref())?;
    let out = context.config.out();
    let bar = context.progress.bar("exporting", files.len() as u64);
    let mut pictures = Vec::new();
    for file in &files {
        context.go_on()?;
        pictures.extend(labelled(file, store, args.truth.as_deref(), &out)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if pictures.is_empty() {
        return Err(
            Failure::new("none of the sessions has labels on a frame with a picture")
                .help("import some with skillc captures labels import, or leave out --truth"),
        );
    }
    let left_out = match args.shape {
        Shape::Coco => {
            let (text, left_out) = coco::write(&pictures);
            write_file(&out.join("labels.json"), text.as_bytes())?;
            left_out
        }
        Shape::Yolo => {
            let (files, left_out) = yolo::write(&pictures);
            for YoloFile { path, text } in files {
                write_file(&out.join(path), text.as_bytes())?;
            }
            left_out
        }
    };
    let labels = pictures.iter().map(|picture| picture.labels.len()).sum::<usize>() - left_out;
    let mut human = format!(
        "{} on {} in {}\n",
        count(labels, "label", "labels"),
        count(pictures.len(), "picture", "pictures"),
        shown(&out)
    );
    if left_out > 0 {
        human.push_str(&format!("left out, because nobody said where they are: {left_out}\n"));
    }
    let document = json!({"format_version": 1, "pictures": pictures.len(), "labels": labels, "left_out": left_out});
    present(context, &human, &document)?;
    Ok(Outcome::Clean)
}

/// The labelled pictures of a session, each once, written below `out`.
fn labelled(
    file: &SessionFile,
    store: &Store,
    truth: Option<&str>,
    out: &Path,
) -> Result<Vec<LabelledPicture>, Failure> {
    let recording = store.read_file(file).map_err(|error| Failure::new(error.to_string()))?;
    let images = store
        .pictures(&file.id)
        .map_err(|error| Failure::new(error.to_string()))?;
    let labels = crate::labels::truth(&recording, truth);
    let mut seen = std::collections::BTreeSet::new();
    let mut pictures = Vec::new();
    for frame in &recording.frames {
        let Some(picture) = &frame.picture else { continue };
        let of_frame: Vec<&Label> = labels.iter().filter(|label| label.frame == frame.index).collect();
        if of_frame.is_empty() || !seen.insert(picture.hash.clone()) {
            continue;
        }
        let unreadable = |reason: String| Failure::new(format!("session {}, frame {}: {reason}", file.id, frame.index));
        let bytes = images
            .by_hash(&picture.hash)
            .map_err(|error| unreadable(error.to_string()))?;
        let bytes = bytes.ok_or_else(|| unreadable("the picture is gone".to_owned()))?;
        let found = header(&bytes, &PictureLimits::default()).map_err(|error| unreadable(error.to_string()))?;
        let ending = match found.format {
            PictureFormat::Png => "png",
            PictureFormat::Jpeg => "jpg",
            PictureFormat::WebP => "webp",
        };
        let name = format!("images/{}-{:05}.{ending}", file.id, frame.index.0);
        write_file(&out.join(&name), &bytes)?;
        let scale = scale_of(picture, &recording).unwrap_or(Scale::ONE);
        pictures.push(LabelledPicture {
            file_name: name,
            size: Some(picture.size),
            app: Some(file.app.to_string()),
            locale: recording.session.locale.clone(),
            is_dark: None,
            labels: of_frame.into_iter().map(|label| PixelLabel::of(label, scale)).collect(),
        });
    }
    Ok(pictures)
}
