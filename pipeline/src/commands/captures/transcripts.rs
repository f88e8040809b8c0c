//! `skillc captures import --kind transcript`: sessions with MCP servers that others wrote down as JSON Lines.
//!
//! Files that a transcript names are not read: a path in somebody's file is no reason to record what stands there.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};

use serde_json::json;
use skillc_captures::{Store, WriteError};
use skillc_importers::Wishes;
use skillc_importers::encoding::decoded;
use skillc_importers::source::LARGEST;
use skillc_live::transcript::{self, ImportError, Imported, import};
use skillc_live::{NoFiles, Secrets, Subject};
use skillc_records::Timestamp;

use super::present;
use crate::commands::record::counted;
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};
use crate::notice::one_line;

/// So much of a file tells whether it is a transcript: pictures make lines long.
const HEAD: usize = 4 << 20;
/// Lines that were passed over are told up to this number.
const MOST_TOLD: usize = 5;

/// Imports each file as a session.
pub(super) fn run(files: &[PathBuf], wishes: &Wishes, context: &Context) -> Result<Outcome, Failure> {
    let folder = context.config.captures();
    let store = Store::create(&folder).map_err(|error| {
        Failure::new(format!("could not open the captures in {}: {error}", shown(&folder)))
            .help("name a new, empty or existing capture store with --captures")
    })?;
    let (mut human, mut sessions, mut findings) = (String::new(), Vec::new(), false);
    for path in files {
        context.go_on()?;
        let imported = one(path, wishes, &store)?;
        let name = shown(path);
        let Some(imported) = imported else {
            human.push_str(&format!("{name}: was there already\n"));
            sessions.push(json!({ "file": name, "session": null, "state": "exists" }));
            continue;
        };
        findings |= imported.broken > 0 || imported.sealed.is_none();
        match &imported.sealed {
            Some(sealed) => human.push_str(&format!(
                "{name}: {}, {}, {} in session {}\n",
                one_line(&sealed.session.app),
                counted(usize::try_from(sealed.frames).unwrap_or(usize::MAX), "frame"),
                counted(usize::try_from(sealed.actions).unwrap_or(usize::MAX), "action"),
                sealed.session.id
            )),
            None => human.push_str(&format!(
                "{name}: {} messages, and nothing about a screen of a server that is known\n",
                imported.messages
            )),
        }
        for problem in imported.problems.iter().take(MOST_TOLD) {
            human.push_str(&format!("  {name}:{}: passed over, {}\n", problem.line, problem.why));
        }
        if imported.broken > MOST_TOLD {
            human.push_str(&format!("  and {} more lines\n", imported.broken - MOST_TOLD));
        }
        sessions.push(json!({
            "file": name,
            "session": imported.sealed.as_ref().map(|sealed| sealed.session.id.clone()),
            "state": if imported.sealed.is_some() { "imported" } else { "empty" },
            "messages": imported.messages,
            "passed_over": imported.broken,
        }));
    }
    present(context, &human, &json!({ "format_version": 1, "sessions": sessions }))?;
    Ok(Outcome::findings_if(findings))
}

/// Whether every one of these files looks like a transcript.
pub(super) fn are_like(files: &[PathBuf]) -> bool {
    let is_like = |path: &PathBuf| {
        let mut head = vec![0; HEAD];
        let read = File::open(path).and_then(|file| file.take(HEAD as u64).read(&mut head));
        head.truncate(read.unwrap_or(0));
        if is_wide(&head) {
            // Whole characters only; the last line may be cut off.
            head.truncate(head.len() / 4 * 4);
            head = decoded(head).unwrap_or_default().into_bytes();
        }
        transcript::is_like(&head)
    };
    !files.is_empty() && files.iter().all(|path| path.is_file() && is_like(path))
}

/// Whether the bytes of a file begin with a mark of UTF-16.
fn is_wide(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// The lines of a file, in UTF-8.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let failed = |error| Failure::io("read", path, error);
    let mut lines = BufReader::new(File::open(path).map_err(failed)?);
    if !is_wide(lines.fill_buf().map_err(failed)?) {
        return Ok(Box::new(lines));
    }
    let mut bytes = Vec::new();
    lines.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(
            Failure::new(format!("{} has more than {} MB in UTF-16", shown(path), LARGEST >> 20))
                .help("write it in UTF-8, which is read line by line"),
        );
    }
    let text =
        decoded(bytes).map_err(|byte| Failure::new(format!("{} is no text in UTF-16 (byte {byte})", shown(path))))?;
    Ok(Box::new(Cursor::new(text.into_bytes())))
}

/// One transcript; none if the store has its session.
fn one(path: &Path, wishes: &Wishes, store: &Store) -> Result<Option<Imported>, Failure> {
    let lines = open(path)?;
    let subject = Subject {
        app: wishes.app.clone(),
        app_md: wishes.app_md.clone(),
        ..Subject::default()
    };
    let secrets = Secrets::new(wishes.secrets.iter().cloned());
    match import(lines, store, subject, Box::new(NoFiles), secrets, Timestamp(0)) {
        Ok(imported) => Ok(Some(imported)),
        Err(ImportError::Write(WriteError::SessionExists(_))) => Ok(None),
        Err(error) => Err(Failure::new(format!("could not import {}", shown(path))).because(error)),
    }
}
