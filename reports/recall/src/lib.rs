//! How much of what is there the detectors find.
