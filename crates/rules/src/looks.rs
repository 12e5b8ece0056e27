//! Looks through a seat's eyes, each of which tests can open to the true position or shut to what is public, one at a time.
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

    /// The looks that were taken.
    #[derive(Clone, Debug, Default)]
    pub struct Taken {
        /// Where they are, and what each could be altered to.
        pub looks: BTreeSet<Look>,
        /// The number of looks taken.
        pub times: u64,
    }

    thread_local! {
        /// The look that is altered, and how many may still be taken.
        static ALTERED: Cell<Option<(Look, u64)>> = const { Cell::new(None) };
        static NOTED: RefCell<Option<Taken>> = const { RefCell::new(None) };
    }

    /// Whether the look that calls this knows what it is at. What its seat knows can only be shut, and what it does not know only
    /// be opened.
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

    /// Runs `body` with one look altered on this thread, given what it takes unaltered.
    ///
    /// # Panics
    /// Where more than ten times as many looks are taken as unaltered, and a million: it may come to no end, and takes ever more
    /// memory. A test counts that as noticed.
    pub fn altering<T>(look: Look, unaltered: &Taken, body: impl FnOnce() -> T) -> T {
        ALTERED.set(Some((look, 1_000_000 + 10 * unaltered.times)));
        let _restore = Restore;
        body()
    }

    /// Runs `body` and says which looks were taken on this thread meanwhile.
    pub fn noting<T>(body: impl FnOnce() -> T) -> (T, Taken) {
        NOTED.with_borrow_mut(|noted| *noted = Some(Taken::default()));
        let _restore = Restore;
        let done = body();
        let taken = NOTED.with_borrow_mut(Option::take).unwrap_or_default();
        (done, taken)
    }
}
