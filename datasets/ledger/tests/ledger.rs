//! What was appended is what is read, and a damaged file hides no other run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop at that place")]

use std::fs;

use proptest::prelude::*;
use skillc_ledger::{AppRun, Ledger, Run, RunOutcome, StageRun};
use skillc_records::{SessionId, Timestamp};

fn id(number: u64) -> SessionId {
    SessionId::parse(&format!("{number:026}")).unwrap()
}

fn stage() -> impl Strategy<Value = StageRun> {
    ("[a-z]{1,8}", any::<[u64; 4]>()).prop_map(|(stage, [run, hit, failed, elapsed_ms])| StageRun {
        stage,
        run,
        hit,
        failed,
        elapsed_ms,
    })
}

fn app() -> impl Strategy<Value = AppRun> {
    let numbers = any::<[u64; 5]>();
    let stages = proptest::collection::vec(stage(), 0..4);
    (
        "\\PC{0,9}",
        numbers,
        stages,
        proptest::collection::vec("\\PC{0,20}", 0..3),
    )
        .prop_map(
            |(app, [sessions, frames, screens, skills, steps], stages, problems)| AppRun {
                app,
                sessions,
                frames,
                screens,
                skills,
                steps,
                stages,
                problems,
            },
        )
}

fn run() -> impl Strategy<Value = Run> {
    let texts = ("\\PC{0,9}", "\\PC{0,9}", proptest::option::of("\\PC{0,9}"));
    let outcome = proptest::sample::select(RunOutcome::ALL.to_vec());
    let versions = proptest::collection::vec(("\\PC{0,9}", "\\PC{0,9}"), 0..3);
    let apps = proptest::collection::vec(app(), 0..4);
    let problems = proptest::collection::vec("\\PC{0,20}", 0..3);
    (
        0..1_000_u64,
        texts,
        any::<[i64; 2]>(),
        outcome,
        versions,
        apps,
        problems,
    )
        .prop_map(
            |(number, (command, skillc_version, git_revision), [start, end], outcome, versions, apps, problems)| Run {
                id: id(number),
                command,
                started_at: Timestamp(start),
                ended_at: Timestamp(end),
                outcome,
                git_revision,
                skillc_version,
                versions,
                apps,
                problems,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_run_is_read_as_it_was_appended(run in run()) {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::new(folder.path().join("runs"));
        ledger.append(&run).unwrap();
        prop_assert_eq!(ledger.run(&run.id).unwrap(), Some(run.clone()));
        prop_assert_eq!(ledger.runs().unwrap().runs, vec![run]);
    }
}

fn plain(number: u64) -> Run {
    Run {
        id: id(number),
        command: "nightly".to_owned(),
        started_at: Timestamp(1),
        ended_at: Timestamp(2),
        outcome: RunOutcome::Clean,
        git_revision: None,
        skillc_version: "0.1.0".to_owned(),
        versions: Vec::new(),
        apps: Vec::new(),
        problems: Vec::new(),
    }
}

#[test]
fn a_ledger_that_is_not_there_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::new(folder.path().join("none"));
    assert_eq!(ledger.runs().unwrap(), Default::default());
    assert_eq!(ledger.run(&id(1)), Ok(None));
}

#[test]
fn a_damaged_file_is_named_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::new(folder.path());
    for number in [3, 1, 2] {
        ledger.append(&plain(number)).unwrap();
    }
    let victim = folder.path().join(format!("run={}.parquet", id(2)));
    let whole = fs::read(&victim).unwrap();
    fs::write(folder.path().join("notes.txt"), "x").unwrap();
    for length in (0..whole.len()).step_by(101) {
        fs::write(&victim, &whole[..length]).unwrap();
        let listing = ledger.runs().unwrap();
        assert_eq!(listing.runs, [plain(1), plain(3)]);
        assert_eq!(listing.problems[0].file, victim);
    }
    for place in (0..whole.len()).step_by(29) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        fs::write(&victim, &damaged).unwrap();
        // Read or named, never a panic.
        assert!(ledger.runs().unwrap().runs.len() >= 2);
    }
}
