//! The kinds of orders and drafts of a system. Each kind implements a trait in a file of its own.

use crate::scene::OrderText;
use crate::{Enumeration, GamePlay, GameView, OfferSink, Refusal, Resolver, Seat, Side};

/// A pending question of a side, with what that side may see.
#[derive(Debug)]
pub struct Prompt<'a, S: GameView> {
    /// The view of the side that must answer.
    pub eyes: S::Eyes<'a>,
    /// The side that must answer.
    pub side: Side,
    /// The agenda step that asks the question.
    pub step: S::Step,
}

impl<S: GameView> Clone for Prompt<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: GameView> Copy for Prompt<'_, S> {}

/// The reader of an order's text: a seat with its view.
#[derive(Debug)]
pub struct Reader<'a, S: GameView> {
    /// The constant part of the game.
    pub setting: &'a S::Setting,
    /// The seat that reads the text.
    pub seat: Seat,
    /// The facts of that seat's view.
    pub facts: &'a [S::Fact],
}

impl<S: GameView> Clone for Reader<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: GameView> Copy for Reader<'_, S> {}

/// A kind of order: its fields, when and whether it may be given, its effect, its text and its enumeration. The list of
/// a system's orders, [`orders!`](crate::orders), makes the struct of each kind.
pub trait OrderKind<S: GamePlay>: Copy {
    /// Whether every listed candidate of this kind is legal. If true, candidates are not checked again.
    const SURE: bool;

    /// Checks whether this kind of order answers the question that `step` asks.
    ///
    /// # Errors
    /// Refuses with the clause of the question, or of the order, if it answers another question.
    fn timely(&self, step: S::Step) -> Result<(), Refusal>;

    /// Checks whether the order is legal, given that it is timely.
    ///
    /// # Errors
    /// Refuses with the clause that forbids the order.
    fn legal(&self, prompt: Prompt<'_, S>) -> Result<(), Refusal>;

    /// Whether the order is legal, given that it was listed as a candidate: what its list makes sure of need not be
    /// checked again.
    #[inline]
    fn is_offer(&self, prompt: Prompt<'_, S>) -> bool {
        self.legal(prompt).is_ok()
    }

    /// Carries out the order. `step` is the question it answers, which is already off the agenda.
    fn resolve(&self, resolver: &mut impl Resolver<S>, side: Side, step: S::Step);

    /// Describes the order as English text for the reader.
    fn describe(&self, reader: Reader<'_, S>) -> OrderText;

    /// Enumerates orders of this kind that can be written with the pieces and Locations that the seat knows, legal or
    /// not.
    fn wellformed_orders(eyes: S::Eyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self));
}

/// A kind of draft: the first part of orders (see [`Choice`](crate::Choice)).
pub trait DraftKind<S: GamePlay>: Copy {
    /// Whether a draft that was listed as a candidate leads to a legal order. May simply return true if only such
    /// drafts are listed.
    fn leads_on(&self, prompt: Prompt<'_, S>) -> bool;

    /// Lists the possible next choices; none if the draft itself is not legal.
    fn next(&self, prompt: Prompt<'_, S>, sink: &mut impl OfferSink<S>);

    /// Describes the draft as English text for the reader.
    fn describe(&self, reader: Reader<'_, S>) -> OrderText;
}

/// Declares the orders of a system: an enum, a struct for each kind, and the methods that dispatch to the kinds. Each
/// kind implements [`OrderKind`] in a file of its own.
///
/// Kinds without fields are structs with empty braces.
#[macro_export]
macro_rules! orders {
    (
        $(#[$odoc:meta])* $order:ident of $system:ty {
            $($(#[$vdoc:meta])* $variant:ident $({ $($(#[$fdoc:meta])* $field:ident : $ty:ty),* $(,)? })?),* $(,)?
        }
    ) => {
        $(#[$odoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $order { $($(#[$vdoc])* $variant $({ $($(#[$fdoc])* $field: $ty),* })?),* }

        $(
            #[doc = concat!("The fields of [`", stringify!($order), "::", stringify!($variant), "`] as a struct.")]
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
        impl $order {
            /// Checks whether the order may be given now.
            ///
            /// # Errors
            /// Refuses with the clause of the question or of the order if it is not timely or not legal.
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

            /// Whether an order that was listed as a candidate is legal. Calls `prompt` only for kinds that are not
            /// [`SURE`](OrderKind::SURE).
            #[inline]
            pub fn is_offer<'a>(&self, prompt: impl FnOnce() -> Option<$crate::Prompt<'a, $system>>) -> bool {
                use $crate::OrderKind;
                match *self {
                    $(Self::$variant $({ $($field),* })? => {
                        <$variant as OrderKind<$system>>::SURE
                            || match prompt() {
                                Some(prompt) => $variant { $($($field),*)? }.is_offer(prompt),
                                None => false,
                            }
                    })*
                }
            }

            /// Carries out the order. `step` is the question it answers, already off the agenda.
            // Inlined, because each system calls it in one place, where the question is known: a separate call would
            // copy all arguments twice.
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

            /// Describes the order as English text for the reader.
            #[must_use]
            pub fn describe(&self, reader: $crate::Reader<'_, $system>) -> $crate::scene::OrderText {
                use $crate::OrderKind as _;
                match *self {
                    $(Self::$variant $({ $($field),* })? => $variant { $($($field),*)? }.describe(reader),)*
                }
            }

            /// Enumerates orders that can be written with the pieces and Locations that a seat knows, legal or not.
            pub fn wellformed_orders(
                eyes: <$system as $crate::GameView>::Eyes<'_>,
                side: $crate::Side,
                which: $crate::Enumeration,
                sink: &mut dyn FnMut(Self),
            ) {
                use $crate::OrderKind as _;
                $($variant::wellformed_orders(eyes, side, which, &mut |order| sink(order.into()));)*
            }
        }
    };
}

/// Declares the drafts of a system, as [`orders!`](crate::orders) does its orders: each kind implements [`DraftKind`].
/// `as` gives the name of its struct.
#[macro_export]
macro_rules! drafts {
    (
        $(#[$ddoc:meta])* $draft:ident of $system:ty {
            $($(#[$wdoc:meta])* $part:ident as $kind:ident
                $({ $($(#[$gdoc:meta])* $of:ident : $oty:ty),* $(,)? })?),* $(,)?
        }
    ) => {
        $(#[$ddoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $draft { $($(#[$wdoc])* $part $({ $($(#[$gdoc])* $of: $oty),* })?),* }

        $(
            #[doc = concat!("The fields of [`", stringify!($draft), "::", stringify!($part), "`] as a struct.")]
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

        impl $draft {
            /// Whether a draft that was listed as a candidate leads to a legal order.
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

            /// Lists the possible next choices; none if the draft is not legal.
            #[inline]
            pub fn next(&self, prompt: $crate::Prompt<'_, $system>, sink: &mut impl $crate::OfferSink<$system>) {
                use $crate::DraftKind as _;
                match *self {
                    $(Self::$part $({ $($of),* })? => $kind { $($($of),*)? }.next(prompt, sink),)*
                }
            }

            /// Describes the draft as English text for the reader.
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
