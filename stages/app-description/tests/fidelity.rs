//! Whatever is in a file: no panic, no time out of proportion, spans that hit, and a canonical form that says everything.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use skillc_app_description::{json, parse};
use skillc_records::AppField;

fn line() -> impl Strategy<Value = String> {
    let known = prop_oneof![
        Just("---"),
        Just("app: Santé"),
        Just("app: e\u{301}"),
        Just("version: 3"),
        Just("locale: fr_CA"),
        Just("reset_before_explore: YES"),
        Just("obstacle_mode: hint"),
        Just("icon: 👨‍👩‍👧"),
        Just("## Structure"),
        Just("## Skip"),
        Just("## Tips"),
        Just("## Tabs"),
        Just("## Tab Layout"),
        Just("## Obstacles"),
        Just("## Credentials"),
        Just("## Résumé Tab"),
        Just("## Re\u{301}sume\u{301} Tab"),
        Just("## Simulator"),
        Just("## Simulator Screen a"),
        Just("## Simulator Screen b"),
        Just("## Simulator Obstacle o"),
        Just("tabs: A, B (c), 𝕏."),
        Just("- “A” → tap “B”"),
        Just("- A -> dismiss via 'B' -> c"),
        Just("- p: ${A:-${B}}"),
        Just("- q: x=${C}"),
        Just("- orientation: Vertical"),
        Just("- edge: right"),
        Just("- root: b"),
        Just("- title: \"T\""),
        Just("- back: a"),
        Just("- tab_bar: yes"),
        Just("- element row: X → b"),
        Just("- element tab: Y -> a"),
        Just("- element slider: V #v = 0.123456789012345678"),
        Just("- element textfield: \"N\" #n"),
        Just("- element placeholder: 3x4"),
        Just("- buttons: OK, No"),
        Just("- trigger: after_n_taps: 2"),
        Just("# Title"),
        Just("```"),
    ];
    let start = prop_oneof![8 => Just(""), 1 => Just("\u{feff}"), 1 => Just("\u{a0}"), 1 => Just("  ")];
    let text = prop_oneof![5 => known.prop_map(str::to_owned), 1 => "\\PC{0,16}"];
    let end = prop_oneof![
        8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\u{85}"), 1 => Just("\u{2028}"), 1 => Just("\u{b}"), 1 => Just("\u{301}\n"),
    ];
    (start, text, end).prop_map(|(start, text, end)| format!("{start}{text}{end}"))
}

