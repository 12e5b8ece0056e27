//! Clauses: identifiers of the rules that permit, forbid or cause something.

use std::borrow::Cow;

use board::scenario::{Diagnostic, Reader, Span};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Refusal;

/// A clause of a rulebook, by its identifier. Only [`clauses!`](crate::clauses) makes values of it: code that cites an
/// undeclared clause does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Clause(&'static str);

impl Clause {
    /// Creates a clause. For [`clauses!`](crate::clauses) only.
    #[doc(hidden)]
    #[must_use]
    pub const fn declare(id: &'static str) -> Self {
        Clause(id)
    }

    /// The identifier as in the rulebook, such as `TOI-S4`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }

    /// Refuses under this clause if `condition` holds.
    ///
    /// # Errors
    /// Returns a refusal with this clause and the text `why` if `condition` is true. `why` is an English sentence for
    /// the player that does not repeat the clause.
    #[inline]
    pub fn forbids(self, condition: bool, why: &'static str) -> Result<(), Refusal> {
        if condition && self.is_in_force() {
            // Most orders that are looked at may be given, and their code shall lie close together.
            std::hint::cold_path();
            return Err(Refusal { clause: self, why: Cow::Borrowed(why) });
        }
        Ok(())
    }

    /// Reports a scenario entry at `span` that breaks this clause, as an error of the scenario file.
    pub fn broken_by(self, reader: &mut Reader<'_>, span: Span, problem: Diagnostic) {
        if self.is_in_force() {
            reader.error(span, problem.clause(self.id()));
        }
    }

    /// Whether the clause applies. Always true in play. With the feature `ablation`, tests switch off one clause at a
    /// time to check that some case fails without it.
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

/// Support for tests that switch off one clause.
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

    /// Runs `body` while the clause with this identifier is switched off on this thread.
    pub fn without<T>(id: &str, body: impl FnOnce() -> T) -> T {
        OFF.with_borrow_mut(|off| *off = Some(id.to_owned()));
        let _restore = Restore;
        body()
    }

    pub(super) fn off() -> Option<String> {
        OFF.with_borrow(Option::clone)
    }

    pub(super) fn in_force(clause: Clause) -> bool {
        OFF.with_borrow(|off| off.as_deref() != Some(clause.id()))
    }
}

/// Returns the clause that a test has switched off on this thread; `None` in play.
#[must_use]
pub fn switched_off() -> Option<String> {
    #[cfg(feature = "ablation")]
    {
        ablation::off()
    }
    #[cfg(not(feature = "ablation"))]
    {
        None
    }
}

/// Declares the clauses of a system as constants, and lists them in `ALL`. A test compares that list with the rulebook.
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
        /// Every clause declared here, in rulebook order.
        pub const ALL: &[$crate::Clause] = &[$($name),*];
    };
}

/// Clauses of the referee itself, which apply in every system (`rulebooks/referee.toml`).
pub mod referee_clauses {
    crate::clauses! {
        /// Only a side with a pending question may give orders.
        AWAITED = "REF-1",
        /// Undo is refused once it would take back knowledge of the enemy.
        UNDO = "REF-2",
        /// Orders name pieces and places by the names that the seat knows.
        NAMES = "REF-3",
        /// A finished game accepts no further orders.
        OVER = "REF-4",
        /// Standing orders answer questions of their kind.
        STANDING = "REF-5",
        /// A repeated order gets its first answer and is not carried out again.
        REPEATED = "REF-6",
        /// An order forbidden by something hidden is barred, without further explanation.
        BARRED = "REF-7",
        /// An order must be complete and of a known kind.
        COMPLETE = "REF-8",
        /// Dice entered by players must match the roll that was requested.
        ENTERED = "REF-9",
        /// A side may resign the game.
        RESIGNED = "REF-10",
    }
}
