//! Verifying a store: every byte is what was sealed, and everything that a row refers to is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use parquet::file::metadata::PageIndexPolicy;
use skillc_records::{FrameIndex, PixelSize, Recording, Slug};

use crate::error::{ReadError, Reason, StoreError};
use crate::layout;
use crate::opened;
use crate::parquet_file::key;
use crate::picture::{picture_hash, picture_size};
use crate::schema::Table;
use crate::store::{SessionContents, SessionFile, Store, sorted_entries};
use crate::table::sessions::sha256;

/// What is wrong with a session or a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A file can't be used.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A file is not the one that was sealed.
    #[error("{}: changed since it was sealed", file.display())]
    Changed {
        /// The file.
        file: PathBuf,
    },
    /// A picture's bytes don't have the hash that its frame names.
    #[error("{}: the picture of frame {frame} does not have the hash that the frame names", file.display())]
    PictureHash {
        /// The file.
        file: PathBuf,
        /// The first frame that names it.
        frame: FrameIndex,
    },
    /// A picture is none, or of another size than its frame says.
    #[error("{}: the picture of frame {frame} {reason}", file.display())]
    PictureHeader {
        /// The file.
        file: PathBuf,
        /// The first frame that names it.
        frame: FrameIndex,
        /// What is wrong.
        reason: String,
    },
    /// The digest of APP.md is not that of its text.
    #[error("{}: app_md_sha256 is not the digest of app_md", file.display())]
    AppMdDigest {
        /// The file.
        file: PathBuf,
    },
    /// The app's name leads to another folder.
    #[error("{}: the app {app:?} belongs into the folder app={expected}", file.display())]
    WrongFolder {
        /// The file.
        file: PathBuf,
        /// The app's name.
        app: String,
        /// The folder that its name leads to.
        expected: Slug,
    },
    /// A node's parent is not in the tree of its frame.
    #[error("{}: node {node} of frame {frame} has a parent that is not there", file.display())]
    NoParent {
        /// The file.
        file: PathBuf,
        /// The frame.
        frame: FrameIndex,
        /// The node.
        node: u32,
    },
    /// A file belongs to no session.
    #[error("{}: belongs to no session in the store; `skillc captures gc` removes it", file.display())]
    Orphan {
        /// The file.
        file: PathBuf,
    },
}

impl Store {
    /// Verifies `session`: the files are those that were sealed, every picture has its hash and size, every reference leads
    /// somewhere. Returns the number of pictures and what is wrong.
    pub fn verify_session(&self, session: &SessionFile) -> (u64, Vec<Fault>) {
        match self.contents_of(session) {
            Ok(contents) => self.verify_contents(&contents),
            Err(error) => (0, vec![Reason::Io(error.to_string()).at(self.root()).into()]),
        }
    }

    /// As [`Store::verify_session`], for a session whose files are known.
    pub fn verify_contents(&self, contents: &SessionContents) -> (u64, Vec<Fault>) {
        let session = &contents.file;
        let mut faults = self.changed_files(session);
        let recording = match self.read_contents(contents) {
            Ok(recording) => recording,
            Err(error) => {
                faults.push(error.into());
                return (0, faults);
            }
        };
        self.check_session_row(session, &recording, &mut faults);
        self.check_parents(session, &recording, &mut faults);
        let pictures = self.check_pictures(session, &recording, &mut faults);
        (pictures, faults)
    }

    /// Files of tables that belong to no session.
    ///
    /// # Errors
    /// When a folder can't be listed.
    pub fn orphans(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut orphans = Vec::new();
        for table in Table::ALL {
            for (app, folder) in self.app_folders(table)? {
                for file in sorted_entries(&folder)? {
                    let own = layout::session_of(&file)
                        .is_some_and(|(id, _)| layout::file(self.root(), Table::Sessions, &app, &id).exists());
                    if !own && file.extension().is_some_and(|extension| extension == "parquet") {
                        orphans.push(file);
                    }
                }
            }
        }
        Ok(orphans)
    }

