//! The stage graph as data: one declaration a stage. Keys, `--explain`, the ledger and the table in ARCHITECTURE.md come from it.

use std::fmt;

use serde::{Deserialize, Serialize};
use skillc_app_description::{AppDescription, Credential, CredentialTemplate, ObstacleRule};

/// The name of a stage, in the order of the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageName {
    /// Picture to detections.
    Detect,
    /// Detections to tap points.
    Points,
    /// The frame that stands for an action's result.
    Settle,
    /// Alerts and obstacle rules.
    Obstacles,
    /// Where the tabs are, and which taps were on them.
    Tabs,
    /// Fingerprints and titles.
    Screens,
    /// One navigation graph an app.
    Graph,
    /// Named flows.
    Flows,
    /// Skills and their companions.
    Skills,
}

/// What one unit of a stage covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// One picture.
    Picture,
    /// One session.
    Session,
    /// One app.
    App,
}

/// A field of APP.md that a stage may read. What it doesn't declare it can't see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// `app`.
    App,
    /// `archetype`.
    Archetype,
    /// `obstacle_mode`.
    ObstacleMode,
    /// `## Obstacles`.
    Obstacles,
    /// The triggers of `## Obstacles`, without what is tapped.
    ObstacleTriggers,
    /// The names of the tabs, from wherever they are declared.
    Tabs,
    /// `## Tab Layout`.
    TabLayout,
    /// `## Skip`.
    Skip,
    /// `## Structure` and the tab sections.
    Context,
    /// `## Tips`.
    Tips,
    /// The names of credentials, never their templates or values.
    CredentialNames,
}

/// The declaration of one stage.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Stage {
    /// Its name.
    pub name: StageName,
    /// Raised whenever the same input may give another result.
    pub version: u32,
    /// What a unit covers.
    pub scope: Scope,
    /// The stages whose results it reads; none for what is recorded.
    pub inputs: &'static [StageName],
    /// What it reads of the recording.
    pub recorded: &'static str,
    /// The fields of APP.md that it reads.
    pub reads: &'static [Field],
    /// The configuration keys that it reads.
    pub settings: &'static [&'static str],
}

use Field as F;
use StageName as S;

/// Every stage, in the order of the chain.
pub static STAGES: [Stage; 9] = [
    Stage {
        name: S::Detect,
        version: 1,
        scope: Scope::Picture,
        inputs: &[],
        recorded: "pictures",
        reads: &[],
        settings: &["detect.engine", "detectors.ocr.*", "detectors.icons.*"],
    },
    Stage {
        name: S::Points,
        version: 1,
        scope: Scope::Session,
        inputs: &[S::Detect],
        recorded: "detections, window",
        reads: &[],
        settings: &["detect.source", "detect.producers.*"],
    },
    Stage {
        name: S::Settle,
        version: 3,
        scope: Scope::Session,
        inputs: &[S::Points],
        recorded: "frames, actions, nodes, detections",
        reads: &[],
        settings: &[],
    },
    Stage {
        name: S::Obstacles,
        version: 1,
        scope: Scope::Session,
        inputs: &[S::Points, S::Settle],
        recorded: "actions",
        reads: &[F::Obstacles, F::ObstacleMode],
        settings: &[],
    },
    Stage {
        name: S::Tabs,
        version: 3,
        scope: Scope::Session,
        inputs: &[S::Points, S::Settle],
        recorded: "actions, window",
        reads: &[F::Tabs, F::TabLayout],
        settings: &[],
    },
    Stage {
        name: S::Screens,
        version: 1,
        scope: Scope::Session,
        inputs: &[S::Points],
        recorded: "window",
        reads: &[],
        settings: &[],
    },
    Stage {
        name: S::Graph,
        version: 11,
        scope: Scope::App,
        inputs: &[S::Points, S::Settle, S::Obstacles, S::Tabs, S::Screens],
        recorded: "actions",
        // Tabs and obstacles come as places in their lists: the names that stand there make labels and provenance.
        reads: &[F::Skip, F::Tabs, F::ObstacleTriggers],
        // What the pattern of a touched row calls it makes labels.
        settings: &["compile.skip", "workspace.patterns"],
    },
    Stage {
        name: S::Flows,
        version: 4,
        scope: Scope::App,
        inputs: &[S::Graph],
        recorded: "goal",
        reads: &[],
        settings: &["workspace.patterns"],
    },
    Stage {
        name: S::Skills,
        version: 8,
        scope: Scope::App,
        inputs: &[S::Flows],
        recorded: "nodes",
        reads: &[
            F::App,
            F::Archetype,
            F::Context,
            F::CredentialNames,
            F::Obstacles,
            F::ObstacleMode,
            F::Tips,
        ],
        settings: &["compile.layout", "workspace.patterns"],
    },
];

impl StageName {
    /// Every stage, in the order of the chain.
    pub const ALL: [Self; 9] = [
        S::Detect,
        S::Points,
        S::Settle,
        S::Obstacles,
        S::Tabs,
        S::Screens,
        S::Graph,
        S::Flows,
        S::Skills,
    ];

    /// The word that people read.
    pub fn as_str(self) -> &'static str {
        match self {
            S::Detect => "detect",
            S::Points => "points",
            S::Settle => "settle",
            S::Obstacles => "obstacles",
            S::Tabs => "tabs",
            S::Screens => "screens",
            S::Graph => "graph",
            S::Flows => "flows",
            S::Skills => "skills",
        }
    }

    /// Its declaration.
    pub fn stage(self) -> &'static Stage {
        &STAGES[self as usize]
    }
}

impl fmt::Display for StageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Stage {
    /// The description with every field blanked that this stage doesn't declare. A stage is given nothing else, so that a
    /// forgotten declaration shows at once as a missing value and never as a stale result.
    pub fn view(&self, description: &AppDescription) -> AppDescription {
        let mut view = blank();
        for field in self.reads {
            match field {
                F::App => view.app.clone_from(&description.app),
                F::Archetype => view.archetype.clone_from(&description.archetype),
                F::ObstacleMode => view.obstacle_mode = description.obstacle_mode,
                F::Obstacles => view.obstacles.clone_from(&description.obstacles),
                F::ObstacleTriggers => {
                    let bare = |rule: &ObstacleRule| ObstacleRule {
                        trigger: rule.trigger.clone(),
                        action: String::new(),
                    };
                    view.obstacles = description.obstacles.iter().map(bare).collect();
                }
                F::Tabs => view.tabs.clone_from(&description.tabs),
                F::TabLayout => view.tab_layout = description.tab_layout,
                F::Skip => view.skip.clone_from(&description.skip),
                F::Context => view.context.clone_from(&description.context),
                F::Tips => view.tips.clone_from(&description.tips),
                // Templates hold defaults, which may be secrets and are nobody's input.
                F::CredentialNames => {
                    let bare = |credential: &Credential| Credential {
                        name: credential.name.clone(),
                        template: CredentialTemplate::new(""),
                    };
                    view.credentials = description.credentials.iter().map(bare).collect();
                }
            }
        }
        view
    }
}

/// A description that says nothing.
pub fn blank() -> AppDescription {
    AppDescription {
        app: String::new(),
        version: 1,
        locale: None,
        archetype: None,
        reset_before_explore: false,
        obstacle_mode: skillc_app_description::ObstacleMode::Auto,
        context: String::new(),
        obstacles: Vec::new(),
        skip: Vec::new(),
        credentials: Vec::new(),
        tips: Vec::new(),
        tabs: Vec::new(),
        tab_layout: None,
        simulator: None,
    }
}
