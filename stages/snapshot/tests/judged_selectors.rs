//! Our selectors against those of agent-device itself: the same texts are selectors, and the same chain on the same tree is the same
//! node, chosen for the same reason. On generated and on recorded trees.
#![allow(clippy::unwrap_used, reason = "a test may end where something is missing")]

#[path = "../../../scripts/judges/judge.rs"]
mod judge;
mod shared;

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use shared::{nodes, recorded_trees};
use skillc_snapshot::{
    Node, PlatformFamily, Tree,
    selector::{ChainPurpose, MatchOptions, SelectorChain, Term, chain_for, resolve},
    wire::publish_nodes,
};

/// The same cases in every run.
fn runner() -> TestRunner {
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]))
}

fn sample<T: std::fmt::Debug>(runner: &mut TestRunner, strategy: &impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).expect("a strategy gives a value").current()
}

fn terms(chain: &SelectorChain) -> Value {
    let term = |term: &Term| match term {
        Term::Text(key, value) => json!([key.as_str(), value]),
        Term::Flag(key, value) => json!([key.as_str(), value]),
    };
    let sides = chain
        .alternatives()
        .iter()
        .map(|side| side.terms().iter().map(term).collect::<Value>());
    json!({ "terms": sides.collect::<Value>() })
}

#[test]
fn the_same_texts_are_selectors() {
    let strategy = prop_oneof![
        "(id|label|role|text|visible|Hidden|x)(=|)(\"|'|)[a-z \\\\n\"'|u00e9]{0,6}(\"|'|)( \\|\\| ?| |)(id=a|visible|b|)",
        "[a-z=|\"'\\\\ ]{0,16}",
        "(label|VALUE)=\"(\\\\[\"'\\\\/bfnrtuq]|\\\\u00[0-9a-f]{2}|[a-z🙂 ]){0,5}\"",
    ];
    let mut runner = runner();
    let texts: Vec<String> = (0..1500).map(|_| sample(&mut runner, &strategy)).collect();
    let cases: Vec<Value> = texts.iter().map(|text| json!({"op": "parse", "text": text})).collect();
    let Some(verdicts) = judge::verdicts("selectors.mjs", &cases) else {
        return;
    };
    let mut accepted = 0;
    for (text, verdict) in texts.iter().zip(verdicts) {
        let ours = SelectorChain::parse(text).map_or_else(|_| json!({"refused": true}), |chain| terms(&chain));
        accepted += usize::from(verdict.get("terms").is_some());
        assert_eq!(ours, verdict, "{text:?}");
    }
    assert!(
        accepted > 300,
        "too few of the texts are selectors to show anything: {accepted}"
    );
}

/// A tree as the judge sees it: a depth on every node, and no number that JSON can't write.
fn tame(nodes: Vec<Node>) -> Vec<Node> {
    let nodes = nodes
        .into_iter()
        .map(|node| Node { depth: None, ..node })
        .collect::<Vec<_>>();
    Vec::from(Tree::from(nodes))
}

fn chain(tree: &[Node], pick: usize, kind: usize, platform: &str) -> String {
    let trees = Tree::from(tree.to_vec());
    let purpose = if kind.is_multiple_of(2) {
        ChainPurpose::Act
    } else {
        ChainPurpose::Fill
    };
    let of = |i: usize| {
        trees
            .get(i % trees.len().max(1))
            .map(|node| (i % trees.len().max(1), node))
    };
    let Some((target, node)) = of(pick) else {
        return "visible".into();
    };
    let quoted = |text: &Option<String>| Value::from(text.clone().unwrap_or_default()).to_string();
    match kind % 7 {
        0 | 1 => chain_for(&trees, target, purpose).to_string(),
        2 => format!("label={} || value={}", quoted(&node.label), quoted(&node.value)),
        3 => format!("text={} visible", quoted(&node.label)),
        4 => format!("role={} enabled=true", Value::from(node.normal_type())),
        5 => format!("editable hittable=false || id={}", quoted(&node.identifier)),
        _ => {
            if platform == "android" {
                "hidden selected=false".into()
            } else {
                "visible focused=false".into()
            }
        }
    }
}

fn family(platform: &str) -> PlatformFamily {
    PlatformFamily::of_platform(platform).expect("a platform")
}

fn ours(nodes: &[Node], chain: &str, platform: &str, unique: bool, disambiguate: bool, rect: bool) -> Value {
    let Ok(chain) = SelectorChain::parse(chain) else {
        return json!({"refused": true});
    };
    let options = MatchOptions {
        family: family(platform),
        require_rect: rect,
        require_unique: unique,
        disambiguate,
    };
    match resolve(&Tree::from(nodes.to_vec()), &chain, &options) {
        None => json!({"node": null}),
        Some(found) => json!({
            "node": found.node, "alternative": found.alternative, "matches": found.matches,
            "tiebreak": found.disambiguation.as_ref().map(|d| serde_json::to_value(d.tiebreak).unwrap()),
            "others": found.disambiguation.as_ref().map(|d| d.others.clone()),
        }),
    }
}

/// A tree, a chain, the platform, and whether it must be unique, may be decided, and needs a box.
type Case = (Vec<Node>, String, &'static str, bool, bool, bool);

fn assert_same(cases: Vec<Case>) -> Option<usize> {
    let asked: Vec<Value> = cases
        .iter()
        .map(|(nodes, chain, platform, unique, disambiguate, rect)| {
            json!({"op": "resolve", "nodes": publish_nodes(nodes), "chain": chain, "platform": platform,
                   "options": {"requireUnique": unique, "disambiguateAmbiguous": disambiguate, "requireRect": rect}})
        })
        .collect();
    let verdicts = judge::verdicts("selectors.mjs", &asked)?;
    let mut decided = 0;
    for ((nodes, chain, platform, unique, disambiguate, rect), verdict) in cases.iter().zip(verdicts) {
        decided += usize::from(!verdict["tiebreak"].is_null());
        let ours = ours(nodes, chain, platform, *unique, *disambiguate, *rect);
        let tree = || {
            publish_nodes(nodes)
                .iter()
                .map(|node| format!("{node}\n"))
                .collect::<String>()
        };
        assert_eq!(
            ours,
            verdict,
            "{chain} on {platform} ({unique} {disambiguate} {rect}):\n{}",
            tree()
        );
    }
    Some(decided)
}

#[test]
fn a_chain_resolves_to_the_same_node_on_generated_trees() {
    let mut runner = runner();
    let strategy = (nodes(false), 0usize..40, 0usize..70, any::<(bool, bool, bool)>());
    let platforms = ["android", "ios", "linux", "web"];
    let cases = (0..1200).map(|i| {
        let (nodes, pick, kind, (unique, disambiguate, rect)) = sample(&mut runner, &strategy);
        let (nodes, platform) = (tame(nodes), platforms[i % platforms.len()]);
        let chain = chain(&nodes, pick, kind, platform);
        (nodes, chain, platform, unique, disambiguate, rect)
    });
    if let Some(decided) = assert_same(cases.collect()) {
        assert!(decided > 50, "too few ties to show anything: {decided}");
    }
}

#[test]
fn a_chain_resolves_to_the_same_node_on_recorded_trees() {
    let Some((_, nodes)) = recorded_trees().into_iter().next() else {
        return;
    };
    let cases = (0..nodes.len()).step_by(3).flat_map(|pick| {
        (0..4)
            .map(|kind| {
                let chain = chain(&nodes, pick, kind, "linux");
                (nodes.clone(), chain, "linux", true, true, kind % 2 == 0)
            })
            .collect::<Vec<_>>()
    });
    assert_same(cases.collect());
}
