//! The codes: stable names, with severity, title and page.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Note,
    /// Probably not what the writer wants.
    Warning,
    /// Something that was written is lost or does something else.
    Error,
}

impl Severity {
    /// Every severity, from the lightest.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($page:ident { $($variant:ident $name:literal $severity:ident $title:literal;)* })*) => {
        /// What a finding is about. The name is stable; a code that goes is never used for something else.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code {
            $($(
                #[doc = $title]
                #[serde(rename = $name)]
                $variant,
            )*)*
        }

        impl Code {
            /// Every code, in the order of the pages.
            pub const ALL: &[Self] = &[$($(Self::$variant,)*)*];

            /// The name that people use.
            pub fn as_str(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// How bad it usually is.
            pub fn severity(self) -> Severity {
                match self { $($(Self::$variant => Severity::$severity,)*)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $($(Self::$variant => $title,)*)* }
            }

            fn pages(self) -> &'static str {
                match self {
                    $($(Self::$variant)|* => include_str!(concat!("../pages/", stringify!($page), ".md")),)*
                }
            }
        }
    };
}

codes! {
    file {
        NotADescription "not-a-description" Error "The live explorer passes this file over";
        ByteOrderMark "byte-order-mark" Error "A byte order mark hides the front matter";
        CarriageReturns "carriage-returns" Warning "Every line end counts twice";
        OddLineSeparator "odd-line-separator" Warning "An invisible character ends the line";
        HeadingUnknown "heading-unknown" Warning "Nothing reads this section";
        HeadingMisspelt "heading-misspelt" Error "The heading is nearly one that is read";
        HeadingLevel "heading-level" Error "Only `##` begins a section";
        HeadingWithoutSpace "heading-without-space" Error "A heading needs a space after its hashes";
        HeadingInCode "heading-in-code" Warning "Code blocks mean nothing to the parser";
        HeadingInComment "heading-in-comment" Warning "Comments mean nothing to the parser";
        SectionRepeated "section-repeated" Error "A later section of the same heading replaces this one";
        TitleInsideSection "title-inside-section" Warning "A `# ` line inside a section is dropped";
        TextBeforeSections "text-before-sections" Note "Text before the first section is dropped";
        ListLineIgnored "list-line-ignored" Error "Only `- ` begins an item";
        ListContinuationIgnored "list-continuation-ignored" Warning "An item ends with its line";
        ListItemEmpty "list-item-empty" Warning "An item is empty";
        TrailingComment "trailing-comment" Error "A `# comment` becomes part of the value";
    }
    front_matter {
        FrontMatterUnclosed "front-matter-unclosed" Error "The front matter swallows the rest of the file";
        FrontMatterLate "front-matter-late" Warning "The front matter isn't at the top";
        FrontMatterLineIgnored "front-matter-line-ignored" Warning "A line of the front matter is no `key: value`";
        FrontMatterKeyUnknown "front-matter-key-unknown" Note "Nothing reads this key";
        FrontMatterKeyRepeated "front-matter-key-repeated" Warning "The last value of a key counts";
        FrontMatterQuoted "front-matter-quoted" Error "Quotes become part of the value";
        VersionUnsupported "version-unsupported" Warning "There is no such version of the format";
        VersionNotInteger "version-not-integer" Error "The version is no integer";
        FlagUnknown "flag-unknown" Error "Only `true`, `yes` and `1` mean yes";
        ObstacleModeUnknown "obstacle-mode-unknown" Error "An unknown mode means `auto`";
        ObstacleModeHint "obstacle-mode-hint" Warning "`hint` does nothing but switch the rules off";
        ArchetypeUnknown "archetype-unknown" Warning "No screen recipe has this name";
        LocaleNeverMatches "locale-never-matches" Warning "No system has this locale";
        SceneFieldsUnused "scene-fields-unused" Note "A key that only scenes use, without scenes";
    }
    tabs {
        TabNameCut "tab-name-cut" Note "A tab's name ends at its parenthesis";
        TabNameSplit "tab-name-split" Error "A comma inside parentheses splits the name";
        TabNameProse "tab-name-prose" Warning "A tab's name reads like a sentence";
        TabRepeated "tab-repeated" Warning "Two tabs have the same name";
        TabInsideTab "tab-inside-tab" Warning "One tab's name is part of another's";
        TabsSorted "tabs-sorted" Warning "Tabs from headings come in alphabetical order";
        TabHeadingMissed "tab-heading-missed" Warning "A tab's heading has to end in `Tab`";
        TabHeadingAccidental "tab-heading-accidental" Warning "A heading is taken for a tab's, or its name is mangled";
        TabsInlineEmpty "tabs-inline-empty" Warning "The names have to stand on the line of `tabs:`";
        TabsInlineUnused "tabs-inline-unused" Warning "`## Tabs` wins over `tabs:` in Structure";
        LayoutMixed "layout-mixed" Warning "The axis of the tabs doesn't fit their edge";
        LayoutValueUnknown "layout-value-unknown" Error "A value that no layout has";
        LayoutLineIgnored "layout-line-ignored" Warning "A line that says nothing about the layout";
        LayoutWithoutTabs "layout-without-tabs" Warning "A layout, and no tabs to lay out";
    }
    obstacles {
        ObstacleWithoutArrow "obstacle-without-arrow" Error "A rule needs an arrow";
        ObstacleSideEmpty "obstacle-side-empty" Error "A rule needs a trigger and an action";
        ObstacleExtraArrow "obstacle-extra-arrow" Warning "A rule with more than one arrow";
        ObstacleTriggerProse "obstacle-trigger-prose" Warning "The trigger describes the obstacle instead of quoting it";
        ObstacleTriggerQuoted "obstacle-trigger-quoted" Error "Quotes are part of the trigger";
        ObstacleTriggerShort "obstacle-trigger-short" Warning "The trigger is on nearly every screen";
        ObstacleActionQuote "obstacle-action-quote" Error "A quote is left in the action";
        ObstacleActionVerb "obstacle-action-verb" Error "The verb is part of the action";
        ObstacleActionAmbiguous "obstacle-action-ambiguous" Warning "The action is part of another button's text";
        ObstacleActionInTrigger "obstacle-action-in-trigger" Warning "The tap may hit the trigger itself";
        ObstacleRepeated "obstacle-repeated" Warning "The rule stands there already";
        ObstacleShadowed "obstacle-shadowed" Warning "An earlier rule comes first";
    }
    skip {
        SkipHitsTab "skip-hits-tab" Error "A pattern skips a tab";
        SkipTooBroad "skip-too-broad" Warning "A pattern hits innocent elements";
        SkipHitsScene "skip-hits-scene" Warning "A pattern hits a row of the scenes by accident";
        SkipCovered "skip-covered" Note "Another pattern covers this one";
        SkipRegularExpression "skip-regular-expression" Note "Slashes make a regular expression, but not everywhere";
    }
    credentials {
        CredentialLiteral "credential-literal" Error "A secret stands in the file";
        CredentialNestedDefault "credential-nested-default" Error "A default ends at the first brace";
        CredentialNotExpanded "credential-not-expanded" Error "Only `${NAME}` and `${NAME:-default}` are expanded";
        CredentialUndefined "credential-undefined" Note "A variable isn't set here";
        CredentialProse "credential-prose" Warning "A sentence with a colon declares a credential";
        CredentialWithoutColon "credential-without-colon" Error "A credential needs a colon";
        CredentialRepeated "credential-repeated" Warning "The last of two credentials counts";
        CredentialEmpty "credential-empty" Warning "A credential without a value";
        CredentialQuoted "credential-quoted" Warning "Quotes are part of the value";
    }
    scenes {
        SceneDangling "scene-dangling" Error "There is no screen of this id";
        SceneUnreachable "scene-unreachable" Warning "Nothing leads to this screen";
        SceneElementUnknown "scene-element-unknown" Error "There is no such kind of element";
        SceneElementDropped "scene-element-dropped" Error "An element lacks something and is dropped";
        ScenePropertyUnknown "scene-property-unknown" Warning "Nothing reads this property";
        SceneTextDestination "scene-text-destination" Warning "A text leads nowhere";
        SceneTextRepeated "scene-text-repeated" Warning "The first element of a text decides where all lead";
        SceneValueAdjusted "scene-value-adjusted" Warning "A number is replaced by another";
        SceneTabHidden "scene-tab-hidden" Warning "A tab on a screen without tab bar";
        SceneTabMissing "scene-tab-missing" Warning "A declared tab leads nowhere in the scenes";
        ModalWithoutTitle "modal-without-title" Error "A modal needs a title";
        ModalWithoutButtons "modal-without-buttons" Warning "A modal that can't be closed";
        ModalButtonQuoted "modal-button-quoted" Error "Quotes are part of a button's text";
        ModalTriggerUnknown "modal-trigger-unknown" Error "An unknown trigger means `on_first_describe`";
        ModalNeverFires "modal-never-fires" Warning "A modal waits for taps that can't happen";
        ModalsWithoutScreens "modals-without-screens" Error "Modals alone make no scenes";
    }
    surroundings {
        AppBlocked "app-blocked" Warning "`permissions.json` blocks the app";
        ToolsDenied "tools-denied" Warning "`permissions.json` denies a tool that the explorer needs";
        TriggerNeverSeen "trigger-never-seen" Warning "No recorded screen has the trigger";
        ActionNeverSeen "action-never-seen" Warning "The trigger was recorded, its action never beside it";
        ActionHitsOther "action-hits-other" Error "On a recorded screen the tap would hit another element";
        TriggerOnOrdinaryScreen "trigger-on-ordinary-screen" Warning "The trigger is on screens that nothing was in the way of";
        TabNeverSeen "tab-never-seen" Note "No recorded screen shows the tab's name";
        SkipHitsRecorded "skip-hits-recorded" Warning "On recorded screens the pattern hits part of another word";
        SkipHitsTapped "skip-hits-tapped" Note "The pattern forbids what was tapped while recording";
        SkipNeverSeen "skip-never-seen" Note "No recorded screen shows what the pattern forbids";
        TabsAgainstIcons "tabs-against-icons" Warning "The bar has another number of icons than tabs are declared";
        TabUndeclared "tab-undeclared" Note "The bar shows a text that is no declared tab";
        TabNeverTapped "tab-never-tapped" Note "No recorded tap goes to the tab";
        LocaleContradicted "locale-contradicted" Warning "The texts on the screens are in another language";
        LocaleNotRecorded "locale-not-recorded" Warning "The recordings are from another locale";
        NotObserved "not-observed" Note "What the recordings can't tell";
        RecordingDoubtful "recording-doubtful" Note "Something speaks against recorded frames";
    }
}

