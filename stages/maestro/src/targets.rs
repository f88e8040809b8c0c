//! Selectors, places and taps.

use crate::{
    Attempt, MaestroProblem, Point, Selector, Tap, TapTarget, Value,
    fields::{Fields, Read, expected, refuse},
    yaml::{Content, Node},
};

/// The fields of a selector.
pub(crate) const SELECTOR: [&str; 12] = [
    "id", "text", "enabled", "selected", "index", "childOf", "below", "above", "leftOf", "rightOf", "containsChild",
    "containsDescendants",
];

/// A selector under `of`: a text, or a map of its fields and those in `beside`.
pub(crate) fn selector(of: &str, node: &Node, beside: &[&str]) -> Read<Selector> {
    match &node.content {
        Content::Scalar(Value::Text(text)) => Ok(Selector::text(text.as_str())),
        Content::Map(_) => {
            let allowed: Vec<&str> = SELECTOR.iter().chain(beside).copied().collect();
            fields_of_selector(&Fields::of(of, node, &allowed)?)
        }
        _ => expected(node.line, of, "a text or a map"),
    }
}

pub(crate) fn fields_of_selector(fields: &Fields<'_>) -> Read<Selector> {
    let inner = |field: &'static str| -> Read<Option<Box<Selector>>> {
        match fields.get(field) {
            None => Ok(None),
            Some((node, _)) => Ok(Some(Box::new(selector(fields.of, node, &[])?))),
        }
    };
    let index = match fields.get("index") {
        None => None,
        Some((node, line)) => match node.content {
            Content::Scalar(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 1e15 => Some(number as i64),
            _ => return expected(line, fields.of, "a whole number"),
        },
    };
    let contains_descendants = match fields.get("containsDescendants") {
        None => Vec::new(),
        Some((node, line)) => match &node.content {
            Content::List(items) => items.iter().map(|item| selector(fields.of, item, &[])).collect::<Read<_>>()?,
            _ => return expected(line, fields.of, "a list"),
        },
    };
    let found = Selector {
        id: fields.text("id")?,
        text: fields.text("text")?,
        enabled: fields.flag("enabled")?,
        selected: fields.flag("selected")?,
        index,
        child_of: inner("childOf")?,
        below: inner("below")?,
        above: inner("above")?,
        left_of: inner("leftOf")?,
        right_of: inner("rightOf")?,
        contains_child: inner("containsChild")?,
        contains_descendants,
    };
    if found == Selector::default() {
        return refuse(fields.line, MaestroProblem::NoTarget(fields.of.to_owned()));
    }
    Ok(found)
}

/// What a command says about itself.
pub(crate) fn attempt(fields: &Fields<'_>) -> Read<Attempt> {
    Ok(Attempt { optional: fields.flag("optional")?, label: fields.text("label")? })
}

/// A touch: on a text, a selector, or a place. `options` are the fields beside those of the target.
pub(crate) fn tap(of: &str, node: &Node, options: &[&str]) -> Read<Tap> {
    if let Some(text) = node.text() {
        return Ok(Tap::on(TapTarget::Element(Selector::text(text))));
    }
    if !matches!(node.content, Content::Map(_)) {
        return expected(node.line, of, "a text or a map");
    }
    let allowed: Vec<&str> = SELECTOR.iter().chain(options).chain(&["point"]).copied().collect();
    let fields = Fields::of(of, node, &allowed)?;
    let target = match fields.get("point") {
        Some((place, line)) => TapTarget::Point(point(of, place, line)?),
        None => TapTarget::Element(fields_of_selector(&fields)?),
    };
    Ok(Tap {
        target,
        repeat: fields.small("repeat")?,
        delay_ms: fields.whole("delay")?,
        retry_if_no_change: fields.flag("retryTapIfNoChange")?,
        attempt: attempt(&fields)?,
    })
}

/// `x,y` or `x%,y%`.
pub(crate) fn point(of: &str, node: &Node, line: usize) -> Read<Point> {
    let bad = || expected(line, of, "a place as \"x,y\" or \"x%,y%\"");
    let Some((x, y)) = node.text().and_then(|text| text.split_once(',')) else { return bad() };
    let side = |text: &str| -> Option<(f64, bool)> {
        let text = text.trim();
        let (digits, percent) = match text.strip_suffix('%') {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
        digits.parse::<f64>().ok().filter(|number| plain && number.is_finite()).map(|number| (number, percent))
    };
    match (side(x), side(y)) {
        (Some((x, true)), Some((y, true))) => Ok(Point::Percent(x, y)),
        (Some((x, false)), Some((y, false))) => Ok(Point::Absolute(x, y)),
        _ => bad(),
    }
}
