//! Our reading of scripts against that of agent-device itself: the same scripts are refused, at the same line, and the others say the
//! same.

#[path = "../../../scripts/judges/judge.rs"]
mod judge;

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use skillc_ad_script::{Evidence, Script, read};
use skillc_snapshot::evidence;

/// The same cases in every run.
fn runner() -> TestRunner {
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]))
}

/// Lines that scripts are made of, good and bad.
fn line() -> impl Strategy<Value = String> {
    const EVIDENCE: &str = r#"agent-device:target-v1 {"role":"button","label":"Pay","ancestry":[{"role":"cell"}],"verification":"verified"}"#;
    prop_oneof![
        6 => "(open|press|wait|frobnicate|back) ?(\"[a-z ]{0,4}(\\\\\"|\\\\n|\\\\u00e9|)\"|[a-z=']{1,5}|@e[0-9]~?|[0-9]{1,3}|é|#){0,3}[ \t]?",
        1 => "env ?[A-Z][A-Z0-9]{0,1}=(\"[a-z]{0,2}\"|[a-z \"]{0,3})",
        1 => prop::sample::select(vec![
            "", " ", "# a comment", "env a=1", "env AD_X=1", "env A", "env =x", "env A=\"q\" z", "open \"a", "press \"a\\x\"",
            "swipe 1 2 3 4", "swipe 1 2 3 4 300", "context platform=android device=\"Pixel 8\" theme=unknown",
            "context platform=ios timeout=500 retries=2", "context timeout=0 target=tv", "context foo \"bar",
            "environment x", "\tback ", "open a\"b", "open \"a\"b", "\"open\" a", "# agent-device:target-v1 {bad",
            "# agent-device:target-v1 {\"label\":\"x\",\"verification\":\"verified\"}", "# agent-device:target-v2 {}",
            "# agent-device:target-v1 {\"role\":\"a\"}", "#  agent-device:target-v1",
            "# agent-device:target-v1{\"role\":\"a\",\"verification\":\"verified\"}", "# agent-device:target-v1x {}", "context", "env",
        ]).prop_map(str::to_owned),
        1 => Just(format!("# {EVIDENCE}")),
        1 => Just(format!("#{EVIDENCE}\npress \"id=x\"")),
    ]
}

fn scripts(count: usize) -> Vec<String> {
    let strategy = (
        prop::collection::vec(line(), 1..5),
        prop::sample::select(vec!["\n", "\r\n"]),
    );
    let mut runner = runner();
    let sample = |runner: &mut TestRunner| strategy.new_tree(runner).expect("a strategy gives a value").current();
    (0..count)
        .map(|_| sample(&mut runner))
        .map(|(lines, end)| lines.join(end))
        .collect()
}

/// The words that both keep. Behind a ref they keep what they need, without its pin.
fn said(command: &str, words: &[&str]) -> String {
    match words {
        [first, ..] if command == "press" && first.starts_with('@') => {
            first.split('~').next().unwrap_or_default().to_owned()
        }
        _ => words.join(" "),
    }
}

/// What our script says, in the judge's form.
fn ours(script: &Script) -> Value {
    let evidence = |evidence: &Option<Evidence>| match evidence {
        Some(Evidence::Target(target)) => serde_json::from_str(&evidence::write(target)).expect("evidence is JSON"),
        _ => Value::Null,
    };
    let actions = script.actions.iter().map(|action| {
        let words: Vec<&str> = action.arguments.iter().map(|argument| argument.text.as_str()).collect();
        json!({"command": action.command, "line": action.line, "evidence": evidence(&action.evidence),
               "words": said(&action.command, &words)})
    });
    let header = &script.header;
    let mut metadata = serde_json::Map::new();
    let env: serde_json::Map<String, Value> = script
        .env
        .iter()
        .map(|variable| (variable.name.clone(), variable.value.clone().into()))
        .collect();
    let fields = [
        ("platform", header.platform.map(|platform| platform.as_str().into())),
        ("target", header.target.map(|target| target.as_str().into())),
        ("timeoutMs", header.timeout_ms.map(Value::from)),
        ("retries", header.retries.map(Value::from)),
        ("env", (!env.is_empty()).then(|| env.into())),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            metadata.insert(key.into(), value);
        }
    }
    json!({"header": Value::Object(metadata), "actions": actions.collect::<Value>()})
}

fn theirs(verdict: &Value) -> Value {
    let actions = verdict["actions"].as_array().expect("actions").iter().map(|action| {
        let words: Vec<&str> = action["positionals"]
            .as_array()
            .expect("words")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        json!({"command": action["command"], "line": action["line"], "evidence": action["evidence"],
               "words": said(action["command"].as_str().expect("a command"), &words)})
    });
    json!({"header": verdict["header"], "actions": actions.collect::<Value>()})
}

/// The line that a refusal names or quotes.
fn refused_line(message: &str, text: &str) -> Option<usize> {
    let numbers: Vec<usize> = message
        .match_indices("line ")
        .filter_map(|(at, word)| {
            let digits: String = message[at + word.len()..]
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            digits.parse().ok()
        })
        .collect();
    let quoted = message.rsplit_once("script line: ").map(|(_, quoted)| quoted.trim());
    let by_quote = quoted
        .and_then(|quoted| text.lines().position(|line| line.trim() == quoted))
        .map(|at| at + 1);
    by_quote.or(numbers.first().copied())
}

#[test]
fn the_same_scripts_are_refused_at_the_same_line_and_the_others_say_the_same() {
    let texts = scripts(3000);
    let cases: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    let Some(verdicts) = judge::verdicts("scripts.mjs", &cases) else {
        return;
    };
    let (mut accepted, mut lines) = (0, 0);
    let mut disagreements = Vec::new();
    for (text, verdict) in texts.iter().zip(&verdicts) {
        let read = read(text);
        let same = match (&read, verdict["refused"].as_str()) {
            (Ok(script), None) => {
                accepted += 1;
                ours(script) == theirs(verdict)
            }
            (Err(error), Some(message)) => {
                // Their header is read after their actions, ours with them: of several bad lines each names its own first. Their
                // refusal of evidence names no line.
                let alone = text.lines().filter(|line| !line.trim().is_empty()).count() == 1;
                let named = refused_line(message, text).filter(|_| alone);
                lines += usize::from(named.is_some());
                named.is_none_or(|line| line == error.line)
            }
            _ => false,
        };
        if !same {
            let ours = read.map_or_else(|error| error.to_string(), |script| ours(&script).to_string());
            disagreements.push(format!("{text:?}\nours: {ours}\ntheirs: {verdict}\n\n"));
        }
    }
    let some = disagreements[..disagreements.len().min(8)].concat();
    assert!(
        disagreements.is_empty(),
        "{} disagreements, such as\n{some}",
        disagreements.len()
    );
    assert!(accepted > 500, "too few scripts are good to show anything: {accepted}");
    assert!(lines > 20, "too few refusals name a line: {lines}");
}
