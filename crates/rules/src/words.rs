//! Macros for enums of words: identifiers in files and English text for people.

/// Declares an enum of words. It is `Copy`, ordered as listed and serialized in snake case, and has an English text for
/// each value.
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
            /// English text of the value.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $($name::$variant => $words),* }
            }
        }
    };
}

/// Declares `Army`, the enum of a scenario's two sides, the first being side A. Each has its name in files and an
/// adjective.
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
            /// Returns the side that this army plays.
            #[must_use]
            pub const fn side(self) -> $crate::Side {
                match self {
                    Army::$a => $crate::Side::A,
                    Army::$b => $crate::Side::B,
                }
            }

            /// Returns the army that plays a side.
            #[must_use]
            pub const fn of(side: $crate::Side) -> Self {
                match side {
                    $crate::Side::A => Army::$a,
                    $crate::Side::B => Army::$b,
                }
            }

            /// English adjective of the army, such as `Soviet`.
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
