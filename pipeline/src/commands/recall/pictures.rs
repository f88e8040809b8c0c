//! A folder of pictures with labels beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use skillc_labels::LabelledPicture;
use skillc_labels::picture::app_of;
use skillc_pictures::{PictureLimits, header};
use skillc_recall::measure::{About, Bar, FrameName, Theme, Truth, Whole};
use skillc_records::{FrameIndex, Label, Slug, WindowSize};
use skillc_tabs::{Axis, Edge, TabBar, TabLayout};
use walkdir::WalkDir;

use super::Args;
use super::look::{Bytes, Frame, FramePicture, Group};
use super::matches::MatchFile;
use super::measure::{Measured, Wanted, group};
use super::output::See;
use super::side::Side;
use super::theme::Themes;
use crate::compile::detections::PictureDetector;
use crate::context::Context;
use crate::engine::Engine;
use crate::failure::{Failure, shown};
use crate::labels::{read_labels, read_picture};
use crate::notice::Level;

/// Pictures that are looked at before what came out of them is put away.
const AT_ONCE: usize = 32;

/// Measures every labelled picture of `folder`.
pub(super) fn measure(
    folder: &Path,
    labels: &Path,
    args: &Args,
    sides: &[Side],
    engine: &Engine,
    context: &Context,
) -> Result<Measured, Failure> {
    let mut all = Measured::default();
    let labelled = read_labels(labels, &mut all.problems)?;
    let wanted_apps: Vec<Slug> = args.app.iter().map(|name| Slug::of(name)).collect();
    let themes = Themes::new(&engine.cache);
    let mut frames = Vec::new();
    let mut without_labels = files(folder)?;
    let source = labels
        .file_name()
        .unwrap_or(labels.as_os_str())
        .to_string_lossy()
        .into_owned();
    for picture in labelled {
        without_labels.remove(&picture.file_name);
        match frame(&picture, folder, &source, args, &themes) {
            Ok(frame) if wanted_apps.is_empty() || wanted_apps.iter().any(|app| app.as_str() == frame.about.app) => {
                frames.push(frame);
            }
            Ok(_) => {}
            Err(reason) => all.problems.push(format!("{:?}: {reason}", picture.file_name)),
        }
    }
    if !without_labels.is_empty() {
        context.say(
            Level::Info,
            &format!("pictures without labels are left out: {}", without_labels.len()),
        );
    }
    frames.sort_by(|a, b| a.at.cmp(&b.at));
    share_truth(&mut frames);
    let detectors: Vec<PictureDetector<'_>> = sides
        .iter()
        .map(|side| PictureDetector::new(engine, &side.settings))
        .collect();
    let run = engine.app(".recall");
    let wanted = Wanted::of(args, sides, context);
    let mut matches = args.matches.as_deref().map(MatchFile::create).transpose()?;
    let bar = context.progress.bar("recall", frames.len() as u64);
    for (chunk, some) in frames.chunks(AT_ONCE).enumerate() {
        let one = |(place, frame): (usize, &Frame)| {
            context.go_on()?;
            let alone = Group {
                frames: vec![frame.clone()],
                bytes: Bytes::Files(folder.to_owned()),
            };
            let measured = group(&alone, chunk * AT_ONCE + place, sides, &detectors, &run, wanted);
            bar.inc(1);
            measured
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
    all.see = Some(See::Folder {
        folder: folder.to_owned(),
        scales: frames
            .iter()
            .filter_map(|frame| Some((frame.at.session.clone(), frame.picture.as_ref()?.scale)))
            .collect(),
    });
    Ok(all)
}

/// What holds for all pictures together: which classes are labelled wholly, and the tab bar of each app.
fn share_truth(frames: &mut [Frame]) {
    let whole = Whole::of(frames.iter().flat_map(|frame| &frame.truth.labels));
    let mut bars: BTreeMap<String, Arc<TabBar>> = BTreeMap::new();
    for frame in frames.iter() {
        if !bars.contains_key(&frame.about.app)
            && let Some(bar) = tabs_of(&frame.truth.labels, frame.window)
        {
            bars.insert(frame.about.app.clone(), Arc::new(bar));
        }
    }
    for frame in frames {
        // A bar that the frame shows is the one that counts: apps change theirs from version to version.
        let own = tabs_of(&frame.truth.labels, frame.window).map(Arc::new);
        let is_shown = own.is_some();
        let declared = own.or_else(|| bars.get(&frame.about.app).cloned());
        frame.truth = Arc::new(Truth {
            labels: frame.truth.labels.clone(),
            whole: whole.clone(),
            bar: declared.map(|declared| Bar { declared, is_shown }),
        });
    }
}

/// The bar that labels of class `tab` show: along the axis on which they are spread, at the nearest edge.
pub(super) fn tabs_of(labels: &[Label], window: WindowSize) -> Option<TabBar> {
    let mut tabs: Vec<(skillc_records::WindowPoint, String)> = labels
        .iter()
        .filter(|label| label.class == "tab")
        .filter_map(|label| Some((label.rect.center(), label.text.clone()?)))
        .collect();
    if tabs.is_empty() {
        return None;
    }
    let spread = |side: fn(&skillc_records::WindowPoint) -> f64| {
        let sides = || tabs.iter().map(|(at, _)| side(at));
        sides().fold(f64::MIN, f64::max) - sides().fold(f64::MAX, f64::min)
    };
    let mean = |side: fn(&skillc_records::WindowPoint) -> f64| {
        tabs.iter().map(|(at, _)| side(at)).sum::<f64>() / tabs.len() as f64
    };
    let is_row = spread(|at| at.x) >= spread(|at| at.y);
    let (orientation, edge) = match is_row {
        true if mean(|at| at.y) >= window.height / 2.0 => (Axis::Horizontal, Edge::Bottom),
        true => (Axis::Horizontal, Edge::Top),
        false if mean(|at| at.x) >= window.width / 2.0 => (Axis::Vertical, Edge::Right),
        false => (Axis::Vertical, Edge::Left),
    };
    tabs.sort_by(|(a, _), (b, _)| {
        if is_row {
            a.x.total_cmp(&b.x)
        } else {
            a.y.total_cmp(&b.y)
        }
    });
    Some(TabBar {
        tabs: tabs.into_iter().map(|(_, name)| name).collect(),
        layout: Some(TabLayout { orientation, edge }),
    })
}

/// The pictures of a folder by their path below it, with slashes.
fn files(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::new(format!("there is no folder {}", shown(folder))));
    }
    let mut names = BTreeSet::new();
    for entry in WalkDir::new(folder).into_iter().filter_map(Result::ok) {
        if entry.file_type().is_file() && crate::commands::detect::is_picture(entry.path()) {
            let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            names.insert(below.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(names)
}

/// One picture with its labels in window points.
fn frame(
    picture: &LabelledPicture,
    folder: &Path,
    source: &str,
    args: &Args,
    themes: &Themes<'_>,
) -> Result<Frame, String> {
    let name = Path::new(&picture.file_name);
    if name
        .components()
        .any(|part| !matches!(part, std::path::Component::Normal(_)))
    {
        return Err("the picture's name leads out of the folder".to_owned());
    }
    let bytes = read_picture(&folder.join(name))?;
    let size = header(&bytes, &PictureLimits::default())
        .map_err(|error| error.to_string())?
        .size;
    if let Some(labelled) = picture.size.filter(|labelled| *labelled != size) {
        return Err(format!(
            "the labels are for a picture of {} × {} pixels, the picture has {} × {}",
            labelled.width, labelled.height, size.width, size.height
        ));
    }
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let scale = args.scale.unwrap_or_else(|| skillc_detect::likely_scale(size));
    let points = |pixels: u32| f64::from(pixels) / scale.pixels_per_point();
    let window = WindowSize::new(points(size.width), points(size.height));
    let theme = match picture.is_dark {
        Some(true) => Some(Theme::Dark),
        Some(false) => Some(Theme::Light),
        None => themes.of(&hash, || Some(bytes)),
    };
    let app = picture.app.clone().or_else(|| app_of(&picture.file_name));
    Ok(Frame {
        at: FrameName {
            session: picture.file_name.clone(),
            frame: 0,
        },
        about: Arc::new(About {
            app: app.map_or_else(|| "unknown".to_owned(), |app| Slug::of(&app).to_string()),
            locale: picture.locale.clone(),
            theme,
            orientation: window.orientation(),
        }),
        window,
        truth: Arc::new(Truth {
            labels: picture
                .labels
                .iter()
                .map(|label| label.to_window(FrameIndex(0), scale, source))
                .collect(),
            ..Truth::default()
        }),
        recorded: None,
        picture: Some(FramePicture { hash, scale }),
    })
}
