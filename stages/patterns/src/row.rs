//! The rows of a screen and what can be seen of them.
//!
//! Elements sorted by height belong to one row while each is at most 15 points below the one before.
//!
//! Source: reference on mirroir's semantics, §14.

use skillc_records::TapPoint;
use skillc_text::{ends_with, grapheme_count, lower, trim};

use crate::element::Zone;

const ROW_REACH: f64 = 15.0;
const BAR: f64 = 0.12;
const LONG_TEXT: usize = 50;
const LONGEST_BARE_NUMBER: usize = 3;
const STATUS_BAR: f64 = 80.0;
const CHEVRONS: [&str; 3] = [">", "›", "❯"];
const DISMISSING: [&str; 6] = ["x", "X", "✕", "×", "✖", "xmark"];
/// Words that say how something stands and lead nowhere.
const STATES: [&str; 11] = [
    "on",
    "off",
    "none",
    "auto",
    "connected",
    "enabled",
    "disabled",
    "default",
    "never",
    "always",
    "manual",
];

/// One row.
#[derive(Debug, Clone)]
pub struct Row<'p> {
    /// Its elements, from top to bottom as they were sorted.
    pub elements: Vec<&'p TapPoint>,
    /// How many of its texts end with a chevron: found out once, since every element's role asks.
    chevrons: usize,
}

/// What an element is, as far as its text and its row tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementRole {
    /// It leads somewhere: a chevron stands in its row.
    Navigation,
    /// It says something.
    Info,
    /// It only looks like something: a chevron, the status bar.
    Decoration,
}

/// The rows of a screen, from top to bottom.
pub fn rows(points: &[TapPoint]) -> Vec<Row<'_>> {
    let mut sorted: Vec<&TapPoint> = points.iter().collect();
    sorted.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut last_y = f64::NEG_INFINITY;
    for point in sorted {
        match rows.last_mut() {
            Some(row) if point.at.y - last_y <= ROW_REACH => row.elements.push(point),
            _ => rows.push(Row {
                elements: vec![point],
                chevrons: 0,
            }),
        }
        if let Some(row) = rows.last_mut() {
            let ends = CHEVRONS.iter().any(|chevron| ends_with(trim(&point.text), chevron));
            row.chevrons += usize::from(ends);
        }
        last_y = point.at.y;
    }
    rows
}

impl Row<'_> {
    /// The height of its topmost element.
    pub fn top(&self) -> f64 {
        self.elements
            .iter()
            .map(|element| element.at.y)
            .fold(f64::INFINITY, f64::min)
    }

    /// The height of its lowest element.
    pub fn bottom(&self) -> f64 {
        self.elements
            .iter()
            .map(|element| element.at.y)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Where it stands on a screen of this height. Where nobody knows the height (0), nobody knows the bars: all is content.
    pub fn zone(&self, screen_height: f64) -> Zone {
        if screen_height <= 0.0 {
            return Zone::Content;
        }
        let middle = f64::midpoint(self.top(), self.bottom());
        if middle < BAR * screen_height {
            Zone::NavBar
        } else if middle > (1.0 - BAR) * screen_height {
            Zone::TabBar
        } else {
            Zone::Content
        }
    }

    /// Whether a text of it ends with a chevron.
    pub fn has_chevron(&self) -> bool {
        self.chevrons > 0
    }

    /// How many texts of it end with a chevron.
    pub fn chevrons(&self) -> usize {
        self.chevrons
    }

    /// Whether a text of it has a digit.
    pub fn has_number(&self) -> bool {
        self.elements
            .iter()
            .any(|element| element.text.chars().any(char::is_numeric))
    }

    /// Whether a text of it is long.
    pub fn has_long_text(&self) -> bool {
        self.elements
            .iter()
            .any(|element| grapheme_count(&element.text) > LONG_TEXT)
    }

    /// Whether a text of it is a mark that dismisses.
    pub fn has_dismiss_button(&self) -> bool {
        self.elements.iter().any(|element| is_dismissing(&element.text))
    }

    /// The mean confidence of its elements; none if no detector states one.
    pub fn confidence(&self) -> Option<f64> {
        let stated: Vec<f64> = self
            .elements
            .iter()
            .filter_map(|element| Some(element.confidence?.value()))
            .collect();
        (!stated.is_empty()).then(|| stated.iter().sum::<f64>() / stated.len() as f64)
    }

    /// How many of its elements are bare numbers of at most three digits.
    pub fn bare_numbers(&self) -> usize {
        self.elements
            .iter()
            .filter(|element| is_bare_number(&element.text))
            .count()
    }

    /// What `element` is in this row.
    pub fn role(&self, element: &TapPoint) -> ElementRole {
        let text = trim(&element.text);
        if text.is_empty() || element.at.y < STATUS_BAR || CHEVRONS.contains(&text) {
            ElementRole::Decoration
        } else if is_bare_number(text) || STATES.contains(&lower(text).as_str()) || !self.has_chevron() {
            ElementRole::Info
        } else {
            ElementRole::Navigation
        }
    }
}

/// Whether a text is a mark that dismisses.
pub fn is_dismissing(text: &str) -> bool {
    DISMISSING.contains(&trim(text))
}

/// Whether a text is nothing but a chevron.
pub fn is_chevron(text: &str) -> bool {
    CHEVRONS.contains(&trim(text))
}

fn is_bare_number(text: &str) -> bool {
    let text = trim(text);
    (1..=LONGEST_BARE_NUMBER).contains(&grapheme_count(text)) && text.chars().all(char::is_numeric)
}
