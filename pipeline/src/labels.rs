//! Reading ground truth: label files, pictures beside them, and the labels of a recorded session.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use skillc_labels::picture::MAX_BYTES;
use skillc_labels::{LabelFileError, LabelledPicture, nodes};
use skillc_pictures::PictureLimits;
use skillc_records::{Label, Recording};

use crate::failure::{Failure, shown};

/// The labels of a folder with a JSON file a picture, or of one COCO file. A file of the folder that can't be read is a problem of its
/// own.
pub(crate) fn read_labels(path: &Path, problems: &mut Vec<String>) -> Result<Vec<LabelledPicture>, Failure> {
    let unreadable = |path: &Path, error: &LabelFileError| format!("labels {}: {error}", shown(path));
    if !path.is_dir() {
        let text = read_text(path)?;
        return skillc_labels::coco::read(&text).map_err(|error| {
            Failure::new(unreadable(path, &error)).help("expected a COCO JSON file: images, annotations, categories")
        });
    }
    let mut pictures = Vec::new();
    for file in json_files(path)? {
        match read_text(&file) {
            Ok(text) => match skillc_labels::screen::read(&text) {
                Ok(picture) => pictures.push(picture),
                // What `labels export` wrote into a folder is one COCO file.
                Err(error) => match skillc_labels::coco::read(&text) {
                    Ok(labelled) if !labelled.is_empty() => pictures.extend(labelled),
                    _ => problems.push(unreadable(&file, &error)),
                },
            },
            Err(failure) => problems.push(failure.to_string()),
        }
    }
    if pictures.is_empty() && problems.is_empty() {
        return Err(Failure::new(format!("there is no label file in {}", shown(path)))
            .help("expected a JSON file a picture, with image, texts, icons, tabs"));
    }
    Ok(pictures)
}

/// The JSON files of a folder, by name.
fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let listed = std::fs::read_dir(folder).map_err(|error| Failure::io("list", folder, error))?;
    let mut files: Vec<PathBuf> = listed
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
        })
        .collect();
    files.sort();
    Ok(files)
}

/// A label file as text, if it isn't too long.
fn read_text(path: &Path) -> Result<String, Failure> {
    let failed = |error| Failure::io("read", path, error);
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    if length > MAX_BYTES {
        return Err(Failure::new(format!(
            "{} has {length} bytes; at most {MAX_BYTES} are read",
            shown(path)
        )));
    }
    let mut text = String::new();
    file.take(MAX_BYTES).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

/// A picture's bytes, if it isn't too large.
pub(crate) fn read_picture(path: &Path) -> Result<Vec<u8>, String> {
    let limit = PictureLimits::default().max_bytes as u64;
    let mut bytes = Vec::new();
    // One byte more than the limit, so that reading its header says that it is too long.
    File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("the picture can't be read: {error}"))?;
    Ok(bytes)
}

/// The labels of one source: the wanted one, else the one that claims most. Two sources label the same things, so they are never mixed.
pub(crate) fn truth(recording: &Recording, wanted: Option<&str>) -> Vec<Label> {
    let mut sources: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for label in &recording.labels {
        let counts = sources.entry(&label.source).or_default();
        counts.0 += usize::from(label.exhaustive);
        counts.1 += 1;
    }
    let most = sources
        .iter()
        .max_by_key(|(_, counts)| **counts)
        .map(|(source, _)| *source);
    let source = wanted.or(most);
    let labels: Vec<Label> = recording
        .labels
        .iter()
        .filter(|label| Some(label.source.as_str()) == source)
        .cloned()
        .collect();
    if labels.is_empty() && wanted.is_none_or(|wanted| wanted == nodes::SOURCE) {
        return nodes::labels(&recording.nodes, recording.session.window);
    }
    labels
}
