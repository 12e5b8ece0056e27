//! Conformance cases: a position, orders and the expected results.
//!
//! A case defines the effect of a rule, and players use it to report an error in one. It is written from the published
//! rules, not from the code, and names clauses. A clause without a case fails the project's tests.

mod check;
mod file;
mod form;
mod heard;
mod lesson;
mod matching;
mod panel;
mod pass;
mod run;
mod step;
mod words;

pub use file::{Case, CaseError, FORMAT};
pub(crate) use form::Mistake;
pub(crate) use panel::{PanelStep, ResultChance};
pub use run::{Failure, run};
pub(crate) use run::{Stepped, run_with};
pub(crate) use step::Step;

pub(crate) mod parts {
    pub use super::matching::Pattern;
    pub use super::words::{UNORDERED, is_of_type, schema};
}
