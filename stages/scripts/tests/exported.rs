//! Skills as scripts, read by us and judged by agent-device.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

#[path = "../../../scripts/judges/judge.rs"]
mod judge;

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;
use skillc_ad_script::{ScriptPlatform, Variables, commands};
use skillc_graph::ScrollDirection;
use skillc_records::{FrameIndex, FrameRef, SessionId, WindowPoint, WindowRect, WindowSize};
use skillc_screens::{CompileFingerprint, Fingerprint, StructuralTexts};
use skillc_scripts::{Dialect, ScriptContext, Scripts, What, scripts};
use skillc_skills::{Act, Find, Skill, Step, StepProvenance, StepRule, Target, Touch};
use skillc_snapshot::{Node, Tree};

fn frame(index: u32) -> FrameRef {
    FrameRef {
        session: SessionId::parse("01ARZ3NDEKTSV4RRFFQ69G5FAV").unwrap(),
        frame: FrameIndex(index),
    }
}

fn step(act: Act) -> Step {
    Step {
        act,
        text: String::new(),
        provenance: StepProvenance {
            rule: StepRule::Recorded,
            action: None,
            before: Some(frame(0)),
            after: Some(frame(1)),
            fields: Vec::new(),
            delay_ms: None,
            times_seen: 1,
            disagreements: Vec::new(),
            doubt: None,
            pattern: None,
        },
    }
}

fn target(label: &str, find: Find) -> Target {
    Target {
        label: label.into(),
        at: Some(WindowPoint::new(205.0, 400.0)),
        find,
        confidence: None,
    }
}

fn tap(label: &str, find: Find) -> Act {
    Act::Touch {
        touch: Touch::Tap,
        target: target(label, find),
    }
}

fn skill(acts: Vec<Act>) -> Skill {
    let screen = || CompileFingerprint {
        hash: Fingerprint::foreign(""),
        structural_texts: StructuralTexts::default(),
        icon_count: 0,
    };
    Skill {
        name: "pocket-pay".into(),
        title: "Pocket: pay".into(),
        flow: "pay".into(),
        mirroir_stem: "pocket-pay".into(),
        agent_path: Vec::new(),
        window: WindowSize::new(410.0, 898.0),
        steps: acts.into_iter().map(step).collect(),
        obstacles: Vec::new(),
        start: screen(),
        destination: screen(),
    }
}

fn context() -> ScriptContext {
    ScriptContext {
        app: "Pocket".into(),
        ..ScriptContext::default()
    }
}

fn made(acts: Vec<Act>, context: &ScriptContext) -> Scripts {
    scripts(&skill(acts), context, &["scripts", "pocket"], "pay")
}

fn launch() -> Act {
    Act::Launch { app: "Pocket".into() }
}

#[test]
fn a_skill_without_trees_is_written_by_text_and_place_and_says_so() {
    let scripts = made(
        vec![
            launch(),
            tap("Pay", Find::Text),
            Act::Type {
                text: "${PASSWORD}".into(),
            },
            tap("Wallet", Find::IconTab),
            Act::Scroll {
                direction: ScrollDirection::Up,
                count: 2,
                until: "Rent".into(),
                stroke: None,
            },
            Act::Shake,
            Act::WaitFor { text: "Done".into() },
        ],
        &context(),
    );
    assert_eq!(scripts.needed, ["PASSWORD"]);
    let paths: Vec<_> = scripts.documents.iter().map(|document| document.slashed()).collect();
    assert_eq!(paths, ["scripts/pocket/pay.ad", "scripts/pocket/pay.maestro.yaml"]);
    assert_eq!(
        scripts.documents[0].text,
        r##"# steps 2, 5, 7: target not verified on a recorded tree
# step 4: by place only
# step 6: left out, no word for "shake"
env APP_ID=Pocket
open "${APP_ID}" --relaunch
press "label=\"Pay\" || text=\"Pay\""
type "${PASSWORD}"
press 205 400
scroll down
scroll down
wait "label=\"Rent\" || text=\"Rent\"" 10000
wait "label=\"Done\" || text=\"Done\"" 10000
"##
    );
    assert_eq!(
        scripts.documents[1].text,
        r##"# step 4: by place only
# step 6: left out, no word for "shake"
appId: "${APP_ID}"
name: "Pocket: pay"
env:
  "APP_ID": "Pocket"
---
- launchApp:
    stopApp: true
- tapOn: "Pay"
- inputText: "${PASSWORD}"
- tapOn:
    point: "50%,45%"
- scrollUntilVisible:
    element: "Rent"
    direction: DOWN
- extendedWaitUntil:
    visible: "Done"
    timeout: 17000
"##
    );
    let left_out = |dialect| {
        scripts
            .losses
            .iter()
            .any(|loss| loss.dialect == dialect && loss.what == What::LeftOut("shake".into()))
    };
    assert!(left_out(Dialect::Ad) && left_out(Dialect::Maestro));
}

/// A screen with one button under the tapped place.
fn tree(label: &str) -> Tree {
    let node = |parent, kind: &str, label: &str, rect| Node {
        parent,
        kind: Some(kind.into()),
        label: Some(label.into()),
        rect: Some(rect),
        ..Node::default()
    };
    Tree::from(vec![
        node(
            None,
            "android.widget.FrameLayout",
            "",
            WindowRect::new(0.0, 0.0, 410.0, 898.0),
        ),
        node(
            Some(0),
            "android.widget.Button",
            label,
            WindowRect::new(100.0, 380.0, 210.0, 40.0),
        ),
    ])
}

