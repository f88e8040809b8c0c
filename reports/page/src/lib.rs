//! skillc-page
