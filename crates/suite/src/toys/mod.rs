//! Two tiny systems that test the interfaces before a real game does: `duel`, to be copied
//! (`docs/write-a-system.md`), and `hide`, whose copies leak on purpose.

// Its copy is a crate of its own, for which the lint is on.
#[warn(missing_docs)]
pub mod duel;
pub mod hide;
