//! Secrecy checks that tests can override one at a time.
//!
//! A look is a call of a method of a system's eyes whose result depends on whether the seat knows the secrets of a
//! side. With the feature `looks` those methods record their caller (`track_caller`). Tests list all looks (`noting`)
//! and override one of them (`altering`), to show the true position or only public information. If no test fails then,
//! that look is not covered.

/// Returns whether a seat knows the secrets in question: `own`, unless a test overrides this look.
#[inline]
#[must_use]
#[cfg_attr(feature = "looks", track_caller)]
pub fn knows(own: bool) -> bool {
    #[cfg(feature = "looks")]
    return altered::knows(own);
    #[cfg(not(feature = "looks"))]
    own
}

/// Support for tests that override one look.
#[cfg(feature = "looks")]
pub mod altered {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeSet;
    use std::fmt;
    use std::panic::Location;

    /// The result that an overridden look gives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Instead {
        /// The true position: nothing is hidden.
        Truth,
        /// Public information only, as for a spectator.
        Public,
    }

    /// A look in the source code, and the override that could change its result.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Look {
        /// Path of the source file, from the root of the workspace.
        pub file: &'static str,
        /// Line number of the call, from 1.
        pub line: u32,
        /// Column number of the call, from 1.
        pub column: u32,
        /// The override: the opposite of what the seat knew.
        pub instead: Instead,
    }

    impl fmt::Display for Look {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}:{}:{} {:?}", self.file, self.line, self.column, self.instead)
        }
    }

    /// The looks recorded during a run.
    #[derive(Clone, Debug, Default)]
    pub struct Taken {
        /// Distinct looks, each with its possible override.
        pub looks: BTreeSet<Look>,
        /// Total number of calls, including repetitions.
        pub times: u64,
    }

    thread_local! {
        /// The overridden look, and how many further calls of any look are permitted.
        static ALTERED: Cell<Option<(Look, u64)>> = const { Cell::new(None) };
        static NOTED: RefCell<Option<Taken>> = const { RefCell::new(None) };
    }

    /// Returns `own`, or its opposite if the calling look is overridden. A look that knows a secret can only be closed;
    /// one that does not can only be opened.
    #[track_caller]
    pub(super) fn knows(own: bool) -> bool {
        let (caller, instead) = (Location::caller(), if own { Instead::Public } else { Instead::Truth });
        let look = Look { file: caller.file(), line: caller.line(), column: caller.column(), instead };
        NOTED.with_borrow_mut(|noted| {
            if let Some(taken) = noted {
                taken.looks.insert(look);
                taken.times += 1;
            }
        });
        let Some((altered, left)) = ALTERED.get() else { return own };
        assert!(left > 0, "with {altered} altered it comes to no end");
        ALTERED.set(Some((altered, left - 1)));
        own ^ (altered == look)
    }

    struct Restore;

    impl Drop for Restore {
        fn drop(&mut self) {
            ALTERED.set(None);
            NOTED.with_borrow_mut(|noted| *noted = None);
        }
    }

    /// Runs `body` with one look overridden on this thread. `unaltered` is the record of a run without the override.
    ///
    /// # Panics
    /// Panics after a million calls plus ten times those in `unaltered`, because the run may never end. Tests count
    /// that as a failure that covers the look.
    pub fn altering<T>(look: Look, unaltered: &Taken, body: impl FnOnce() -> T) -> T {
        ALTERED.set(Some((look, 1_000_000 + 10 * unaltered.times)));
        let _restore = Restore;
        body()
    }

    /// Runs `body` and returns its result, with the looks recorded on this thread meanwhile.
    pub fn noting<T>(body: impl FnOnce() -> T) -> (T, Taken) {
        NOTED.with_borrow_mut(|noted| *noted = Some(Taken::default()));
        let _restore = Restore;
        let done = body();
        let taken = NOTED.with_borrow_mut(Option::take).unwrap_or_default();
        (done, taken)
    }
}
