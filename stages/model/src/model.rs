//! The types.

use serde::{Deserialize, Serialize};
use skillc_app_description::AppDescription;
use skillc_graph::{DismissalCause, SkipList, SkipPattern};
use skillc_records::{ActionRef, AppField, FrameRef, SessionId, SourceSpan, WindowPoint};
use skillc_screens::StructuralTexts;
use skillc_settle::Doubt;
use skillc_skills::{Find, StepRule};

/// The version of the model as it is stored. Fields are added, never renamed.
pub const FORMAT_VERSION: u32 = 1;

/// One app: its skills and what they were made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AppModel {
    /// [`FORMAT_VERSION`] of whoever wrote it.
    pub format_version: u32,
    /// What APP.md says.
    pub declared: Declared,
    /// What else they were made from.
    pub inputs: Inputs,
    /// The recipe that was declared or recognised.
    pub recipe: Option<String>,
    /// The merged skip list.
    pub skip: SkipList,
    /// The skills, in the order of the flows.
    pub skills: Vec<SkillModel>,
    /// Screens that were recorded and that the skip list puts out of reach.
    pub lost: Vec<LostScreen>,
    /// Screens that a skill could reach, whether one ends there or not.
    pub reachable: Vec<ScreenModel>,
    /// Ways about which the recordings disagree.
    pub flaky: Vec<FlakyWay>,
    /// What skills were accepted under that were not accepted together with the rest. Empty for what was compiled.
    #[serde(default)]
    pub under: Vec<AcceptedUnder>,
}

/// What some skills of an app were accepted under, where that is not what the rest was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AcceptedUnder {
    /// The names of these skills; of a skill that was left out, the fingerprint of its end.
    pub subjects: Vec<String>,
    /// What APP.md said then.
    pub declared: Declared,
    /// What else they were made from.
    pub inputs: Inputs,
    /// The merged skip list then.
    pub skip: SkipList,
}

/// What a skill was made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis<'m> {
    /// What APP.md said.
    pub declared: &'m Declared,
    /// What else.
    pub inputs: &'m Inputs,
    /// The merged skip list.
    pub skip: &'m SkipList,
}

/// What APP.md says, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    /// The file as people name it, relative to the workspace or repository.
    pub file: String,
    /// The description. Credentials have their names only, and there are no scenes.
    pub description: AppDescription,
    /// Where each field stands, in the order of the fields.
    pub places: Vec<FieldPlace>,
}

/// Where a field stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldPlace {
    /// The field.
    pub field: AppField,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

/// What skills are made from beside APP.md.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Inputs {
    /// The recordings, in order.
    pub sessions: Vec<SessionId>,
    /// Whose detections were used, in order: `recorded:simulator`, `ppocr@…`.
    pub detectors: Vec<String>,
    /// The settings that took part, as `key = value`, in order.
    pub settings: Vec<String>,
    /// The version of the compiler: its own and those of its stages.
    pub tool: String,
}

/// One skill.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SkillModel {
    /// Its name, unique in the app.
    pub name: String,
    /// Its title, for people.
    pub title: String,
    /// The name of the flow behind it.
    pub flow: String,
    /// The screens that it walks through, in order.
    pub screens: Vec<ScreenModel>,
    /// Its steps.
    pub steps: Vec<StepModel>,
    /// What may get in the way.
    pub obstacles: Vec<ObstacleModel>,
}

/// A screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScreenModel {
    /// The hash of its texts and number of icons.
    pub fingerprint: String,
    /// Its title.
    pub title: Option<String>,
    /// The texts that belong to it.
    pub texts: StructuralTexts,
    /// The first frame that showed it.
    pub frame: FrameRef,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepModel {
    /// One word for what is done: `tap`, `wait_for`, `answer`, `back`, `type`, …
    pub deed: String,
    /// What it is done to as a person would call it, the text that is waited for, or what is typed. Empty if there is none.
    pub label: String,
    /// The text that stands where the finger comes down, as it was recorded. Empty if there is none.
    pub element: String,
    /// Where the finger comes down, in window points.
    pub at: Option<WindowPoint>,
    /// Where it is lifted, for strokes.
    pub to: Option<WindowPoint>,
    /// How the target can be found.
    pub find: Option<Find>,
    /// The sentence.
    pub text: String,
    /// The screen on which it is done: a place in [`SkillModel::screens`].
    pub screen: usize,
    /// The rule that made it.
    pub rule: StepRule,
    /// The fields of APP.md behind it.
    pub fields: Vec<AppField>,
    /// The recorded action behind it.
    pub action: Option<ActionRef>,
    /// What was on the screen before.
    pub before: Option<FrameRef>,
    /// What was on the screen after.
    pub after: Option<FrameRef>,
    /// What speaks against the frames that it is built on. Models of earlier versions don't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// The element pattern that gave what is touched its name, if one did. Models of earlier versions don't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

/// Something that may get in the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ObstacleModel {
    /// What one sees when it is there.
    pub trigger: String,
    /// What is tapped to be rid of it.
    pub answer: String,
    /// Whose rule recognises it.
    pub cause: DismissalCause,
    /// The frame that showed it, if it was met.
    pub frame: Option<FrameRef>,
    /// The action that dismissed it, if it was met.
    pub action: Option<ActionRef>,
}

