//! From the recognition model's output to a text: connectionist temporal classification, read greedily.

use ndarray::ArrayView2;
use skillc_text::nfc;

use crate::network::{Network, NetworkError};

/// The characters that a recognition model tells apart. Class 0 is the blank; the last class is the space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    characters: Vec<String>,
}

/// A line as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The text, NFC.
    pub text: String,
    /// The mean probability of its characters, 0 to 1; 0 for an empty text.
    pub confidence: f32,
    /// Where each character is: shares of the width of the crop, 0 to 1, one for each `char` that the model gave.
    pub spikes: Vec<Spike>,
}

/// One character that the model saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Spike {
    /// What it is: one entry of the dictionary.
    pub character: String,
    /// Its place along the line, 0 to 1.
    pub at: f32,
    /// Its probability.
    pub confidence: f32,
}

impl Dictionary {
    /// The dictionary of `lines`, one character each. The space is added.
    pub fn new(lines: &str) -> Self {
        let lines = lines.strip_suffix('\n').unwrap_or(lines);
        let mut characters: Vec<String> = lines.split('\n').map(|c| c.trim_end_matches('\r').to_owned()).collect();
        characters.push(" ".to_owned());
        Self { characters }
    }

    /// The dictionary that `network` carries in its metadata under `character`.
    ///
    /// # Errors
    /// When it carries none.
    pub fn of(network: &dyn Network) -> Result<Self, NetworkError> {
        network
            .metadata("character")
            .map(Self::new)
            .ok_or(NetworkError::NoDictionary)
    }

    /// Reads one line: `steps` holds a row for each step along the line and a column for each class.
    ///
    /// # Errors
    /// When the number of classes is not that of the dictionary, or a probability is not a number.
    pub fn read(&self, steps: ArrayView2<'_, f32>) -> Result<Reading, NetworkError> {
        let (count, classes) = steps.dim();
        if classes != self.characters.len() + 1 {
            return Err(NetworkError::Dictionary {
                classes,
                characters: self.characters.len(),
            });
        }
        let mut spikes: Vec<Spike> = Vec::new();
        let mut previous = 0;
        for (step, row) in steps.outer_iter().enumerate() {
            let (class, confidence) = strongest(row.iter().copied())?;
            if class == previous {
                // The same character, seen over several steps: its place is where it is clearest.
                if let Some(spike) = spikes
                    .last_mut()
                    .filter(|spike| class != 0 && spike.confidence < confidence)
                {
                    spike.confidence = confidence;
                    spike.at = (step as f32 + 0.5) / count as f32;
                }
                continue;
            }
            previous = class;
            if let Some(character) = class.checked_sub(1).and_then(|i| self.characters.get(i)) {
                let at = (step as f32 + 0.5) / count as f32;
                spikes.push(Spike {
                    character: character.clone(),
                    at,
                    confidence,
                });
            }
        }
        Ok(Reading::of(spikes))
    }
}

impl Reading {
    /// The reading of these characters.
    pub(crate) fn of(spikes: Vec<Spike>) -> Self {
        let text: String = spikes.iter().map(|spike| spike.character.as_str()).collect();
        let sum: f32 = spikes.iter().map(|spike| spike.confidence).sum();
        let confidence = if spikes.is_empty() {
            0.0
        } else {
            sum / spikes.len() as f32
        };
        Self {
            text: nfc(&text).into_owned(),
            confidence,
            spikes,
        }
    }
}

/// The largest value and where it is; the first on ties.
fn strongest(values: impl Iterator<Item = f32>) -> Result<(usize, f32), NetworkError> {
    let mut best = (0, f32::NEG_INFINITY);
    for (class, value) in values.enumerate() {
        if value > best.1 {
            best = (class, value);
        } else if value.is_nan() {
            return Err(NetworkError::NotANumber);
        }
    }
    if best.1.is_finite() {
        Ok(best)
    } else {
        Err(NetworkError::NotANumber)
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    /// Steps that say `classes` with certainty.
    fn steps(classes: &[usize], of: usize) -> Array2<f32> {
        let mut steps = Array2::from_elem((classes.len(), of), 0.0);
        classes
            .iter()
            .enumerate()
            .for_each(|(step, &class)| steps[[step, class]] = 0.9);
        steps
    }

    #[test]
    fn repeats_are_one_character_unless_a_blank_lies_between() {
        let dictionary = Dictionary::new("a\nb\n");
        let reading = dictionary
            .read(steps(&[0, 1, 1, 0, 1, 2, 2, 0, 3, 0, 2], 4).view())
            .expect("a reading");
        assert_eq!(reading.text, "aab b");
        assert!((reading.confidence - 0.9).abs() < 1e-6);
    }

    #[test]
    fn accents_are_composed() {
        let dictionary = Dictionary::new("e\n\u{301}");
        assert_eq!(dictionary.read(steps(&[1, 2], 4).view()).expect("a reading").text, "é");
    }

    #[test]
    fn nothing_seen_is_an_empty_text_without_confidence() {
        let dictionary = Dictionary::new("a");
        let reading = dictionary.read(steps(&[0, 0], 3).view()).expect("a reading");
        assert_eq!((reading.text.as_str(), reading.confidence), ("", 0.0));
    }

    #[test]
    fn a_dictionary_of_another_model_is_refused() {
        let error = Dictionary::new("a\nb")
            .read(steps(&[0], 9).view())
            .expect_err("another size");
        assert_eq!(
            error,
            NetworkError::Dictionary {
                classes: 9,
                characters: 3
            }
        );
    }

    proptest! {
        #[test]
        fn never_panics_and_is_sure_between_0_and_1(
            values in prop::collection::vec(prop_oneof![4 => 0f32..=1.0, 1 => Just(f32::NAN)], 12)
        ) {
            let steps = Array2::from_shape_vec((3, 4), values.clone()).expect("shape");
            match Dictionary::new("x\ny").read(steps.view()) {
                Ok(reading) => prop_assert!((0.0..=1.0).contains(&reading.confidence)),
                Err(_) => prop_assert!(values.iter().any(|v| v.is_nan())),
            }
        }
    }
}
