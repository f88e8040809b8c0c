//! skillc-nightly
