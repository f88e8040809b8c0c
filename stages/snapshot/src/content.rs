//! Whether a raw Android tree shows the app at all: checked before any presentation, because a tree of the launcher or of the status
//! bar presents perfectly well.
//!
//! "Meaningful" is a node that can be seen and has a text, a description or an identifier that isn't blank.
//!
//! Source: reference on agent-device, §1.9.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    Node, Tree,
    node::{APPLICATION_WINDOW, INPUT_METHOD_WINDOW},
};

/// What a raw tree shows of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// The app.
    App,
    /// A surface of the system over the app (a permission dialog), with something to read on it.
    SystemSurfaceOnly,
    /// Another app: the launcher, a browser.
    OtherApp,
    /// Nothing that can be used.
    Unreadable(ContentReason),
}

/// Why a tree is unreadable: a closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContentReason {
    /// No node.
    EmptyHelperOutput,
    /// The app's window is there and says hardly anything.
    ContentPoorAppWindow,
    /// Nothing but windows of the system.
    SystemWindowOnly,
}

impl ContentReason {
    /// The producer's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EmptyHelperOutput => "empty-helper-output",
            Self::ContentPoorAppWindow => "content-poor-app-window",
            Self::SystemWindowOnly => "system-window-only",
        }
    }
}

const SYSTEM_PACKAGES: [&str; 2] = ["android", "com.android.systemui"];

/// What `tree` shows, where `app` is the package in the foreground, if known.
pub fn content(tree: &Tree, app: Option<&str>) -> Content {
    if tree.is_empty() {
        return Content::Unreadable(ContentReason::EmptyHelperOutput);
    }
    let windows = window_kinds(tree);
    let meaningful = |i: usize| is_meaningful(&tree.nodes()[i]);
    let count = |belongs: &dyn Fn(usize) -> bool| (0..tree.len()).filter(|&i| meaningful(i) && belongs(i)).count();
    let package = |i: usize| tree.nodes()[i].bundle_id.as_deref();
    let in_app_window = |i: usize| windows[i] == Some(APPLICATION_WINDOW);

    let packages: BTreeSet<&str> = (0..tree.len()).filter_map(package).collect();
    let known_windows: Vec<i64> = windows.iter().flatten().copied().collect();
    let no_app_window = !known_windows.is_empty() && !known_windows.contains(&APPLICATION_WINDOW);
    let system_alone = !packages.is_empty() && packages.iter().all(|package| SYSTEM_PACKAGES.contains(package));
    if no_app_window || system_alone {
        let readable = is_dialog(tree) || active_surface(tree, &windows) >= 3;
        return if readable {
            Content::SystemSurfaceOnly
        } else {
            Content::Unreadable(ContentReason::SystemWindowOnly)
        };
    }
    let typing = count(&|i| windows[i] == Some(INPUT_METHOD_WINDOW)) >= 2;
    let poor = match app.filter(|_| !packages.is_empty()) {
        Some(app) => {
            let own = count(&|i| package(i) == Some(app));
            let others = count(&|i| package(i) != Some(app)) > 0;
            let in_windows = count(&in_app_window);
            if own == 0 && in_windows >= 2 {
                return Content::OtherApp;
            }
            (own == 0 && in_windows < 2) || (own == 1 && others)
        }
        // Without windows nobody knows what belongs to the app.
        None => !known_windows.is_empty() && count(&in_app_window) < 2,
    };
    if poor && !typing && !is_dialog(tree) {
        return Content::Unreadable(ContentReason::ContentPoorAppWindow);
    }
    Content::App
}

/// The kind of the window that each node is in.
fn window_kinds(tree: &Tree) -> Vec<Option<i64>> {
    let mut kinds: Vec<Option<i64>> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let own = node.window.and_then(|window| window.kind);
        kinds.push(own.or(node.parent.and_then(|parent| kinds[parent])));
    }
    kinds
}

fn is_meaningful(node: &Node) -> bool {
    node.visible_to_user != Some(false) && node.has_text()
}

/// An alert: a button and a content panel by the names that the system gives them.
fn is_dialog(tree: &Tree) -> bool {
    let has = |name: &str| {
        tree.nodes().iter().any(|n| {
            n.identifier
                .as_deref()
                .is_some_and(|id| id.strip_prefix("android:id/") == Some(name))
        })
    };
    (has("button1") || has("button2") || has("button3")) && (has("message") || has("alertTitle") || has("content"))
}

/// Meaningful nodes in a window that takes input and isn't an app's.
fn active_surface(tree: &Tree, kinds: &[Option<i64>]) -> usize {
    let mut active = Vec::with_capacity(tree.len());
    let mut count = 0;
    for (i, node) in tree.nodes().iter().enumerate() {
        let own = node
            .window
            .map(|window| window.active == Some(true) || window.focused == Some(true));
        let here = own.unwrap_or_else(|| node.parent.is_some_and(|parent| active[parent]));
        active.push(here);
        count += usize::from(here && kinds[i] != Some(APPLICATION_WINDOW) && is_meaningful(node));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WindowFacts;

    fn window(kind: i64, package: &str, texts: usize) -> Vec<Node> {
        let facts = WindowFacts {
            kind: Some(kind),
            active: Some(true),
            ..WindowFacts::default()
        };
        let root = Node {
            window: Some(facts),
            bundle_id: Some(package.into()),
            ..Node::default()
        };
        let text = |i: usize| Node {
            parent: Some(0),
            label: Some(format!("text {i}")),
            bundle_id: Some(package.into()),
            ..Node::default()
        };
        std::iter::once(root).chain((0..texts).map(text)).collect()
    }

    fn of(nodes: Vec<Node>, app: Option<&str>) -> Content {
        content(&Tree::from(nodes), app)
    }

    #[test]
    fn a_launchers_tree_is_another_app() {
        assert_eq!(of(window(1, "com.launcher", 9), Some("com.x")), Content::OtherApp);
        assert_eq!(of(window(1, "com.x", 9), Some("com.x")), Content::App);
        assert_eq!(of(window(1, "com.x", 9), None), Content::App);
    }

    #[test]
    fn empty_poor_and_system_trees_are_told_apart() {
        assert_eq!(
            of(Vec::new(), None),
            Content::Unreadable(ContentReason::EmptyHelperOutput)
        );
        assert_eq!(
            of(window(1, "com.x", 1), None),
            Content::Unreadable(ContentReason::ContentPoorAppWindow)
        );
        assert_eq!(
            of(window(3, "com.android.systemui", 2), None),
            Content::Unreadable(ContentReason::SystemWindowOnly)
        );
        assert_eq!(
            of(window(3, "com.android.systemui", 3), None),
            Content::SystemSurfaceOnly
        );
    }
}
