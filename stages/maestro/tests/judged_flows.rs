//! Our reading of flows against that of agent-device itself: what we write is accepted, and bad flows are refused at the same line.

mod flows;
#[path = "../../../scripts/judges/judge.rs"]
mod judge;

use flows::program;
use proptest::{
    strategy::{Strategy as _, ValueTree as _},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use skillc_maestro::{read, write};

fn verdicts(texts: &[String]) -> Option<Vec<Value>> {
    judge::verdicts(
        "flows.mjs",
        &texts.iter().map(|text| json!({ "text": text })).collect::<Vec<_>>(),
    )
}

#[test]
fn what_we_write_is_accepted_command_by_command() {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]));
    let programs: Vec<_> = (0..500)
        .map(|_| program().new_tree(&mut runner).expect("a program").current())
        .collect();
    let texts: Vec<String> = programs.iter().map(write).collect();
    let Some(verdicts) = verdicts(&texts) else { return };
    let disagreements: Vec<String> = texts
        .iter()
        .zip(verdicts)
        .filter_map(|(text, verdict)| {
            let ours = read(text).expect("we read what we write");
            let lines: Vec<usize> = ours.commands.iter().map(|sourced| sourced.line).collect();
            let same = verdict["refused"].is_null()
                && verdict["lines"] == json!(lines)
                && verdict["appId"] == json!(ours.config.app_id);
            (!same).then(|| format!("{verdict}\n{text}\n"))
        })
        .collect();
    assert!(
        disagreements.is_empty(),
        "{} disagreements, such as\n{}",
        disagreements.len(),
        disagreements[..disagreements.len().min(5)].concat()
    );
}

/// Flows, good and bad: `true` where line numbers of the refusal are compared, too.
const FLOWS: [(&str, bool); 77] = [
    ("- launchApp", true),
    ("[]", true),
    ("", true),
    ("- ", true),
    ("appId: a", true),
    ("appId: a\n---\n", true),
    ("appId: a\n---\n[]", true),
    ("appId: a\nfoo: b\n---\n- back", true),
    ("- tapOn:\n    point: 10,20", true),
    ("- tapOn:\n    point: \"50%,20%\"", true),
    ("- tapOn:\n    point: \"a,b\"", true),
    ("- frob", true),
    ("- back: 1", true),
    ("- tapOn:\n    longPress: true", true),
    ("- inputText: abc", true),
    ("- inputText: 5", true),
    ("- eraseText: 3", true),
    ("- eraseText", true),
    ("- openLink: http://x", true),
    ("- openLink:\n    link: a\n    autoVerify: true", true),
    ("- assertVisible:\n    text: X\n    timeout: 3", true),
    ("- assertTrue: ${X}", true),
    ("- extendedWaitUntil:\n    timeout: 3", true),
    ("- extendedWaitUntil:\n    visible: X\n    timeout: 3", true),
    ("- extendedWaitUntil:\n    visible: X\n    notVisible: Y", true),
    ("- scroll:\n    x: 1", true),
    ("- scrollUntilVisible:\n    element: X\n    direction: DOWN", true),
    ("- scrollUntilVisible:\n    element: X\n    direction: SIDE", true),
    ("- scrollUntilVisible:\n    element: X\n    speed: 3", true),
    ("- swipe:\n    start: 1,2\n    end: 3,4", true),
    ("- swipe:\n    direction: UP", true),
    ("- swipe:\n    from: X\n    direction: up", true),
    ("- swipe:\n    start: 1,2", false),
    ("- pressKey: Enter", true),
    ("- pressKey: foo", true),
    ("- takeScreenshot: a", true),
    ("- takeScreenshot:\n    path: a", true),
    ("- waitForAnimationToEnd:\n    timeout: 3", true),
    ("- stopApp", true),
    ("- clearState: a", true),
    ("- runFlow: b.yaml", true),
    (
        "- runFlow:\n    file: b.yaml\n    when:\n      platform: iOS\n      visible: X",
        true,
    ),
    ("- runFlow:\n    when:\n      foo: 1\n    commands: []", true),
    ("- repeat:\n    times: 2\n    commands:\n      - back", true),
    (
        "- repeat:\n    while:\n      visible: X\n    commands:\n      - back",
        false,
    ),
    ("- retry:\n    maxRetries: 2\n    commands:\n      - back", true),
    ("- runScript: a.js", true),
    ("- evalScript: ${1}", true),
    ("- hideKeyboard", true),
    ("- doubleTapOn: X", true),
    ("- longPressOn:\n    id: x\n    repeat: 2", true),
    ("- tapOn: 5", true),
    ("- tapOn: \"\"", true),
    ("- tapOn:", true),
    ("- launchApp:\n    permissions: {all: deny}", true),
    ("- setLocation:\n    latitude: 1", true),
    ("- tapOn: X\n  back: 1", true),
    ("appId: a\n---\n- back\n---\n- back", true),
    ("tags: x\n---\n- back", true),
    ("env: x\n---\n- back", true),
    ("onFlowStart:\n  - back\n---\n- back", true),
    ("- tapOn:\n    text: X\n    checked: true", true),
    ("- longPressOn:\n    point: 5%,5%", true),
    ("- longPressOn:\n    point: 5,5", true),
    ("- doubleTapOn:\n    point: 5,5\n    delay: 3", true),
    ("- tapOn:\n    point: 5.5,5", true),
    ("- tapOn:\n    point: -5,5", true),
    ("- tapOn:\n    point: 500%,5%", true),
    ("- tapOn: {}", true),
    ("- tapOn:\n    optional: true", false),
    ("- tapOn:\n    id: x\n    repeat: 0", false),
    ("- repeat:\n    times: ${N}\n    commands: []", true),
    ("- tapOn:\n    containsDescendants: X", false),
    ("- tapOn:\n    point: 5,5\n    text: X", true),
    ("- stopApp: 5", true),
    ("- launchApp: {}", true),
    ("- assertVisible: {}", true),
];

#[test]
fn flows_are_refused_by_both_at_the_same_line_or_by_neither() {
    let texts: Vec<String> = FLOWS.iter().map(|(text, _)| (*text).to_owned()).collect();
    let Some(verdicts) = verdicts(&texts) else { return };
    let disagreements: Vec<String> = FLOWS
        .iter()
        .zip(verdicts)
        .filter_map(|((text, same_line), verdict)| {
            let ours = read(text);
            let same = match &ours {
                Ok(_) => verdict["refused"].is_null(),
                Err(error) => verdict["refused"].is_string() && (!same_line || json!(error.line) == verdict["line"]),
            };
            (!same).then(|| {
                format!(
                    "{text}\nours: {}\ntheirs: {verdict}\n\n",
                    ours.err().map_or("fine".to_owned(), |e| e.to_string())
                )
            })
        })
        .collect();
    assert!(
        disagreements.is_empty(),
        "{} disagreements:\n{}",
        disagreements.len(),
        disagreements.concat()
    );
}
