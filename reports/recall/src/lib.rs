//! skillc-recall
