//! The tools, their arguments, and what each does.

use base64::Engine as _;
use serde_json::{Map, Value, json};
use skillc_records::WindowPoint;
use skillc_text::{equals, fold, lower};

use super::describe;
use super::phone::Phone;
use super::protocol::Fault;

/// A tool: its name, what it is for, and its arguments as `name:kind`, `?` after the name of one that may be missing.
struct Tool {
    name: &'static str,
    purpose: &'static str,
    arguments: &'static [&'static str],
}

const fn tool(name: &'static str, purpose: &'static str, arguments: &'static [&'static str]) -> Tool {
    Tool {
        name,
        purpose,
        arguments,
    }
}

const STROKE: [&str; 5] = [
    "from_x:number",
    "from_y:number",
    "to_x:number",
    "to_y:number",
    "duration_ms?:number",
];

const TOOLS: [Tool; 18] = [
    tool(
        "describe_screen",
        "Read the texts on the screen with the points to tap",
        &["scroll?:boolean", "omit_screenshot?:boolean"],
    ),
    tool("screenshot", "Take a picture of the screen", &[]),
    tool(
        "tap",
        "Tap at a point",
        &["x:number", "y:number", "cursor_mode?:string"],
    ),
    tool("double_tap", "Tap twice at a point", &["x:number", "y:number"]),
    tool(
        "long_press",
        "Hold a point",
        &["x:number", "y:number", "duration_ms?:number"],
    ),
    tool("swipe", "Stroke from one point to another", &STROKE),
    tool("drag", "Drag from one point to another", &STROKE),
    tool("type_text", "Type into the focused field", &["text:string"]),
    tool("press_key", "Press a key", &["key:string", "modifiers?:array"]),
    tool("launch_app", "Bring an app to the front", &["name:string"]),
    tool("reset_app", "End the app and start it anew", &["name?:string"]),
    tool("press_home", "Go to the home screen", &[]),
    tool("press_back", "Go back one screen", &[]),
    tool("press_app_switcher", "Show the open apps", &[]),
    tool("spotlight", "Open the search", &[]),
    tool("open_url", "Open a link", &["url:string"]),
    tool("shake", "Shake the phone", &[]),
    tool(
        "scroll_to",
        "Scroll until a text is on the screen",
        &["label:string", "direction?:string", "max_scrolls?:number"],
    ),
];

/// All tools as `tools/list` gives them.
pub(super) fn list() -> Vec<Value> {
    TOOLS.iter().map(to_json).collect()
}

fn to_json(tool: &Tool) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for argument in tool.arguments.iter().chain(&["target?:string"]) {
        let (name, kind) = argument.split_once(':').unwrap_or((argument, "string"));
        let wanted = name.strip_suffix('?');
        properties.insert(wanted.unwrap_or(name).to_owned(), json!({ "type": kind }));
        if wanted.is_none() {
            required.push(name);
        }
    }
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "name": tool.name, "description": tool.purpose, "inputSchema": schema })
}

/// What a tool gives: contents, or why it could not.
type Given = Result<Vec<Value>, String>;

/// Calls a tool.
pub(super) fn call(params: &Value, phone: &mut Phone) -> Result<Value, Fault> {
    let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        return Err(Fault::no_tool(name));
    };
    let arguments = Arguments(params.get("arguments").unwrap_or(&Value::Null));
    let (content, failed) = match run(tool.name, &arguments, phone) {
        Ok(content) => (content, false),
        Err(why) => (vec![text(why)], true),
    };
    Ok(json!({ "content": content, "isError": failed }))
}

fn run(name: &str, arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    match name {
        "describe_screen" => describe_screen(arguments, phone),
        "screenshot" => Ok(vec![image(&phone.look().map_err(|error| error.to_string())?.picture)]),
        "tap" | "double_tap" | "long_press" => touch(name, arguments, phone),
        "swipe" | "drag" => stroke(name, arguments, phone),
        "type_text" => type_text(arguments, phone),
        "press_key" => press_key(arguments),
        "launch_app" => launch_app(arguments, phone),
        "reset_app" => {
            phone.reset();
            said("App was ended and started anew")
        }
        "press_home" => {
            phone.go_home();
            said("Pressed home")
        }
        "press_back" => {
            let Some(at) = phone.front().back_point() else {
                return Err("There is no way back on this screen".to_owned());
            };
            phone.tap(at);
            said("Pressed back")
        }
        "shake" => said("Shook the phone"),
        "scroll_to" => scroll_to(arguments, phone),
        other => Err(format!(
            "{other} is not simulated: there is one app and no system around it"
        )),
    }
}

fn describe_screen(arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let fault = |error: skillc_simulator::SimulatorError| error.to_string();
    let told = if arguments.flag("scroll") {
        describe::page(phone.front()).map_err(fault)?
    } else {
        describe::screen(&phone.look().map_err(fault)?)
    };
    let mut content = vec![text(told)];
    if !arguments.flag("omit_screenshot") {
        content.push(image(&phone.front().look_through_grid().map_err(fault)?.picture));
    }
    Ok(content)
}

