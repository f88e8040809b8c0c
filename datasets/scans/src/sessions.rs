//! What each session and each app holds.

use std::collections::BTreeMap;

use polars::prelude::{col, len, lit};
use skillc_captures::{Store, Table};

use crate::scan::{Answer, Group, ScanError, grouped};

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
    let mut problems = Vec::new();
    let mut by_session: BTreeMap<(String, String), SessionSummary> = BTreeMap::new();
    let keys = ["app", "session_id"];

    let started = vec![
        col("started_at")
            .min()
            .cast(polars::prelude::DataType::Int64)
            .alias("started"),
    ];
    let (groups, found) = grouped(store, Table::Sessions, &keys, &["started_at"], started)?;
    problems.extend(found);
    for Group { keys, values } in groups {
        if let [app, session] = keys.as_slice() {
            let summary = SessionSummary {
                app: app.clone(),
                session: session.clone(),
                started_at: value(&values, 0),
                ..SessionSummary::default()
            };
            by_session.insert((app.clone(), session.clone()), summary);
        }
    }

    let failed = |column: &str| col(column).eq(lit("failed")).sum().alias("failed");
    let rows = || len().alias("rows");
    let pictures = col("image_hash").drop_nulls().n_unique().alias("pictures");
    for (table, columns, aggregates) in [
        (
            Table::Frames,
            vec!["attempt_outcome", "image_hash"],
            vec![rows(), failed("attempt_outcome"), pictures],
        ),
        (Table::Detections, vec![], vec![rows()]),
        (Table::Actions, vec!["outcome"], vec![rows(), failed("outcome")]),
        (Table::Nodes, vec![], vec![rows()]),
        (Table::Labels, vec![], vec![rows()]),
    ] {
        let (groups, found) = grouped(store, table, &keys, &columns, aggregates)?;
        problems.extend(found);
        for Group { keys, values } in groups {
            let [app, session] = keys.as_slice() else { continue };
            let Some(summary) = by_session.get_mut(&(app.clone(), session.clone())) else {
                continue;
            };
            let count = |place| u64::try_from(value(&values, place)).unwrap_or(0);
            match table {
                Table::Frames => {
                    (summary.frames, summary.failed_frames, summary.pictures) = (count(0), count(1), count(2));
                }
                Table::Detections => summary.detections = count(0),
                Table::Actions => (summary.actions, summary.failed_actions) = (count(0), count(1)),
                Table::Nodes => summary.nodes = count(0),
                Table::Labels => summary.labels = count(0),
                Table::Sessions => {}
            }
        }
    }
    Ok(Answer {
        rows: by_session.into_values().collect(),
        problems,
    })
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

fn value(values: &[i64], place: usize) -> i64 {
    values.get(place).copied().unwrap_or(0)
}
