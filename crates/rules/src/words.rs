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