fn touch(name: &str, arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let at = arguments.point("x", "y")?;
    let (x, y) = (at.x.trunc(), at.y.trunc());
    match name {
        "long_press" => {
            let held = arguments.number("duration_ms").unwrap_or(500.0).trunc();
            // No scene answers to a long press.
            phone.front().wait(held.clamp(0.0, 60_000.0) as u32);
            said(format!("Long pressed at ({x}, {y}) for {held}ms"))
        }
        "double_tap" => {
            phone.tap(at);
            said(format!("Double-tapped at ({x}, {y})"))
        }
        _ => {
            phone.tap(at);
            said(format!("Tapped at ({x}, {y})"))
        }
    }
}

fn stroke(name: &str, arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let (from, to) = (arguments.point("from_x", "from_y")?, arguments.point("to_x", "to_y")?);
    phone.front().swipe(from, to);
    let way = format!(
        "from ({},{}) to ({},{})",
        from.x.trunc(),
        from.y.trunc(),
        to.x.trunc(),
        to.y.trunc()
    );
    if name == "drag" {
        let took = arguments.number("duration_ms").unwrap_or(1000.0).trunc();
        return said(format!("Dragged {way} over {took}ms"));
    }
    said(format!("Swiped {way}"))
}

fn type_text(arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let typed = arguments.text("text")?;
    let count = skillc_text::grapheme_count(typed);
    if phone.front().type_text(typed) {
        return said(format!("Typed {count} characters"));
    }
    said(format!("Typed {count} characters. Warning: no field has the keyboard"))
}

fn press_key(arguments: &Arguments<'_>) -> Given {
    let key = arguments.text("key")?;
    let modifiers = arguments.0.get("modifiers").and_then(Value::as_array);
    let mut keys: Vec<&str> = modifiers.into_iter().flatten().filter_map(Value::as_str).collect();
    keys.push(key);
    said(format!("Pressed {}", keys.join("+")))
}

fn launch_app(arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let name = arguments.text("name")?;
    match phone.launch(name) {
        Ok(()) => said(format!("Launched '{name}' via Spotlight")),
        Err(missing) => Err(format!(
            "App '{name}' was not found; the only app here is '{}'",
            missing.there
        )),
    }
}

fn scroll_to(arguments: &Arguments<'_>, phone: &mut Phone) -> Given {
    let label = arguments.text("label")?;
    let most = arguments.number("max_scrolls").unwrap_or(10.0).clamp(0.0, 100.0) as u32;
    let (from, to) = match arguments.0.get("direction").and_then(Value::as_str).unwrap_or("up") {
        "down" => (0.35, 0.65),
        _ => (0.65, 0.35),
    };
    for scrolls in 0..=most {
        let sight = phone.look().map_err(|error| error.to_string())?;
        let texts = sight
            .detections
            .iter()
            .filter_map(|detection| detection.text.as_deref());
        if texts.into_iter().any(|text| is_label(text, label)) {
            return said(match scrolls {
                0 => format!("'{label}' is already visible on screen"),
                scrolls => format!("Found '{label}' after {scrolls} scroll(s)"),
            });
        }
        let window = sight.window;
        let at = |part: f64| WindowPoint::new(window.width * 0.92, window.height * part);
        phone.front().swipe(at(from), at(to));
    }
    Err(format!("'{label}' not found after {most} scroll(s)"))
}

/// Whether a text on the screen is the one that is looked for (reference on mirroir's semantics, §13, label match order).
fn is_label(text: &str, label: &str) -> bool {
    equals(text, label) || fold(text) == fold(label) || skillc_text::contains(&lower(text), &lower(label))
}

/// The arguments of a call. What isn't there or of another kind is an error of the tool.
struct Arguments<'a>(&'a Value);

impl<'a> Arguments<'a> {
    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    fn point(&self, x: &str, y: &str) -> Result<WindowPoint, String> {
        let wanted = |name: &str| {
            self.number(name)
                .ok_or_else(|| format!("Missing or invalid argument: {name} (number)"))
        };
        Ok(WindowPoint::new(wanted(x)?, wanted(y)?))
    }

    fn text(&self, name: &str) -> Result<&'a str, String> {
        self.0
            .get(name)
            .and_then(Value::as_str)
            .ok_or_else(|| format!("Missing or invalid argument: {name} (string)"))
    }

    fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

fn said(message: impl Into<String>) -> Given {
    Ok(vec![text(message)])
}

fn text(message: impl Into<String>) -> Value {
    json!({ "type": "text", "text": message.into() })
}

fn image(png: &[u8]) -> Value {
    let data = base64::engine::general_purpose::STANDARD.encode(png);
    json!({ "type": "image", "data": data, "mimeType": "image/png" })
}
