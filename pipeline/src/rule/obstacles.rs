//! One call of the dismissal loop on a list of screens.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_obstacles::{ActiveRules, ObstacleMode, ObstaclePolicy, ObstacleRule, simulate};
use skillc_records::TapPoint;

use super::screen::{Element, point_json, points};
use super::{RuleError, input};

#[derive(Deserialize)]
struct Input {
    rules: Vec<ObstacleRule>,
    screens: Vec<Vec<Element>>,
    /// As in APP.md: any other word means `auto`.
    obstacle_mode: Option<String>,
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let Input {
        rules,
        screens,
        obstacle_mode,
    } = input(value)?;
    let mode = obstacle_mode
        .and_then(|word| ObstacleMode::of(&word))
        .unwrap_or_default();
    let policy = ObstaclePolicy { rules, mode };
    let screens: Vec<Vec<TapPoint>> = screens.into_iter().map(points).collect::<Result<_, _>>()?;
    Ok(
        simulate(&ActiveRules::new(&policy), &screens).map_or(Value::Null, |call| {
            let taps: Vec<Value> = call
                .taps
                .iter()
                .map(|(screen, tap)| point_json(&screens[*screen][tap.point]))
                .collect();
            json!({
                "taps": taps,
                "describes": call.describes,
                "final_screen": call.final_screen,
                "persistent": call.persistent.map(|rule| &policy.rules[rule].trigger),
            })
        }),
    )
}
