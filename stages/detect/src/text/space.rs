//! Spaces that the recognition model left out although the ink shows them, and those that it made up.

use skillc_records::PixelRect;

use super::ctc::Spike;
use super::sign::is_ideograph;

/// `spikes` without spaces between two characters of scripts that have none: a comma there is followed by half a blank square, which
/// a model takes for a space.
pub(super) fn without_needless(spikes: Vec<Spike>) -> Vec<Spike> {
    let is_needless = |place: usize| {
        let is_spaceless = |spike: Option<&Spike>| spike.is_some_and(|spike| is_spaceless(&spike.character));
        spikes[place].character == " "
            && is_spaceless(spikes[..place].iter().rfind(|spike| spike.character != " "))
            && is_spaceless(spikes[place..].iter().find(|spike| spike.character != " "))
    };
    let kept: Vec<bool> = (0..spikes.len()).map(|place| !is_needless(place)).collect();
    let both = spikes.into_iter().zip(kept);
    both.filter(|(_, kept)| *kept).map(|(spike, _)| spike).collect()
}

/// Whether a character is of a script that is written without spaces: Chinese and Japanese with their punctuation, and not Korean.
fn is_spaceless(character: &str) -> bool {
    let is_hangul = |c: char| matches!(c, '\u{AC00}'..='\u{D7AF}' | '\u{3130}'..='\u{318F}');
    let is_full_width = |c: char| matches!(c, '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}');
    character
        .chars()
        .any(|c| (is_ideograph(c.encode_utf8(&mut [0; 4])) && !is_hangul(c)) || is_full_width(c))
}

/// A gap this wide, in heights of the line, is a space whatever stands beside it.
const SPACE: f64 = 0.45;

/// Beside a dot or dash that parts two things, this is a space.
const BESIDE_SEPARATOR: f64 = 0.25;

/// From a number to its unit (`9:00 pm`, the unit often smaller) this is a space, if it is also wider than other gaps of the line.
const BEFORE_UNIT: f64 = 0.18;

/// How many times the usual gap of the line.
const WIDER: f64 = 1.5;

/// Between two letters this is a space, if it is also [`MUCH_WIDER`] than other gaps of the line: not in spaced capitals.
const BETWEEN_LETTERS: f64 = 0.28;

/// How many times the usual gap of the line.
const MUCH_WIDER: f64 = 2.2;

/// Dots and dashes that part two things.
const SEPARATORS: &str = "·•|–—";

/// `spikes` with a space wherever the gap between two runs says that there is one.
pub(super) fn restored(spikes: Vec<Spike>, runs: &[PixelRect], height: f64, at: impl Fn(&Spike) -> f64) -> Vec<Spike> {
    let mut gaps: Vec<f64> = runs
        .windows(2)
        .map(|pair| pair[1].x - pair[0].x - pair[0].width)
        .collect();
    let in_order: Vec<(f64, f64)> = runs
        .windows(2)
        .zip(&gaps)
        .map(|(pair, &gap)| (pair[0].x + pair[0].width, gap))
        .collect();
    gaps.sort_by(f64::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
    let mut restored: Vec<Spike> = Vec::with_capacity(spikes.len());
    // Whether the word so far is a number or a time: `9:00`, and not the `#10` of `#10ff`.
    let mut is_number = true;
    for spike in spikes {
        if let Some(previous) = restored.last() {
            let (from, to) = (at(previous), at(&spike));
            // The widest gap between the two, as long as both stand clear of it: places along the line are a little off.
            let between = in_order
                .iter()
                .filter(|(start, gap)| from < start + gap / 3.0 && start + gap * 2.0 / 3.0 < to);
            let gap = between.map(|&(_, gap)| gap).fold(0.0, f64::max);
            if is_space(
                &previous.character,
                &spike.character,
                gap,
                height,
                Usual { gaps: usual, is_number },
            ) {
                let place = (previous.at + spike.at) / 2.0;
                let confidence = previous.confidence.min(spike.confidence);
                restored.push(Spike {
                    character: " ".to_owned(),
                    at: place,
                    confidence,
                });
            }
        }
        is_number = match spike.character.as_str() {
            " " => true,
            character => is_number && character.chars().all(|c| c.is_ascii_digit() || ":.,".contains(c)),
        };
        restored.push(spike);
    }
    restored
}

/// What a gap is compared with.
#[derive(Clone, Copy)]
struct Usual {
    /// The median gap of the line.
    gaps: f64,
    /// Whether the word so far is a number or a time.
    is_number: bool,
}

fn is_space(left: &str, right: &str, gap: f64, height: f64, usual: Usual) -> bool {
    if left == " " || right == " " || (is_spaceless(left) && is_spaceless(right)) {
        return false;
    }
    let all = |text: &str, is: fn(char) -> bool| text.chars().all(is);
    let is_separator = |text: &str| SEPARATORS.contains(text);
    // An ordinal's sign, which is what degrees may be read as, stands at its number.
    let before_unit = all(left, |c| c.is_ascii_digit()) && all(right, |c| c.is_alphabetic() && !"ºª".contains(c));
    let letters = all(left, char::is_alphabetic) && all(right, char::is_alphabetic);
    let is_wide = |least: f64, times: f64, usual: f64| gap >= least * height && gap >= times * usual;
    gap >= SPACE * height
        || (letters && !is_ideograph(left) && is_wide(BETWEEN_LETTERS, MUCH_WIDER, usual.gaps))
        || (gap >= BESIDE_SEPARATOR * height && (is_separator(left) || is_separator(right)))
        || (before_unit && usual.is_number && is_wide(BEFORE_UNIT, WIDER, usual.gaps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_and_japanese_have_none_and_korean_has() {
        let read = |text: &str| {
            let spike = |c: char| Spike {
                character: c.to_string(),
                at: 0.5,
                confidence: 0.9,
            };
            let spikes = without_needless(text.chars().map(spike).collect());
            spikes.into_iter().map(|spike| spike.character).collect::<String>()
        };
        assert_eq!(read("晴れ、 風は 弱い"), "晴れ、風は弱い");
        assert_eq!(read("全部で 3 枚 iPhone 設定"), "全部で 3 枚 iPhone 設定");
        assert_eq!(read("설정 열기"), "설정 열기");
        assert_eq!(read("a  b"), "a  b");
    }

    #[test]
    fn only_where_the_ink_says_so() {
        let space = |left, right, gap| {
            is_space(
                left,
                right,
                gap,
                10.0,
                Usual {
                    gaps: 1.2,
                    is_number: left == "0",
                },
            )
        };
        assert!(space("0", "p", 2.1));
        assert!(!space("2", "d", 1.1));
        assert!(!space("0", "º", 2.1));
        assert!(space("4", "·", 3.0));
        assert!(!space("0", ":", 3.0));
        assert!(space("e", "a", 4.5));
        assert!(space("d", "a", 3.0));
        assert!(!space("d", "a", 2.0));
        assert!(!space("D", "1", 3.0));
        assert!(!space("e", " ", 9.0));
    }
}