impl Code {
    /// The code of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }

    /// The names of codes that look like `name`.
    pub fn near(name: &str) -> Option<Self> {
        let names = Self::ALL.iter().map(|code| code.as_str());
        let near = crate::nearest::nearest(name, names);
        near.or_else(|| {
            Self::ALL
                .iter()
                .map(|code| code.as_str())
                .find(|known| known.contains(name))
        })
        .and_then(Self::find)
    }

    /// What happens, why it matters, an example and what to write instead, in Markdown without the title.
    pub fn page(self) -> &'static str {
        let heading = format!("## {}\n", self.as_str());
        let pages = self.pages();
        let start = pages.find(&heading).map_or(pages.len(), |at| at + heading.len());
        let page = &pages[start..];
        page.split("\n## ").next().unwrap_or_default().trim()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_page_and_no_page_is_left_over() {
        let mut expected: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        for code in Code::ALL {
            assert!(code.page().len() > 30, "{code} has no page");
            assert_eq!(Code::find(code.as_str()), Some(*code));
        }
        let mut pages: Vec<&str> = Vec::new();
        let mut texts: Vec<_> = Code::ALL.iter().map(|code| code.pages()).collect();
        texts.dedup();
        for text in texts {
            pages.extend(text.lines().filter_map(|line| line.strip_prefix("## ")));
        }
        // An example inside a page may show a heading; indented, so that it is none.
        expected.sort_unstable();
        pages.sort_unstable();
        assert_eq!(pages, expected);
    }
}
