//! The indented text of a page's accessibility tree.
//!
//! ```text
//! - link "Checking $2,431.08" [ref=e39] [cursor=pointer] [box=17,194,376,53]:
//!   - /url: /detail/checking/
//!   - generic [ref=e43] [box=78,209,75,24]: Checking
//!   - text: and more
//! ```
//!
//! It is a small dialect of YAML: a node a line, two spaces a level. A key that YAML would misread stands between single quotes, a value
//! between double quotes; names are JSON texts. Lines that can't be read are passed over.

use serde_json::{Map, Value};
use skillc_records::{FrameIndex, Node, WindowRect};
use skillc_text::nfc;

/// The most nodes of one tree.
const MOST_NODES: usize = 50_000;

/// One node as its line says it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Line {
    pub(super) depth: usize,
    pub(super) parent: Option<usize>,
    pub(super) role: String,
    pub(super) name: Option<String>,
    /// The text after the colon.
    pub(super) text: Option<String>,
    pub(super) reference: Option<String>,
    pub(super) rect: Option<WindowRect>,
    pub(super) hidden: bool,
    pub(super) pointer: bool,
    selected: bool,
    active: bool,
    disabled: bool,
    /// Attributes and properties without a place of their own.
    more: Map<String, Value>,
}

/// The nodes of a tree; none if the text holds none.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<Line>> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<Line> = Vec::new();
    // The open nodes, as (indentation, place).
    let mut open: Vec<(usize, usize)> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let Some(content) = line[indent..].strip_prefix("- ") else {
            continue;
        };
        while open.last().is_some_and(|&(level, _)| level >= indent) {
            open.pop();
        }
        let parent = open.last().map(|&(_, place)| place);
        if let Some(property) = content.strip_prefix('/').or_else(|| content.strip_prefix("'/")) {
            if let (Some(place), Some((key, value))) = (parent, property.split_once(": ")) {
                let value = unquoted(value).unwrap_or_default();
                lines[place]
                    .more
                    .insert(key.trim_end_matches('\'').to_owned(), value.into());
            }
            continue;
        }
        if lines.len() == MOST_NODES {
            break;
        }
        let Some(mut node) = node(content) else { continue };
        node.depth = open.len();
        node.parent = parent;
        // A text has no box of its own: it is where its parent is.
        if node.role == "text"
            && let Some(place) = parent
        {
            let above = &mut lines[place];
            if above.text.is_none() && above.name.is_none() {
                above.text = node.text.take();
                continue;
            }
        }
        open.push((indent, lines.len()));
        lines.push(node);
    }
    (!lines.is_empty()).then_some(lines)
}

fn node(content: &str) -> Option<Line> {
    let (key, value) = match content.strip_prefix('\'') {
        Some(quoted) => {
            let end = end_of_single(quoted)?;
            let rest = quoted.get(end + 1..)?;
            (quoted[..end].replace("''", "'"), after_colon(rest))
        }
        None => {
            let end = end_of_key(content);
            (content[..end].to_owned(), after_colon(&content[end..]))
        }
    };
    let mut line = Line::default();
    let role_end = key.find(' ').unwrap_or(key.len());
    line.role = key[..role_end].to_owned();
    let is_role = line.role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if line.role.is_empty() || !is_role {
        return None;
    }
    let mut rest = key[role_end..].trim_start();
    if rest.starts_with('"') {
        let end = end_of_double(rest)?;
        line.name = serde_json::from_str::<String>(&rest[..=end]).ok();
        rest = rest[end + 1..].trim_start();
    }
    while let Some(inner) = rest.strip_prefix('[') {
        let (attribute, after) = inner.split_once(']')?;
        line.attribute(attribute);
        rest = after.trim_start();
    }
    line.text = value.and_then(unquoted).filter(|text| !text.is_empty());
    Some(line)
}

/// What stands after the colon; none if nothing does.
fn after_colon(rest: &str) -> Option<&str> {
    rest.strip_prefix(':').map(str::trim).filter(|value| !value.is_empty())
}

/// The end of an unquoted key: the colon before a space or the end of the line, outside of a name.
fn end_of_key(content: &str) -> usize {
    let bytes = content.as_bytes();
    let mut in_name = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_name => at += 1,
            b'"' => in_name = !in_name,
            b':' if !in_name && matches!(bytes.get(at + 1), None | Some(b' ')) => return at,
            _ => {}
        }
        at += 1;
    }
    content.len()
}

/// The end of a text between single quotes, in which two stand for one.
fn end_of_single(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'\'' {
            if bytes.get(at + 1) != Some(&b'\'') {
                return Some(at);
            }
            at += 1;
        }
        at += 1;
    }
    None
}

/// The closing quote of a JSON text that begins at 0.
fn end_of_double(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'"' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// A value, out of its double quotes if it has any. Its escapes are those of JSON, and `\x` with two digits.
fn unquoted(value: &str) -> Option<String> {
    let Some(inner) = value.strip_prefix('"') else {
        return Some(value.to_owned());
    };
    let inner = inner.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'x' => {
                let digits: String = rest.by_ref().take(2).collect();
                char::from(u8::from_str_radix(&digits, 16).ok()?)
            }
            other => other,
        });
    }
    Some(text)
}

