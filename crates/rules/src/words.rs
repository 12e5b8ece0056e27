//! Closed sets of words: an enum, how it is written, and how it is said.

/// Makes an enum of plain words: `Copy`, ordered as listed, written in snake case, said as given.
///
/// ```
/// rules::words! {
///     /// A squad's morale.
///     State {
///         /// In good order.
///         Steady = "steady",
///         /// Pinned.
///         Pinned = "pinned down",
///     }
/// }
/// assert_eq!(State::Pinned.words(), "pinned down");
/// assert!(State::Steady < State::Pinned);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $words:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            PartialOrd,
            Ord,
            Hash,
            ::serde::Serialize,
            ::serde::Deserialize,
            ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),* }
        impl $name {
            /// In plain words.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $($name::$variant => $words),* }
            }
        }
    };
}

/// Makes the enum of a scenario's two sides, the first being side A: as a file writes them, and as an adjective.
///
/// ```
/// rules::army! { Soviet = "Soviet", German = "German" }
/// assert_eq!(Army::German.side(), rules::Side::B);
/// assert_eq!(Army::of(rules::Side::A).words(), "Soviet");
/// ```
#[macro_export]
macro_rules! army {
    ($a:ident = $a_words:literal, $b:ident = $b_words:literal $(,)?) => {
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Army {
            $a,
            $b,
        }
        impl Army {
            /// The side.
            #[must_use]
            pub const fn side(self) -> $crate::Side {
                match self {
                    Army::$a => $crate::Side::A,
                    Army::$b => $crate::Side::B,
                }
            }

            /// The army of a side.
            #[must_use]
            pub const fn of(side: $crate::Side) -> Self {
                match side {
                    $crate::Side::A => Army::$a,
                    $crate::Side::B => Army::$b,
                }
            }

            /// As an adjective.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self {
                    Army::$a => $a_words,
                    Army::$b => $b_words,
                }
            }
        }
    };
}
