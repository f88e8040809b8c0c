//! Accepting: some or all of what changed becomes what later runs compare with.
//!
//! | module | what it holds |
//! |---|---|
//! | [`unit`](mod@unit) | what can be accepted by itself: the app as a whole, or one skill |
//! | [`wanted`](mod@wanted) | the patterns of `--only` |
//! | [`ask`](mod@ask) | asking at the terminal |
//! | [`versions`](mod@versions) | which version of each skill is accepted when others are held back |
//! | [`compose`](mod@compose) | the files and the record of an app whose skills are from several compiles |

pub mod ask;
pub mod compose;
pub mod unit;
pub mod versions;
pub mod wanted;