/// A screen that the skip list puts out of reach.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LostScreen {
    /// The screen.
    pub screen: ScreenModel,
    /// The cuts behind which it lies, in the order of the edges.
    pub cuts: Vec<LostBehind>,
}

/// A cut in the way of a screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostBehind {
    /// The pattern.
    pub pattern: SkipPattern,
    /// What was tapped in the recording and is not tapped any more.
    pub label: String,
    /// The recorded tap.
    pub action: ActionRef,
    /// What was on the screen before it.
    pub before: Option<FrameRef>,
}

/// A way about which the recordings disagree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlakyWay {
    /// Where it starts.
    pub from: ScreenModel,
    /// What is done there.
    pub deed: String,
    /// What it is done to.
    pub label: String,
    /// The actions that led elsewhere.
    pub actions: Vec<ActionRef>,
}

impl Declared {
    /// Where `field` stands.
    pub fn place(&self, field: &AppField) -> Option<&FieldPlace> {
        self.places.iter().find(|place| place.field == *field)
    }

    /// Declared as `description` in `file`. Templates of credentials may hold secrets and are dropped, scenes too.
    pub fn new<'s>(
        file: &str,
        description: &AppDescription,
        spans: impl IntoIterator<Item = (&'s AppField, &'s SourceSpan)>,
    ) -> Self {
        let places = spans.into_iter().map(|(field, span)| FieldPlace {
            field: field.clone(),
            line: span.line,
            column: span.column,
        });
        Self {
            file: file.to_owned(),
            description: bare(description),
            places: places.collect(),
        }
    }
}

/// The description without what no model may hold.
pub fn bare(description: &AppDescription) -> AppDescription {
    let mut bare = description.clone();
    for credential in &mut bare.credentials {
        credential.template = skillc_app_description::CredentialTemplate::new("");
    }
    bare.simulator = None;
    bare
}

impl AppModel {
    /// What the skill of this name was made from, or the one that was left out and ends on the screen of this fingerprint.
    pub fn under(&self, subject: &str) -> Basis<'_> {
        let is = |under: &&AcceptedUnder| under.subjects.iter().any(|one| one == subject);
        match self.under.iter().find(is) {
            Some(under) => Basis {
                declared: &under.declared,
                inputs: &under.inputs,
                skip: &under.skip,
            },
            None => Basis {
                declared: &self.declared,
                inputs: &self.inputs,
                skip: &self.skip,
            },
        }
    }
}

impl Basis<'_> {
    /// Whether it is what the app as a whole was made from.
    pub fn is_main_of(&self, model: &AppModel) -> bool {
        std::ptr::eq(self.declared, &model.declared)
    }

    /// What a model keeps of it for one skill.
    pub fn accepted(&self, subject: &str) -> AcceptedUnder {
        AcceptedUnder {
            subjects: vec![subject.to_owned()],
            declared: self.declared.clone(),
            inputs: self.inputs.clone(),
            skip: self.skip.clone(),
        }
    }
}

impl SkillModel {
    /// The fingerprint of the screen that it ends on: what it is for, whatever it is called.
    pub fn end(&self) -> &str {
        self.screens.last().map_or("", |screen| &screen.fingerprint)
    }
}

impl ScreenModel {
    /// What people call it: its title, else its first text, else a part of its fingerprint.
    pub fn name(&self) -> &str {
        let first = || self.texts.as_slice().first().map(String::as_str);
        let short = || self.fingerprint.get(..8).unwrap_or(&self.fingerprint);
        self.title.as_deref().or_else(first).unwrap_or_else(short)
    }
}
