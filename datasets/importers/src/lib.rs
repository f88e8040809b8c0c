//! skillc-importers
