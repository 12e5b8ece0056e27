//! The kinds of questions that a system asks.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Clause;

/// A kind of question to a side, made by [`questions!`](crate::questions). Standing orders answer by kind.
pub trait Question: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Every kind.
    const ALL: &'static [Self];
    /// How it is written, in files and for clients.
    fn word(self) -> &'static str;
    /// The clause that asks.
    fn clause(self) -> Clause;
    /// Whether the other side hears nothing of the orders that answer this question before one ends it, as where a side
    /// sets up out of sight: how many there were must not show in when they come.
    fn is_unseen(self) -> bool;
}

/// Makes the kinds of questions of a system: each with how it is written, and the clause that asks; `unseen` behind it where
/// the other side hears nothing of the answers (see [`Question::is_unseen`]).
///
/// ```
/// use rules::Question as _;
///
/// rules::clauses! {
///     /// One acts, then the other.
///     H1 = "H-1",
/// }
/// rules::questions! {
///     /// What is asked.
///     Question {
///         /// What a side does.
///         Act = "act" by H1,
///         /// Where a side sets up.
///         SetUp = "set_up" by H1 unseen,
///     }
/// }
/// assert_eq!(Question::Act.word(), "act");
/// assert_eq!(Question::Act.clause(), H1);
/// assert!(!Question::Act.is_unseen() && Question::SetUp.is_unseen());
/// assert_eq!(Question::ALL, [Question::Act, Question::SetUp]);
/// # let _ = ALL;
/// ```
#[macro_export]
macro_rules! questions {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal by $clause:ident $($unseen:ident)?),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $crate::Question for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            #[inline]
            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
            #[inline]
            fn clause(self) -> $crate::Clause {
                match self { $(Self::$variant => $clause),* }
            }
            #[inline]
            fn is_unseen(self) -> bool {
                match self { $(Self::$variant => false $(|| $crate::unseen!($unseen))?),* }
            }
        }
    };
}

/// The word behind a question whose answers the other side hears nothing of.
#[doc(hidden)]
#[macro_export]
macro_rules! unseen {
    (unseen) => {
        true
    };
}
