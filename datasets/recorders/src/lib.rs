//! skillc-recorders
