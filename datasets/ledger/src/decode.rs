//! A run from the rows of its file.

use arrow::array::{Array, ArrayRef, AsArray as _, RecordBatch};
use arrow::datatypes::{TimestampMicrosecondType, UInt64Type};
use skillc_records::{SessionId, Timestamp};

use crate::run::{AppRun, Run, RunOutcome, StageRun};
use crate::schema::{NUMBERS, STAGE_NUMBERS};

/// The run in `batches`, or what is wrong with them.
pub(crate) fn run(batches: &[RecordBatch]) -> Result<Run, String> {
    let first = batches.iter().find(|batch| batch.num_rows() > 0).ok_or("has no rows")?;
    let id = required(first, "run_id")?;
    let outcome = required(first, "outcome")?;
    let mut run = Run {
        id: SessionId::parse(id).map_err(|error| error.to_string())?,
        command: required(first, "command")?.to_owned(),
        started_at: moment(first, "started_at")?,
        ended_at: moment(first, "ended_at")?,
        outcome: RunOutcome::ALL
            .into_iter()
            .find(|known| known.as_str() == outcome)
            .ok_or_else(|| format!("has the outcome {outcome:?}, expected clean, findings or failed"))?,
        git_revision: text(first, "git_revision", 0).map(str::to_owned),
        skillc_version: required(first, "skillc_version")?.to_owned(),
        versions: versions(first),
        apps: Vec::new(),
        problems: Vec::new(),
    };
    for batch in batches {
        for row in 0..batch.num_rows() {
            let problems = problems(batch, row);
            match text(batch, "app", row) {
                Some(app) => run.apps.push(self::app(batch, row, app, problems)),
                None => run.problems.extend(problems),
            }
        }
    }
    Ok(run)
}

fn app(batch: &RecordBatch, row: usize, app: &str, problems: Vec<String>) -> AppRun {
    let [sessions, frames, screens, skills, steps] = NUMBERS.map(|name| number(batch.column_by_name(name), row));
    AppRun {
        app: app.to_owned(),
        sessions,
        frames,
        screens,
        skills,
        steps,
        stages: stages(batch, row),
        problems,
    }
}

fn text<'b>(batch: &'b RecordBatch, name: &str, row: usize) -> Option<&'b str> {
    let column = batch.column_by_name(name)?.as_string_opt::<i32>()?;
    column.is_valid(row).then(|| column.value(row))
}

fn required<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b str, String> {
    text(batch, name, 0).ok_or_else(|| format!("has no {name}"))
}

fn moment(batch: &RecordBatch, name: &str) -> Result<Timestamp, String> {
    let column = batch
        .column_by_name(name)
        .and_then(|column| column.as_primitive_opt::<TimestampMicrosecondType>());
    let column = column
        .filter(|column| column.is_valid(0))
        .ok_or_else(|| format!("has no {name}"))?;
    Ok(Timestamp(column.value(0)))
}

/// A number; one that is not there is 0.
fn number(column: Option<&ArrayRef>, row: usize) -> u64 {
    let column = column.and_then(|column| column.as_primitive_opt::<UInt64Type>());
    column
        .filter(|column| row < column.len() && column.is_valid(row))
        .map_or(0, |column| column.value(row))
}

/// The elements of a list; one that is not there is empty.
fn elements(batch: &RecordBatch, name: &str, row: usize) -> Option<ArrayRef> {
    let lists = batch.column_by_name(name)?.as_list_opt::<i32>()?;
    lists.is_valid(row).then(|| lists.value(row))
}

fn problems(batch: &RecordBatch, row: usize) -> Vec<String> {
    let Some(elements) = elements(batch, "problems", row) else {
        return Vec::new();
    };
    let Some(texts) = elements.as_string_opt::<i32>() else {
        return Vec::new();
    };
    texts.iter().flatten().map(str::to_owned).collect()
}

fn versions(batch: &RecordBatch) -> Vec<(String, String)> {
    let Some(elements) = elements(batch, "versions", 0) else {
        return Vec::new();
    };
    let members = elements.as_struct_opt();
    let member = |name| members.and_then(|members| members.column_by_name(name)?.as_string_opt::<i32>());
    let (Some(names), Some(versions)) = (member("name"), member("version")) else {
        return Vec::new();
    };
    let pairs = names.iter().zip(versions.iter());
    pairs
        .filter_map(|(name, version)| Some((name?.to_owned(), version?.to_owned())))
        .collect()
}

fn stages(batch: &RecordBatch, row: usize) -> Vec<StageRun> {
    let Some(elements) = elements(batch, "stages", row) else {
        return Vec::new();
    };
    let Some(members) = elements.as_struct_opt() else {
        return Vec::new();
    };
    let Some(names) = members
        .column_by_name("stage")
        .and_then(|column| column.as_string_opt::<i32>())
    else {
        return Vec::new();
    };
    let stage = |(place, name): (usize, Option<&str>)| {
        let [run, hit, failed, elapsed_ms] = STAGE_NUMBERS.map(|column| number(members.column_by_name(column), place));
        Some(StageRun {
            stage: name?.to_owned(),
            run,
            hit,
            failed,
            elapsed_ms,
        })
    };
    names.iter().enumerate().filter_map(stage).collect()
}
