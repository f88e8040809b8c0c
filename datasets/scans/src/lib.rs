//! skillc-scans
