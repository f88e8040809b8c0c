//! skillc-screens
