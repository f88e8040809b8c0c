//! ARCHITECTURE.md tells the truth about the stages: its table is the one that the declarations give.

use std::fs;
use std::path::Path;

use skillc::engine::STAGES;

/// The table of the stages as Markdown.
fn table() -> String {
    let words = |list: Vec<String>| {
        if list.is_empty() {
            "nothing".to_owned()
        } else {
            list.join(", ")
        }
    };
    let json = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut table = "| | stage | a unit is one | reads of the recording | results it reads | reads of APP.md | settings |\n|---|---|---|---|---|---|---|\n".to_owned();
    for (i, stage) in STAGES.iter().enumerate() {
        table += &format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            i + 1,
            stage.name,
            json(serde_json::json!(stage.scope)),
            if stage.recorded.is_empty() {
                "nothing"
            } else {
                stage.recorded
            },
            words(stage.inputs.iter().map(ToString::to_string).collect()),
            words(stage.reads.iter().map(|field| json(serde_json::json!(field))).collect()),
            words(stage.settings.iter().map(|key| format!("`{key}`")).collect()),
        );
    }
    table
}

#[test]
fn the_table_of_stages_is_the_declared_one() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md")).expect("the page");
    let inside = page
        .split("<!-- stages -->\n")
        .nth(1)
        .and_then(|rest| rest.split("<!-- /stages -->").next());
    assert_eq!(
        inside.expect("markers").trim(),
        table().trim(),
        "put this table between the markers:\n{}",
        table()
    );
}
