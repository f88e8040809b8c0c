//! What a stage reads of APP.md and the configuration: the part of a unit's key that people edit.

use serde_json::{Map, Value, json};
use skillc_app_description::{AppDescription, ObstacleRule};

use crate::engine::Stage;
use crate::engine::stage::Field;

/// The declared fields of `view` under the names that APP.md gives them, and the settings that the stage declares.
///
/// The text of this value is part of the unit's key, and `--explain` compares two of them field by field.
pub fn parameters(stage: &Stage, view: &AppDescription, settings: Value) -> Value {
    let mut fields = Map::new();
    for field in stage.reads {
        let (name, value) = match field {
            Field::App => ("app", json!(view.app)),
            Field::Archetype => ("archetype", json!(view.archetype)),
            Field::ObstacleMode => ("obstacle_mode", json!(view.obstacle_mode)),
            Field::Obstacles => ("Obstacles", json!(view.obstacles)),
            Field::ObstacleTriggers => {
                let trigger = |rule: &ObstacleRule| json!({ "trigger": rule.trigger });
                ("Obstacles", view.obstacles.iter().map(trigger).collect())
            }
            Field::Tabs => ("Tabs", json!(view.tabs)),
            Field::TabLayout => ("Tab Layout", json!(view.tab_layout)),
            Field::Skip => ("Skip", json!(view.skip)),
            Field::Context => ("context", json!(view.context)),
            Field::Tips => ("Tips", json!(view.tips)),
            Field::CredentialNames => (
                "Credentials",
                json!(
                    view.credentials
                        .iter()
                        .map(|credential| &credential.name)
                        .collect::<Vec<_>>()
                ),
            ),
        };
        fields.insert(name.to_owned(), value);
    }
    if !settings.is_null() {
        fields.insert("settings".to_owned(), settings);
    }
    Value::Object(fields)
}
