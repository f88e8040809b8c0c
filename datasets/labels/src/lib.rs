//! Ground truth from label files, and into them.
