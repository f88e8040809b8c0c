//! The text in the bytes of a file: UTF-8, or UTF-16 where a byte order mark says so, as some editors and shells write it.

/// The text, without the mark; or the place of the first byte that is none.
pub fn decoded(bytes: Vec<u8>) -> Result<String, usize> {
    const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => of_units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => of_units(rest, u16::from_be_bytes),
        _ => {
            let marked = bytes.starts_with(UTF_8_MARK);
            let mut text = String::from_utf8(bytes).map_err(|error| error.utf8_error().valid_up_to())?;
            if marked {
                text.drain(..UTF_8_MARK.len());
            }
            Ok(text)
        }
    }
}

fn of_units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, usize> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut place = 2;
    let (pairs, rest) = bytes.as_chunks::<2>();
    for c in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let c = c.map_err(|_| place)?;
        place += 2 * c.len_utf16();
        text.push(c);
    }
    if rest.is_empty() { Ok(text) } else { Err(place) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_gives_the_same_text() {
        for text in ["", "a", "é, حذف, さんぽ 🗑\r\n\0", "\u{fffd}"] {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for bytes in [
                text.as_bytes().to_vec(),
                [b"\xef\xbb\xbf", text.as_bytes()].concat(),
                [b"\xff\xfe".as_slice(), &little].concat(),
                [b"\xfe\xff".as_slice(), &big].concat(),
            ] {
                assert_eq!(decoded(bytes).as_deref(), Ok(text));
            }
        }
    }

    #[test]
    fn what_is_no_text_is_told_by_its_place() {
        assert_eq!(decoded(b"ab\xff".to_vec()), Err(2));
        assert_eq!(decoded(b"\xff\xfea".to_vec()), Err(2));
        // Half of a pair.
        assert_eq!(decoded(b"\xff\xfea\0\x00\xd8b\0".to_vec()), Err(4));
    }
}
