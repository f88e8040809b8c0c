//! skillc-app-check
