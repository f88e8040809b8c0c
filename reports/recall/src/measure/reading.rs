//! How the texts were read.
//!
//! A label is read by the detection that lies on it: the one that shares most with it, at least half of the smaller of the two boxes,
//! so that a box which is a little tight or wide doesn't make a well-read text a wrong one. A label without a place is read by the
//! detection that says the same, else nearly the same, else by the one that differs least, in at most half of its characters.

use serde::{Deserialize, Serialize};
use skillc_records::{Detection, Label, WindowRect};
use skillc_text::{fold, nfc, without_marks};

use super::cell::class_of;
use super::matching::{Basis, LabelMatch};

/// How one text was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The detection that read it; none if nobody did.
    pub seen: Option<usize>,
    /// The same text (NFC, runs of spaces as one).
    pub is_exact: bool,
    /// The same but for accents.
    pub is_right_without_accents: bool,
    /// The same but for spaces.
    pub is_right_without_spaces: bool,
    /// The same but for case, accents, spaces and punctuation.
    pub is_loosely_right: bool,
    /// Characters of the label.
    pub characters: usize,
    /// Characters to insert, remove or replace; all of the label's if nobody read it.
    pub wrong_characters: usize,
}

/// A text in every form in which it is compared.
struct Forms {
    plain: String,
    without_accents: String,
    without_spaces: String,
    loose: String,
}

impl Forms {
    fn of(text: &str) -> Self {
        let plain = nfc(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let bare = |text: &str, keep: fn(char) -> bool| text.chars().filter(|&c| keep(c)).collect::<String>();
        let folded = fold(&plain);
        let letters = bare(&folded, char::is_alphanumeric);
        Self {
            without_accents: without_marks(&plain),
            without_spaces: bare(&plain, |c| !c.is_whitespace()),
            // What is nothing but signs (`…`, `<`) is told apart by its signs.
            loose: if letters.is_empty() {
                bare(&folded, |c| !c.is_whitespace())
            } else {
                letters
            },
            plain,
        }
    }
}

/// Reads the texts of one frame. Texts that can't be read on the picture have no reading.
pub(super) fn read(labels: &[Label], seen: &[Detection], results: &mut [LabelMatch]) {
    let wanted: Vec<(usize, Forms)> = labels
        .iter()
        .enumerate()
        .filter(|(place, label)| label.class == "text" && !results[*place].is_ignored)
        .filter_map(|(place, label)| Some((place, Forms::of(label.text.as_deref()?))))
        .collect();
    let said: Vec<(usize, Forms)> = seen
        .iter()
        .enumerate()
        .filter(|(_, detection)| class_of(detection) == "text")
        .filter_map(|(place, detection)| Some((place, Forms::of(detection.text.as_deref()?))))
        .collect();
    let mut is_taken = vec![false; said.len()];
    let mut read_by: Vec<Option<usize>> = vec![None; wanted.len()];
    pair_by_place(labels, seen, &wanted, &said, &mut read_by, &mut is_taken);
    pair_by_text(&wanted, &said, results, &mut read_by, &mut is_taken);
    for ((place, label), by) in wanted.iter().zip(read_by) {
        let characters = label.plain.chars().count();
        results[*place].reading = Some(match by {
            None => Reading {
                seen: None,
                is_exact: false,
                is_right_without_accents: false,
                is_right_without_spaces: false,
                is_loosely_right: false,
                characters,
                wrong_characters: characters,
            },
            Some(by) => {
                let (detection, text) = &said[by];
                Reading {
                    seen: Some(*detection),
                    is_exact: label.plain == text.plain,
                    is_right_without_accents: label.without_accents == text.without_accents,
                    is_right_without_spaces: label.without_spaces == text.without_spaces,
                    is_loosely_right: label.loose == text.loose,
                    characters,
                    wrong_characters: strsim::levenshtein(&label.plain, &text.plain),
                }
            }
        });
    }
}

/// The part of the smaller of two boxes that both share.
fn shared(a: WindowRect, b: WindowRect) -> f64 {
    let width = a.right().min(b.right()) - a.x.max(b.x);
    let height = a.bottom().min(b.bottom()) - a.y.max(b.y);
    let smaller = (a.width * a.height).min(b.width * b.height);
    if width > 0.0 && height > 0.0 && smaller > 0.0 {
        width * height / smaller
    } else {
        0.0
    }
}

/// Texts whose place is known, by the detection that lies on them: the largest share first, and of equal ones the nearer in size.
fn pair_by_place(
    labels: &[Label],
    seen: &[Detection],
    wanted: &[(usize, Forms)],
    said: &[(usize, Forms)],
    read_by: &mut [Option<usize>],
    is_taken: &mut [bool],
) {
    let mut pairs: Vec<(f64, f64, usize, usize)> = Vec::new();
    for (i, (place, _)) in wanted.iter().enumerate() {
        if !labels[*place].is_placed() {
            continue;
        }
        let label = labels[*place].rect;
        for (j, (detection, _)) in said.iter().enumerate() {
            let detection = &seen[*detection];
            // Where only a tap point is known, it stands for the box.
            let rect = detection
                .rect
                .unwrap_or_else(|| WindowRect::new(detection.tap.x, detection.tap.y, 1.0, 1.0));
            let share = shared(label, rect);
            if share >= 0.5 {
                let (a, b) = (label.width * label.height, rect.width * rect.height);
                pairs.push((share, a.min(b) / a.max(b), i, j));
            }
        }
    }
    // The product weighs both: a long line that covers a short label whole is not its reading if a tight one is there.
    pairs.sort_by(|a, b| (b.0 * b.1).total_cmp(&(a.0 * a.1)).then((a.2, a.3).cmp(&(b.2, b.3))));
    for (_, _, i, j) in pairs {
        if read_by[i].is_none() && !is_taken[j] {
            read_by[i] = Some(j);
            is_taken[j] = true;
        }
    }
}

/// Texts without a place: the same text, else loosely the same, else the one that differs least.
fn pair_by_text(
    wanted: &[(usize, Forms)],
    said: &[(usize, Forms)],
    results: &[LabelMatch],
    read_by: &mut [Option<usize>],
    is_taken: &mut [bool],
) {
    let open: Vec<usize> = (0..wanted.len())
        .filter(|&i| results[wanted[i].0].basis == Basis::Text)
        .collect();
    let same: [fn(&Forms, &Forms) -> bool; 2] = [|a, b| a.plain == b.plain, |a, b| a.loose == b.loose];
    for is_same in same {
        for &i in &open {
            if read_by[i].is_none()
                && let Some(j) = (0..said.len()).find(|&j| !is_taken[j] && is_same(&wanted[i].1, &said[j].1))
            {
                read_by[i] = Some(j);
                is_taken[j] = true;
            }
        }
    }
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for &i in open.iter().filter(|&&i| read_by[i].is_none()) {
        for j in (0..said.len()).filter(|&j| !is_taken[j]) {
            let (a, b) = (&wanted[i].1.plain, &said[j].1.plain);
            let longest = a.chars().count().max(b.chars().count()).max(1);
            let cost = strsim::levenshtein(a, b) as f64 / longest as f64;
            if cost <= 0.5 {
                pairs.push((cost, i, j));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, i, j) in pairs {
        if read_by[i].is_none() && !is_taken[j] {
            read_by[i] = Some(j);
            is_taken[j] = true;
        }
    }
}
