//! A condition under which a run fails: `recall<0.95 @ class=icon,edge=bottom`.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::cell::Dimension;
use super::tally::Tally;

/// A condition under which a run fails.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    measure: Measure,
    comparison: Sign,
    limit: f64,
    /// The slice: a value in each of these dimensions.
    slice: Vec<(Dimension, String)>,
}

/// Whether a gate let a detector pass.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GateResult {
    /// The gate, as it is written.
    pub gate: String,
    /// The detector.
    pub detector: String,
    /// What was measured.
    pub value: f64,
    /// How many labels, detections, texts or frames it was measured on.
    pub of: u64,
    /// Whether the condition doesn't hold.
    pub passed: bool,
}

/// A gate that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// It can't be parsed.
    #[error("{text:?} is no gate: {reason}")]
    Unreadable {
        /// The gate.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is nothing in its slice, so that it could never fail.
    #[error("the gate {gate:?} has nothing to measure: no {what} in its slice for {detector:?}")]
    Empty {
        /// The gate.
        gate: String,
        /// What would be needed.
        what: &'static str,
        /// The detector.
        detector: String,
    },
}

/// What a gate is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Recall,
    Precision,
    F1,
    Ap,
    Ap50,
    Ar,
    TapHit,
    Exact,
    Loose,
    CharacterError,
    TabBars,
    TabDistance,
    GateWrong,
}

/// Below or above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Below,
    AtMost,
    Above,
    AtLeast,
}

const MEASURES: [(&str, Measure); 13] = [
    ("recall", Measure::Recall),
    ("precision", Measure::Precision),
    ("f1", Measure::F1),
    ("ap", Measure::Ap),
    ("ap50", Measure::Ap50),
    ("ar", Measure::Ar),
    ("tap-hit", Measure::TapHit),
    ("exact", Measure::Exact),
    ("loose", Measure::Loose),
    ("cer", Measure::CharacterError),
    ("tab-bars", Measure::TabBars),
    ("tab-distance", Measure::TabDistance),
    ("tab-gate-wrong", Measure::GateWrong),
];

const COMPARISONS: [(&str, Sign); 4] = [
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("<", Sign::Below),
    (">", Sign::Above),
];

impl FromStr for Gate {
    type Err = GateError;

    fn from_str(text: &str) -> Result<Self, GateError> {
        let wrong = |reason: String| GateError::Unreadable {
            text: text.to_owned(),
            reason,
        };
        let (condition, slice) = text.split_once('@').unwrap_or((text, ""));
        let found = COMPARISONS.iter().find_map(|(sign, comparison)| {
            let (name, limit) = condition.split_once(sign)?;
            Some((name.trim(), *comparison, limit.trim()))
        });
        let (name, comparison, limit) =
            found.ok_or_else(|| wrong("expected MEASURE<NUMBER, such as recall<0.95".to_owned()))?;
        let known = MEASURES.iter().find(|(known, _)| *known == name);
        let (_, measure) = known.ok_or_else(|| {
            let names = MEASURES.map(|(name, _)| name).join(", ");
            wrong(format!("{name:?} is not measured; measured are {names}"))
        })?;
        let limit: f64 = limit.parse().map_err(|_| wrong(format!("{limit:?} is no number")))?;
        if !limit.is_finite() {
            return Err(wrong("the limit must be finite".to_owned()));
        }
        let mut parts = Vec::new();
        for part in slice.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| wrong(format!("{part:?} has no value")))?;
            let dimension = Dimension::ALL.into_iter().find(|known| known.as_str() == name.trim());
            let dimension = dimension.ok_or_else(|| {
                let names = Dimension::ALL.map(Dimension::as_str).join(", ");
                wrong(format!("{:?} is no dimension; dimensions are {names}", name.trim()))
            })?;
            if parts.iter().any(|(known, _)| *known == dimension) {
                return Err(wrong(format!("{:?} is given twice", name.trim())));
            }
            parts.push((dimension, value.trim().to_owned()));
        }
        if text.contains('@') && parts.is_empty() {
            return Err(wrong("nothing stands after the @".to_owned()));
        }
        Ok(Self {
            measure: *measure,
            comparison,
            limit,
            slice: parts,
        })
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = MEASURES
            .iter()
            .find(|(_, measure)| *measure == self.measure)
            .map_or("", |(name, _)| name);
        let sign = COMPARISONS
            .iter()
            .find(|(_, less)| *less == self.comparison)
            .map_or("", |(sign, _)| sign);
        write!(f, "{name}{sign}{}", self.limit)?;
        for (place, (dimension, value)) in self.slice.iter().enumerate() {
            write!(
                f,
                "{}{}={value}",
                if place == 0 { " @ " } else { "," },
                dimension.as_str()
            )?;
        }
        Ok(())
    }
}

