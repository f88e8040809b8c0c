//! `skillc captures verify`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rayon::prelude::*;
use serde_json::json;
use skillc_captures::{SessionContents, SessionFile, Store};
use skillc_formats::terminal::safe;
use skillc_formats::words::count;

use super::{choice, no_store, present};
use crate::context::Context;
use crate::exit_code::Outcome;
use crate::failure::{Failure, shown};

/// Arguments of `skillc captures verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Sessions: ids, or beginnings or ends of them; all without any
    #[arg(value_name = "SESSION")]
    pub sessions: Vec<String>,
    /// Only this app, by its name or folder
    #[arg(long, value_name = "NAME", conflicts_with = "sessions")]
    pub app: Option<String>,
}

pub(super) fn run(args: &Args, store: &Store, context: &Context) -> Result<Outcome, Failure> {
    let files = choice::some(store, &args.sessions, args.app.as_deref())?;
    let bar = context.progress.bar("verifying", files.len() as u64);
    let contents = store.contents().map_err(no_store)?.into_iter();
    let contents: BTreeMap<SessionFile, SessionContents> = contents.map(|one| (one.file.clone(), one)).collect();
    let verify = |file: &SessionFile| {
        context.go_on()?;
        let verified = match contents.get(file) {
            Some(contents) => store.verify_contents(contents),
            None => store.verify_session(file),
        };
        bar.inc(1);
        Ok((file.id.clone(), verified))
    };
    let verified: Vec<_> = files.par_iter().map(verify).collect::<Result<_, Failure>>()?;
    bar.finish_and_clear();

    let pictures: u64 = verified.iter().map(|(_, (pictures, _))| pictures).sum();
    let mut faults: Vec<(Option<String>, String)> = Vec::new();
    for (session, (_, found)) in &verified {
        faults.extend(found.iter().map(|fault| (Some(session.to_string()), fault.to_string())));
    }
    if args.sessions.is_empty() && args.app.is_none() {
        for orphan in store.leftovers().map_err(no_store)? {
            let text = format!(
                "{}: belongs to no session; `skillc captures gc` removes it",
                shown(&orphan)
            );
            faults.push((None, text));
        }
    }
    let mut human = format!(
        "{} and {} verified: {}\n",
        count(verified.len(), "session", "sessions"),
        count(usize::try_from(pictures).unwrap_or(usize::MAX), "picture", "pictures"),
        if faults.is_empty() {
            "no faults".to_owned()
        } else {
            count(faults.len(), "fault", "faults")
        }
    );
    for (_, fault) in &faults {
        let _ = writeln!(human, "{}", safe(fault));
    }
    let listed: Vec<_> = faults
        .iter()
        .map(|(session, fault)| json!({"session": session, "fault": fault}))
        .collect();
    let machine = json!({"format_version": 1, "sessions": verified.len(), "pictures": pictures, "faults": listed});
    present(context, &human, &machine)?;
    Ok(Outcome::findings_if(!faults.is_empty()))
}
