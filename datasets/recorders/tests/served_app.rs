//! The simulator as an MCP server: lines in, lines out.

use serde_json::{Value, json};
use skillc_app_description::parse;
use skillc_recorders::serve::serve;
use skillc_simulator::{Simulator, SimulatorOptions, TabStyle};

const APP: &str = "---\napp: Café\n---\n## Structure\nTwo tabs: Menu, Orders.\n\
    ## Simulator\n- root: menu\n\
    ## Simulator Screen menu\n- title: Menu\n- tab_bar: true\n- element row: Coffee -> coffee\n- element row: Tea -> nowhere\n\
    - element tab: Menu -> menu\n- element tab: Orders -> orders\n\
    ## Simulator Screen coffee\n- title: Coffee\n- back: menu\n- element textfield: Your name #name\n\
    ## Simulator Screen orders\n- title: Orders\n- tab_bar: true\n- element tab: Menu -> menu\n- element tab: Orders -> orders\n";

fn ask(app: &str, options: SimulatorOptions, lines: &[String]) -> Vec<Value> {
    let spec = parse(app).simulator.expect("scenes");
    let simulator = Simulator::new(spec, None, options).expect("starts");
    let mut output = Vec::new();
    serve(simulator, lines.join("\n").as_bytes(), &mut output).expect("serves");
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn tool(id: u32, name: &str, arguments: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
        .to_string()
}

fn said(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

fn describe(id: u32) -> String {
    tool(id, "describe_screen", json!({ "omit_screenshot": true }))
}

#[test]
fn an_agent_finds_its_way_by_what_describe_screen_prints() {
    let plain = SimulatorOptions::default();
    let first = ask(APP, plain, &[describe(1)]);
    let text = said(&first[0]);
    assert!(
        text.starts_with("Screen elements (tap coordinates in points):\n- \"9:41\" at (61, "),
        "{text}"
    );
    assert!(
        text.ends_with("\n\n_meta: ocr_time_ms=160 recognition_level=accurate element_count=8"),
        "{text}"
    );
    let line = text
        .lines()
        .find(|line| line.starts_with("- \"Coffee\" at ("))
        .expect("Coffee is there");
    let (x, y) = line
        .trim_start_matches("- \"Coffee\" at (")
        .trim_end_matches(')')
        .split_once(", ")
        .expect("a point");
    let at = json!({ "x": x.parse::<f64>().expect("x"), "y": y.parse::<f64>().expect("y") });
    let answers = ask(
        APP,
        plain,
        &[
            tool(1, "tap", at),
            describe(2),
            tool(3, "press_back", json!({})),
            describe(4),
            tool(5, "press_home", json!({})),
            describe(6),
            tool(7, "launch_app", json!({ "name": "cafe" })),
            describe(8),
            tool(9, "launch_app", json!({ "name": "Bank" })),
        ],
    );
    assert_eq!(said(&answers[0]), format!("Tapped at ({x}, {y})"));
    assert!(said(&answers[1]).contains("- \"< Back\" at ("));
    assert!(said(&answers[3]).contains("\"Tea\""));
    assert!(!said(&answers[5]).contains("\"Tea\"") && said(&answers[5]).contains("\"Café\""));
    assert_eq!(said(&answers[6]), "Launched 'cafe' via Spotlight");
    assert!(said(&answers[7]).contains("\"Tea\""));
    assert_eq!(answers[8]["result"]["isError"], json!(true));
}

#[test]
fn icons_without_labels_are_listed_and_pictures_come_along() {
    let options = SimulatorOptions {
        tab_style: TabStyle::IconOnly,
        ..SimulatorOptions::default()
    };
    let answers = ask(
        APP,
        options,
        &[tool(1, "describe_screen", json!({})), tool(2, "screenshot", json!({}))],
    );
    let text = said(&answers[0]);
    assert!(text.contains("\nUnlabeled icons (estimated positions):\n- Icon at (102, 856), ~24x24pt\n- Icon at (307, 856), ~24x24pt\n\n_meta"), "{text}");
    assert_eq!(answers[0]["result"]["content"][1]["mimeType"], "image/png");
    assert_eq!(answers[1]["result"]["content"][0]["type"], "image");
    assert_ne!(
        answers[0]["result"]["content"][1]["data"], answers[1]["result"]["content"][0]["data"],
        "one has a grid"
    );
}

#[test]
fn a_long_page_is_read_as_a_whole_and_scrolled_to() {
    let rows: String = (0..40).map(|row| format!("- element row: Dish {row}\n")).collect();
    let app = format!("---\napp: Menu\n---\n## Simulator Screen a\n- title: Dishes\n{rows}");
    let answers = ask(
        &app,
        SimulatorOptions::default(),
        &[
            tool(1, "describe_screen", json!({ "scroll": true, "omit_screenshot": true })),
            tool(2, "scroll_to", json!({ "label": "Dish 1" })),
            tool(3, "scroll_to", json!({ "label": "Dish 30" })),
            tool(4, "scroll_to", json!({ "label": "Soup", "max_scrolls": 2 })),
        ],
    );
    let text = said(&answers[0]);
    assert!(text.starts_with("Screen elements (page-absolute tap coordinates in points):\n"));
    assert!(
        (0..40).all(|row| text.contains(&format!("\"Dish {row}\" at ("))),
        "{text}"
    );
    assert!(text.contains("_meta: scroll_count="));
    assert_eq!(said(&answers[1]), "'Dish 1' is already visible on screen");
    assert!(
        said(&answers[2]).starts_with("Found 'Dish 30' after "),
        "{}",
        said(&answers[2])
    );
    assert_eq!(answers[3]["result"]["isError"], json!(true));
}

#[test]
fn what_is_no_request_is_answered_and_never_ends_the_server() {
    let answers = ask(
        APP,
        SimulatorOptions::default(),
        &[
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01"}}"#.to_owned(),
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
            "{".to_owned(),
            String::new(),
            "[1]".to_owned(),
            r#"{"jsonrpc":"2.0","id":"a","method":"resources/list"}"#.to_owned(),
            tool(7, "format_disk", json!({})),
            tool(8, "tap", json!({ "x": "left" })),
            tool(9, "tap", json!({ "x": 1e300, "y": -1e300 })),
            tool(10, "type_text", json!({ "text": "tea" })),
            r#"{"jsonrpc":"2.0","id":11,"method":"tools/list"}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":12,"method":"ping"}"#.to_owned(),
        ],
    );
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answers[1]["error"]["code"], json!(-32700));
    assert_eq!(answers[2]["error"]["code"], json!(-32600));
    assert_eq!(
        (&answers[3]["id"], &answers[3]["error"]["code"]),
        (&json!("a"), &json!(-32601))
    );
    assert_eq!(answers[4]["error"]["code"], json!(-32602));
    assert_eq!(answers[5]["result"]["isError"], json!(true));
    assert_eq!(answers[6]["result"]["isError"], json!(false));
    assert_eq!(
        said(&answers[7]),
        "Typed 3 characters. Warning: no field has the keyboard"
    );
    assert!(
        answers[8]["result"]["tools"]
            .as_array()
            .is_some_and(|tools| tools.len() == 18)
    );
    assert_eq!(answers[9]["result"], json!({}));
    assert_eq!(answers.len(), 10);
}
