//! Text in; description, scenes, spans and diagnostics out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillc_records::{AppField, SourceSpan};
use skillc_text::lower;

use crate::bullets::bullets;
use crate::diagnostics::DiagnosticKind;
use crate::outline::Outline;
use crate::places::Places;
use crate::{AppDescription, Diagnostic, ObstacleMode, SimulatorSpec, outline};
use crate::{context, credentials, obstacles, simulator, tab_layout, tabs};

/// Everything that was read from one text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parsed {
    /// The description, or why the live explorer would pass the file over.
    pub description: Result<AppDescription, Rejection>,
    /// The scenes; they need no valid description.
    pub simulator: Option<SimulatorSpec>,
    /// Where each value stands. Offsets are bytes of the text as given.
    pub spans: BTreeMap<AppField, SourceSpan>,
    /// What was dropped, replaced or read otherwise than its writer may have meant, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why a text is no description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The front matter has no `app`.
    #[error("the front matter declares no `app`")]
    NoApp,
    /// There is none of the sections that guide an explorer: Structure, a `X Tab` section, Obstacles, Skip.
    #[error("there is no `## Structure`, `## … Tab`, `## Obstacles` or `## Skip` section")]
    NoGuidance,
}

impl Parsed {
    /// The description, if there is one.
    pub fn description(&self) -> Option<&AppDescription> {
        self.description.as_ref().ok()
    }

    /// Where `field` stands.
    pub fn span(&self, field: &AppField) -> Option<SourceSpan> {
        self.spans.get(field).copied()
    }
}

/// Reads `text`. Never fails, never panics, and takes time in proportion to the text's length.
pub fn parse(text: &str) -> Parsed {
    let outline = outline(text);
    let mut reader = Reader {
        places: Places::new(text),
        spans: BTreeMap::new(),
        diagnostics: Vec::new(),
    };
    note_shape(&mut reader, &outline, text);
    let simulator = simulator::read(&mut reader, &outline);
    let description = read_description(&mut reader, &outline, simulator.as_ref());
    let Reader {
        spans, mut diagnostics, ..
    } = reader;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    Parsed {
        description,
        simulator,
        spans,
        diagnostics,
    }
}

/// What all section readers share: they note where values stand and what is odd.
pub(crate) struct Reader<'t> {
    places: Places<'t>,
    spans: BTreeMap<AppField, SourceSpan>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            places: Places::new(text),
            spans: BTreeMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The span of a slice of the text.
    pub(crate) fn span(&self, piece: &str) -> SourceSpan {
        self.places.of(piece)
    }

    /// Notes that the value of `field` stands at `piece`.
    pub(crate) fn place(&mut self, field: AppField, piece: &str) {
        let span = self.span(piece);
        self.spans.insert(field, span);
    }

    /// Notes that something happened at `piece`.
    pub(crate) fn note(&mut self, kind: DiagnosticKind, piece: &str) {
        let span = self.span(piece);
        self.diagnostics.push(Diagnostic { kind, span });
    }
}

fn note_shape(reader: &mut Reader<'_>, outline: &Outline<'_>, text: &str) {
    if text.starts_with('\u{feff}') {
        reader.note(DiagnosticKind::ByteOrderMark, &text[..'\u{feff}'.len_utf8()]);
    }
    let front_matter = &outline.front_matter;
    if let Some(open) = front_matter.open {
        if front_matter.close.is_none() {
            reader.note(DiagnosticKind::FrontMatterUnclosed, open);
        }
        if front_matter.late {
            reader.note(DiagnosticKind::FrontMatterLate, open);
        }
    }
    for line in &front_matter.ignored {
        reader.note(DiagnosticKind::FrontMatterLineIgnored, line);
    }
    let mut seen: BTreeMap<&str, SourceSpan> = BTreeMap::new();
    for entry in &front_matter.entries {
        let span = reader.span(entry.value);
        if let Some(replaced) = seen.insert(entry.key, span) {
            reader.note(
                DiagnosticKind::KeyRepeated {
                    key: entry.key.to_owned(),
                    replaced,
                },
                entry.key,
            );
        }
    }
    for (place, section) in outline.sections.iter().enumerate() {
        if !outline.counts(place, section) {
            let by = outline
                .section(section.heading)
                .map_or_else(|| reader.span(section.heading), |by| reader.span(by.heading));
            reader.note(DiagnosticKind::SectionReplaced { by }, section.heading);
        }
    }
}

fn read_description(
    reader: &mut Reader<'_>,
    outline: &Outline<'_>,
    simulator: Option<&SimulatorSpec>,
) -> Result<AppDescription, Rejection> {
    let front = |key: &str| outline.front_matter.value(key);
    let keys = [
        ("app", AppField::App),
        ("version", AppField::Version),
        ("locale", AppField::Locale),
        ("archetype", AppField::Archetype),
        ("reset_before_explore", AppField::ResetBeforeExplore),
        ("obstacle_mode", AppField::ObstacleMode),
        ("spotlight_name", AppField::SpotlightName),
        ("icon", AppField::Icon),
    ];
    for (key, field) in keys {
        if let Some(value) = front(key) {
            reader.place(field, value);
        }
    }

    let version = front("version").map_or(1, |value| {
        value.parse().unwrap_or_else(|_| {
            reader.note(DiagnosticKind::VersionNotInteger, value);
            1
        })
    });
    let obstacle_mode = front("obstacle_mode").map_or(ObstacleMode::Auto, |value| {
        ObstacleMode::of(value).unwrap_or_else(|| {
            reader.note(DiagnosticKind::ObstacleModeUnknown, value);
            ObstacleMode::Auto
        })
    });
    let list = |reader: &mut Reader<'_>, heading: &str, field: fn(usize) -> AppField| {
        outline.section(heading).map_or_else(Vec::new, |section| {
            let items = bullets(reader, section);
            for (place, item) in items.iter().enumerate() {
                reader.place(field(place), item);
            }
            items.into_iter().map(str::to_owned).collect::<Vec<_>>()
        })
    };

    let description = AppDescription {
        app: front("app").unwrap_or_default().to_owned(),
        version,
        locale: front("locale").map(str::to_owned),
        archetype: front("archetype").map(str::to_owned),
        reset_before_explore: front("reset_before_explore").is_some_and(is_true),
        obstacle_mode,
        context: context::read(reader, outline),
        obstacles: outline
            .section("Obstacles")
            .map_or_else(Vec::new, |section| obstacles::read(reader, section)),
        skip: list(reader, "Skip", AppField::Skip),
        credentials: outline
            .section("Credentials")
            .map_or_else(Vec::new, |section| credentials::read(reader, section)),
        tips: list(reader, "Tips", AppField::Tip),
        tabs: tabs::read(reader, outline),
        tab_layout: outline
            .section("Tab Layout")
            .and_then(|section| tab_layout::read(reader, section)),
        simulator: simulator.cloned(),
    };
    if description.app.is_empty() {
        Err(Rejection::NoApp)
    } else if description.context.is_empty()
        && outline.section("Obstacles").is_none()
        && outline.section("Skip").is_none()
    {
        Err(Rejection::NoGuidance)
    } else {
        Ok(description)
    }
}

/// The words for yes, whatever their case.
pub(crate) fn is_true(value: &str) -> bool {
    matches!(lower(value).as_str(), "true" | "yes" | "1")
}
