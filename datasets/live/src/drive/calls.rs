//! Which calls of each server do what the explorer wants.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};
use skillc_recorders::Start;
use skillc_records::{DialogAnswer, WindowPoint};

use super::{Drive, DriveError, Opening};
use crate::adapter::{Adapter, Known};
use crate::message::Call;

/// The name of the session that agent-device keeps for us.
const SESSION: &str = "skillc";

/// A call of agent-device, with what each of its calls names.
fn device(drive: &Drive, tool: &str, arguments: Value) -> Call {
    let mut all = Map::new();
    all.insert("session".to_owned(), SESSION.into());
    if let Some(platform) = &drive.platform {
        all.insert("platform".to_owned(), platform.as_str().into());
    }
    if let Value::Object(arguments) = arguments {
        all.extend(arguments);
    }
    Call::new(tool, Value::Object(all))
}

/// A desktop has one pointer and no finger, and ends no app.
fn is_desktop(drive: &Drive) -> bool {
    matches!(drive.platform.as_deref(), Some("linux" | "macos"))
}

/// A tree and a picture.
pub(super) fn look(adapter: Adapter, drive: &Drive, picture: &Path) -> Vec<Call> {
    match adapter {
        Adapter::Mirroir => vec![
            Call::new("describe_screen", json!({ "omit_screenshot": true })),
            Call::new("screenshot", json!({})),
        ],
        Adapter::AgentDevice => vec![
            device(drive, "snapshot", json!({})),
            device(drive, "screenshot", json!({ "path": picture.to_string_lossy() })),
        ],
        Adapter::Playwright | Adapter::Devtools => vec![
            Call::new("browser_snapshot", json!({ "boxes": true })),
            Call::new("browser_take_screenshot", json!({ "type": "png", "scale": "device" })),
        ],
    }
}

/// A look that tells the size of the window, where the others don't: a picture in CSS pixels is as large as the page's window.
pub(super) fn measure(adapter: Adapter) -> Option<Call> {
    match adapter {
        Adapter::Playwright | Adapter::Devtools => Some(Call::new(
            "browser_take_screenshot",
            json!({ "type": "png", "scale": "css" }),
        )),
        Adapter::Mirroir | Adapter::AgentDevice => None,
    }
}

pub(super) fn launch(
    adapter: Adapter,
    drive: &Drive,
    start: Start,
    launched: bool,
    tools: &BTreeSet<String>,
) -> Result<Vec<Call>, DriveError> {
    let app = match (&drive.opening, start) {
        (Opening::Launch(app), _) => app.as_str(),
        (Opening::InFront, Start::Afresh) => {
            return Err(DriveError::Impossible {
                what: "to start an app anew that it hasn't started",
            });
        }
        (Opening::InFront, Start::AsItIs) if launched => return Ok(Vec::new()),
        (Opening::InFront, Start::AsItIs) => return Ok(attach(adapter, drive)),
    };
    Ok(match adapter {
        Adapter::Mirroir => {
            let mut calls = Vec::new();
            if start == Start::Afresh && tools.contains("reset_app") {
                calls.push(Call::new("reset_app", json!({ "name": app })));
            }
            calls.push(Call::new("launch_app", json!({ "name": app })));
            calls
        }
        Adapter::AgentDevice => {
            let mut what = match app.contains("://") {
                true => json!({ "url": app }),
                false => json!({ "app": app }),
            };
            match (launched, start) {
                // Opened again, a desktop app shows a second window.
                (true, Start::AsItIs) if is_desktop(drive) => Vec::new(),
                (true, Start::Afresh) if is_desktop(drive) => {
                    return Err(DriveError::Impossible {
                        what: "to start a desktop app anew",
                    });
                }
                (true, Start::Afresh) => {
                    what["relaunch"] = true.into();
                    vec![device(drive, "open", what)]
                }
                (false, _) | (true, Start::AsItIs) => vec![device(drive, "open", what)],
            }
        }
        Adapter::Playwright | Adapter::Devtools => vec![Call::new("browser_navigate", json!({ "url": app }))],
    })
}

/// Takes the app that is in front as it is. Only agent-device has to be told: it looks at nothing without a session.
fn attach(adapter: Adapter, drive: &Drive) -> Vec<Call> {
    match adapter {
        Adapter::AgentDevice if is_desktop(drive) => vec![device(drive, "open", json!({ "surface": "frontmost-app" }))],
        Adapter::AgentDevice => vec![device(drive, "open", json!({ "foreground": true }))],
        Adapter::Mirroir | Adapter::Playwright | Adapter::Devtools => Vec::new(),
    }
}

/// Leaves the app, so that others can drive it.
pub(super) fn leave(adapter: Adapter, drive: &Drive) -> Vec<Call> {
    match adapter {
        Adapter::AgentDevice => vec![device(drive, "close", json!({}))],
        Adapter::Mirroir | Adapter::Playwright | Adapter::Devtools => Vec::new(),
    }
}