impl Line {
    fn attribute(&mut self, attribute: &str) {
        let (key, value) = attribute.split_once('=').unwrap_or((attribute, ""));
        match key {
            "ref" => self.reference = Some(value.to_owned()),
            "box" => self.rect = rect(value),
            "cursor" => self.pointer = value == "pointer",
            "aria-hidden" => self.hidden = true,
            "selected" => self.selected = true,
            "active" => self.active = true,
            "disabled" => self.disabled = true,
            _ if value.is_empty() => {
                self.more.insert(key.to_owned(), true.into());
            }
            _ => {
                self.more.insert(key.to_owned(), value.into());
            }
        }
    }

    /// The record of this node. What the tree leaves out (`[selected]`, `[disabled]`) is left out because it isn't so, but only where
    /// the role has it; so it stays unsaid.
    pub(super) fn into_node(mut self, place: usize) -> Node {
        if self.hidden {
            self.more.insert("ariaHidden".to_owned(), true.into());
        }
        if self.pointer {
            self.more.insert("cursor".to_owned(), "pointer".into());
        }
        let clean = |text: Option<String>| text.map(|text| nfc(&text).into_owned());
        let (label, value) = match (self.name, self.text) {
            (None, text) => (text, None),
            (name, text) => (name, text),
        };
        Node {
            frame: FrameIndex(0),
            index: u32::try_from(place).unwrap_or(u32::MAX),
            parent: self.parent.and_then(|parent| u32::try_from(parent).ok()),
            depth: u32::try_from(self.depth).ok(),
            reference: self.reference,
            role: Some(self.role),
            label: clean(label),
            value: clean(value),
            identifier: None,
            rect: self.rect,
            hittable: None,
            enabled: self.disabled.then_some(false),
            selected: self.selected.then_some(true),
            focused: self.active.then_some(true),
            extra: (!self.more.is_empty()).then(|| Value::Object(self.more).to_string()),
        }
    }
}

/// `x,y,width,height`; none for a box without a size.
fn rect(text: &str) -> Option<WindowRect> {
    let numbers: Vec<f64> = text
        .split(',')
        .filter_map(|number| number.trim().parse().ok())
        .collect();
    let &[x, y, width, height] = numbers.as_slice() else {
        return None;
    };
    let usable = numbers.iter().all(|number| number.is_finite()) && width > 0.0 && height > 0.0;
    usable.then(|| WindowRect::new(x, y, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_keys_and_values_come_out_of_their_quotes() {
        let text = "- generic [ref=e1] [box=0,0,410,898]:\n  - 'link \"a: b''s [x]\" [ref=e2] [cursor=pointer] [box=1,2,3,4]':\n    \
             - /url: \"#\"\n    - text: \"- on\\x07\"\n  - tab \"He said \\\"go\\\"\" [selected] [ref=e3]: \"On\"\n  - img";
        let lines = read(text.as_bytes()).expect("a tree");
        let link = &lines[1];
        assert_eq!(link.name.as_deref(), Some("a: b's [x]"));
        assert_eq!(link.more.get("url"), Some(&Value::from("#")));
        assert_eq!(lines[2].text.as_deref(), Some("- on\u{7}"));
        assert_eq!(lines[3].name.as_deref(), Some("He said \"go\""));
        assert_eq!((lines[3].text.as_deref(), lines[3].selected), (Some("On"), true));
        assert_eq!(
            (lines[4].role.as_str(), lines[4].parent, lines[4].depth),
            ("img", Some(0), 1)
        );
    }

    /// Writes a key and a value as the server does.
    fn line(name: &str, text: &str) -> String {
        let key = format!("button {} [ref=e1] [box=1,2,3,4]", Value::from(name));
        let value: String = text
            .chars()
            .map(|c| match c {
                '\\' => "\\\\".to_owned(),
                '"' => "\\\"".to_owned(),
                '\n' => "\\n".to_owned(),
                '\r' => "\\r".to_owned(),
                '\t' => "\\t".to_owned(),
                c if c.is_control() && u32::from(c) < 0x100 => format!("\\x{:02x}", u32::from(c)),
                c => c.to_string(),
            })
            .collect();
        format!("- '{}': \"{value}\"", key.replace('\'', "''"))
    }

    proptest! {
        #[test]
        fn every_name_and_text_comes_back(name in "[^\u{85}\u{2028}\u{2029}]{1,30}", text in "[^\u{85}\u{2028}\u{2029}]{1,30}") {
            let lines = read(line(&name, &text).as_bytes()).expect("a tree");
            prop_assert_eq!(lines[0].name.as_deref(), Some(name.as_str()));
            prop_assert_eq!(lines[0].text.as_deref(), Some(text.as_str()));
            prop_assert_eq!(lines[0].rect, Some(WindowRect::new(1.0, 2.0, 3.0, 4.0)));
        }

        #[test]
        fn no_text_is_too_odd(text in "( {0,6}- ?['\"]?[a-z ]{0,6}\\PC{0,20}\n){0,12}") {
            for line in read(text.as_bytes()).unwrap_or_default() {
                prop_assert!(line.parent.is_none_or(|parent| parent < 12));
            }
        }
    }
}
