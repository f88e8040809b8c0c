//! skillc-obstacles
