//! Selectors, places and taps.

use std::num::NonZeroU32;

use crate::{
    Attempt, Hundredths, MaestroProblem, Point, Selector, Tap, TapTarget, Value,
    fields::{Fields, Read, expected, refuse},
    yaml::{Content, Node},
};

/// The fields of a selector.
pub(crate) const SELECTOR: [&str; 12] = [
    "id",
    "text",
    "enabled",
    "selected",
    "index",
    "childOf",
    "below",
    "above",
    "leftOf",
    "rightOf",
    "containsChild",
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
            Content::Scalar(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 1e15 => {
                Some(number as i64)
            }
            _ => return expected(line, fields.of, "a whole number"),
        },
    };
    let contains_descendants = match fields.get("containsDescendants") {
        None => Vec::new(),
        Some((node, line)) => match &node.content {
            Content::List(items) => items
                .iter()
                .map(|item| selector(fields.of, item, &[]))
                .collect::<Read<_>>()?,
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
    Ok(Attempt {
        optional: fields.flag("optional")?,
        label: fields.text("label")?,
    })
}

/// A touch: on a text, a selector, or a place. `options` are the fields beside those of the target.
pub(crate) fn tap(of: &str, node: &Node, options: &[&str]) -> Read<Tap> {
    if let Some(text) = node.text() {
        return Ok(Tap::on(TapTarget::Element(Selector::text(text))));
    }
    let Content::Map(pairs) = &node.content else {
        return expected(node.line, of, "a text or a map");
    };
    // A place takes the place of a selector: the two don't go together.
    let by_place = pairs.iter().any(|(key, _)| key.text() == Some("point"));
    let naming: &[&str] = if by_place { &["point"] } else { &SELECTOR };
    let allowed: Vec<&str> = naming.iter().chain(options).copied().collect();
    let fields = Fields::of(of, node, &allowed)?;
    let target = match fields.get("point") {
        Some((place, line)) => match point(of, place, line)? {
            Point::Percent(..) if of != "tapOn" => return expected(line, of, "a place in pixels"),
            place => TapTarget::Point(place),
        },
        None => TapTarget::Element(fields_of_selector(&fields)?),
    };
    let repeat = match fields.get("repeat") {
        None => None,
        Some((_, line)) => match fields.small("repeat")?.and_then(NonZeroU32::new) {
            Some(repeat) => Some(repeat),
            None => return expected(line, of, "a number of times from 1"),
        },
    };
    Ok(Tap {
        target,
        repeat,
        delay_ms: fields.whole("delay")?,
        retry_if_no_change: fields.flag("retryTapIfNoChange")?,
        attempt: attempt(&fields)?,
    })
}

/// `x,y` or `x%,y%`: whole numbers, and no more than all of a side.
pub(crate) fn point(of: &str, node: &Node, line: usize) -> Read<Point> {
    let bad = || expected(line, of, "a place as \"x,y\" or \"x%,y%\" with whole numbers");
    let Some((x, y)) = node.text().and_then(|text| text.split_once(',')) else {
        return bad();
    };
    let digits = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| text.parse::<u32>().ok())
            .flatten()
    };
    let hundredths = |text: &str| digits(text.strip_suffix('%')?).and_then(|n| Hundredths::new(u8::try_from(n).ok()?));
    let (x, y) = (x.trim(), y.trim());
    match (digits(x), digits(y), hundredths(x), hundredths(y)) {
        (Some(x), Some(y), ..) => Ok(Point::Absolute(x, y)),
        (_, _, Some(x), Some(y)) => Ok(Point::Percent(x, y)),
        _ => bad(),
    }
}
