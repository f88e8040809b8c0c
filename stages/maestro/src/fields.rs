//! The fields of a command: each may be asked for once, and what nobody asked for is refused.

use crate::{
    MaestroError, MaestroProblem, Value,
    yaml::{Content, Node},
};

/// The fields of a map, for messages under the name of its command.
pub(crate) struct Fields<'n> {
    pub(crate) of: &'n str,
    pub(crate) line: usize,
    pairs: Vec<(&'n str, &'n Node, usize)>,
}

pub(crate) type Read<T> = Result<T, MaestroError>;

pub(crate) fn refuse<T>(line: usize, problem: MaestroProblem) -> Read<T> {
    Err(MaestroError { line, problem })
}

pub(crate) fn expected<T>(line: usize, of: &str, what: &'static str) -> Read<T> {
    refuse(
        line,
        MaestroProblem::Expected {
            of: of.to_owned(),
            what,
        },
    )
}

impl<'n> Fields<'n> {
    /// The fields of `node`, all of which must be among `allowed`.
    pub(crate) fn of(of: &'n str, node: &'n Node, allowed: &[&str]) -> Read<Self> {
        let Content::Map(pairs) = &node.content else {
            return expected(node.line, of, "a map");
        };
        let mut known = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let Some(name) = key.text() else {
                return expected(key.line, of, "field names that are texts");
            };
            if !allowed.contains(&name) {
                let problem = MaestroProblem::UnsupportedField {
                    of: of.to_owned(),
                    field: name.to_owned(),
                };
                return refuse(key.line, problem);
            }
            known.push((name, value, key.line));
        }
        Ok(Self {
            of,
            line: node.line,
            pairs: known,
        })
    }

    /// The value of `field`, with the line of its key.
    pub(crate) fn get(&self, field: &str) -> Option<(&'n Node, usize)> {
        self.pairs
            .iter()
            .find(|(name, ..)| *name == field)
            .map(|(_, value, line)| (*value, *line))
    }

    pub(crate) fn text(&self, field: &'static str) -> Read<Option<String>> {
        match self.get(field) {
            None => Ok(None),
            Some((node, line)) => match node.text() {
                Some(text) => Ok(Some(text.to_owned())),
                None => expected(line, self.of, "a text"),
            },
        }
    }

    pub(crate) fn required_text(&self, field: &'static str) -> Read<String> {
        match self.text(field)? {
            Some(text) => Ok(text),
            None => refuse(
                self.line,
                MaestroProblem::MissingField {
                    of: self.of.to_owned(),
                    field,
                },
            ),
        }
    }

    pub(crate) fn flag(&self, field: &'static str) -> Read<Option<bool>> {
        match self.get(field) {
            None => Ok(None),
            Some((node, line)) => match node.content {
                Content::Scalar(Value::Flag(flag)) => Ok(Some(flag)),
                _ => expected(line, self.of, "true or false"),
            },
        }
    }

    /// A number that isn't negative and has no fraction.
    pub(crate) fn whole(&self, field: &'static str) -> Read<Option<u64>> {
        match self.get(field) {
            None => Ok(None),
            Some((node, line)) => match whole(node) {
                Some(number) => Ok(Some(number)),
                None => expected(line, self.of, "a whole number"),
            },
        }
    }

    pub(crate) fn small(&self, field: &'static str) -> Read<Option<u32>> {
        Ok(self
            .whole(field)?
            .map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
    }

    /// Names and values of a map.
    pub(crate) fn values(&self, field: &'static str) -> Read<Vec<(String, Value)>> {
        match self.get(field) {
            None => Ok(Vec::new()),
            Some((node, line)) => values(self.of, node, line),
        }
    }
}

pub(crate) fn values(of: &str, node: &Node, line: usize) -> Read<Vec<(String, Value)>> {
    let Content::Map(pairs) = &node.content else {
        return expected(line, of, "a map");
    };
    let pair = |(key, value): &(Node, Node)| match (&key.content, &value.content) {
        (Content::Scalar(Value::Text(name)), Content::Scalar(value)) => Ok((name.clone(), value.clone())),
        _ => expected(key.line, of, "names with plain values"),
    };
    pairs.iter().map(pair).collect()
}

pub(crate) fn whole(node: &Node) -> Option<u64> {
    match node.content {
        Content::Scalar(Value::Number(number)) if number >= 0.0 && number.fract() == 0.0 && number < 1e15 => {
            Some(number as u64)
        }
        _ => None,
    }
}
