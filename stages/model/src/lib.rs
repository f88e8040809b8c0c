//! The model of an app: everything about its skills that a comparison may speak of, with where each part comes from.
//!
//! A model is kept beside accepted skills and compared with another one years later, so it depends on nothing outside itself: it
//! holds what was said in APP.md, which recordings and detectors it was made from, and for every step the recorded action and frames.
//!
//! | module | what it holds |
//! |---|---|
//! | [`model`](mod@model) | the types |
//! | [`build`](mod@build) | a model out of the results of the stages |
//! | [`reach`](mod@reach) | which screens the skip list puts out of reach, and which of its patterns does |

pub mod build;
pub mod model;
pub mod reach;

pub use build::{Compiled, build};
pub use model::{
    AcceptedUnder, AppModel, Basis, Declared, FieldPlace, FlakyWay, Inputs, LostScreen, ObstacleModel, ScreenModel,
    SkillModel, StepModel,
};
