//! What was recorded of an app, for the linter.

use std::collections::BTreeSet;
use std::path::Path;

use skillc_app_check::Recorded;
use skillc_app_description::outline;
use skillc_captures::{SessionFile, Store, StoreError};
use skillc_records::{ActionRef, Recording, Slug};
use skillc_settle::{Doubt, SettlePolicy, Settled, settle_recording};

use crate::context::Context;
use crate::failure::{Failure, shown};
use crate::loader;
use crate::notice::Level;

/// The sessions of a capture store, to check against.
#[derive(Debug)]
pub struct Recordings {
    store: Store,
    files: Vec<SessionFile>,
}

impl Recordings {
    /// The sessions of the configured store.
    ///
    /// # Errors
    /// When there is no store, or it can't be listed.
    pub fn open(context: &Context) -> Result<Self, Failure> {
        let folder = context.config.captures();
        let wrong = |error: StoreError| {
            let failure = Failure::new(format!("could not open the captures in {}", shown(&folder))).because(error);
            failure.help("name the store with --captures, or check the file by itself, without --against-captures")
        };
        let store = Store::open(&folder).map_err(wrong)?;
        let files = store.session_files().map_err(wrong)?;
        Ok(Self { store, files })
    }

    /// What the recorded detections of the app that `path` describes show; none if nothing was recorded. A session that can't be
    /// read is told and passed over.
    pub fn of(&self, path: &Path, context: &Context) -> Option<Recorded> {
        let text = loader::read(path).ok()?;
        let app = outline(&text).front_matter.value("app").map(Slug::of)?;
        let mut recorded = Recorded::default();
        let mut seen = BTreeSet::new();
        for file in self.files.iter().filter(|file| file.app == app) {
            let recording = match self.store.read_file(file) {
                Ok(recording) => recording,
                Err(error) => {
                    context.say(Level::Warning, &format!("session {} is passed over: {error}", file.id));
                    continue;
                }
            };
            recorded.locales.extend(recording.session.locale.clone());
            for settled in settle_recording(&recording, SettlePolicy::default()) {
                recorded.results += usize::from(settled.result.frame().is_some());
                let doubt = settled
                    .result
                    .doubt()
                    .filter(|doubt| misleads(&recording, &settled, doubt));
                let action = ActionRef {
                    session: recording.session.id.clone(),
                    action: settled.action,
                };
                recorded.doubts.extend(doubt.map(|doubt| (action, doubt.clone())));
            }
            for detections in recording.detections.values() {
                let texts: Vec<_> = detections
                    .iter()
                    .filter_map(|detection| detection.text.clone())
                    .collect();
                if !texts.is_empty() && seen.insert(texts.clone()) {
                    recorded.screens.push(texts);
                }
            }
        }
        if recorded.screens.is_empty() {
            let message = format!("{} has no recorded texts to check against", shown(path));
            context.say(Level::Warning, &message);
            return None;
        }
        Some(recorded)
    }
}

/// Whether a step could be built on the doubtful result. A tap that changed nothing looks like a screen that is stuck, and leads nowhere.
fn misleads(recording: &Recording, settled: &Settled, doubt: &Doubt) -> bool {
    let shown = |frame| {
        recording
            .detections_on(frame)
            .iter()
            .map(|one| one.text.as_deref())
            .collect::<Vec<_>>()
    };
    !matches!(doubt, Doubt::Stale { .. }) || settled.before.map(shown) != settled.result.frame().map(shown)
}
