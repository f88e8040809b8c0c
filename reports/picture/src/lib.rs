//! skillc-picture