    /// The files whose bytes are not those that the session's own file vouches for.
    fn changed_files(&self, session: &SessionFile) -> Vec<Fault> {
        let path = layout::file(self.root(), Table::Sessions, &session.app, &session.id);
        let opened = match opened::open(&path, Table::Sessions, PageIndexPolicy::Skip) {
            Ok(opened) => opened,
            // Told when the session is read.
            Err(_) => return Vec::new(),
        };
        let mut faults = Vec::new();
        for table in Table::ALL {
            let Some(expected) = opened.note(&format!("{}{}", key::BLAKE3, table.name())) else {
                continue;
            };
            let file = layout::file(self.root(), table, &session.app, &session.id);
            if hash_file(&file).is_ok_and(|found| found != expected) {
                faults.push(Fault::Changed { file });
            }
        }
        faults
    }

    fn check_session_row(&self, session: &SessionFile, recording: &Recording, faults: &mut Vec<Fault>) {
        let file = layout::file(self.root(), Table::Sessions, &session.app, &session.id);
        let expected = Slug::of(&recording.session.app);
        if expected != session.app {
            faults.push(Fault::WrongFolder {
                file: file.clone(),
                app: recording.session.app.clone(),
                expected,
            });
        }
        let opened = opened::open(&file, Table::Sessions, PageIndexPolicy::Skip);
        let digests = opened.and_then(|opened| {
            opened.read(|rows| {
                let column = rows.texts("app_md_sha256")?;
                Ok((0..rows.len()).map(|row| column.owned(row)).collect())
            })
        });
        let expected = recording.session.app_md.as_deref().map(sha256);
        if digests.is_ok_and(|digests| digests.first() != Some(&expected)) {
            faults.push(Fault::AppMdDigest { file });
        }
    }

    fn check_parents(&self, session: &SessionFile, recording: &Recording, faults: &mut Vec<Fault>) {
        let file = layout::file(self.root(), Table::Nodes, &session.app, &session.id);
        for nodes in recording.nodes.chunk_by(|a, b| a.frame == b.frame) {
            let known: BTreeSet<u32> = nodes.iter().map(|node| node.index).collect();
            for node in nodes {
                if node.parent.is_some_and(|parent| !known.contains(&parent)) {
                    faults.push(Fault::NoParent {
                        file: file.clone(),
                        frame: node.frame,
                        node: node.index,
                    });
                }
            }
        }
    }

    fn check_pictures(&self, session: &SessionFile, recording: &Recording, faults: &mut Vec<Fault>) -> u64 {
        let file = layout::file(self.root(), Table::Frames, &session.app, &session.id);
        let pictures = match self.pictures(&session.id) {
            Ok(pictures) => pictures,
            Err(error) => {
                faults.push(error.into());
                return 0;
            }
        };
        let mut sizes: BTreeMap<&str, PixelSize> = BTreeMap::new();
        for frame in &recording.frames {
            let Some(picture) = &frame.picture else { continue };
            if let Some(size) = sizes.get(picture.hash.as_str()) {
                if *size != picture.size {
                    faults.push(header_fault(
                        &file,
                        frame.index,
                        "has another size than an earlier frame says",
                    ));
                }
                continue;
            }
            sizes.insert(&picture.hash, picture.size);
            match pictures.by_hash(&picture.hash) {
                Err(error) => faults.push(error.into()),
                Ok(None) => faults.push(header_fault(&file, frame.index, "is not there")),
                Ok(Some(bytes)) if picture_hash(&bytes) != picture.hash => {
                    faults.push(Fault::PictureHash {
                        file: file.clone(),
                        frame: frame.index,
                    });
                }
                Ok(Some(bytes)) => match picture_size(&bytes) {
                    Err(error) => faults.push(header_fault(&file, frame.index, error.to_string())),
                    Ok(size) if size != picture.size => {
                        faults.push(header_fault(&file, frame.index, "has another size than its frame says"));
                    }
                    Ok(_) => {}
                },
            }
        }
        sizes.len() as u64
    }
}

fn header_fault(file: &Path, frame: FrameIndex, reason: impl Into<String>) -> Fault {
    Fault::PictureHeader {
        file: file.to_owned(),
        frame,
        reason: reason.into(),
    }
}

fn hash_file(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}
