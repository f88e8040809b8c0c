//! skillc-points
