//! skillc-diff
