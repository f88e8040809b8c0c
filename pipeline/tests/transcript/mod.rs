//! Sessions with mirroir-mcp as others wrote them down.

// Each test file uses a part of it.
#![allow(dead_code, unreachable_pub)]

use serde_json::{Value, json};

/// What a screen shows: texts with the places where they are tapped.
pub type Texts<'t> = &'t [(&'t str, i32, i32)];

/// The messages of a session, in the form that is imported.
#[derive(Default)]
pub struct Transcript(Vec<Value>);

impl Transcript {
    /// The file.
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        lines.join("\n")
    }

    fn call(&mut self, name: &str, arguments: &Value, answer: &str) {
        let id = self.0.len() / 2 + 1;
        self.0.push(
            json!({"t": 1000 * id, "dir": ">", "msg": {"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": name, "arguments": arguments}}}),
        );
        self.0.push(
            json!({"t": 1000 * id + 5, "dir": "<", "msg": {"jsonrpc": "2.0", "id": id,
            "result": {"content": [{"type": "text", "text": answer}], "isError": false}}}),
        );
    }

    fn see(&mut self, texts: Texts<'_>) {
        let mut answer = "Screen elements (tap coordinates in points):\n".to_owned();
        for (text, x, y) in texts {
            answer += &format!("- \"{text}\" at ({x}, {y})\n");
        }
        answer += &format!("\n_meta: element_count={}", texts.len());
        self.call("describe_screen", &json!({}), &answer);
    }

    /// The app is started and shows `then`.
    pub fn launch(&mut self, app: &str, then: Texts<'_>) {
        self.call(
            "launch_app",
            &json!({"name": app}),
            &format!("Launched '{app}' via Spotlight"),
        );
        self.see(then);
    }

    /// A tap, after which the screen shows `then`.
    pub fn tap(&mut self, x: i32, y: i32, then: Texts<'_>) {
        self.call("tap", &json!({"x": x, "y": y}), &format!("Tapped at ({x}, {y})"));
        self.see(then);
    }

    /// A text is typed, after which the screen shows `then`.
    pub fn write(&mut self, text: &str, then: Texts<'_>) {
        let typed = format!("Typed {} characters", text.chars().count());
        self.call("type_text", &json!({"text": text}), &typed);
        self.see(then);
    }

    /// A key is pressed, after which the screen shows `then`.
    pub fn press(&mut self, key: &str, then: Texts<'_>) {
        self.call("press_key", &json!({"key": key}), &format!("Pressed {key}"));
        self.see(then);
    }

    /// A stroke up, after which the screen shows `then`.
    pub fn swipe_up(&mut self, then: Texts<'_>) {
        let stroke = json!({"from_x": 200, "from_y": 600, "to_x": 200, "to_y": 300});
        self.call("swipe", &stroke, "Swiped from (200, 600) to (200, 300)");
        self.see(then);
    }
}
