//! What a touched row is called: one table of rows, touches and names.

use skillc_patterns::{ElementPattern, PatternFile, PatternLibrary, RowName, Touched, row_name};
use skillc_records::{TapPoint, WindowPoint, WindowSize};

const WINDOW: WindowSize = WindowSize {
    width: 410.0,
    height: 898.0,
};

fn pattern(name: &str, rules: &str, interaction: &str) -> ElementPattern {
    let text = format!(
        "---\nname: {name}\n---\n## Description\nA row.\n## Match Rules\n{rules}\n## Interaction\n- clickable: true\n{interaction}\n"
    );
    ElementPattern::parse(&format!("elements/{name}.md"), &text).expect("a pattern")
}

fn patterns() -> Vec<ElementPattern> {
    vec![
        pattern(
            "row",
            "- row_has_chevron: true",
            "- click_target: first_navigation_element\n- click_result: pushes_screen\n- label_rule: first_text",
        ),
        pattern(
            "card",
            "- row_has_chevron: true\n- has_numeric_value: true",
            "- click_target: first_text\n- label_rule: longest_text",
        ),
        // Upstream's action bar: one component for several buttons.
        pattern("buttons", "- min_elements: 2", "- click_target: first_text"),
    ]
}

fn screen(texts: &[(&str, f64, f64)]) -> Vec<TapPoint> {
    let point = |&(text, x, y): &(&str, f64, f64)| TapPoint {
        text: text.to_owned(),
        at: WindowPoint::new(x, y),
        confidence: None,
        rect: None,
    };
    texts.iter().map(point).collect()
}

fn named(texts: &[(&str, f64, f64)], text: Option<&str>, at: Option<(f64, f64)>) -> Option<String> {
    let at = at.map(|(x, y)| WindowPoint::new(x, y));
    let name = row_name(&screen(texts), Touched { text, at }, &patterns(), &[], WINDOW)?;
    Some(name.label)
}

const LIST: [(&str, f64, f64); 9] = [
    ("Settings", 100.0, 120.0),
    ("General", 100.0, 250.0),
    (">", 370.0, 250.0),
    ("Storage", 100.0, 310.0),
    ("42 GB", 300.0, 311.0),
    (">", 370.0, 310.0),
    ("Language", 100.0, 370.0),
    ("English", 300.0, 371.0),
    (">", 370.0, 370.0),
];

#[test]
fn a_row_with_a_chevron_has_one_name_wherever_it_is_touched() {
    for (at, name) in [
        ((100.0, 250.0), "General"),
        ((230.0, 262.0), "General"),
        ((370.0, 250.0), "General"),
        ((300.0, 311.0), "Storage"),
        ((20.0, 325.0), "Storage"),
        ((300.0, 371.0), "Language"),
    ] {
        assert_eq!(named(&LIST, None, Some(at)).as_deref(), Some(name), "{at:?}");
    }
    // Between two rows is on neither.
    assert_eq!(named(&LIST, None, Some((200.0, 280.0))), None);
}

#[test]
fn a_window_that_nobody_knows_has_no_bars() {
    let touched = Touched {
        text: Some("English"),
        at: None,
    };
    let unknown = WindowSize::new(0.0, 0.0);
    let name = row_name(&screen(&LIST), touched, &patterns(), &[], unknown);
    assert_eq!(name.map(|name| name.label).as_deref(), Some("Language"));
}

#[test]
fn what_somebody_noted_says_which_row_was_meant() {
    assert_eq!(named(&LIST, Some("English"), None).as_deref(), Some("Language"));
    assert_eq!(
        named(&LIST, Some("English"), Some((300.0, 371.0))).as_deref(),
        Some("Language")
    );
    // Noted is another text than stands there: nobody knows what was touched.
    assert_eq!(named(&LIST, Some("English"), Some((300.0, 250.0))), None);
    assert_eq!(named(&LIST, Some("Gone"), None), None);
    // A text that stands twice, without a place.
    assert_eq!(named(&LIST, Some(">"), None), None);
    assert_eq!(named(&LIST, None, None), None);
}

