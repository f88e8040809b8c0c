//! Clock times, bare numbers, date words.

/// Whether `text` is a clock time: one or two digits, a colon, two or three digits.
pub fn is_time(_text: &str) -> bool {
    false
}

/// Whether `text` is a number of one to three digits and nothing else.
pub fn is_bare_number(_text: &str) -> bool {
    false
}

/// Whether `text` is an English day or month, or a month and a number.
pub fn is_date(_text: &str) -> bool {
    false
}
