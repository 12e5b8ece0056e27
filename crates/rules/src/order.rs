//! Orders: the closed list of them that a system has, and what each kind says of itself, in a file of its own.

use crate::scene::OrderText;
use crate::{Enumeration, GamePlay, GameView, OfferSink, Refusal, Resolver, Seat, Side};

/// A question to a side, and what that side may see.
#[derive(Debug)]
pub struct Prompt<'a, S: GameView> {
    /// What the side may see.
    pub eyes: S::Eyes<'a>,
    /// The side that is asked.
    pub side: Side,
    /// The step that asks.
    pub step: S::Step,
}

impl<S: GameView> Clone for Prompt<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: GameView> Copy for Prompt<'_, S> {}

/// Who reads the words of an order: a seat with its view.
#[derive(Debug)]
pub struct Reader<'a, S: GameView> {
    /// What never changes.
    pub setting: &'a S::Setting,
    /// Whose view it is.
    pub seat: Seat,
    /// The view.
    pub facts: &'a [S::Fact],
}

impl<S: GameView> Clone for Reader<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: GameView> Copy for Reader<'_, S> {}

/// A kind of order: its fields, when and whether it may be given, what it does, how it is said, and how it is enumerated.
/// Its struct is made by the list of a
/// system's orders, [`orders!`](crate::orders).
pub trait OrderKind<S: GamePlay>: Copy {
    /// Whether the list of candidates holds it only where it may be given: then nobody looks at it again.
    const SURE: bool;

    /// Whether it answers the question that stands.
    ///
    /// # Errors
    /// The refusal with the clause of the question, or of the order.
    fn timely(&self, step: S::Step) -> Result<(), Refusal>;

