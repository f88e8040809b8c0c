//! Pictures of a page. Each is embedded once, as the background of a class, however often it is shown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// All pictures of a page may take this much before base64; what comes later is left out, and the page says so.
const MOST_BYTES: usize = 24 << 20;

/// The pictures of a page.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    known: BTreeMap<String, Option<usize>>,
    data: Vec<(&'static str, Vec<u8>)>,
    bytes: usize,
    left_out: usize,
}

/// How a page shows a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shot {
    /// The class that shows it.
    pub class: String,
}

impl Pictures {
    /// The picture of this name. `load` reads its PNG, JPEG or WebP bytes, the first time only; none if there is no picture, if it is
    /// none of these, or if the page is full.
    pub fn shot(&mut self, name: &str, load: impl FnOnce() -> Option<Vec<u8>>) -> Option<Shot> {
        if let Some(known) = self.known.get(name) {
            return known.map(shot);
        }
        let picture = load().and_then(|bytes| Some((media_type(&bytes)?, bytes)));
        let place = match picture {
            Some((_, bytes)) if self.bytes + bytes.len() > MOST_BYTES => {
                self.left_out += 1;
                None
            }
            Some((media, bytes)) => {
                self.bytes += bytes.len();
                self.data.push((media, bytes));
                Some(self.data.len() - 1)
            }
            None => None,
        };
        self.known.insert(name.to_owned(), place);
        place.map(shot)
    }

    /// How many pictures were left out because the page was full.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    pub(crate) fn style(&self) -> String {
        let mut style = String::new();
        for (place, (media, bytes)) in self.data.iter().enumerate() {
            let _ = writeln!(
                style,
                ".picture-{place}{{background-image:url(data:{media};base64,{})}}",
                STANDARD.encode(bytes)
            );
        }
        style
    }
}

/// The address of a drawing for an `img`: the SVG itself. As an image it can't run or load anything.
pub fn svg_address(svg: &str) -> String {
    format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
}

fn shot(place: usize) -> Shot {
    Shot {
        class: format!("picture-{place}"),
    }
}

/// The kind of picture, by its first bytes.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_embedded_once_and_nothing_else_is() {
        let mut pictures = Pictures::default();
        let png = || Some(vec![0x89, b'P', b'N', b'G', 1, 2]);
        assert_eq!(pictures.shot("a", png), pictures.shot("a", || None));
        assert_eq!(pictures.shot("b", || Some(b"<svg onload=x>".to_vec())), None);
        assert_eq!(pictures.style().matches("base64").count(), 1);
    }
}
