//! Importers: what others have recorded, as sessions of the capture store.
//!
//! | module | what it holds |
//! |---|---|
//! | [`mirroir_graph`](mod@mirroir_graph) | mirroir's graph files |

pub mod mirroir_graph;
