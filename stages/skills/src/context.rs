//! What the skills depend on besides the flows.

use serde::{Deserialize, Serialize};
use skillc_records::Timestamp;

/// What of APP.md, of the pattern files and of the settings goes into skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillContext {
    /// The app's display name.
    pub app: String,
    /// The context that APP.md gives: its Structure and tab sections, as Markdown. Empty if there is none.
    pub context: String,
    /// Its tips, in order.
    pub tips: Vec<String>,
    /// The names of its credentials, never their values.
    pub credentials: Vec<String>,
    /// Its obstacle rules, in order: those that a recording never met are worth a hint too.
    pub obstacles: Vec<ObstacleHint>,
    /// The archetype that APP.md declares, whether a recipe of that name is known or not.
    pub archetype: Option<String>,
    /// The recipe that was declared or recognised.
    pub recipe: Option<RecipeNote>,
    /// What is noise in labels.
    pub cleanup: TextCleanup,
    /// How the Agent Skills are laid out.
    pub layout: Layout,
    /// When the last of the recordings was made: compiling has no time of its own, so that it gives the same files again.
    pub recorded_at: Timestamp,
}

impl SkillContext {
    /// The kind of app: the name of its recipe, else what APP.md declares.
    pub fn kind(&self) -> Option<&str> {
        let recipe = self.recipe.as_ref().map(|recipe| recipe.name.as_str());
        recipe.or(self.archetype.as_deref())
    }
}

/// When this is on the screen, tap that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObstacleHint {
    /// The text that tells the obstacle.
    pub trigger: String,
    /// The text to tap.
    pub action: String,
}

/// What a skill says about the recipe behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeNote {
    /// Its name.
    pub name: String,
    /// How one moves through such an app.
    pub navigation_type: String,
    /// Hints for whoever explores one.
    pub hints: Vec<String>,
}

/// What is noise in labels and landmarks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TextCleanup {
    /// Graphemes that are dropped from the beginning of labels.
    pub strip_prefixes: Vec<String>,
    /// Texts that are no landmarks.
    pub exclude_labels: Vec<String>,
}

/// How the Agent Skills of an app are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A skill a flow up to [`MOST_SKILLS`] flows, else one skill an app: every skill's name and description sits in an agent's
    /// context all the time.
    #[default]
    Auto,
    /// A skill a flow.
    PerFlow,
    /// One skill an app, with each flow under `references/`.
    PerApp,
}

/// An app with more flows than this gets one skill.
pub const MOST_SKILLS: usize = 5;

impl Layout {
    /// Whether `flows` flows become one skill.
    pub fn is_per_app(self, flows: usize) -> bool {
        match self {
            Self::Auto => flows > MOST_SKILLS,
            Self::PerFlow => false,
            Self::PerApp => true,
        }
    }
}
