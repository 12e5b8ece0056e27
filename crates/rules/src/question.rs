//! The kinds of questions that a system puts to a side.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Clause;

/// A kind of question, declared by [`questions!`](crate::questions). Standing orders refer to these kinds.
pub trait Question: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Every kind, in the order of declaration.
    const ALL: &'static [Self];
    /// The identifier in files and for clients, such as `set_up`.
    fn word(self) -> &'static str;
    /// The clause that requires an answer.
    fn clause(self) -> Clause;
    /// Whether the other side receives nothing about orders that answer this question until one of them ends it, as in
    /// a hidden set-up. Their number must then not show in the timing of events.
    fn is_unseen(self) -> bool;
}

/// Declares the kinds of questions of a system, each with its identifier and its clause. `unseen` after the clause
/// marks a question whose answers the other side does not see (see [`Question::is_unseen`]).
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

/// Accepts the keyword `unseen` of [`questions!`](crate::questions), and no other.
#[doc(hidden)]
#[macro_export]
macro_rules! unseen {
    (unseen) => {
        true
    };
}
