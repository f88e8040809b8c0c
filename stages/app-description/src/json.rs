//! The canonical JSON form: every value of a description, and a description back from it.
//!
//! The keys are those of the reference vectors (`hints` for the tips, a map from name to template for the credentials). Reading
//! what was written gives an equal description.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    AppDescription, Axis, Credential, CredentialTemplate, Edge, Element, ObstacleMode, ObstacleRule, Scene,
    SimulatorObstacle, SimulatorSpec, TabLayout, Trigger,
};

/// The canonical form of a description.
pub fn description(description: &AppDescription) -> Value {
    written(DescriptionForm::from(description))
}

/// The canonical form of scenes.
pub fn simulator(spec: &SimulatorSpec) -> Value {
    written(SimulatorForm::from(spec))
}

/// The description of a canonical form.
///
/// # Errors
/// When a key is missing or has another type.
pub fn read_description(form: &Value) -> Result<AppDescription, serde_json::Error> {
    DescriptionForm::deserialize(form).and_then(TryInto::try_into)
}

/// The scenes of a canonical form.
///
/// # Errors
/// When a key is missing or has another type.
pub fn read_simulator(form: &Value) -> Result<SimulatorSpec, serde_json::Error> {
    SimulatorForm::deserialize(form).and_then(TryInto::try_into)
}

/// Writing these forms can't fail: their keys are strings and their numbers are finite.
fn written(form: impl Serialize) -> Value {
    serde_json::to_value(form).unwrap_or(Value::Null)
}

#[derive(Serialize, Deserialize)]
struct DescriptionForm {
    app: String,
    version: i64,
    locale: Option<String>,
    archetype: Option<String>,
    reset_before_explore: bool,
    obstacle_mode: ObstacleMode,
    context: String,
    obstacles: Vec<RuleForm>,
    skip: Vec<String>,
    credentials: Map<String, Value>,
    hints: Vec<String>,
    tabs: Vec<String>,
    tab_layout: Option<LayoutForm>,
    simulator: Option<SimulatorForm>,
}

#[derive(Serialize, Deserialize)]
struct RuleForm {
    trigger: String,
    action: String,
}

#[derive(Serialize, Deserialize)]
struct LayoutForm {
    orientation: Axis,
    edge: Edge,
}

#[derive(Serialize, Deserialize)]
struct SimulatorForm {
    app_name: String,
    spotlight_name: String,
    icon: String,
    root: String,
    screens: Map<String, Value>,
    obstacles: Vec<ModalForm>,
}

#[derive(Serialize, Deserialize)]
struct SceneForm {
    title: String,
    back: Option<String>,
    tab_bar: bool,
    elements: Vec<ElementForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ElementForm {
    Row { text: String, to: Option<String> },
    Button { text: String, to: Option<String> },
    Text { text: String },
    Tab { text: String, to: String },
    TextField { placeholder: String, id: String },
    Slider { label: String, id: String, fraction: f64 },
    Placeholder { w: i64, h: i64 },
}

#[derive(Serialize, Deserialize)]
struct ModalForm {
    id: String,
    title: String,
    body: Option<String>,
    buttons: Vec<String>,
    trigger: TriggerForm,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum TriggerForm {
    OnFirstDescribe,
    AfterTaps { count: u64 },
    Never,
}

impl From<&AppDescription> for DescriptionForm {
    fn from(from: &AppDescription) -> Self {
        let from = from.clone();
        let template = |one: Credential| (one.name, Value::String(one.template.as_str().to_owned()));
        Self {
            app: from.app,
            version: from.version,
            locale: from.locale,
            archetype: from.archetype,
            reset_before_explore: from.reset_before_explore,
            obstacle_mode: from.obstacle_mode,
            context: from.context,
            obstacles: from
                .obstacles
                .into_iter()
                .map(|ObstacleRule { trigger, action }| RuleForm { trigger, action })
                .collect(),
            skip: from.skip,
            credentials: from.credentials.into_iter().map(template).collect(),
            hints: from.tips,
            tabs: from.tabs,
            tab_layout: from
                .tab_layout
                .map(|TabLayout { orientation, edge }| LayoutForm { orientation, edge }),
            simulator: from.simulator.as_ref().map(SimulatorForm::from),
        }
    }
}

impl TryFrom<DescriptionForm> for AppDescription {
    type Error = serde_json::Error;

