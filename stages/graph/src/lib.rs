//! skillc-graph
