//! Refusal of orders that don't answer the present question.

use rules::{Clause, Refusal};

/// Checks that an order is given at its time. The refusal says when that is.
#[inline]
pub fn only(now: bool, clause: Clause, why: &'static str) -> Result<(), Refusal> {
    if now { Ok(()) } else { Err(Refusal::new(clause, why)) }
}
