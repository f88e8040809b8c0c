//! skillc-flows
