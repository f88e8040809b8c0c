//! The report in every format that was asked for.

use std::collections::BTreeMap;
use std::path::PathBuf;

use skillc_captures::Store;
use skillc_recall::Report;
use skillc_recall::measure::FrameName;
use skillc_recall::render::html::Picture;
use skillc_recall::render::{html, human, json, junit, markdown};
use skillc_records::{FrameIndex, Scale, SessionId};

use super::measure::Measured;
use crate::compare::output::paint;
use crate::context::Context;
use crate::failure::Failure;
use crate::format::FormatKind;

/// Where a page finds the pictures of frames.
pub(super) enum See {
    /// In a store.
    Store(Store),
    /// In a folder, with the scale of each.
    Folder {
        folder: PathBuf,
        scales: BTreeMap<String, Scale>,
    },
}

/// Writes the report.
pub(super) fn write(report: &Report, measured: &Measured, context: &Context) -> Result<(), Failure> {
    for format in &context.formats {
        let text = match format.kind {
            FormatKind::Human => human::human(report, paint(format)),
            FormatKind::Json => json::json(report),
            FormatKind::Markdown => markdown::markdown(report),
            FormatKind::Junit => junit::junit(report).map_err(|error| Failure::new(error.to_string()))?,
            FormatKind::Html => {
                let mut see = |frame: &FrameName| measured.see.as_ref()?.see(frame);
                html::html(report, &mut see).map_err(|error| Failure::new(error.to_string()))?
            }
            FormatKind::Sarif | FormatKind::Github => {
                return Err(Failure::new(
                    "skillc recall is shown as human, json, markdown, junit or html",
                ));
            }
        };
        format.write(&text)?;
    }
    Ok(())
}

impl See {
    /// The picture of a frame; none if it can't be read.
    fn see(&self, frame: &FrameName) -> Option<Picture> {
        match self {
            Self::Store(store) => {
                let session = SessionId::parse(&frame.session).ok()?;
                let window = store.entry(&store.find(&session).ok()?).ok()?.session.window;
                let bytes = store
                    .pictures(&session)
                    .ok()?
                    .of_frame(FrameIndex(frame.frame))
                    .ok()??;
                let size = skillc_pictures::header(&bytes, &skillc_pictures::PictureLimits::default())
                    .ok()?
                    .size;
                let scale = Scale::new(f64::from(size.width) / window.width)?;
                Some(Picture { bytes, scale })
            }
            Self::Folder { folder, scales } => {
                let scale = *scales.get(&frame.session)?;
                let bytes = crate::labels::read_picture(&folder.join(&frame.session)).ok()?;
                Some(Picture { bytes, scale })
            }
        }
    }
}
