//! Reading a journal back: batch by batch up to the last whole one.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use arrow::array::RecordBatch;
use arrow::buffer::Buffer;
use arrow::ipc::reader::StreamDecoder;
use arrow::ipc::root_as_message;

use crate::error::{ReadError, Reason};
use crate::journal::stream_path;
use crate::picture::MAX_PICTURE_BYTES;
use crate::schema::Table;

/// The most bytes of a message's description.
const MAX_HEADER_BYTES: u64 = 1 << 20;
/// The most bytes of a message: the largest picture and what stands beside it, or one frame's nodes.
const MAX_BODY_BYTES: u64 = MAX_PICTURE_BYTES + (32 << 20);
/// Every message begins with this and its description's length.
const CONTINUATION: u32 = 0xFFFF_FFFF;

/// The batches of one table in a journal.
///
/// Ends at the first message that is cut or damaged; [`Replay::lost`] then says how many bytes stand behind it.
pub(crate) struct Replay {
    path: PathBuf,
    reader: BufReader<File>,
    decoder: StreamDecoder,
    remaining: u64,
    ended: bool,
}

impl Replay {
    /// The stream of `table` in a journal's folder; none if the table has no row.
    pub(crate) fn open(folder: &Path, table: Table) -> Result<Option<Self>, ReadError> {
        let path = stream_path(folder, table);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Reason::Io(error.to_string()).at(&path)),
        };
        let remaining = file
            .metadata()
            .map_err(|error| Reason::Io(error.to_string()).at(&path))?
            .len();
        let reader = BufReader::new(file);
        Ok(Some(Self {
            path,
            reader,
            decoder: StreamDecoder::new(),
            remaining,
            ended: false,
        }))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that could not be used; meaningful once there is no batch left.
    pub(crate) fn lost(&self) -> u64 {
        self.remaining
    }

    /// The next message, whole; none at the end or where the stream is cut.
    fn message(&mut self) -> Option<Vec<u8>> {
        let mut start = [0; 8];
        if self.remaining < 8 {
            return None;
        }
        self.reader.read_exact(&mut start).ok()?;
        let [a, b, c, d, e, f, g, h] = start;
        if u32::from_le_bytes([a, b, c, d]) != CONTINUATION {
            return None;
        }
        let header = u64::from(u32::from_le_bytes([e, f, g, h]));
        if header == 0 || header > MAX_HEADER_BYTES || header > self.remaining - 8 {
            return None;
        }
        let mut message = start.to_vec();
        read_more(&mut self.reader, &mut message, header)?;
        let body = u64::try_from(root_as_message(&message[8..]).ok()?.bodyLength()).ok()?;
        if body > MAX_BODY_BYTES || body > self.remaining - 8 - header {
            return None;
        }
        read_more(&mut self.reader, &mut message, body)?;
        Some(message)
    }
}

/// Reads exactly `count` more bytes; none if there are fewer.
fn read_more(reader: &mut impl Read, bytes: &mut Vec<u8>, count: u64) -> Option<()> {
    let read = reader.take(count).read_to_end(bytes).ok()?;
    (read as u64 == count).then_some(())
}

impl Iterator for Replay {
    type Item = RecordBatch;

    fn next(&mut self) -> Option<RecordBatch> {
        while !self.ended {
            let Some(message) = self.message() else { break };
            let length = message.len() as u64;
            let mut buffer = Buffer::from_vec(message);
            let Ok(batch) = self.decoder.decode(&mut buffer) else {
                break;
            };
            self.remaining -= length;
            if batch.is_some() {
                return batch;
            }
        }
        self.ended = true;
        None
    }
}
