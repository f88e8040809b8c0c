//! Element patterns: what a row of some kind looks like, and what tapping it does.
//!
//! A file with a key or a value that isn't known is refused as a whole.
//!
//! Source: reference on mirroir's semantics, §14, "Element pattern".

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};
use skillc_app_description::outline::{Outline, outline};

use crate::fault::PatternFault;
use crate::key_values::{first_paragraph, key_values, stem};

/// A compiled text pattern may take this much memory, in bytes.
const PATTERN_SIZE: usize = 1 << 20;

/// What a row of some kind looks like, and what tapping it does.
#[derive(Debug, Clone)]
pub struct ElementPattern {
    /// Its name.
    pub name: String,
    /// The platform it is for.
    pub platform: String,
    /// What a row must look like.
    pub rules: MatchRules,
    /// What tapping it does.
    pub interaction: Interaction,
    /// How it is explored.
    pub exploration: Exploration,
    /// What belongs to it.
    pub grouping: Grouping,
}

/// What a row must look like. Points for lengths.
#[derive(Debug, Clone)]
pub struct MatchRules {
    /// Where on the screen it stands.
    pub zone: Zone,
    /// The fewest elements.
    pub min_elements: usize,
    /// The most elements.
    pub max_elements: usize,
    /// The greatest height.
    pub max_row_height: f64,
    /// Whether there must be a chevron; ignored when `chevron_mode` is set.
    pub row_has_chevron: Option<bool>,
    /// What a chevron means.
    pub chevron_mode: Option<ChevronMode>,
    /// Whether there must be a number.
    pub has_numeric_value: Option<bool>,
    /// Whether there must be a long text.
    pub has_long_text: Option<bool>,
    /// Whether there must be a mark that dismisses.
    pub has_dismiss_button: Option<bool>,
    /// The least mean confidence.
    pub min_confidence: Option<f64>,
    /// Whether bare numbers don't count as elements.
    pub exclude_numeric_only: bool,
    /// At least one text must match this.
    pub text_pattern: Option<Regex>,
}

/// A closed set of words that a key can have.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $default:ident { $($(#[$variant_doc:meta])* $variant:ident = $($word:literal)|+),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            fn parse(word: &str) -> Option<Self> {
                match word {
                    $($($word)|+ => Some(Self::$variant),)+
                    _ => None,
                }
            }

            const WORDS: &'static [&'static str] = &[$($($word),+),+];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }
    };
}

words! {
    /// Where on the screen a row stands.
    Zone: Content {
        /// The topmost 12 %.
        NavBar = "nav_bar",
        /// Between the bars.
        Content = "content",
        /// The lowest 12 %.
        TabBar = "tab_bar",
    }
}

words! {
    /// What a chevron means to a pattern.
    ChevronMode: Preferred {
        /// It must be there.
        Required = "required",
        /// It must not be there.
        Forbidden = "forbidden",
        /// It speaks for the pattern.
        Preferred = "preferred",
    }
}

words! {
    /// Which of its elements is tapped.
    ClickTarget: None {
        /// The first that leads somewhere.
        FirstNavigationElement = "first_navigation_element",
        /// The first text.
        FirstText = "first_text",
        /// The first mark that dismisses.
        FirstDismissButton = "first_dismiss_button",
        /// The middle one.
        CenteredElement = "centered_element",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// What a tap does.
    ClickResult: None {
        /// Leads deeper.
        PushesScreen = "pushes_screen" | "navigates",
        /// Leads elsewhere.
        SwitchesContext = "switches_context",
        /// Opens something on top.
        OpensModal = "opens_modal",
        /// Changes something on the screen.
        MutatesInPlace = "mutates_in_place" | "toggles",
        /// Closes something.
        Dismisses = "dismisses",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// Which text names it.
    LabelRule: TapTarget {
        /// The text that is tapped.
        TapTarget = "tap_target",
        /// The first text.
        FirstText = "first_text",
        /// The longest text.
        LongestText = "longest_text",
    }
}

words! {
    /// What it is to an explorer.
    Role: Info {
        /// It leads deeper.
        DepthNavigation = "depth_navigation",
        /// It leads to another part of the app.
        BreadthNavigation = "breadth_navigation",
        /// It does something.
        Action = "action",
        /// It says something.
        Info = "info",
    }
}

words! {
    /// When it is explored among those of its role.
    Priority: Normal {
        /// First.
        High = "high",
        /// In between.
        Normal = "normal",
        /// Last.
        Low = "low",
    }
}

words! {
    /// Which rows below belong to it.
    AbsorbCondition: Any {
        /// All that are near enough.
        Any = "any",
        /// Those that only say something.
        InfoOrDecorationOnly = "info_or_decoration_only",
        /// Those without a chevron.
        NoChevronRowsOnly = "no_chevron_rows_only",
    }
}

words! {
    /// Whether it is one element or as many as it has texts.
    SplitMode: None {
        /// One.
        None = "none",
        /// One for each text.
        PerItem = "per_item",
    }
}

/// What tapping it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interaction {
    /// Whether tapping does anything.
    pub clickable: bool,
    /// Which of its elements is tapped.
    pub click_target: ClickTarget,
    /// What a tap does.
    pub click_result: ClickResult,
    /// Whether an explorer goes back afterwards.
    pub back_after_click: bool,
    /// Which text names it.
    pub label_rule: LabelRule,
}

/// How it is explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exploration {
    /// Whether it is.
    pub explorable: bool,
    /// What it is to an explorer.
    pub role: Role,
    /// When.
    pub priority: Priority,
}

