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
    /// Whether a side is asked this in the middle of an order of the other side, and may act against it, as with fire at
    /// moving units. Odds of that order then list the pieces that could act.
    /// An order that answers it names its acting piece first: in its text, and from the order itself.
    fn is_reaction(self) -> bool;
}

/// Declares the kinds of questions of a system, each with its identifier and its clause. A keyword after the clause
/// marks a special kind:
///
/// - `unseen`: the other side does not see the answers ([`Question::is_unseen`]).
/// - `reaction`: the answers act against an order of the other side ([`Question::is_reaction`]).
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
///         /// Whether a side fires at what moves.
///         Fire = "fire" by H1 reaction,
///     }
/// }
/// assert_eq!(Question::Act.word(), "act");
/// assert_eq!(Question::Act.clause(), H1);
/// assert!(!Question::Act.is_unseen() && Question::SetUp.is_unseen());
/// assert!(!Question::SetUp.is_reaction() && Question::Fire.is_reaction());
/// assert_eq!(Question::ALL, [Question::Act, Question::SetUp, Question::Fire]);
/// # let _ = ALL;
/// ```
#[macro_export]
macro_rules! questions {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal by $clause:ident $($mark:ident)?),* $(,)? }) => {
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
                match self { $(Self::$variant => false $(|| $crate::question_mark!(unseen $mark))?),* }
            }
            #[inline]
            fn is_reaction(self) -> bool {
                match self { $(Self::$variant => false $(|| $crate::question_mark!(reaction $mark))?),* }
            }
        }
    };
}

/// Compares two keywords of [`questions!`](crate::questions), and accepts no others.
#[doc(hidden)]
#[macro_export]
macro_rules! question_mark {
    (unseen unseen) => {
        true
    };
    (reaction reaction) => {
        true
    };
    (unseen reaction) => {
        false
    };
    (reaction unseen) => {
        false
    };
}
