//! Refusals: the reason why an order is not accepted, with its clause.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Clause;

/// The reason why an order is refused: the most exact clause the seat may know, and an English sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
#[error("{why} [{clause}]")]
pub struct Refusal {
    /// The clause that forbids the order, such as REF-8.
    pub clause: Clause,
    /// English sentence for the player. Never contains a fact that the seat may not know.
    pub why: Cow<'static, str>,
}

impl Refusal {
    /// Creates a refusal. `why` may be a literal or text made at run time.
    #[inline]
    pub fn new(clause: Clause, why: impl Into<Cow<'static, str>>) -> Self {
        std::hint::cold_path();
        Refusal { clause, why: why.into() }
    }

    /// Sort key: of the refusals of several orders of a kind, the first explains why none is available.
    #[inline]
    #[must_use]
    pub fn rank(&self) -> (&'static str, &str) {
        (self.clause.id(), &self.why)
    }
}