#[test]
fn texts_side_by_side_that_are_not_one_way_stand_for_themselves() {
    type Texts<'t> = &'t [(&'t str, f64, f64)];
    let cases: [(&str, Texts<'_>, (f64, f64)); 6] = [
        (
            "buttons without a chevron",
            &[("5 min", 100.0, 500.0), ("10 min", 280.0, 500.0)],
            (280.0, 500.0),
        ),
        (
            "two ways in a row",
            &[
                ("Steps", 60.0, 300.0),
                (">", 180.0, 300.0),
                ("Sleep", 240.0, 300.0),
                (">", 370.0, 300.0),
            ],
            (240.0, 300.0),
        ),
        (
            "a heading with a link beside it",
            &[("Favourites", 60.0, 300.0), ("See all ›", 330.0, 300.0)],
            (330.0, 300.0),
        ),
        (
            "a month with a way back and a way on",
            &[("‹", 40.0, 300.0), ("March", 200.0, 300.0), ("›", 370.0, 300.0)],
            (40.0, 300.0),
        ),
        (
            "a bar at the top",
            &[("Cancel", 40.0, 60.0), ("New event", 200.0, 60.0), (">", 370.0, 60.0)],
            (40.0, 60.0),
        ),
        (
            "a bar at the bottom",
            &[("Home", 40.0, 870.0), ("Search", 200.0, 870.0), (">", 370.0, 870.0)],
            (200.0, 870.0),
        ),
    ];
    for (what, texts, at) in cases {
        assert_eq!(named(texts, None, Some(at)), None, "{what}");
    }
}

#[test]
fn the_label_rule_is_asked_about_the_touched_row_alone() {
    // Upstream counts both rows below to the card above them, and would call it by the longest text of all three.
    let card = [
        ("Steps", 100.0, 250.0),
        ("4,532", 300.0, 250.0),
        (">", 370.0, 250.0),
        ("more than on most days", 100.0, 275.0),
        ("Respiration", 100.0, 310.0),
        ("12", 300.0, 310.0),
        (">", 370.0, 310.0),
    ];
    assert_eq!(named(&card, None, Some((300.0, 250.0))).as_deref(), Some("Steps"));
    assert_eq!(named(&card, None, Some((300.0, 310.0))).as_deref(), Some("Respiration"));
    // What stands below without leading on stands for itself: nothing says that a touch on it does what one on the card does.
    assert_eq!(named(&card, None, Some((100.0, 280.0))), None);
}

#[test]
fn the_pattern_that_matches_best_names_the_row_unless_tapping_it_does_nothing() {
    let row = screen(&LIST);
    let touched = Touched {
        text: None,
        at: Some(WindowPoint::new(300.0, 311.0)),
    };
    let by = |patterns: &[ElementPattern], excluded: &[String]| row_name(&row, touched, patterns, excluded, WINDOW);
    let name = |pattern: &str, label: &str| {
        Some(RowName {
            pattern: pattern.to_owned(),
            label: label.to_owned(),
        })
    };
    assert_eq!(by(&patterns(), &[]), name("card", "Storage"));
    assert_eq!(by(&patterns()[..1], &[]), name("row", "Storage"));
    assert_eq!(by(&[], &[]), None);
    // Excluded labels are exact.
    assert_eq!(by(&patterns(), &["Storage".to_owned()]), None);
    assert_eq!(by(&patterns(), &["storage".to_owned()]), name("card", "Storage"));
    // The quirk: the cleanup file is a pattern that matches everything and leads nowhere. It comes first here, and loses.
    let cleanup = PatternFile {
        path: "elements/text-cleanup.md",
        text: "## Description\nNoise.\n\n## Exclude Labels\n\n- icon\n",
    };
    let row_file = PatternFile {
        path: "elements/zz.md",
        text: "## Description\nA row.\n## Match Rules\n- row_has_chevron: true\n## Interaction\n- clickable: true\n- click_target: first_text\n",
    };
    let library = PatternLibrary::read(&[], &[cleanup, row_file]);
    assert_eq!(by(&library.elements, &[]), name("zz", "Storage"));
    let library = PatternLibrary::read(&[], &[cleanup]);
    assert_eq!(by(&library.elements, &[]), None);
}