/// What belongs to it. Points for lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grouping {
    /// Whether the whole row does.
    pub absorbs_same_row: bool,
    /// How far below rows may stand.
    pub absorbs_below_within: f64,
    /// Which of them.
    pub absorb_condition: AbsorbCondition,
    /// Whether it is one element or as many as it has texts.
    pub split_mode: SplitMode,
}

impl ElementPattern {
    /// Reads an element pattern. A file without a name is called after itself.
    ///
    /// # Errors
    /// When it has no description, a key or value that isn't known, or a pattern that is no regular expression.
    pub fn parse(file: &str, text: &str) -> Result<Self, PatternFault> {
        let outline = outline(text);
        let description = outline
            .section("Description")
            .map(|section| first_paragraph(&section.lines));
        if description.is_none_or(|description| description.is_empty()) {
            return Err(PatternFault::NoDescription);
        }
        let interaction = interaction(&mut Keys::of(&outline, "Interaction"))?;
        Ok(Self {
            name: outline.front_matter.value("name").unwrap_or(stem(file)).to_owned(),
            platform: outline.front_matter.value("platform").unwrap_or("ios").to_owned(),
            rules: rules(&mut Keys::of(&outline, "Match Rules"))?,
            interaction,
            exploration: exploration(&mut Keys::of(&outline, "Exploration"), interaction)?,
            grouping: grouping(&mut Keys::of(&outline, "Grouping"))?,
        })
    }
}

fn rules(keys: &mut Keys<'_>) -> Result<MatchRules, PatternFault> {
    let rules = MatchRules {
        zone: keys.word("zone", Zone::parse, Zone::WORDS)?.unwrap_or_default(),
        min_elements: keys.number("min_elements")?.unwrap_or(1),
        max_elements: keys.number("max_elements")?.unwrap_or(10),
        max_row_height: keys.number("max_row_height_pt")?.unwrap_or(100.0),
        row_has_chevron: keys.flag("row_has_chevron")?,
        chevron_mode: keys.word("chevron_mode", ChevronMode::parse, ChevronMode::WORDS)?,
        has_numeric_value: keys.flag("has_numeric_value")?,
        has_long_text: keys.flag("has_long_text")?,
        has_dismiss_button: keys.flag("has_dismiss_button")?,
        min_confidence: keys.number("min_confidence")?,
        exclude_numeric_only: keys.flag("exclude_numeric_only")?.unwrap_or(false),
        text_pattern: keys.pattern("text_pattern")?,
    };
    keys.finish()?;
    Ok(rules)
}

fn interaction(keys: &mut Keys<'_>) -> Result<Interaction, PatternFault> {
    let interaction = Interaction {
        clickable: keys.flag("clickable")?.unwrap_or(false),
        click_target: keys
            .word("click_target", ClickTarget::parse, ClickTarget::WORDS)?
            .unwrap_or_default(),
        click_result: keys
            .word("click_result", ClickResult::parse, ClickResult::WORDS)?
            .unwrap_or_default(),
        back_after_click: keys.flag("back_after_click")?.unwrap_or(false),
        label_rule: keys
            .word("label_rule", LabelRule::parse, LabelRule::WORDS)?
            .unwrap_or_default(),
    };
    keys.finish()?;
    Ok(interaction)
}

