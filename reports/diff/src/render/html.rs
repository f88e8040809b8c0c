//! One offline page.
