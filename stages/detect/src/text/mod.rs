//! Reading texts: lines as a person sees them, with models shaped like PP-OCR's.
//!
//! 1. `map`: the detection model says of each pixel how likely it is inside a line.
//! 2. `region`: connected strokes become regions, upright or tilted (`quad`).
//! 3. `ink`: an upright region on a plain background is snapped to its ink.
//! 4. `piece`: what a wide gap parts is read on its own: a value and the chevron after it are two things. `repeated`: a chevron or a tab's
//!    label that is missing among its like is looked for.
//! 5. `crop`: each piece is cut out of the full picture.
//! 6. `recognise`: crops of one width go through the recognition model together; crops seen before don't.
//! 7. `ctc`: the model's output becomes a text with a confidence.
//! 8. `sign`: a chevron that was read together with its value is parted from it, an icon beside a text left out; `space`: spaces
//!    that the ink shows and the model left out; `lookalike`: `l'` that was read as `I'`, degrees as ordinals.
//! 9. `lone`: icons that were read as a sign are left out.
//! 10. `order`: rows from the top, each from the left.

mod crop;
mod ctc;
mod ink;
mod lone;
mod lookalike;
mod map;
mod order;
mod piece;
mod quad;
mod recognise;
mod region;
mod repeated;
mod settings;
mod sign;
mod space;

use image::RgbImage;
use skillc_records::{PixelRect, Scale};

pub use ctc::{Dictionary, Reading, Spike};
pub(crate) use lone::is_icon_high;
pub use recognise::{LineKey, LineMemory, NoMemory};
pub use settings::TextSettings;

use crate::{DetectError, Network, NetworkError};

/// The two models that reading takes, and the characters that the second one knows.
pub struct TextModels {
    /// Finds lines: picture in, text map out.
    pub detection: Box<dyn Network>,
    /// Reads a line: crop in, class probabilities for each step out.
    pub recognition: Box<dyn Network>,
    dictionary: Dictionary,
}

/// A line of text on a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The text, NFC, without spaces at its ends, never empty.
    pub text: String,
    /// How sure the model is, 0 to 1.
    pub confidence: f32,
    /// Its box in pixels; the upright box around it where the line is tilted.
    pub rect: PixelRect,
}

impl TextModels {
    /// The models, with the dictionary given or, without one, that of the recognition model's metadata.
    ///
    /// # Errors
    /// When there is no dictionary.
    pub fn new(
        detection: Box<dyn Network>,
        recognition: Box<dyn Network>,
        dictionary: Option<Dictionary>,
    ) -> Result<Self, NetworkError> {
        let dictionary = match dictionary {
            Some(dictionary) => dictionary,
            None => Dictionary::of(recognition.as_ref())?,
        };
        Ok(Self {
            detection,
            recognition,
            dictionary,
        })
    }

    /// The lines of text on `picture`, in reading order. `memory` knows lines that were read before.
    ///
    /// # Errors
    /// When one of the models fails.
    pub fn read(
        &self,
        picture: &RgbImage,
        scale: Scale,
        settings: &TextSettings,
        memory: &dyn LineMemory,
    ) -> Result<Vec<Line>, DetectError> {
        let map = map::TextMap::of(picture, scale, settings.fineness, self.detection.as_ref())
            .map_err(DetectError::FindingTexts)?;
        let regions = region::regions(&map, settings);
        let mut pieces = piece::pieces(picture, &regions);
        pieces.extend(repeated::chevrons(picture, &pieces));
        let labels = repeated::labels(picture, &pieces);
        let (signs, mut pieces): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|piece| piece.chevron().is_some());
        let certain = pieces.len();
        pieces.extend(labels);
        let crops: Vec<_> = pieces.iter().map(|piece| piece.crop(picture)).collect();
        let readings = recognise::readings(self, &crops, settings.batch, memory).map_err(DetectError::ReadingLine)?;
        let mut lines: Vec<Line> = signs
            .iter()
            .filter_map(|piece| {
                Some(Line {
                    text: piece.chevron()?.to_owned(),
                    confidence: 1.0,
                    rect: piece.rect,
                })
            })
            .collect();
        for (place, (piece, reading)) in pieces.iter().zip(readings).enumerate() {
            let parts = sign::parted(piece, reading, piece.crop_rect(picture));
            lines.extend(
                parts
                    .into_iter()
                    .filter(|line| place < certain || repeated::is_label(line)),
            );
        }
        lines.retain(|line| line.confidence >= settings.min_confidence && !line.text.is_empty());
        lone::remove(&mut lines, picture.dimensions(), scale);
        order::sort(&mut lines);
        Ok(lines)
    }

    pub(crate) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }
}
