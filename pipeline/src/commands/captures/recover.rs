//! `skillc captures recover`.

use std::fmt::Write as _;

use serde_json::json;
use skillc_captures::{Recovery, Store};
use skillc_formats::terminal::safe;
use skillc_formats::words::count;

use super::{no_store, present};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::Failure;

/// Arguments of `skillc captures recover`.
#[derive(Debug, clap::Args)]
pub struct Args {}

pub(super) fn run(_: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let recovered = store.recover().map_err(no_store)?;
    let mut human = String::new();
    let mut listed = Vec::new();
    let (mut sealed_sessions, mut failed) = (0, 0);
    for recovery in &recovered {
        match recovery {
            Recovery::Sealed(sealed) => {
                sealed_sessions += 1;
                let _ = writeln!(
                    human,
                    "{}  {}: {} and {}{}",
                    sealed.session.id,
                    safe(&sealed.session.app),
                    count(usize::try_from(sealed.frames).unwrap_or(usize::MAX), "frame", "frames"),
                    count(
                        usize::try_from(sealed.actions).unwrap_or(usize::MAX),
                        "action",
                        "actions"
                    ),
                    if sealed.lost_bytes > 0 {
                        format!(", {} bytes of a frame in flight were lost", sealed.lost_bytes)
                    } else {
                        String::new()
                    }
                );
                listed.push(json!({
                    "session": sealed.session.id.as_str(), "outcome": "sealed", "frames": sealed.frames,
                    "actions": sealed.actions, "lost_bytes": sealed.lost_bytes,
                }));
            }
            Recovery::Recording(id) => {
                let _ = writeln!(human, "{id}  is being recorded; left alone");
                listed.push(json!({"session": id.as_str(), "outcome": "recording"}));
            }
            Recovery::AlreadySealed(id) => {
                let _ = writeln!(human, "{id}  was sealed already");
                listed.push(json!({"session": id.as_str(), "outcome": "already-sealed"}));
            }
            Recovery::Failed(id, error) => {
                failed += 1;
                let error = error.to_string();
                let _ = writeln!(human, "{id}  can't be recovered: {}; what is there stays", safe(&error));
                listed.push(json!({"session": id.as_str(), "outcome": "failed", "reason": error}));
            }
        }
    }
    let first = match recovered.len() {
        0 => "nothing to recover\n".to_owned(),
        _ => format!("{} recovered\n", count(sealed_sessions, "session", "sessions")),
    };
    present(
        context,
        &(first + &human),
        &json!({"format_version": 1, "recovered": listed}),
    )?;
    Ok(Outcome::findings_if(failed > 0))
}
