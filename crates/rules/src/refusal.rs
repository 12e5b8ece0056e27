//! Refusals: a no, with its clause.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Clause;

/// Why an order is refused: the most exact clause the seat may know, and plain words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{why} [{clause}]")]
pub struct Refusal {
    /// The clause that forbids the order.
    pub clause: Clause,
    /// Plain words for the player; never a fact the seat may not know.
    pub why: Cow<'static, str>,
}

impl Refusal {
    /// A refusal with words made at run time.
    pub fn new(clause: Clause, why: impl Into<Cow<'static, str>>) -> Self {
        Refusal { clause, why: why.into() }
    }
}
