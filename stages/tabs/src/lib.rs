//! skillc-tabs