#[test]
fn a_skill_with_trees_carries_verified_evidence() {
    let trees = BTreeMap::from([(frame(0), tree("Pay")), (frame(1), tree("Done"))]);
    let context = ScriptContext {
        trees,
        platform: Some(ScriptPlatform::Android),
        ..context()
    };
    let scripts = made(
        vec![launch(), tap("Pay", Find::Text), Act::WaitFor { text: "Done".into() }],
        &context,
    );
    let ad: Vec<_> = scripts
        .losses
        .iter()
        .filter(|loss| loss.dialect == Dialect::Ad)
        .collect();
    assert!(ad.is_empty(), "{ad:?}");
    let script = skillc_ad_script::read(&scripts.documents[0].text).unwrap();
    assert_eq!(script.actions.len(), 3);
    assert!(script.actions[1].evidence.is_some() && script.actions[2].evidence.is_some());
    assert!(
        scripts.documents[0]
            .text
            .contains("press \"role=\\\"button\\\" label=\\\"Pay\\\" || label=\\\"Pay\\\"\"")
    );
}

#[test]
fn a_way_that_ends_on_nothing_recognisable_says_so() {
    let scripts = made(vec![launch(), tap("Pay", Find::Text)], &context());
    for dialect in [Dialect::Ad, Dialect::Maestro] {
        assert!(
            scripts
                .losses
                .iter()
                .any(|loss| loss.dialect == dialect && loss.what == What::NoGuard)
        );
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z ]{1,8}",
        "\\PC{0,12}",
        prop::sample::select(vec![
            "5",
            "true",
            "- x",
            "a: b",
            "# x",
            "\"",
            "\\",
            "it's",
            "${X}",
            "\\${X}",
            "a\nb",
            "متابعة",
            "👨‍👩‍👧",
            "\u{7f}\u{85}\u{2028}",
            "||",
            "id=a",
            "@e1",
            "--relaunch",
            "100"
        ])
        .prop_map(str::to_owned),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let find = prop::sample::select(vec![Find::Text, Find::OneOfSeveral, Find::IconTab, Find::Place]);
    let touch = prop::sample::select(vec![Touch::Tap, Touch::DoubleTap, Touch::LongPress]);
    let way = prop::sample::select(vec![
        ScrollDirection::Up,
        ScrollDirection::Down,
        ScrollDirection::Left,
        ScrollDirection::Right,
    ]);
    let at = prop::option::of((-50.0..500.0f64, -50.0..1000.0f64).prop_map(|(x, y)| WindowPoint::new(x, y)));
    prop_oneof![
        (touch, text(), find, at).prop_map(|(touch, label, find, at)| Act::Touch {
            touch,
            target: Target {
                label,
                at,
                find,
                confidence: None
            }
        }),
        text().prop_map(|text| Act::WaitFor { text }),
        (way.clone(), 0u32..20, text()).prop_map(|(direction, count, until)| Act::Scroll {
            direction,
            count,
            until,
            stroke: None
        }),
        way.prop_map(|way| Act::Swipe {
            direction: Some(way),
            stroke: Some((WindowPoint::new(1.0, 2.0), WindowPoint::new(3.5, 400.0)))
        }),
        prop_oneof![text(), Just("${PASSWORD}".to_owned())].prop_map(|text| Act::Type { text }),
        text().prop_map(|key| Act::PressKey { key }),
        text().prop_map(|url| Act::OpenUrl { url }),
        (text(), any::<bool>()).prop_map(|(text, visible)| Act::Check { text, visible }),
        (text(), text()).prop_map(|(trigger, label)| Act::Answer {
            trigger,
            target: target(&label, Find::Text)
        }),
        (text(), text()).prop_map(|(word, label)| Act::Other { word, label }),
        prop::sample::select(vec![
            Act::PressHome,
            Act::Back { at: None },
            Act::Shake,
            Act::Screenshot,
            Act::PressKey { key: "return".into() }
        ]),
    ]
}

proptest! {
    #[test]
    fn whatever_stands_on_the_screen_the_scripts_can_be_read(acts in prop::collection::vec(act(), 0..6), app in text()) {
        let context = ScriptContext { app, ..context() };
        let scripts = made(acts, &context);
        let ad = &scripts.documents[0].text;
        let script = skillc_ad_script::read(ad).map_err(|error| TestCaseError::fail(format!("{error}\n{ad}")))?;
        let mut variables = Variables::of(&script);
        for name in &scripts.needed {
            variables.set(skillc_ad_script::variables::Origin::CommandLine, name, "x");
        }
        commands(&script, &variables).map_err(|error| TestCaseError::fail(format!("{error}\n{ad}")))?;
        let flow = &scripts.documents[1].text;
        skillc_maestro::read(flow).map_err(|error| TestCaseError::fail(format!("{error}\n{flow}")))?;
    }
}

#[test]
fn agent_device_reads_them_too() {
    use proptest::{
        strategy::ValueTree as _,
        test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
    };
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[9; 32]));
    let strategy = prop::collection::vec(act(), 0..8);
    let all: Vec<Scripts> = (0..300)
        .map(|_| made(strategy.new_tree(&mut runner).expect("acts").current(), &context()))
        .collect();
    for (place, script) in [(0, "scripts.mjs"), (1, "flows.mjs")] {
        let texts: Vec<&str> = all
            .iter()
            .map(|scripts| scripts.documents[place].text.as_str())
            .collect();
        let cases: Vec<_> = texts.iter().map(|text| json!({ "text": text })).collect();
        let Some(verdicts) = judge::verdicts(script, &cases) else {
            return;
        };
        for (text, verdict) in texts.iter().zip(verdicts) {
            assert!(verdict["refused"].is_null(), "{verdict}\n{text}");
        }
    }
}
