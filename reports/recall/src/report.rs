//! The report: what is said of every detector, before anyone decides how it is shown.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::coco::CocoNumbers;
use crate::measure::cell::Dimension;
use crate::measure::measures::{Calibration, ErrorCount};
use crate::measure::{Comparison, GateResult, MatchRow, Measures, TabMeasures, Tally, TextMeasures};

/// The version of the JSON form. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// What was measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// What it was measured against.
    pub truth: TruthSummary,
    /// Each detector.
    pub detectors: Vec<DetectorReport>,
    /// The comparison, if one was asked for.
    pub comparison: Option<Comparison>,
    /// What the gates said.
    pub gates: Vec<GateResult>,
    /// What couldn't be measured, and why.
    pub problems: Vec<String>,
    /// Labels and detections worth a look. Only pages show them.
    #[serde(skip)]
    pub gallery: Vec<Example>,
}

/// What it was measured against.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct TruthSummary {
    /// Frames with labels.
    pub frames: u64,
    /// Labels on them.
    pub labels: u64,
    /// Who says so.
    pub sources: BTreeSet<String>,
    /// Apps.
    pub apps: BTreeSet<String>,
    /// Classes of texts and icons that are not labelled wholly: only their recall can be measured.
    pub partly: BTreeSet<String>,
}

/// What is said of one detector.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DetectorReport {
    /// Its name in this report.
    pub name: String,
    /// The detectors behind it, with their versions.
    pub detectors: Vec<String>,
    /// Frames that it was measured on.
    pub frames: u64,
    /// Frames on which it failed; everything on them counts as missed.
    pub failed_frames: u64,
    /// Everything.
    pub all: Measures,
    /// By dimension and value.
    pub slices: Vec<Slice>,
    /// How texts were read.
    pub texts: Option<TextMeasures>,
    /// How tab bars were found.
    pub tabs: Option<TabMeasures>,
    /// How often each kind of error happens.
    pub errors: Vec<ErrorCount>,
    /// How far confidence can be trusted.
    pub calibration: Option<Calibration>,
    /// The COCO evaluation in window points; none if nothing is labelled wholly.
    pub coco: Option<CocoNumbers>,
    /// Precision and recall as the score falls, by class.
    pub curves: Vec<Curve>,
}

/// One slice.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slice {
    /// The dimension.
    pub dimension: Dimension,
    /// The value in it.
    pub value: String,
    /// What is measured.
    pub measures: Measures,
    /// How its texts were read.
    pub texts: Option<TextMeasures>,
    /// How the tab bars on its frames were found; only for dimensions of whole frames.
    pub tabs: Option<TabMeasures>,
}

/// Precision over recall of one class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// The class.
    pub class: String,
    /// Recall and precision.
    pub points: Vec<(f64, f64)>,
}

/// Something worth a look.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Why.
    pub kind: ExampleKind,
    /// What became of it.
    pub row: MatchRow,
    /// In a comparison, what the other detector made of it.
    pub other: Option<MatchRow>,
}

/// Why something is worth a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExampleKind {
    /// The second detector found it and the first didn't.
    Better,
    /// The first detector found it and the second didn't.
    Worse,
    /// A label that nobody found.
    Missed,
    /// A detection where nothing is.
    False,
    /// A box that is off, a text that was misread, a second detection.
    Near,
}

impl ExampleKind {
    /// Every kind, in the order of reports.
    pub const ALL: [Self; 5] = [Self::Worse, Self::Better, Self::Missed, Self::Near, Self::False];

    /// The words in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Missed => "missed",
            Self::False => "false",
            Self::Near => "near miss",
        }
    }
}

impl DetectorReport {
    /// The report of a tally whose detections are ranked.
    pub fn of(name: &str, tally: &Tally, coco: Option<CocoNumbers>) -> Self {
        let mut slices = Vec::new();
        for dimension in Dimension::ALL {
            let of_frames = !matches!(dimension, Dimension::Class | Dimension::Size | Dimension::Edge);
            for (value, measures) in tally.slices(dimension) {
                let texts = tally.texts(|cell| cell.value(dimension) == value);
                let tabs = of_frames.then(|| tally.tabs_in(dimension, &value)).flatten();
                slices.push(Slice {
                    dimension,
                    texts: texts.filter(|_| dimension != Dimension::Class || value == "text"),
                    tabs,
                    value,
                    measures,
                });
            }
        }
        let curves = ["icon", "text"].map(|class| Curve {
            class: class.to_owned(),
            points: tally.precision_recall(class),
        });
        Self {
            name: name.to_owned(),
            detectors: tally.detectors.iter().cloned().collect(),
            frames: tally.frames,
            failed_frames: tally.failed_frames,
            all: tally.measures(false, |_| true),
            slices,
            texts: tally.texts(|_| true),
            tabs: tally.tabs(|_| true),
            errors: tally.errors(|_| true),
            calibration: tally.calibration(),
            coco,
            curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect(),
        }
    }

    /// The slices of a dimension; none if it has one value only, which says nothing new. Classes are always shown.
    pub fn slices_of(&self, dimension: Dimension) -> Vec<&Slice> {
        let slices: Vec<&Slice> = self
            .slices
            .iter()
            .filter(|slice| slice.dimension == dimension)
            .collect();
        if slices.len() > 1 || dimension == Dimension::Class {
            slices
        } else {
            Vec::new()
        }
    }
}

impl Slice {
    /// By what its labels count as found, where that is not by their box.
    pub fn basis(&self) -> String {
        basis(&self.measures)
    }
}

/// By what labels count as found; nothing where it is by their box, as usual.
pub(crate) fn basis(measures: &Measures) -> String {
    let parts = [
        ("box", measures.by_box),
        ("text", measures.by_text),
        ("tap", measures.by_tap),
    ];
    let used: Vec<&str> = parts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, _)| *name)
        .collect();
    match used.as_slice() {
        [] | ["box"] => String::new(),
        several => format!("by {}", several.join(" or ")),
    }
}

impl Report {
    /// Whether a gate failed.
    pub fn has_failed(&self) -> bool {
        self.gates.iter().any(|gate| !gate.passed)
    }

    /// The outcome in one line.
    pub fn headline(&self) -> String {
        use skillc_formats::words::count;
        let failed = self.gates.iter().filter(|gate| !gate.passed).count();
        if failed > 0 {
            return format!("{} of {} failed", failed, count(self.gates.len(), "gate", "gates"));
        }
        if let Some(comparison) = &self.comparison {
            return format!(
                "{} → {}: {} more found, {} no longer",
                comparison.old,
                comparison.new,
                count(comparison.better as usize, "label", "labels"),
                comparison.worse
            );
        }
        let told: Vec<String> = self
            .detectors
            .iter()
            .map(|detector| format!("{} finds {}", detector.name, percent(detector.all.recall)))
            .collect();
        if told.is_empty() {
            "nothing was measured".to_owned()
        } else {
            told.join(", ")
        }
    }
}

/// A share in percent, as people read it; a dash for none.
pub(crate) fn percent(share: Option<f64>) -> String {
    match share {
        // What is not all is never shown as all.
        Some(share) if share < 1.0 && share > 0.9995 => "99.9 %".to_owned(),
        Some(share) => format!("{:.1} %", share * 100.0),
        None => "–".to_owned(),
    }
}
