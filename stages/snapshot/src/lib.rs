//! skillc-snapshot
