//! skillc-engines
