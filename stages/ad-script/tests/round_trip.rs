//! What is written is read back.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

use proptest::prelude::*;
use skillc_ad_script::{
    Argument, Evidence, Header, Naming, Script, ScriptAction, ScriptPlatform, Variable, Variables, WayStep, WayTarget,
    commands, destination_script, read, write,
};
use skillc_records::WindowPoint;
use skillc_snapshot::{evidence, selector::SelectorChain};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "\\PC{0,10}",
        "[\"\\\\ #\t@$\\{\\}=-]{0,6}",
        Just("${PASSWORD}".to_owned()),
        "-?[0-9]{1,3}(\\.[0-9])?"
    ]
}

fn action() -> impl Strategy<Value = ScriptAction> {
    let evidence = prop::option::of(Just(Evidence::Target(
        evidence::parse(r#"{"role":"button","label":"P\"ay","verification":"verified"}"#).unwrap(),
    )));
    ("[a-z]{2,8}", prop::collection::vec(text(), 0..4), evidence).prop_map(|(command, words, evidence)| {
        // `env` and `context` are header lines, and a swipe has a rule of its own.
        let command = if ["env", "context", "swipe"].contains(&command.as_str()) {
            "press".to_owned()
        } else {
            command
        };
        let arguments = words.into_iter().map(Argument::quoted).collect();
        ScriptAction {
            command,
            arguments,
            evidence,
            line: 0,
        }
    })
}

fn script() -> impl Strategy<Value = Script> {
    let header = (
        prop::option::of(prop::sample::select(ScriptPlatform::ALL.to_vec())),
        prop::option::of("[a-zA-Z\"\\\\]{1,5}( [0-9\"]{1,3})?"),
        prop::option::of(1u64..9),
    )
        .prop_map(|(platform, device, timeout_ms)| Header {
            platform,
            device,
            timeout_ms,
            ..Header::default()
        });
    let env = prop::collection::vec(("[A-Z][A-Z0-9_]{0,4}", "\\PC{0,8}|[ \"\\\\\n\t]{0,4}"), 0..3).prop_map(|pairs| {
        let mut env: Vec<Variable> = Vec::new();
        for (name, value) in pairs {
            if !name.starts_with("AD_") && !env.iter().any(|known| known.name == name) {
                env.push(Variable { name, value, line: 0 });
            }
        }
        env
    });
    (header, env, prop::collection::vec(action(), 0..5)).prop_map(|(header, env, actions)| Script {
        header,
        env,
        actions,
    })
}

/// What matters of a script: neither lines nor which words were quoted.
fn essence(script: &Script) -> Script {
    let mut script = script.clone();
    for variable in &mut script.env {
        variable.line = 0;
    }
    for action in &mut script.actions {
        action.line = 0;
        for argument in &mut action.arguments {
            argument.quoted = true;
        }
    }
    script
}

proptest! {
    #[test]
    fn a_script_survives_its_text(script in script()) {
        let text = write(&script);
        prop_assert!(text.is_empty() || text.ends_with('\n'));
        let again = read(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(essence(&again), essence(&script), "{}", text);
        prop_assert_eq!(write(&again), text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "([a-z#\"\\\\ =\n\r$\\{\\}@~0-9-]|env |context |# agent-device:target-v1 ){0,40}|\\PC{0,40}") {
        if let Ok(script) = read(&text) {
            let _ = commands(&script, &Variables::of(&script));
        }
    }

    #[test]
    fn a_script_survives_postcard(script in script()) {
        let bytes = postcard::to_stdvec(&script).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Script>(&bytes).unwrap(), script);
    }
}

fn by(selector: &str, evidence: Option<&str>) -> WayTarget {
    WayTarget {
        naming: Naming::Selector(SelectorChain::parse(selector).unwrap()),
        evidence: evidence.map(|text| evidence::parse(text).unwrap()),
    }
}

#[test]
fn a_way_becomes_an_open_to_destination_script() {
    let verified = r#"{"role":"button","label":"Continue","verification":"verified"}"#;
    let steps = [
        WayStep::Press(by("id=\"com.x:id/continue\" || label=\"Continue\"", Some(verified))),
        WayStep::Fill(by("id=\"com.x:id/pw\"", None), "${PASSWORD}".into()),
        WayStep::Press(WayTarget {
            naming: Naming::Place(WindowPoint::new(10.4, 20.6)),
            evidence: None,
        }),
        WayStep::Scroll("down".into()),
    ];
    let header = Header {
        platform: Some(ScriptPlatform::Android),
        device: Some("Pixel 8".into()),
        kind: Some("emulator".into()),
        ..Header::default()
    };
    let guard = by(
        "label=\"Home\"",
        Some(r#"{"role":"textview","label":"Home","verification":"verified"}"#),
    );
    let made = destination_script(header, "com.example.app", &steps, Some(&guard));
    assert_eq!(made.needed, ["PASSWORD"]);
    let losses: Vec<_> = made
        .losses
        .iter()
        .map(|loss| (loss.step, format!("{:?}", loss.kind)))
        .collect();
    assert_eq!(
        losses,
        [(Some(1), "Unverified".to_owned()), (Some(2), "ByPlace".to_owned())]
    );
    assert_eq!(
        write(&made.script),
        r##"context platform=android device="Pixel 8" kind=emulator theme=unknown
env APP_ID=com.example.app
open "${APP_ID}" --relaunch
# agent-device:target-v1 {"role":"button","label":"Continue","ancestry":[],"sibling":0,"viewportOrder":0,"verification":"verified"}
press "id=\"com.x:id/continue\" || label=\"Continue\""
fill "id=\"com.x:id/pw\"" "${PASSWORD}"
press 10 21
scroll down
# agent-device:target-v1 {"role":"textview","label":"Home","ancestry":[],"sibling":0,"viewportOrder":0,"verification":"verified"}
wait "label=\"Home\"" 10000
"##
    );
}
