//! One list of texts from the screens of a scrolled page.
