//! skillc-simulator
