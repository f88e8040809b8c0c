//! Which files hold what a session recorded.

use std::path::PathBuf;

use crate::layout;
use crate::schema::Table;
use crate::store::{SessionFile, Store};

impl Store {
    /// The files of a sealed session that hold what was recorded, by table: not its labels, which are about the recording and no part
    /// of it. Sessions are never edited, so their bytes name their content.
    pub fn content_files(&self, session: &SessionFile) -> Vec<(Table, PathBuf)> {
        [Table::Sessions, Table::Frames, Table::Detections, Table::Actions, Table::Nodes]
            .into_iter()
            .map(|table| (table, layout::file(self.root(), table, &session.app, &session.id)))
            .filter(|(_, path)| path.exists())
            .collect()
    }
}