    fn try_from(form: DescriptionForm) -> Result<Self, serde_json::Error> {
        let credential = |(name, text): (String, Value)| {
            Ok(Credential {
                name,
                template: CredentialTemplate::new(String::deserialize(text)?),
            })
        };
        Ok(Self {
            app: form.app,
            version: form.version,
            locale: form.locale,
            archetype: form.archetype,
            reset_before_explore: form.reset_before_explore,
            obstacle_mode: form.obstacle_mode,
            context: form.context,
            obstacles: form
                .obstacles
                .into_iter()
                .map(|RuleForm { trigger, action }| ObstacleRule { trigger, action })
                .collect(),
            skip: form.skip,
            credentials: form
                .credentials
                .into_iter()
                .map(credential)
                .collect::<Result<_, serde_json::Error>>()?,
            tips: form.hints,
            tabs: form.tabs,
            tab_layout: form
                .tab_layout
                .map(|LayoutForm { orientation, edge }| TabLayout { orientation, edge }),
            simulator: form.simulator.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&SimulatorSpec> for SimulatorForm {
    fn from(from: &SimulatorSpec) -> Self {
        let scene = |scene: &Scene| {
            let form = SceneForm {
                title: scene.title.clone(),
                back: scene.back.clone(),
                tab_bar: scene.tab_bar,
                elements: scene.elements.iter().cloned().map(ElementForm::from).collect(),
            };
            (scene.id.clone(), written(form))
        };
        let modal = |modal: &SimulatorObstacle| ModalForm {
            id: modal.id.clone(),
            title: modal.title.clone(),
            body: modal.body.clone(),
            buttons: modal.buttons.clone(),
            trigger: match modal.trigger {
                Trigger::OnFirstDescribe => TriggerForm::OnFirstDescribe,
                Trigger::AfterTaps { count } => TriggerForm::AfterTaps { count },
                Trigger::Never => TriggerForm::Never,
            },
        };
        Self {
            app_name: from.app_name.clone(),
            spotlight_name: from.spotlight_name.clone(),
            icon: from.icon.clone(),
            root: from.root.clone(),
            screens: from.screens.iter().map(scene).collect(),
            obstacles: from.obstacles.iter().map(modal).collect(),
        }
    }
}

impl TryFrom<SimulatorForm> for SimulatorSpec {
    type Error = serde_json::Error;

    fn try_from(form: SimulatorForm) -> Result<Self, serde_json::Error> {
        let scene = |(id, form): (String, Value)| {
            let form = SceneForm::deserialize(form)?;
            let elements = form.elements.into_iter().map(Element::from).collect();
            Ok(Scene {
                id,
                title: form.title,
                back: form.back,
                tab_bar: form.tab_bar,
                elements,
            })
        };
        let modal = |form: ModalForm| SimulatorObstacle {
            id: form.id,
            title: form.title,
            body: form.body,
            buttons: form.buttons,
            trigger: match form.trigger {
                TriggerForm::OnFirstDescribe => Trigger::OnFirstDescribe,
                TriggerForm::AfterTaps { count } => Trigger::AfterTaps { count },
                TriggerForm::Never => Trigger::Never,
            },
        };
        Ok(Self {
            app_name: form.app_name,
            spotlight_name: form.spotlight_name,
            icon: form.icon,
            root: form.root,
            screens: form
                .screens
                .into_iter()
                .map(scene)
                .collect::<Result<_, serde_json::Error>>()?,
            obstacles: form.obstacles.into_iter().map(modal).collect(),
        })
    }
}

impl From<Element> for ElementForm {
    fn from(element: Element) -> Self {
        match element {
            Element::Row { text, to } => Self::Row { text, to },
            Element::Button { text, to } => Self::Button { text, to },
            Element::Text { text } => Self::Text { text },
            Element::Tab { text, to } => Self::Tab { text, to },
            Element::TextField { placeholder, id } => Self::TextField { placeholder, id },
            Element::Slider { label, id, fraction } => Self::Slider { label, id, fraction },
            Element::Placeholder { width, height } => Self::Placeholder { w: width, h: height },
        }
    }
}

impl From<ElementForm> for Element {
    fn from(form: ElementForm) -> Self {
        match form {
            ElementForm::Row { text, to } => Self::Row { text, to },
            ElementForm::Button { text, to } => Self::Button { text, to },
            ElementForm::Text { text } => Self::Text { text },
            ElementForm::Tab { text, to } => Self::Tab { text, to },
            ElementForm::TextField { placeholder, id } => Self::TextField { placeholder, id },
            ElementForm::Slider { label, id, fraction } => Self::Slider { label, id, fraction },
            ElementForm::Placeholder { w, h } => Self::Placeholder { width: w, height: h },
        }
    }
}
