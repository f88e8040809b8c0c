//! Importers: what others have recorded, as sessions of the capture store.
//!
//! | module | what it holds |
//! |---|---|
//! | [`kind`](mod@kind) | what can be imported, and how it is recognised from its content |
//! | [`source`](mod@source) | a file or folder of somebody else's, read with a limit |
//! | [`encoding`](mod@encoding) | the text in the bytes of a file |
//! | [`imported`](mod@imported) | a session, what its source can't tell, and what in it couldn't be read |
//! | [`import`](mod@import) | from source to session |
//! | [`store`](mod@store) | from session into the capture store, once |
//! | [`identity`](mod@identity) | ids that follow from the content |
//! | [`scripted`](mod@scripted) | sources that say what was done and nothing of what was seen |
//! | [`mirroir_graph`](mod@mirroir_graph) | mirroir's graph files |
//! | [`mirroir_record`](mod@mirroir_record) | what `mirroir record` writes |
//! | [`compiled_skill`](mod@compiled_skill) | mirroir's `.compiled.json` |
//! | [`ad`](mod@ad) | agent-device's `.ad` scripts |
//! | [`maestro`](mod@maestro) | Maestro flows |
//! | [`agent_device`](mod@agent_device) | agent-device's session folders |
//!
//! An importer never guesses: what a source can't tell is none in the session, and said as a [`Gap`].

pub mod ad;
pub mod agent_device;
pub mod compiled_skill;
pub mod encoding;
pub mod identity;
pub mod import;
pub mod imported;
pub mod kind;
pub mod maestro;
pub mod mirroir_graph;
pub mod mirroir_record;
pub mod scripted;
pub mod source;
pub mod store;

pub use import::{ImportError, Wishes, import};
pub use imported::{Gap, Imported, Skipped, UNKNOWN_TIME};
pub use kind::Kind;
pub use source::{Source, SourceError};
pub use store::{StoreFailure, Stored, keep};
