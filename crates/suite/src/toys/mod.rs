//! Two tiny systems that try out the vocabulary before a real game does: `duel`, which is there to be copied
//! (`docs/write-a-system.md`), and `hide`, whose copies leak on purpose.

pub mod duel;
pub mod hide;