/// What isn't said follows from what a tap does.
fn exploration(keys: &mut Keys<'_>, interaction: Interaction) -> Result<Exploration, PatternFault> {
    let leads_on = interaction.clickable
        && matches!(
            interaction.click_result,
            ClickResult::PushesScreen | ClickResult::SwitchesContext | ClickResult::OpensModal
        );
    let role = match (interaction.clickable, interaction.click_result) {
        (true, ClickResult::SwitchesContext) => Role::BreadthNavigation,
        (true, ClickResult::PushesScreen | ClickResult::OpensModal) => Role::DepthNavigation,
        (true, _) => Role::Action,
        (false, _) => Role::Info,
    };
    let exploration = Exploration {
        explorable: keys.flag("explorable")?.unwrap_or(leads_on),
        role: keys.word("role", Role::parse, Role::WORDS)?.unwrap_or(role),
        priority: keys
            .word("priority", Priority::parse, Priority::WORDS)?
            .unwrap_or_default(),
    };
    keys.finish()?;
    Ok(exploration)
}

fn grouping(keys: &mut Keys<'_>) -> Result<Grouping, PatternFault> {
    let grouping = Grouping {
        absorbs_same_row: keys.flag("absorbs_same_row")?.unwrap_or(true),
        absorbs_below_within: keys.number("absorbs_below_within_pt")?.unwrap_or(0.0),
        absorb_condition: keys
            .word("absorb_condition", AbsorbCondition::parse, AbsorbCondition::WORDS)?
            .unwrap_or_default(),
        split_mode: keys
            .word("split_mode", SplitMode::parse, SplitMode::WORDS)?
            .unwrap_or_default(),
    };
    keys.finish()?;
    Ok(grouping)
}

/// The keys of one section that weren't asked for yet; of equal keys the last counts.
struct Keys<'t> {
    section: &'static str,
    left: Vec<(&'t str, &'t str)>,
}

impl<'t> Keys<'t> {
    fn of(outline: &Outline<'t>, section: &'static str) -> Self {
        let lines = outline
            .section(section)
            .map(|section| section.lines.clone())
            .unwrap_or_default();
        Self {
            section,
            left: key_values(&lines),
        }
    }

    fn take(&mut self, key: &str) -> Option<&'t str> {
        let value = self
            .left
            .iter()
            .rev()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| *value);
        self.left.retain(|(known, _)| *known != key);
        value
    }

    fn read<T>(
        &mut self,
        key: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, PatternFault> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let bad = || PatternFault::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        parse(value).map(Some).ok_or_else(bad)
    }

    fn flag(&mut self, key: &str) -> Result<Option<bool>, PatternFault> {
        self.read(key, "true, yes, false or no", |value| {
            match value.to_lowercase().as_str() {
                "true" | "yes" => Some(true),
                "false" | "no" => Some(false),
                _ => None,
            }
        })
    }

    fn number<T: std::str::FromStr>(&mut self, key: &str) -> Result<Option<T>, PatternFault> {
        self.read(key, "a number", |value| {
            // `nan` and `inf` would parse, and no comparison with them would mean anything.
            value
                .starts_with(|c: char| c.is_ascii_digit() || c == '.')
                .then(|| value.parse().ok())
                .flatten()
        })
    }

    fn word<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&str) -> Option<T>,
        words: &[&str],
    ) -> Result<Option<T>, PatternFault> {
        self.read(key, &words.join(", "), parse)
    }

    fn pattern(&mut self, key: &str) -> Result<Option<Regex>, PatternFault> {
        let Some(value) = self.take(key) else { return Ok(None) };
        let compiled = RegexBuilder::new(value).size_limit(PATTERN_SIZE).build();
        compiled.map(Some).map_err(|error| PatternFault::BadPattern {
            reason: error.to_string().lines().last().unwrap_or_default().trim().to_owned(),
        })
    }

    fn finish(&mut self) -> Result<(), PatternFault> {
        match self.left.first() {
            None => Ok(()),
            Some((key, _)) => Err(PatternFault::UnknownKey {
                section: self.section.to_owned(),
                key: (*key).to_owned(),
            }),
        }
    }
}
