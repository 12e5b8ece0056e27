//! Orders that answer another question than the one that stands.

use rules::{Clause, Refusal};

/// An order is given at its time; at any other question it is told when that is.
///
/// # Errors
/// When it is not now.
#[inline]
pub fn only(now: bool, clause: Clause, why: &'static str) -> Result<(), Refusal> {
    if now { Ok(()) } else { Err(Refusal::new(clause, why)) }
}
