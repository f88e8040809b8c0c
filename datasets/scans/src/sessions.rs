//! What each session and each app holds.

use std::collections::BTreeMap;

use polars::prelude::{DataType, col, len, lit};
use skillc_captures::{Store, Table};

use crate::scan::{Answer, Files, Group, ScanError};

/// What one session holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionSummary {
    /// The app's folder.
    pub app: String,
    /// The session.
    pub session: String,
    /// When it began, microseconds since 1970, UTC.
    pub started_at: i64,
    /// Captures, whether they worked or not.
    pub frames: u64,
    /// Captures that failed.
    pub failed_frames: u64,
    /// Different pictures.
    pub pictures: u64,
    /// Detections by all detectors.
    pub detections: u64,
    /// Actions.
    pub actions: u64,
    /// Actions that failed.
    pub failed_actions: u64,
    /// Accessibility nodes.
    pub nodes: u64,
    /// Labels.
    pub labels: u64,
}

/// What the sessions of one app hold together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppSummary {
    /// The app's folder.
    pub app: String,
    /// Its sessions.
    pub sessions: u64,
    /// The sums over its sessions; `session` is empty and `started_at` is that of the first one.
    pub total: SessionSummary,
}

/// What every session holds, by app and session.
///
/// # Errors
/// When the store can't be listed or a scan fails.
pub fn sessions(store: &Store) -> Result<Answer<SessionSummary>, ScanError> {
    let started = [col("started_at")
        .min()
        .cast(DataType::Int64)
        .cast(DataType::UInt64)
        .alias("started")];
    let files = Files::of(store)?;
    let (groups, mut problems) = files.grouped(Table::Sessions, &[], &["started_at"], &started)?;
    let mut summaries: BTreeMap<String, SessionSummary> = BTreeMap::new();
    for Group {
        app, session, values, ..
    } in groups
    {
        let started_at = i64::try_from(value(&values, 0)).unwrap_or(0);
        let summary = SessionSummary {
            app,
            session: session.clone(),
            started_at,
            ..SessionSummary::default()
        };
        summaries.insert(session, summary);
    }

    let failed = |column: &str| col(column).eq(lit("failed")).sum().alias("failed");
    let rows = || len().alias("rows");
    let pictures = col("image_hash").drop_nulls().n_unique().alias("pictures");
    let frames = [rows(), failed("attempt_outcome"), pictures];
    let actions = [rows(), failed("outcome")];
    for (table, (groups, found)) in [
        (
            Table::Frames,
            files.grouped(Table::Frames, &[], &["attempt_outcome", "image_hash"], &frames)?,
        ),
        (
            Table::Actions,
            files.grouped(Table::Actions, &[], &["outcome"], &actions)?,
        ),
        // Of these only the number of rows is asked for, and footers know it.
        (Table::Detections, files.rows(Table::Detections)),
        (Table::Nodes, files.rows(Table::Nodes)),
        (Table::Labels, files.rows(Table::Labels)),
    ] {
        problems.extend(found);
        for group in groups {
            if let Some(summary) = summaries.get_mut(&group.session) {
                summary.take(table, &group.values);
            }
        }
    }
    let mut rows: Vec<SessionSummary> = summaries.into_values().collect();
    rows.sort_by(|a, b| (&a.app, &a.session).cmp(&(&b.app, &b.session)));
    Ok(Answer { rows, problems })
}

impl SessionSummary {
    /// Takes the aggregates of `table`.
    fn take(&mut self, table: Table, values: &[u64]) {
        match table {
            Table::Sessions => {}
            Table::Frames => {
                (self.frames, self.failed_frames) = (value(values, 0), value(values, 1));
                self.pictures = value(values, 2);
            }
            // A session may have several files of these.
            Table::Detections => self.detections += value(values, 0),
            Table::Actions => (self.actions, self.failed_actions) = (value(values, 0), value(values, 1)),
            Table::Nodes => self.nodes += value(values, 0),
            Table::Labels => self.labels += value(values, 0),
        }
    }
}

/// What the sessions of every app hold together, by app.
///
/// # Errors
/// When the store can't be listed or a scan fails.
pub fn apps(store: &Store) -> Result<Answer<AppSummary>, ScanError> {
    let Answer { rows, problems } = sessions(store)?;
    let mut apps: Vec<AppSummary> = Vec::new();
    for session in rows {
        match apps.last_mut().filter(|app| app.app == session.app) {
            Some(app) => app.add(&session),
            None => {
                let mut app = AppSummary {
                    app: session.app.clone(),
                    ..AppSummary::default()
                };
                app.total.started_at = session.started_at;
                app.total.app = session.app.clone();
                app.add(&session);
                apps.push(app);
            }
        }
    }
    Ok(Answer { rows: apps, problems })
}

impl AppSummary {
    fn add(&mut self, session: &SessionSummary) {
        self.sessions += 1;
        let total = &mut self.total;
        total.started_at = total.started_at.min(session.started_at);
        total.frames += session.frames;
        total.failed_frames += session.failed_frames;
        // The same picture in two sessions is stored in both.
        total.pictures += session.pictures;
        total.detections += session.detections;
        total.actions += session.actions;
        total.failed_actions += session.failed_actions;
        total.nodes += session.nodes;
        total.labels += session.labels;
    }
}

fn value(values: &[u64], place: usize) -> u64 {
    values.get(place).copied().unwrap_or(0)
}
