//! The head of a session.

use skillc_records::{Producer, Session, SessionId, SessionState, Target, Timestamp, WindowSize};
use skillc_simulator::SimulatorOptions;

/// All that a recording in the simulator follows from. The same run gives the same session, byte for byte.
#[derive(Debug, Clone)]
pub struct SimulatorRun<'r> {
    /// The app's display name.
    pub app: &'r str,
    /// The text of its APP.md.
    pub app_md: &'r str,
    /// Its declared locale.
    pub locale: Option<&'r str>,
    /// What the session is for, in the user's words.
    pub goal: Option<&'r str>,
    /// How the scenes are shown.
    pub options: SimulatorOptions,
    /// What else the recording depends on: the explorer's budget and the skip list, in any form that differs when they do.
    pub limits: &'r str,
    /// The window.
    pub window: WindowSize,
    /// What the simulated clock shows at the start.
    pub started_at: Timestamp,
}

/// The session of a run. Its id is the time at which the simulated clock starts, and a hash of the run in place of chance.
pub fn simulator_session(run: &SimulatorRun<'_>) -> Session {
    let mut hasher = blake3::Hasher::new();
    for part in [
        run.app,
        run.app_md,
        run.goal.unwrap_or_default(),
        run.limits,
        &format!("{:?}", run.options),
        VERSION,
    ] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    let hash = hasher.finalize();
    let chance = hash.as_bytes()[..10]
        .iter()
        .fold(0_u128, |chance, byte| (chance << 8) | u128::from(*byte));
    let milliseconds = u64::try_from(run.started_at.0 / 1000).unwrap_or(0);
    let ulid = ulid::Ulid::from_parts(milliseconds, chance).to_string();
    Session {
        id: session_id(&ulid),
        app: run.app.to_owned(),
        producer: Producer::Simulator,
        producer_version: Some(VERSION.to_owned()),
        target: Target {
            platform: Some("simulator".to_owned()),
            device: Some("mirrored iPhone".to_owned()),
            os_version: None,
        },
        locale: run.locale.map(ToOwned::to_owned),
        orientation: run.window.orientation(),
        window: run.window,
        app_md: Some(run.app_md.to_owned()),
        started_at: run.started_at,
        ended_at: None,
        goal: run.goal.map(ToOwned::to_owned),
        recorder_version: VERSION.to_owned(),
        state: SessionState::Sealed,
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn session_id(ulid: &str) -> SessionId {
    SessionId::parse(ulid).unwrap_or_else(|_| unreachable!("a ULID has 26 characters of Crockford base 32"))
}
