//! skillc-app-description
