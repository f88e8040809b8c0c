//! Lone signs: what a recognition model reads into icons.

use skillc_records::{PixelRect, Scale};

use super::Line;
use super::sign::{is_ideograph, is_symbol};

/// A sign this high or higher, in points, may be an icon: labels of bars are lower.
const ICON_HEIGHT: f64 = 13.0;

/// The band along an edge in which bars are, as a share of the picture.
const BAND: f64 = 0.12;

/// The label of an icon begins at most this far below it, in points.
const LABEL_GAP: f64 = 16.0;

/// The label of an icon is at most this share as high as it.
const LABEL_HEIGHT: f64 = 0.75;

/// Two signs that were read less surely than this may be an icon.
const SURE: f32 = 0.9;

/// The signs of a status bar are in a row with the time, at most this far from the top, in points.
const STATUS_BAR: f64 = 60.0;

/// Removes lines that are icons misread as one sign, and writes numbers in circles (badges) as numbers.
///
/// A sign above a small label, in a bar along an edge, is the icon of that label; a short text beside the time at the top that was read
/// without certainty is one of the status bar's. A single ideograph is an icon on a screen without any text in ideographs. A single sign that is no letter, no number and not on a
/// keyboard is an icon everywhere; chevrons are kept, since rules look for them.
pub(super) fn remove(lines: &mut Vec<Line>, picture: (u32, u32), scale: Scale) {
    let others = lines.clone();
    lines.retain(|line| !is_labelled_icon(line, &others, picture, scale) && !is_status_sign(line, &others, scale));
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

/// Whether `line` is as high as an icon.
pub(crate) fn is_icon_high(line: &Line, scale: Scale) -> bool {
    line.rect.height >= ICON_HEIGHT * scale.pixels_per_point()
}

/// Whether `line` is the icon above a label of a bar.
fn is_labelled_icon(line: &Line, others: &[Line], picture: (u32, u32), scale: Scale) -> bool {
    let signs = line.text.chars().count();
    let point = scale.pixels_per_point();
    let is_sign = signs == 1 || signs == 2 && line.confidence < SURE;
    if !is_sign || !is_icon_high(line, scale) || !is_in_band(line.rect, picture) {
        return false;
    }
    let bottom = line.rect.y + line.rect.height;
    others.iter().any(|label| {
        let off_centre = (label.rect.center().x - line.rect.center().x).abs();
        let gap = label.rect.y - bottom;
        label.text.chars().count() > 1
            && label.rect.height <= LABEL_HEIGHT * line.rect.height
            && (0.0..=LABEL_GAP * point).contains(&gap)
            && off_centre <= line.rect.width / 2.0
    })
}

/// Whether a box lies in a bar's band: at the bottom, or at either side.
fn is_in_band(rect: PixelRect, (width, height): (u32, u32)) -> bool {
    let (width, height) = (f64::from(width), f64::from(height));
    let centre = rect.center();
    centre.y >= (1.0 - BAND) * height || centre.x <= BAND * width || centre.x >= (1.0 - BAND) * width
}

/// Whether `line` is a sign of the status bar: how good the signal is, how full the battery.
fn is_status_sign(line: &Line, others: &[Line], scale: Scale) -> bool {
    let signs = line.text.chars().filter(|c| !c.is_whitespace()).count();
    if signs > 2 || line.confidence >= SURE {
        return false;
    }
    let middle = line.rect.center().y;
    others.iter().any(|time| {
        is_time(&time.text)
            && time.rect.center().y <= STATUS_BAR * scale.pixels_per_point()
            && (time.rect.center().y - middle).abs() <= time.rect.height
    })
}

/// Whether a text is a time of day: one or two digits, a colon or dot, two digits.
fn is_time(text: &str) -> bool {
    let is_number =
        |part: &str, least: usize| (least..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once([':', '.'])
        .is_some_and(|(hours, minutes)| is_number(hours, 1) && is_number(minutes, 2))
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
    use super::*;

    fn left(texts: &[&str]) -> Vec<String> {
        let line = |text: &&str| Line {
            text: (*text).to_owned(),
            confidence: 0.9,
            rect: PixelRect::default(),
        };
        let mut lines: Vec<Line> = texts.iter().map(line).collect();
        remove(&mut lines, (820, 1796), Scale::ONE);
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

    fn left_at(lines: &[(&str, f32, [f64; 4])]) -> Vec<String> {
        let line = |(text, confidence, [x, y, width, height]): &(&str, f32, [f64; 4])| Line {
            text: (*text).to_owned(),
            confidence: *confidence,
            rect: PixelRect::new(*x, *y, *width, *height),
        };
        let mut lines: Vec<Line> = lines.iter().map(line).collect();
        remove(&mut lines, (820, 1796), Scale::new(2.0).unwrap_or(Scale::ONE));
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_sign_above_a_label_of_a_bar_is_its_icon() {
        let tab = [
            ("Q", 0.97, [226.0, 1692.0, 40.0, 40.0]),
            ("Search", 1.0, [215.0, 1751.0, 62.0, 20.0]),
        ];
        assert_eq!(left_at(&tab), ["Search"]);
        // The key of a telephone stands in the middle, that of a calculator has nothing below it, a heading's number is beside.
        let key = [
            ("2", 1.0, [390.0, 900.0, 30.0, 44.0]),
            ("ABC", 1.0, [380.0, 950.0, 50.0, 18.0]),
        ];
        assert_eq!(left_at(&key), ["2", "ABC"]);
        let key = [
            ("0", 1.0, [226.0, 1692.0, 30.0, 44.0]),
            ("=", 1.0, [426.0, 1702.0, 30.0, 20.0]),
        ];
        assert_eq!(left_at(&key), ["0", "="]);
        let label = [
            ("我", 1.0, [226.0, 1692.0, 20.0, 20.0]),
            ("设置", 1.0, [226.0, 1720.0, 40.0, 15.0]),
        ];
        assert_eq!(left_at(&label), ["我", "设置"]);
    }

    #[test]
    fn signs_beside_the_time_are_texts_only_if_read_surely() {
        let bar = [
            ("9:41", 1.0, [82.0, 48.0, 78.0, 24.0]),
            ("5G", 0.99, [600.0, 48.0, 40.0, 22.0]),
            ("三の", 0.66, [598.0, 36.0, 116.0, 46.0]),
        ];
        assert_eq!(left_at(&bar), ["9:41", "5G"]);
        assert_eq!(
            left_at(&[
                ("9:41", 1.0, [82.0, 500.0, 78.0, 24.0]),
                ("Go", 0.66, [300.0, 500.0, 40.0, 22.0])
            ]),
            ["9:41", "Go"]
        );
    }
}
