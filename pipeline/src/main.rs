//! The `skillc` program.
fn main() {}
