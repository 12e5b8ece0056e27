//! Conformance cases: a position, orders, and what must come of them.
//!
//! A case is how a rule is pinned down, and how a player reports that one is wrong. It is written from the source, not
//! from the code, and names clauses; a clause without a case fails the project's tests.

mod check;
mod file;
mod form;
mod heard;
mod matching;
mod pass;
mod run;
mod step;
mod words;

pub use file::{Case, CaseError, FORMAT};
pub use run::{Failure, run};

pub(crate) mod parts {
    pub use super::matching::Pattern;
    pub use super::words::{UNORDERED, is_of_type, schema};
}
