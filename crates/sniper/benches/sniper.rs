//! Benchmarks of Sniper!.
fn main() {}
