//! The ledger of runs: what every run did, app by app and stage by stage, as Parquet for notebooks.
//!
//! A run is one file, `run=<ulid>.parquet`, that appears by rename and is never changed. Its rows are the run's apps; stages and
//! problems are lists in the row, so that a sum over a column counts nothing twice. A row without an app holds what belongs to the
//! run and to no app.
//!
//! | module | what it holds |
//! |---|---|
//! | [`run`](mod@run) | a run as records |
//! | [`ledger`](mod@ledger) | appending and reading |
//! | [`schema`](mod@schema) | the columns |

mod decode;
mod encode;
pub mod ledger;
pub mod run;
pub mod schema;

pub use ledger::{Ledger, LedgerError, Listing, Unreadable};
pub use run::{AppRun, Run, RunOutcome, StageRun};
