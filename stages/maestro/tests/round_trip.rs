//! What is written is read back; what can't be read is refused by line.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

mod flows;

use flows::program;
use proptest::prelude::*;
use skillc_maestro::{Include, MaestroCommand, MaestroProblem, Program, Sourced, read, references, write};

fn without_lines(program: &Program) -> Program {
    fn bare(commands: &[Sourced]) -> Vec<Sourced> {
        let command = |sourced: &Sourced| match sourced.command.clone() {
            MaestroCommand::Repeat { times, commands } => MaestroCommand::Repeat {
                times,
                commands: bare(&commands),
            },
            MaestroCommand::Retry { max_retries, commands } => MaestroCommand::Retry {
                max_retries,
                commands: bare(&commands),
            },
            MaestroCommand::RunFlow {
                include: Include::Commands(commands),
                when,
                env,
                label,
            } => MaestroCommand::RunFlow {
                include: Include::Commands(bare(&commands)),
                when,
                env,
                label,
            },
            other => other,
        };
        commands.iter().map(|sourced| command(sourced).made()).collect()
    }
    Program {
        config: program.config.clone(),
        commands: bare(&program.commands),
    }
}

proptest! {
    #[test]
    fn a_flow_survives_its_text(program in program()) {
        let text = write(&program);
        let again = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(without_lines(&again), without_lines(&program), "{}", text);
        prop_assert_eq!(write(&again), text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "([a-z:#\"\\\\ =\n\\[\\]\\{\\}&*|>-]|tapOn|: |- ){0,40}|\\PC{0,40}") {
        let _ = read(&text);
    }

    #[test]
    fn a_flow_survives_postcard(program in program()) {
        let bytes = postcard::to_stdvec(&program).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Program>(&bytes).unwrap(), program);
    }
}

fn problem(text: &str) -> (usize, MaestroProblem) {
    let error = read(text).unwrap_err();
    (error.line, error.problem)
}

#[test]
fn commands_know_their_lines() {
    let program =
        read("appId: a\n---\n- launchApp\n\n- tapOn:\n    id: x\n- runFlow:\n    commands:\n      - back\n").unwrap();
    let lines: Vec<_> = program.commands.iter().map(|sourced| sourced.line).collect();
    assert_eq!(lines, [3, 5, 7]);
    let MaestroCommand::RunFlow {
        include: Include::Commands(inner),
        ..
    } = &program.commands[2].command
    else {
        panic!()
    };
    assert_eq!(inner[0].line, 9);
}

#[test]
fn what_is_not_supported_is_refused_by_line() {
    type P = MaestroProblem;
    let field = |of: &str, field: &str| P::UnsupportedField {
        of: of.into(),
        field: field.into(),
    };
    assert_eq!(
        problem("- back\n- setLocation:\n    latitude: 1"),
        (2, P::UnsupportedCommand("setLocation".into()))
    );
    assert_eq!(
        problem("- tapOn:\n    text: X\n    longPress: true"),
        (3, field("tapOn", "longPress"))
    );
    assert_eq!(
        problem("- assertVisible:\n    text: X\n    timeout: 3"),
        (3, field("assertVisible", "timeout"))
    );
    assert_eq!(
        problem("appId: a\njsEngine: x\n---\n- back"),
        (2, field("the configuration", "jsEngine"))
    );
    assert_eq!(
        problem("- repeat:\n    while:\n      visible: X\n    commands: []"),
        (2, field("repeat", "while"))
    );
    assert_eq!(
        problem("- launchApp:\n    clearKeychain: true"),
        (2, field("launchApp", "clearKeychain"))
    );
    assert_eq!(problem("- tapOn: X\n  back: 1"), (1, P::NoCommand));
    assert_eq!(problem("appId: a"), (1, P::Shape));
    assert_eq!(problem(""), (1, P::Shape));
    assert!(matches!(problem("- tapOn: 5"), (1, P::Expected { .. })));
    assert!(matches!(problem("- back\n- tapOn: [\n"), (_, P::Yaml(_))));
    assert_eq!(
        problem("- tapOn:\n    id: a\n    id: b"),
        (3, P::RepeatedKey("id".into()))
    );
}

#[test]
fn a_hostile_file_is_refused_and_not_followed() {
    assert!(matches!(
        problem(&"[".repeat(100_000)).1,
        MaestroProblem::TooDeep | MaestroProblem::Yaml(_)
    ));
    assert_eq!(problem(&"- ".repeat(5_000)).1, MaestroProblem::TooDeep);
    assert!(matches!(
        problem(&"x".repeat(3 << 20)).1,
        MaestroProblem::TooLong { .. }
    ));
    assert!(
        read("- tapOn: &x\n    id: y\n- tapOn: *x").is_err(),
        "a reference to another node is refused"
    );
}

#[test]
fn the_files_that_a_flow_runs_are_named() {
    let program = read("onFlowStart:\n  - runFlow: a.yaml\n---\n- repeat:\n    times: 2\n    commands:\n      - runFlow:\n          file: b.yaml\n- runScript: c.js\n").unwrap();
    assert_eq!(references(&program), ["a.yaml", "b.yaml", "c.js"]);
}
