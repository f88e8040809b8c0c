//! A plain folder of screenshots as sessions.
//!
//! Pictures of one size are one session, in the order of their names: a window has one size. The window is that of the device whose
//! screen the pictures are likeliest to be, or what the scale says. The id follows from the time of the first picture and from the
//! pictures themselves, so that the same folder is the same sessions.

use std::collections::BTreeMap;

use skillc_records::{PixelSize, Producer, Scale, Session, SessionId, SessionState, Target, Timestamp, WindowSize};

/// A picture of the folder, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFile {
    /// Its path below the folder, with slashes.
    pub name: String,
    /// Its size.
    pub size: PixelSize,
    /// When it was last changed.
    pub modified: Timestamp,
    /// blake3 of its bytes, in hexadecimal digits.
    pub hash: String,
}

/// What holds for all pictures of a folder.
#[derive(Debug, Clone, PartialEq)]
pub struct FolderImport {
    /// The app's display name.
    pub app: String,
    /// The locale, where it is known.
    pub locale: Option<String>,
    /// The APP.md that describes the app, where there is one.
    pub app_md: Option<String>,
    /// The version of this program.
    pub recorder_version: String,
}

/// A session to be, and its pictures: frame `i` shows picture `i`.
#[derive(Debug, Clone, PartialEq)]
pub struct FolderSession {
    /// The session.
    pub session: Session,
    /// Pixels per point of its pictures.
    pub scale: Scale,
    /// Its pictures, by name.
    pub pictures: Vec<PictureFile>,
}

/// The sessions of a folder. `scale` gives the pixels per point of pictures of a size.
pub fn sessions(
    mut pictures: Vec<PictureFile>,
    import: &FolderImport,
    scale: impl Fn(PixelSize) -> Scale,
) -> Vec<FolderSession> {
    pictures.sort_by(|a, b| a.name.cmp(&b.name));
    let mut by_size: BTreeMap<(u32, u32), Vec<PictureFile>> = BTreeMap::new();
    for picture in pictures {
        by_size
            .entry((picture.size.width, picture.size.height))
            .or_default()
            .push(picture);
    }
    let session = |((width, height), pictures): ((u32, u32), Vec<PictureFile>)| {
        let scale = scale(PixelSize { width, height });
        let points = |pixels: u32| f64::from(pixels) / scale.pixels_per_point();
        let window = WindowSize::new(points(width), points(height));
        let started_at = pictures
            .iter()
            .map(|picture| picture.modified)
            .min()
            .unwrap_or_default();
        FolderSession {
            session: Session {
                id: id(started_at, &import.app, &pictures),
                app: import.app.clone(),
                producer: Producer::Import,
                producer_version: None,
                target: Target::default(),
                locale: import.locale.clone(),
                orientation: window.orientation(),
                window,
                app_md: import.app_md.clone(),
                started_at,
                ended_at: None,
                goal: None,
                recorder_version: import.recorder_version.clone(),
                state: SessionState::Sealed,
            },
            scale,
            pictures,
        }
    };
    by_size.into_iter().map(session).collect()
}

/// The id: the time, and a hash of the pictures in place of chance.
fn id(started_at: Timestamp, app: &str, pictures: &[PictureFile]) -> SessionId {
    let mut hasher = blake3::Hasher::new();
    for part in std::iter::once(app).chain(
        pictures
            .iter()
            .flat_map(|picture| [picture.name.as_str(), &picture.hash]),
    ) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let hash = hasher.finalize();
    let chance = hash.as_bytes()[..10]
        .iter()
        .fold(0_u128, |chance, byte| (chance << 8) | u128::from(*byte));
    let milliseconds = u64::try_from(started_at.0 / 1000).unwrap_or(0);
    let ulid = ulid::Ulid::from_parts(milliseconds, chance).to_string();
    SessionId::parse(&ulid).unwrap_or_else(|_| unreachable!("a ULID has 26 characters of Crockford base 32"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_folder_is_the_same_sessions() {
        let picture = |name: &str, width| PictureFile {
            name: name.to_owned(),
            size: PixelSize { width, height: 2000 },
            modified: Timestamp(5_000_000),
            hash: name.repeat(4),
        };
        let import = FolderImport {
            app: "Clock".to_owned(),
            locale: None,
            app_md: None,
            recorder_version: "1".to_owned(),
        };
        let read = |names: &[(&str, u32)]| {
            let pictures = names.iter().map(|(name, width)| picture(name, *width)).collect();
            sessions(pictures, &import, |_| Scale::new(2.0).unwrap_or(Scale::ONE))
        };
        let one = read(&[("b", 1000), ("a", 1000), ("c", 3000)]);
        assert_eq!(one, read(&[("c", 3000), ("a", 1000), ("b", 1000)]));
        assert_eq!(one.len(), 2, "one a size");
        assert_eq!(one[0].pictures[0].name, "a");
        assert_eq!(one[0].session.window, WindowSize::new(500.0, 1000.0));
        assert_ne!(one[0].session.id, read(&[("a", 1000)])[0].session.id);
    }
}
