//! Whether a screen is light or dark: by the mean brightness of its picture. A picture is decoded for it once and never again.

use skillc_pictures::{PictureLimits, decode};
use skillc_recall::measure::Theme;

use crate::engine::{Cache, Digest};

/// Themes of pictures, kept in the cache.
#[derive(Debug)]
pub(super) struct Themes<'c> {
    cache: &'c Cache,
}

/// What the key begins with; raised when the same picture may get another theme.
const KEY: &[u8] = b"theme 1";

/// Pixels between those that are looked at, in both directions.
const STEP: usize = 8;

impl<'c> Themes<'c> {
    pub(super) fn new(cache: &'c Cache) -> Self {
        Self { cache }
    }

    /// The theme of the picture with this hash; none if it can't be read.
    pub(super) fn of(&self, hash: &str, load: impl FnOnce() -> Option<Vec<u8>>) -> Option<Theme> {
        let key = Digest::of_parts([KEY, hash.as_bytes()]);
        if let Some((_, known)) = self.cache.read(key) {
            return match known.as_slice() {
                b"dark" => Some(Theme::Dark),
                b"light" => Some(Theme::Light),
                _ => None,
            };
        }
        let theme = brightness(&load()?)?;
        let word = theme.as_str().as_bytes();
        self.cache.write(key, Digest::of(word), word);
        Some(theme)
    }
}

fn brightness(bytes: &[u8]) -> Option<Theme> {
    let picture = decode(bytes, &PictureLimits::default()).ok()?;
    let (mut sum, mut count) = (0_u64, 0_u64);
    for row in picture.rows().step_by(STEP) {
        for pixel in row.step_by(STEP) {
            let [red, green, blue] = pixel.0.map(u64::from);
            // Rec. 601, in thousandths.
            sum += 299 * red + 587 * green + 114 * blue;
            count += 1000;
        }
    }
    (count > 0).then(|| if sum / count < 128 { Theme::Dark } else { Theme::Light })
}
