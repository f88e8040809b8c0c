//! Icons without text: zones, merging, filtering near text, even spacing.

use serde::Deserialize;
use serde_json::{Value, json};
use skillc_points::icons::{self, IconSettings, Zone};
use skillc_points::spacing::interpolate;

use super::screen::{Element, IconInput, Window, icons_json, points, zones_json};
use super::{RuleError, input};

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Input {
    Interpolate {
        detected: Vec<IconInput>,
        window: Window,
        zone: Zone,
    },
    Merge {
        primary: Vec<IconInput>,
        secondary: Vec<IconInput>,
    },
    FilterNearOcr {
        icons: Vec<IconInput>,
        elements: Vec<Element>,
    },
    FindEmptyZones {
        elements: Vec<Element>,
        window: Window,
    },
}

pub(super) fn evaluate(value: &Value) -> Result<Value, RuleError> {
    let settings = IconSettings::default();
    let as_icons = super::screen::icons;
    Ok(match input(value)? {
        Input::Interpolate { detected, window, zone } => {
            json!({ "icons": icons_json(&interpolate(&as_icons(detected), window.into(), zone, &settings)) })
        }
        Input::Merge { primary, secondary } => {
            json!({ "icons": icons_json(&icons::merge(&as_icons(primary), &as_icons(secondary), &settings)) })
        }
        Input::FilterNearOcr { icons, elements } => {
            let kept = icons::filter_near_texts(&as_icons(icons), &points(elements)?, &settings);
            json!({ "icons": icons_json(&kept) })
        }
        Input::FindEmptyZones { elements, window } => {
            json!({ "zones": zones_json(&icons::empty_zones(&points(elements)?, window.into(), &settings)) })
        }
    })
}