impl Gate {
    /// Whether `tally` passes.
    ///
    /// # Errors
    /// When there is nothing in the slice.
    pub fn check(&self, detector: &str, tally: &Tally) -> Result<GateResult, GateError> {
        let (value, of) = self.value(tally).ok_or_else(|| GateError::Empty {
            gate: self.to_string(),
            what: self.measure.needs(),
            detector: detector.to_owned(),
        })?;
        let fails = match self.comparison {
            Sign::Below => value < self.limit,
            Sign::AtMost => value <= self.limit,
            Sign::Above => value > self.limit,
            Sign::AtLeast => value >= self.limit,
        };
        Ok(GateResult {
            gate: self.to_string(),
            detector: detector.to_owned(),
            value,
            of,
            passed: !fails,
        })
    }

    /// What is measured, and on how much; none if there is nothing.
    fn value(&self, tally: &Tally) -> Option<(f64, u64)> {
        let is_in = |cell: &super::cell::Cell| {
            self.slice
                .iter()
                .all(|(dimension, value)| cell.value(*dimension) == value)
        };
        let by_class = self.slice.iter().any(|(dimension, _)| *dimension == Dimension::Class);
        let measures = || tally.measures(by_class, is_in);
        let with = |value: Option<f64>, of: u64| value.map(|value| (value, of));
        match self.measure {
            Measure::Recall => measures().recall.zip(Some(measures().labels)),
            Measure::Precision => measures().precision.zip(Some(measures().predictions)),
            Measure::F1 => measures().f1.zip(Some(measures().labels)),
            Measure::Ap => measures().average_precision.zip(Some(measures().labels)),
            Measure::Ap50 => measures().average_precision_50.zip(Some(measures().labels)),
            Measure::Ar => measures().average_recall.zip(Some(measures().labels)),
            Measure::TapHit => measures().tap_hit_recall.zip(Some(measures().placed)),
            Measure::Exact => tally.texts(is_in).and_then(|texts| with(texts.exact, texts.texts)),
            Measure::Loose => tally.texts(is_in).and_then(|texts| with(texts.loose, texts.texts)),
            Measure::CharacterError => tally
                .texts(is_in)
                .and_then(|texts| with(texts.character_error_rate, texts.texts)),
            Measure::TabBars => self.tabs(tally).and_then(|tabs| with(tabs.all_found, tabs.bars)),
            Measure::TabDistance => self.tabs(tally).and_then(|tabs| with(tabs.max_distance_pt, tabs.tabs)),
            Measure::GateWrong => self.tabs(tally).map(|tabs| {
                let of = tabs.bars + tabs.without;
                ((tabs.gate_missed + tabs.gate_opened) as f64 / of.max(1) as f64, of)
            }),
        }
    }

    /// The tab bars of the frames in the slice; none if it is about single things on a frame.
    fn tabs(&self, tally: &Tally) -> Option<super::measures::TabMeasures> {
        tally.tabs(|about| {
            let cell = super::cell::Cell::of("tab", None, skillc_records::WindowSize::new(1.0, 1.0), about);
            self.slice
                .iter()
                .all(|(dimension, value)| cell.value(*dimension) == value)
        })
    }
}

impl Measure {
    fn needs(self) -> &'static str {
        match self {
            Self::Recall => "label",
            Self::Precision | Self::F1 | Self::Ap | Self::Ap50 => "label of a class that is labelled wholly",
            Self::Ar => "label with a box",
            Self::TapHit => "label with a place",
            Self::Exact | Self::Loose | Self::CharacterError => "text",
            Self::TabBars | Self::TabDistance | Self::GateWrong => "tab bar",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_wrong_with_a_gate_is_said() {
        let reason = |text: &str| text.parse::<Gate>().expect_err("no gate").to_string();
        assert!(reason("recall").contains("such as recall<0.95"));
        assert!(reason("recal<1").contains("measured are recall"));
        assert!(reason("recall<x").contains("is no number"));
        assert!(reason("recall<1 @ colour=red").contains("dimensions are class"));
        assert!(reason("recall<1 @ class").contains("has no value"));
        assert!(reason("recall<1 @").contains("nothing stands"));
        assert!(reason("recall<1 @ class=a,class=b").contains("twice"));
        assert!(reason("recall<nan").contains("finite"));
    }

    proptest! {
        #[test]
        fn a_gate_is_read_as_it_is_written(measure in 0..MEASURES.len(), sign in 0..4_usize, limit in -1.0..2.0, app in "[a-zé]{1,8}") {
            let text = format!("{} {} {limit} @ app={app}, edge = top", MEASURES[measure].0, COMPARISONS[sign].0);
            let gate: Gate = text.parse().expect("a gate");
            prop_assert_eq!(gate.to_string().parse::<Gate>(), Ok(gate));
        }

        #[test]
        fn no_text_is_a_panic(text in any::<String>()) {
            let _ = text.parse::<Gate>();
        }
    }
}
