//! Clauses: the names behind every yes and no.

use std::borrow::Cow;

use board::scenario::{Diagnostic, Reader, Span};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Refusal;

/// A clause of a rulebook, by its identifier. Made only by [`clauses!`](crate::clauses), so that a citation of a
/// clause that does not exist does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Clause(&'static str);

impl Clause {
    /// For [`clauses!`](crate::clauses) only.
    #[doc(hidden)]
    #[must_use]
    pub const fn declare(id: &'static str) -> Self {
        Clause(id)
    }

    /// The identifier, such as `TOI-S4`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// Refuses with this clause when `condition` holds.
    ///
    /// # Errors
    /// The refusal, saying `why` (plain words for the player, without the clause).
    #[inline]
    pub fn forbids(self, condition: bool, why: &'static str) -> Result<(), Refusal> {
        if condition && self.is_in_force() {
            return Err(Refusal { clause: self, why: Cow::Borrowed(why) });
        }
        Ok(())
    }

    /// Notes that something in a scenario file breaks this clause.
    pub fn broken_by(self, reader: &mut Reader<'_>, span: Span, problem: Diagnostic) {
        if self.is_in_force() {
            reader.error(span, problem.clause(self.id()));
        }
    }

    /// Whether the clause counts. Always true in play; the tests switch clauses off one at a time to see that a
    /// case notices (feature `ablation`).
    #[inline]
    #[must_use]
    pub fn is_in_force(self) -> bool {
        #[cfg(feature = "ablation")]
        {
            ablation::in_force(self)
        }
        #[cfg(not(feature = "ablation"))]
        {
            true
        }
    }
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Switching off one clause, for tests.
#[cfg(feature = "ablation")]
pub mod ablation {
    use std::cell::RefCell;

    use super::Clause;

    thread_local! {
        static OFF: RefCell<Option<String>> = const { RefCell::new(None) };
    }

    struct Restore;
    impl Drop for Restore {
        fn drop(&mut self) {
            OFF.with_borrow_mut(|off| *off = None);
        }
    }

    /// Runs `body` with the clause of this id out of force on this thread.
    pub fn without<T>(id: &str, body: impl FnOnce() -> T) -> T {
        OFF.with_borrow_mut(|off| *off = Some(id.to_owned()));
        let _restore = Restore;
        body()
    }

    pub(super) fn in_force(clause: Clause) -> bool {
        OFF.with_borrow(|off| off.as_deref() != Some(clause.id()))
    }
}

/// Declares the clauses of a system as constants, and lists them in `ALL` for the test that compares them with the
/// rulebook.
///
/// ```
/// rules::clauses! {
///     /// The stack may not move twice.
///     H1 = "H-1",
/// }
/// assert_eq!(H1.id(), "H-1");
/// assert_eq!(ALL, [H1]);
/// ```
#[macro_export]
macro_rules! clauses {
    ($($(#[$doc:meta])* $name:ident = $id:literal),* $(,)?) => {
        $($(#[$doc])* pub const $name: $crate::Clause = $crate::Clause::declare($id);)*
        /// Every clause declared here, in the order of the rulebook.
        pub const ALL: &[$crate::Clause] = &[$($name),*];
    };
}

/// The clauses of the referee itself, which hold in every system (`rulebooks/referee.toml`).
pub mod referee_clauses {
    crate::clauses! {
        /// Only the side that is asked gives orders.
        AWAITED = "REF-1",
        /// Undo stops at knowledge.
        UNDO = "REF-2",
        /// Pieces and places are named as the seat knows them.
        NAMES = "REF-3",
        /// The game is over.
        OVER = "REF-4",
        /// Standing orders answer questions of their kind.
        STANDING = "REF-5",
        /// A repeated order is answered, not done twice.
        REPEATED = "REF-6",
        /// What something hidden forbids is barred; no more is said.
        BARRED = "REF-7",
        /// An order is complete and of a known kind.
        COMPLETE = "REF-8",
        /// Dice entered by players match the roll that was asked.
        ENTERED = "REF-9",
        /// A side may give the game up.
        RESIGNED = "REF-10",
    }
}
