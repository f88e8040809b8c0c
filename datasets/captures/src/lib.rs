//! skillc-captures
