//! skillc-detect