fn document() -> impl Strategy<Value = String> {
    let head = prop_oneof![3 => Just("---\napp: A\n---\n## Structure\n"), 1 => Just("")];
    (head, prop::collection::vec(line(), 0..40)).prop_map(|(head, lines)| format!("{head}{}", lines.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_canonical_form_says_everything(text in document()) {
        let parsed = parse(&text);
        if let Ok(description) = &parsed.description {
            let form = json::description(description);
            prop_assert_eq!(&json::read_description(&form).unwrap(), description);
            let stored: skillc_app_description::AppDescription = postcard::from_bytes(&postcard::to_stdvec(description).unwrap()).unwrap();
            prop_assert_eq!(&stored, description);
        }
        if let Some(spec) = &parsed.simulator {
            prop_assert_eq!(&json::read_simulator(&json::simulator(spec)).unwrap(), spec);
        }
        let stored: skillc_app_description::Parsed = postcard::from_bytes(&postcard::to_stdvec(&parsed).unwrap()).unwrap();
        prop_assert_eq!(stored, parsed);
    }

    #[test]
    fn every_value_stands_at_its_span(text in document()) {
        let parsed = parse(&text);
        for span in parsed.spans.values().chain(parsed.diagnostics.iter().map(|one| &one.span)) {
            prop_assert!(text.get(span.offset..span.offset + span.length).is_some(), "{:?}", span);
            let before = &text[..span.offset];
            let line = before.matches('\n').count() + before.replace("\r\n", "\n").matches('\r').count() + 1;
            prop_assert_eq!(span.line, line);
        }
        let Ok(description) = &parsed.description else { return Ok(()) };
        let at = |field: AppField| parsed.span(&field).map(|span| &text[span.offset..span.offset + span.length]);
        prop_assert_eq!(at(AppField::App), Some(description.app.as_str()));
        for (place, rule) in description.obstacles.iter().enumerate() {
            prop_assert_eq!(at(AppField::ObstacleTrigger(place)), Some(rule.trigger.as_str()));
            prop_assert_eq!(at(AppField::ObstacleAction(place)), Some(rule.action.as_str()));
        }
        for (place, pattern) in description.skip.iter().enumerate() {
            prop_assert_eq!(at(AppField::Skip(place)), Some(pattern.as_str()));
        }
        for credential in &description.credentials {
            prop_assert_eq!(at(AppField::Credential(credential.name.clone())), Some(credential.template.as_str()));
        }
    }

    #[test]
    fn moving_lines_down_changes_no_value(text in document(), gap in 1usize..5) {
        // Blank lines before the front matter are outside every section.
        let moved = "\n".repeat(gap) + &text;
        prop_assume!(!text.starts_with('\u{feff}'));
        let (here, there) = (parse(&text), parse(&moved));
        prop_assert_eq!(here.description, there.description);
        prop_assert_eq!(here.simulator, there.simulator);
        prop_assert!(here.spans.values().zip(there.spans.values()).all(|(a, b)| a.line + gap == b.line && a.offset + gap == b.offset));
    }
}

/// Asserts that 200,000 pieces are read in seconds. A step for every pair of them would be 40 billion, which takes minutes; a ratio of
/// two times would be finer, and wrong on a busy machine.
#[track_caller]
fn assert_quick(name: &str, text: impl Fn(usize) -> String) {
    let text = text(200_000);
    let start = Instant::now();
    let parsed = parse(&text);
    let took = start.elapsed();
    assert!(
        took < Duration::from_secs(20),
        "{name}: {took:?} for {} spans",
        parsed.spans.len()
    );
}

#[test]
fn time_grows_no_faster_than_the_text() {
    let head = "---\napp: A\n---\n## Structure\n";
    let repeat = |head: &str, size: usize, line: &dyn Fn(usize) -> String| {
        let mut text = head.to_owned();
        for i in 0..size {
            let _ = write!(text, "{}", line(i));
        }
        text
    };
    assert_quick("different headings", |n| repeat(head, n, &|i| format!("## H{i} Tab\n")));
    assert_quick("one heading", |n| repeat(head, n, &|_| "## Skip\n- a\n".to_owned()));
    assert_quick("front matter", |n| repeat("## S\n---\n", n, &|i| format!("k{i}: v\n")));
    assert_quick("rules", |n| {
        repeat("---\napp: A\n---\n## Obstacles\n", n, &|i| format!("- a{i} → b\n"))
    });
    assert_quick("credentials", |n| {
        repeat("---\napp: A\n---\n## Credentials\n", n, &|i| {
            format!("- a{i}: ${{B}}\n")
        })
    });
    assert_quick("names on one line", |n| format!("{head}tabs: {}\n", "é, ".repeat(n)));
    assert_quick("arrows on one line", |n| {
        format!("---\napp: A\n---\n## Obstacles\n- a {}\n", "→\u{301}".repeat(n))
    });
    assert_quick("colons on one line", |n| {
        format!("---\napp: A\n---\n## Credentials\n- {}\n", "a:\u{301}".repeat(n))
    });
    assert_quick("screens", |n| {
        repeat("---\napp: A\n---\n", n, &|i| {
            format!("## Simulator Screen {i}\n- element row: a → {i}\n")
        })
    });
}

#[test]
fn ten_megabytes_are_read_in_a_moment() {
    let text = format!(
        "---\napp: A\n---\n## Structure\n{}",
        "Prose über Æpfel 𝕏 → -> : tabs, #\r\n".repeat(260_000)
    );
    assert!(text.len() > 10_000_000);
    let start = Instant::now();
    assert!(parse(&text).description.is_ok());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