pub(super) fn tap(
    adapter: Adapter,
    drive: &Drive,
    at: WindowPoint,
    known: &Known,
    tools: &BTreeSet<String>,
) -> Result<Vec<Call>, DriveError> {
    let (x, y) = (at.x, at.y);
    Ok(vec![match adapter {
        Adapter::Mirroir => Call::new("tap", json!({ "x": x, "y": y })),
        Adapter::AgentDevice => {
            let target = json!({ "kind": "point", "x": x.round(), "y": y.round() });
            device(drive, "press", json!({ "target": target, "settle": true }))
        }
        Adapter::Playwright | Adapter::Devtools if tools.contains("browser_mouse_click_xy") => Call::new(
            "browser_mouse_click_xy",
            json!({ "element": "explored", "x": x, "y": y }),
        ),
        Adapter::Playwright | Adapter::Devtools => {
            let handle = handle_at(known, at).ok_or(DriveError::Impossible {
                what: "to tap where nothing is (run it with --caps vision)",
            })?;
            Call::new("browser_click", json!({ "element": "explored", "target": handle }))
        }
    }])
}

/// The handle of the smallest node at a point.
fn handle_at(known: &Known, at: WindowPoint) -> Option<&str> {
    let here = known.nodes.iter().filter_map(|node| {
        let rect = node.rect.filter(|rect| rect.contains(at))?;
        Some((rect.width * rect.height, node.reference.as_deref()?))
    });
    here.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, handle)| handle)
}

pub(super) fn swipe(adapter: Adapter, drive: &Drive, from: WindowPoint, to: WindowPoint) -> Vec<Call> {
    match adapter {
        Adapter::Mirroir => vec![Call::new(
            "swipe",
            json!({ "from_x": from.x, "from_y": from.y, "to_x": to.x, "to_y": to.y }),
        )],
        Adapter::AgentDevice if is_desktop(drive) => {
            let direction = if to.y < from.y { "down" } else { "up" };
            let pixels = (to.y - from.y).abs().round();
            vec![device(
                drive,
                "scroll",
                json!({ "direction": direction, "pixels": pixels as i64, "settle": true }),
            )]
        }
        Adapter::AgentDevice => {
            let point = |at: WindowPoint| json!({ "x": at.x.round(), "y": at.y.round() });
            vec![device(drive, "swipe", json!({ "from": point(from), "to": point(to) }))]
        }
        // A browser scrolls by as much as a finger would have moved the page.
        Adapter::Playwright | Adapter::Devtools => vec![
            Call::new(
                "browser_mouse_move_xy",
                json!({ "element": "page", "x": from.x, "y": from.y }),
            ),
            Call::new(
                "browser_mouse_wheel",
                json!({ "deltaX": from.x - to.x, "deltaY": from.y - to.y }),
            ),
        ],
    }
}

pub(super) fn type_text(adapter: Adapter, drive: &Drive, text: &str, known: &Known) -> Result<Vec<Call>, DriveError> {
    Ok(vec![match adapter {
        Adapter::Mirroir => Call::new("type_text", json!({ "text": text })),
        Adapter::AgentDevice => device(drive, "type", json!({ "text": text })),
        Adapter::Playwright | Adapter::Devtools => {
            let focused = known.nodes.iter().find(|node| node.focused == Some(true));
            let handle = focused.and_then(|node| node.reference.as_deref());
            let handle = handle.ok_or(DriveError::Impossible {
                what: "to type where nothing has the keyboard",
            })?;
            Call::new(
                "browser_type",
                json!({ "element": "explored", "target": handle, "text": text }),
            )
        }
    }])
}

/// Answers a dialog that was told of.
pub(super) fn answer_dialog(adapter: Adapter, drive: &Drive, answer: DialogAnswer) -> Result<Vec<Call>, DriveError> {
    Ok(vec![match adapter {
        Adapter::Playwright | Adapter::Devtools => Call::new(
            "browser_handle_dialog",
            json!({ "accept": answer == DialogAnswer::Accept }),
        ),
        Adapter::AgentDevice => device(drive, "alert", json!({ "action": answer.as_str() })),
        Adapter::Mirroir => {
            return Err(DriveError::Impossible {
                what: "to answer a dialog without a place",
            });
        }
    }])
}

pub(super) fn back(adapter: Adapter, drive: &Drive) -> Vec<Call> {
    vec![match adapter {
        Adapter::Mirroir => Call::new("press_back", json!({})),
        Adapter::AgentDevice => device(drive, "back", json!({ "settle": true })),
        Adapter::Playwright | Adapter::Devtools => Call::new("browser_navigate_back", json!({})),
    }]
}
