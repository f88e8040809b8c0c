//! skillc-patterns
