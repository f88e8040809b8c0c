//! What the explorer reads of APP.md.

use skillc_app_description::AppDescription;
use skillc_obstacles::ObstaclePolicy;
use skillc_permissions::{BUILT_IN, SkipLayers, merge, skips};
use skillc_tabs::TabBar;

/// What the explorer knows of an app before it sees it.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// The display name, as it is launched.
    pub app: String,
    /// Obstacles and what is done with them.
    pub obstacles: ObstaclePolicy,
    /// The declared tabs.
    pub tabs: TabBar,
    /// Texts never to tap: the merged list.
    pub skip: Vec<String>,
    /// Whether the app is ended before it is explored.
    pub reset: bool,
}

impl Guide {
    /// The guide of a description. `global_skip` are the texts never to tap in any app (`skipElements` of permissions.json).
    pub fn of(description: &AppDescription, global_skip: &[String]) -> Self {
        Self {
            obstacles: ObstaclePolicy {
                rules: description.obstacles.clone(),
                mode: description.obstacle_mode,
            },
            tabs: TabBar {
                tabs: description.tabs.clone(),
                layout: description.tab_layout,
            },
            reset: description.reset_before_explore,
            ..Self::of_app(&description.app, &description.skip, global_skip)
        }
    }

    /// The guide of an app that has scenes and no description: nothing but what may never be tapped.
    pub fn of_app(app: &str, skip: &[String], global_skip: &[String]) -> Self {
        let built_in: Vec<String> = BUILT_IN.iter().map(|text| (*text).to_owned()).collect();
        let merged = merge(&SkipLayers {
            per_app: skip,
            global: global_skip,
            built_in: &built_in,
        });
        Self {
            app: app.to_owned(),
            skip: merged.into_iter().map(|pattern| pattern.text).collect(),
            ..Self::default()
        }
    }

    /// Whether an element with this text is never tapped.
    pub fn forbids(&self, text: &str) -> bool {
        self.skip.iter().any(|pattern| skips(pattern, text))
    }
}
