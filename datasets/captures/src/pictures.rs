//! Pictures of a session, each read alone: from one page, whatever the size of the file.

use std::collections::BTreeMap;
use std::path::Path;

use arrow::array::{Array as _, AsArray as _};
use parquet::arrow::arrow_reader::{RowSelection, RowSelector};
use parquet::file::metadata::PageIndexPolicy;
use skillc_records::FrameIndex;

use crate::error::{ReadError, Reason};
use crate::opened::{self, Opened, guarded};
use crate::picture::MAX_PICTURE_BYTES;
use crate::rows::Rows;
use crate::schema::Table;

/// What stands beside a picture in its page: levels and a length.
const PAGE_OVERHEAD_BYTES: u64 = 4 << 10;

/// The pictures of one session.
pub struct Pictures {
    opened: Opened,
    /// The hash that each frame names, by row.
    hashes: Vec<Option<String>>,
    /// The row that holds the bytes of a hash: the first that names it.
    holders: BTreeMap<String, usize>,
}

impl Pictures {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        guarded(path, || Self::index(path))
    }

    /// Finds out which row holds which picture.
    fn index(path: &Path) -> Result<Self, ReadError> {
        let opened = opened::open(path, Table::Frames, PageIndexPolicy::Optional)?;
        let mut hashes: Vec<Option<String>> = Vec::new();
        for batch in opened.batches(|name| name == "image_hash")? {
            let batch = batch.map_err(|error| opened.damaged(error))?;
            let rows = Rows::new(&batch, path, hashes.len());
            let column = rows.texts("image_hash")?;
            hashes.extend((0..rows.len()).map(|row| column.owned(row)));
        }
        let mut holders = BTreeMap::new();
        for (row, hash) in hashes.iter().enumerate() {
            if let Some(hash) = hash {
                holders.entry(hash.clone()).or_insert(row);
            }
        }
        Ok(Self {
            opened,
            hashes,
            holders,
        })
    }

    /// Every picture's hash, once, in the order of the frames that hold them.
    pub fn hashes(&self) -> Vec<&str> {
        let mut by_row: Vec<(usize, &str)> = self.holders.iter().map(|(hash, &row)| (row, hash.as_str())).collect();
        by_row.sort_unstable();
        by_row.into_iter().map(|(_, hash)| hash).collect()
    }

    /// The encoded bytes of the picture that `frame` shows; none for a frame without one.
    ///
    /// # Errors
    /// When there is no such frame, or its picture can't be read.
    pub fn of_frame(&self, frame: FrameIndex) -> Result<Option<Vec<u8>>, ReadError> {
        let hash = self
            .hashes
            .get(frame.0 as usize)
            .ok_or_else(|| Reason::NoFrame(frame.0).at(&self.opened.path))?;
        match hash {
            Some(hash) => self.by_hash(hash),
            None => Ok(None),
        }
    }

    /// The encoded bytes of the picture with this hash; none if the session has no such picture.
    ///
    /// # Errors
    /// When the picture can't be read.
    pub fn by_hash(&self, hash: &str) -> Result<Option<Vec<u8>>, ReadError> {
        match self.holders.get(hash) {
            Some(&row) => guarded(&self.opened.path, || self.read(row)).map(Some),
            None => Ok(None),
        }
    }

    fn read(&self, row: usize) -> Result<Vec<u8>, ReadError> {
        let (group, row_in_group) = self.place(row)?;
        self.check_size(group, row_in_group)
            .map_err(|reason| reason.at(&self.opened.path))?;
        let selection = RowSelection::from(vec![RowSelector::skip(row_in_group), RowSelector::select(1)]);
        let missing = || {
            Reason::Null {
                column: "image".to_owned(),
                row,
            }
            .at(&self.opened.path)
        };
        let batch = self
            .opened
            .selected("image", group, selection)?
            .next()
            .ok_or_else(missing)?;
        let batch = batch.map_err(|error| self.opened.damaged(error))?;
        let images = batch.column(0).as_binary_opt::<i32>().ok_or_else(missing)?;
        if images.is_empty() || images.is_null(0) {
            return Err(missing());
        }
        Ok(images.value(0).to_vec())
    }

    /// The row group of a row, and its place in it.
    fn place(&self, row: usize) -> Result<(usize, usize), ReadError> {
        let mut left = row;
        for (i, group) in self.opened.metadata.metadata().row_groups().iter().enumerate() {
            let rows = usize::try_from(group.num_rows()).unwrap_or(0);
            if left < rows {
                return Ok((i, left));
            }
            left -= rows;
        }
        Err(Reason::NoFrame(u32::try_from(row).unwrap_or(u32::MAX)).at(&self.opened.path))
    }

    /// Refuses a picture that is too large before a byte of it is read.
    fn check_size(&self, group: usize, row: usize) -> Result<(), Reason> {
        let metadata = self.opened.metadata.metadata();
        let image = self
            .opened
            .metadata
            .parquet_schema()
            .columns()
            .iter()
            .position(|column| column.name() == "image");
        let image = image.ok_or_else(|| Reason::MissingColumn("image".to_owned()))?;
        let index = metadata.page_index_for_row_group(group);
        let size = match index.page_locations(image).filter(|pages| !pages.is_empty()) {
            // Without an index of pages the whole column of the row group has to be read.
            None => metadata.row_group(group).column(image).uncompressed_size(),
            Some(pages) => {
                let row = i64::try_from(row).unwrap_or(i64::MAX);
                let page = pages
                    .partition_point(|page| page.first_row_index <= row)
                    .saturating_sub(1);
                i64::from(pages[page].compressed_page_size)
            }
        };
        let (found, limit) = (
            u64::try_from(size).unwrap_or(u64::MAX),
            MAX_PICTURE_BYTES + PAGE_OVERHEAD_BYTES,
        );
        if found > limit {
            Err(Reason::TooLarge {
                what: "the picture in bytes",
                found,
                limit,
            })
        } else {
            Ok(())
        }
    }
}
