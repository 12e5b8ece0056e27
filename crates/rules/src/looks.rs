//! Looks through a seat's eyes, each of which tests can open to the truth or shut to what is public, one at a time.
//!
//! A look is a call of a method of a system's eyes whose answer rests on whether the seat knows the secrets of a side. With the
//! feature `looks` those methods pass on where they are called from (`track_caller`); tests find out where all looks are
//! (`noting`) and alter one of them (`altering`): where nobody notices, no test rests on what that look shows.

/// Whether a seat knows the secrets that are looked at: `own`, unless a test has altered this look.
#[inline]
#[must_use]
#[cfg_attr(feature = "looks", track_caller)]
pub fn knows(own: bool) -> bool {
    #[cfg(feature = "looks")]
    return altered::knows(own);
    #[cfg(not(feature = "looks"))]
    own
}

/// Altering one look, for tests.
#[cfg(feature = "looks")]
pub mod altered {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeSet;
    use std::fmt;
    use std::panic::Location;

    /// What a look is altered to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Instead {
        /// Nothing is hidden from it.
        Truth,
        /// It shows what a spectator sees.
        Public,
    }

    /// A look in the code, and what it could be altered to so that it may answer something else.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Look {
        /// The source file, from the root of the workspace.
        pub file: &'static str,
        /// The line in it, from 1.
        pub line: u32,
        /// The column of the call in the line, from 1.
        pub column: u32,
        /// What instead.
        pub instead: Instead,
    }

    impl fmt::Display for Look {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}:{}:{} {:?}", self.file, self.line, self.column, self.instead)
        }
    }

    thread_local! {
        static ALTERED: Cell<Option<Look>> = const { Cell::new(None) };
        static NOTED: RefCell<Option<BTreeSet<Look>>> = const { RefCell::new(None) };
    }

    /// Whether the look that calls this knows what it is at. What its seat knows can only be shut, and what it does not know only
    /// be opened.
    #[track_caller]
    pub(super) fn knows(own: bool) -> bool {
        let (caller, instead) = (Location::caller(), if own { Instead::Public } else { Instead::Truth });
        let look = Look { file: caller.file(), line: caller.line(), column: caller.column(), instead };
        NOTED.with_borrow_mut(|noted| noted.as_mut().map(|noted| noted.insert(look)));
        own ^ (ALTERED.get() == Some(look))
    }

    struct Restore;

    impl Drop for Restore {
        fn drop(&mut self) {
            ALTERED.set(None);
            NOTED.with_borrow_mut(|noted| *noted = None);
        }
    }

    /// Runs `body` with one look altered on this thread.
    pub fn altering<T>(look: Look, body: impl FnOnce() -> T) -> T {
        ALTERED.set(Some(look));
        let _restore = Restore;
        body()
    }

    /// Runs `body` and says which looks were taken on this thread meanwhile.
    pub fn noting<T>(body: impl FnOnce() -> T) -> (T, BTreeSet<Look>) {
        NOTED.with_borrow_mut(|noted| *noted = Some(BTreeSet::new()));
        let _restore = Restore;
        let done = body();
        let noted = NOTED.with_borrow_mut(Option::take).unwrap_or_default();
        (done, noted)
    }
}
