//! A sealed session as records: what it was sealed with, and the labels and detections that were added.

use std::collections::BTreeMap;
use std::path::Path;

use parquet::file::metadata::PageIndexPolicy;
use skillc_records::{Action, Detection, FrameIndex, Recording, SessionId};

use crate::error::{ReadError, Reason, StoreError};
use crate::layout;
use crate::opened;
use crate::rows::Rows;
use crate::schema::Table;
use crate::store::{Entry, SessionContents, SessionFile, Store};
use crate::table;

impl Store {
    /// The whole session without the bytes of its pictures: what it was sealed with, and the labels and detections that were added.
    ///
    /// # Errors
    /// When one of its files can't be used, or they don't belong together.
    pub fn read(&self, session: &SessionId) -> Result<Recording, ReadError> {
        let missing = |_| Reason::Missing.at(&self.root().join(Table::Sessions.name()));
        self.read_file(&self.find(session).map_err(missing)?)
    }

    /// As [`Store::read`], for a session whose file is known.
    ///
    /// # Errors
    /// When one of its files can't be used, or they don't belong together.
    pub fn read_file(&self, file: &SessionFile) -> Result<Recording, ReadError> {
        let unlisted = |error: StoreError| Reason::Io(error.to_string()).at(self.root());
        self.read_contents(&self.contents_of(file).map_err(unlisted)?)
    }

    /// As [`Store::read`], for a session whose files are known.
    ///
    /// # Errors
    /// When one of its files can't be used, or they don't belong together.
    pub fn read_contents(&self, contents: &SessionContents) -> Result<Recording, ReadError> {
        let file = &contents.file;
        let entry = self.entry(file)?;
        let path = |table| layout::file(self.root(), table, &file.app, &file.id);

        let frames = self.rows(&entry, file, Table::Frames, table::frames::decode)?;
        check_places(&path(Table::Frames), "frame", frames.iter().map(|frame| frame.index.0))?;
        let count = frames.len();

        let actions = self.rows(&entry, file, Table::Actions, table::actions::decode)?;
        check_places(
            &path(Table::Actions),
            "action",
            actions.iter().map(|action| action.index.0),
        )?;
        check_frames(&path(Table::Actions), &actions, count)?;

        let of_frame = |(frame, _): &(FrameIndex, Detection)| *frame;
        let mut detections: BTreeMap<FrameIndex, Vec<Detection>> = BTreeMap::new();
        for (frame, detection) in self.rows_of_frames(
            &entry,
            contents,
            Table::Detections,
            table::detections::decode,
            of_frame,
            count,
        )? {
            detections.entry(frame).or_default().push(detection);
        }
        let nodes = self.rows_of_frames(
            &entry,
            contents,
            Table::Nodes,
            table::nodes::decode,
            |node| node.frame,
            count,
        )?;
        let labels = self.rows_of_frames(
            &entry,
            contents,
            Table::Labels,
            table::labels::decode,
            |label| label.frame,
            count,
        )?;
        Ok(Recording {
            session: entry.session,
            frames,
            detections,
            actions,
            nodes,
            labels,
        })
    }

    /// The rows of a table that only the session itself writes.
    fn rows<T>(
        &self,
        entry: &Entry,
        file: &SessionFile,
        table: Table,
        decode: impl Fn(&Rows<'_>) -> Result<Vec<T>, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let path = layout::file(self.root(), table, &file.app, &file.id);
        let rows = read_rows(&path, table, file, &decode)?;
        let found = rows.len() as u64;
        match entry.rows.get(&table) {
            Some(&expected) if expected != found => Err(Reason::RowCount { found, expected }.at(&path)),
            _ => Ok(rows),
        }
    }

    /// The rows of a table whose rows belong to frames, from the session's own file and from those that were added, in the order of
    /// their frames.
    fn rows_of_frames<T>(
        &self,
        entry: &Entry,
        contents: &SessionContents,
        table: Table,
        decode: impl Fn(&Rows<'_>) -> Result<Vec<T>, ReadError>,
        frame: impl Fn(&T) -> FrameIndex,
        frames: usize,
    ) -> Result<Vec<T>, ReadError> {
        let file = &contents.file;
        let own = layout::file(self.root(), table, &file.app, &file.id);
        let is_needed = table.is_always_there() || entry.rows.get(&table).is_some_and(|&rows| rows > 0);
        let is_there = contents.of_table(table).any(|path| path == own);
        let mut records = if is_needed || is_there {
            self.rows(entry, file, table, &decode)?
        } else {
            Vec::new()
        };
        check_within(&own, records.iter().map(&frame), frames)?;
        for path in contents.of_table(table).filter(|path| *path != own) {
            let mut added = read_rows(path, table, file, &decode)?;
            check_within(path, added.iter().map(&frame), frames)?;
            records.append(&mut added);
        }
        records.sort_by_key(frame);
        Ok(records)
    }
}

fn read_rows<T>(
    path: &Path,
    table: Table,
    file: &SessionFile,
    decode: impl Fn(&Rows<'_>) -> Result<Vec<T>, ReadError>,
) -> Result<Vec<T>, ReadError> {
    opened::open(path, table, PageIndexPolicy::Skip)?.read(|rows| {
        rows.all_of(&file.id)?;
        decode(rows)
    })
}

/// Checks that the rows are numbered 0, 1, 2, …
fn check_places(path: &Path, column: &str, found: impl Iterator<Item = u32>) -> Result<(), ReadError> {
    for (row, found) in found.enumerate() {
        if found as usize != row {
            let (column, value) = (column.to_owned(), found.to_string());
            return Err(Reason::BadValue {
                column,
                row,
                value,
                expected: "the number of the row",
            }
            .at(path));
        }
    }
    Ok(())
}

/// Checks that every row belongs to one of the session's frames.
fn check_within(path: &Path, found: impl Iterator<Item = FrameIndex>, frames: usize) -> Result<(), ReadError> {
    for (row, frame) in found.enumerate() {
        if frame.0 as usize >= frames {
            return Err(no_such_frame("frame", row, frame).at(path));
        }
    }
    Ok(())
}

/// Checks that actions name frames of the session.
fn check_frames(path: &Path, actions: &[Action], frames: usize) -> Result<(), ReadError> {
    for (row, action) in actions.iter().enumerate() {
        for (column, frame) in [
            ("frame_before", action.frame_before),
            ("frame_after", action.frame_after),
        ] {
            if let Some(frame) = frame.filter(|frame| frame.0 as usize >= frames) {
                return Err(no_such_frame(column, row, frame).at(path));
            }
        }
    }
    Ok(())
}

fn no_such_frame(column: &str, row: usize, frame: FrameIndex) -> Reason {
    let (column, value) = (column.to_owned(), frame.to_string());
    Reason::BadValue {
        column,
        row,
        value,
        expected: "a frame of the session",
    }
}
