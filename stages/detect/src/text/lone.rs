//! Lone signs: what a recognition model reads into icons.

use super::Line;
use super::sign::{is_ideograph, is_symbol};

/// Removes lines that are icons misread as one sign, and writes numbers in circles (badges) as numbers.
///
/// A single ideograph is an icon on a screen without any text in ideographs. A single sign that is no letter, no number and not on a
/// keyboard is an icon everywhere; chevrons are kept, since rules look for them.
pub(super) fn remove(lines: &mut Vec<Line>) {
    let has_ideographs = lines
        .iter()
        .any(|line| line.text.chars().count() > 1 && is_ideograph(&line.text));
    lines.retain_mut(|line| {
        let mut characters = line.text.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return true;
        };
        if let Some(number) = circled(character) {
            line.text = number.to_string();
            return true;
        }
        if is_ideograph(&line.text) {
            return has_ideographs;
        }
        !is_symbol(&line.text)
    });
}

/// The number in a circle, 1 to 20.
fn circled(character: char) -> Option<u32> {
    match character {
        '①'..='⑳' => Some(u32::from(character) - u32::from('①') + 1),
        '❶'..='❿' => Some(u32::from(character) - u32::from('❶') + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use skillc_records::PixelRect;

    use super::*;

    fn left(texts: &[&str]) -> Vec<String> {
        let line = |text: &&str| Line {
            text: (*text).to_owned(),
            confidence: 0.9,
            rect: PixelRect::default(),
        };
        let mut lines: Vec<Line> = texts.iter().map(line).collect();
        remove(&mut lines);
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn an_ideograph_needs_company() {
        assert_eq!(
            left(&["Settings", "目", "☆", ">", "A", "②"]),
            ["Settings", ">", "A", "2"]
        );
        assert_eq!(left(&["设置", "目"]), ["设置", "目"]);
    }
}
