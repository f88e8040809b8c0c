//! skillc-settle