    /// Whether it may be given, if it is timely.
    ///
    /// # Errors
    /// The refusal with its clause.
    fn legal(&self, prompt: Prompt<'_, S>) -> Result<(), Refusal>;

    /// What it does. `step` is the question that it answers, taken off the agenda.
    fn resolve(&self, resolver: &mut impl Resolver<S>, side: Side, step: S::Step);

    /// The order in words.
    fn describe(&self, reader: Reader<'_, S>) -> OrderText;

    /// Orders of this kind that could be written with the pieces and Locations the seat knows, legal or not.
    fn wellformed_orders(eyes: S::Eyes<'_>, side: Side, which: Enumeration, sink: &mut impl FnMut(Self));
}

/// A kind of first part of orders (see [`Choice`](crate::Choice)).
pub trait DraftKind<S: GamePlay>: Copy {
    /// Whether it leads to an order, of one that was listed as a candidate: true where the list makes sure of it.
    fn leads_on(&self, prompt: Prompt<'_, S>) -> bool;

    /// What may be chosen next; nothing if the draft itself is not legal.
    fn next(&self, prompt: Prompt<'_, S>, sink: &mut impl OfferSink<S>);

    /// The draft in words.
    fn describe(&self, reader: Reader<'_, S>) -> OrderText;
}

/// Makes the closed list of a system's orders and that of its drafts: two enums as they are written, a struct for each kind,
/// and everything that follows from the kinds. What an order is stands in a file of its own, as [`OrderKind`] of its struct.
///
/// A draft says by `as` what its struct is called. Kinds without fields are structs with empty braces.
#[macro_export]
macro_rules! orders {
    (
        $(#[$odoc:meta])* $order:ident of $system:ty {
            $($(#[$vdoc:meta])* $variant:ident $({ $($(#[$fdoc:meta])* $field:ident : $ty:ty),* $(,)? })?),* $(,)?
        }
        $(#[$ddoc:meta])* $draft:ident {
            $($(#[$wdoc:meta])* $part:ident as $kind:ident
                $({ $($(#[$gdoc:meta])* $of:ident : $oty:ty),* $(,)? })?),* $(,)?
        }
    ) => {
        $(#[$odoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $order { $($(#[$vdoc])* $variant $({ $($(#[$fdoc])* $field: $ty),* })?),* }

        $(#[$ddoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $draft { $($(#[$wdoc])* $part $({ $($(#[$gdoc])* $of: $oty),* })?),* }

        $(
            #[doc = concat!("[`", stringify!($order), "::", stringify!($variant), "`] as a kind of its own.")]
            #[allow(missing_docs)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $variant { $($(pub $field: $ty),*)? }

            impl From<$variant> for $order {
                #[inline(always)]
                fn from($variant { $($($field),*)? }: $variant) -> Self {
                    Self::$variant $({ $($field),* })?
                }
            }
        )*
        $(
            #[doc = concat!("[`", stringify!($draft), "::", stringify!($part), "`] as a kind of its own.")]
            #[allow(missing_docs)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $kind { $($(pub $of: $oty),*)? }

            impl From<$kind> for $draft {
                #[inline(always)]
                fn from($kind { $($($of),*)? }: $kind) -> Self {
                    Self::$part $({ $($of),* })?
                }
            }
        )*

        impl $order {
            /// Whether it may be given now.
            ///
            /// # Errors
            /// The refusal with its clause.
            #[inline]
            pub fn check(&self, prompt: $crate::Prompt<'_, $system>) -> Result<(), $crate::Refusal> {
                use $crate::OrderKind as _;
                match *self {
                    $(Self::$variant $({ $($field),* })? => {
                        let order = $variant { $($($field),*)? };
                        order.timely(prompt.step)?;
                        order.legal(prompt)
                    })*
                }
            }

            /// Whether it may be given, of one that was listed as a candidate.
            #[inline]
            pub fn is_offer<'a>(&self, prompt: impl FnOnce() -> Option<$crate::Prompt<'a, $system>>) -> bool {
                use $crate::OrderKind;
                match *self {
                    $(Self::$variant $({ $($field),* })? => {
                        <$variant as OrderKind<$system>>::SURE
                            || match prompt() {
                                Some(prompt) => $variant { $($($field),*)? }.legal(prompt).is_ok(),
                                None => false,
                            }
                    })*
                }
            }

            /// Does it.
            // Called at one place of a system, which knows the question: a call of its own would hand all over twice.
            #[inline(always)]
            pub fn resolve(
                &self,
                resolver: &mut impl $crate::Resolver<$system>,
                side: $crate::Side,
                step: <$system as $crate::GameState>::Step,
            ) {
                use $crate::OrderKind as _;
                match *self {
                    $(Self::$variant $({ $($field),* })? => {
                        $variant { $($($field),*)? }.resolve(resolver, side, step);
                    })*
                }
            }

            /// The order in words.
            #[must_use]
            pub fn describe(&self, reader: $crate::Reader<'_, $system>) -> $crate::scene::OrderText {
                use $crate::OrderKind as _;
                match *self {
                    $(Self::$variant $({ $($field),* })? => $variant { $($($field),*)? }.describe(reader),)*
                }
            }

            /// Orders that could be written with the pieces and Locations a seat knows, legal or not.
            pub fn wellformed_orders(
                eyes: <$system as $crate::GameView>::Eyes<'_>,
                side: $crate::Side,
                which: $crate::Enumeration,
                sink: &mut impl FnMut(Self),
            ) {
                use $crate::OrderKind as _;
                $($variant::wellformed_orders(eyes, side, which, &mut |order| sink(order.into()));)*
            }
        }

        impl $draft {
            /// Whether it leads to an order, of one that was listed as a candidate.
            #[inline]
            pub fn is_offer<'a>(&self, prompt: impl FnOnce() -> Option<$crate::Prompt<'a, $system>>) -> bool {
                use $crate::DraftKind as _;
                match *self {
                    $(Self::$part $({ $($of),* })? => {
                        match prompt() {
                            Some(prompt) => $kind { $($($of),*)? }.leads_on(prompt),
                            None => false,
                        }
                    })*
                }
            }

            /// What may be chosen next.
            #[inline]
            pub fn next(&self, prompt: $crate::Prompt<'_, $system>, sink: &mut impl $crate::OfferSink<$system>) {
                use $crate::DraftKind as _;
                match *self {
                    $(Self::$part $({ $($of),* })? => $kind { $($($of),*)? }.next(prompt, sink),)*
                }
            }

            /// The draft in words.
            #[must_use]
            pub fn describe(&self, reader: $crate::Reader<'_, $system>) -> $crate::scene::OrderText {
                use $crate::DraftKind as _;
                match *self {
                    $(Self::$part $({ $($of),* })? => $kind { $($($of),*)? }.describe(reader),)*
                }
            }
        }
    };
}
