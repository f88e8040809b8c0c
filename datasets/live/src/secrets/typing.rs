//! Values that are typed piece by piece: over several calls, over two fields, key by key.

use skillc_records::ActionIndex;

/// The beginning of a value that was typed so far.
#[derive(Clone)]
struct Begun {
    secret: usize,
    /// Bytes of the value that are there.
    length: usize,
    pieces: Vec<ActionIndex>,
}

/// What was typed last.
#[derive(Clone, Default)]
pub(super) struct Typing {
    begun: Vec<Begun>,
}

/// A piece that shows at least half of a value together with those before it.
pub(super) struct Piece {
    pub(super) secret: usize,
    pub(super) earlier: Vec<ActionIndex>,
}

impl Typing {
    /// Takes note of what the action `index` typed. Some if half of a value is there now.
    pub(super) fn typed(&mut self, text: &str, index: ActionIndex, values: &[&str]) -> Option<Piece> {
        if text.is_empty() {
            return None;
        }
        let begun = std::mem::take(&mut self.begun);
        let fresh = (0..values.len()).map(|secret| Begun {
            secret,
            length: 0,
            pieces: Vec::new(),
        });
        let mut piece: Option<(usize, Piece)> = None;
        for mut begun in begun.into_iter().chain(fresh) {
            let value = values[begun.secret];
            if !value[begun.length..].starts_with(text) {
                continue;
            }
            begun.length += text.len();
            if 2 * begun.length >= value.len() && piece.as_ref().is_none_or(|(length, _)| begun.length > *length) {
                piece = Some((
                    begun.length,
                    Piece {
                        secret: begun.secret,
                        earlier: begun.pieces.clone(),
                    },
                ));
            }
            begun.pieces.push(index);
            if begun.length < value.len() {
                self.begun.push(begun);
            }
        }
        piece.map(|(_, piece)| piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_value_is_noticed_with_what_came_before() {
        let values = ["hunter2!"];
        let mut typing = Typing::default();
        assert!(typing.typed("hun", ActionIndex(0), &values).is_none());
        let piece = typing.typed("ter2!", ActionIndex(1), &values).expect("noticed");
        assert_eq!(piece.earlier, [ActionIndex(0)]);
        // Innocent texts between don't belong to it.
        assert!(typing.typed("hunting", ActionIndex(2), &values).is_none());
        for (place, key) in "hun".chars().enumerate() {
            let index = ActionIndex(3 + u32::try_from(place).unwrap());
            assert!(typing.typed(&key.to_string(), index, &values).is_none());
        }
        let piece = typing.typed("t", ActionIndex(6), &values).expect("half of it");
        assert_eq!(piece.earlier, [ActionIndex(3), ActionIndex(4), ActionIndex(5)]);
    }
}
