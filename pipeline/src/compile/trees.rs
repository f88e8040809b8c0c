//! The recorded trees behind the steps of skills: what scripts verify their targets on.

use std::collections::{BTreeMap, BTreeSet};

use skillc_ad_script::ScriptPlatform;
use skillc_captures::{ReadError, Store, Table};
use skillc_records::{FrameIndex, FrameRef, Node, Session};
use skillc_scripts::ScriptContext;
use skillc_skills::SkillSet;
use skillc_snapshot::{SnapshotSource, Tree, recorded};

use super::sessions::SessionSource;
use crate::engine::Digest;

/// What the scripts of an app depend on beside its skills: the sessions that have trees.
pub fn inputs(sources: &[SessionSource]) -> BTreeMap<String, Digest> {
    sources
        .iter()
        .filter(|source| has_trees(source))
        .map(|source| (format!("nodes of {}", source.id()), source.digest))
        .collect()
}

/// The context of the scripts of `set`: the platform, if all sessions are of one, and the trees of the frames that steps name.
///
/// # Errors
/// When a session that has trees can't be read.
pub fn context(
    store: &Store,
    app: &str,
    set: &SkillSet,
    sources: &[SessionSource],
) -> Result<ScriptContext, ReadError> {
    let mut context = ScriptContext {
        app: app.to_owned(),
        ..ScriptContext::default()
    };
    let wanted = named_frames(set);
    let mut platforms = BTreeSet::new();
    for source in sources {
        if !has_trees(source) {
            platforms.insert(None);
            continue;
        }
        let recording = store.read_contents(&source.contents)?;
        platforms.insert(platform(&recording.session));
        context
            .trees
            .extend(trees(&recording.session, &recording.nodes, &wanted));
    }
    let mut platforms = platforms.into_iter();
    if let (Some(one), None) = (platforms.next(), platforms.next()) {
        context.platform = one;
    }
    Ok(context)
}

fn has_trees(source: &SessionSource) -> bool {
    source.contents.of_table(Table::Nodes).next().is_some()
}

fn platform(session: &Session) -> Option<ScriptPlatform> {
    session.target.platform.as_deref().and_then(ScriptPlatform::named)
}

/// The frames before and after the steps.
fn named_frames(set: &SkillSet) -> BTreeSet<&FrameRef> {
    let steps = set.skills.iter().flat_map(|skill| &skill.steps);
    let frames = steps.flat_map(|step| [&step.provenance.before, &step.provenance.after]);
    frames.flatten().collect()
}

/// The regular projections of the wanted frames of a session.
fn trees(session: &Session, nodes: &[Node], wanted: &BTreeSet<&FrameRef>) -> BTreeMap<FrameRef, Tree> {
    let Some(source) = SnapshotSource::of_session(session.producer, session.target.platform.as_deref()) else {
        return BTreeMap::new();
    };
    let mut rows: BTreeMap<FrameIndex, Vec<Node>> = BTreeMap::new();
    for node in nodes {
        rows.entry(node.frame).or_default().push(node.clone());
    }
    let named = |frame| FrameRef {
        session: session.id.clone(),
        frame,
    };
    let shown = rows.into_iter().filter_map(|(frame, rows)| {
        let frame = Some(named(frame)).filter(|frame| wanted.contains(frame))?;
        Some((frame, recorded::regular(source, &rows)))
    });
    shown.collect()
}
