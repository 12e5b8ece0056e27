//! The Undercity command line.
#![forbid(unsafe_code)]
fn main() {}
