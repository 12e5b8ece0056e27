//! One order, one file: what a kind of order, or of a first part of orders, must say of itself, and the closed list that a
//! system makes of them.

use crate::scene::Phrase;
use crate::{Every, GamePlay, GameView, OfferSink, Refusal, Seat, Side, Turn};

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
/// Declared by [`order!`](crate::order), listed by [`orders!`](crate::orders).
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
    fn resolve(&self, turn: &mut impl Turn<S>, side: Side, step: S::Step);

    /// The order in words.
    fn say(&self, reader: Reader<'_, S>) -> Phrase;

    /// Orders of this kind that could be written with the pieces and Locations the seat knows, legal or not.
    fn every(eyes: S::Eyes<'_>, side: Side, which: Every, sink: &mut impl FnMut(Self));
}

/// A kind of first part of orders (see [`Choice`](crate::Choice)).
pub trait DraftKind<S: GamePlay>: Copy {
    /// Whether the list of candidates holds it only where it leads to an order: then nobody looks at it again.
    const SURE: bool;

    /// Whether it leads to an order.
    fn leads_on(&self, prompt: Prompt<'_, S>) -> bool;

    /// What may be chosen next; nothing if the draft itself is not legal.
    fn next(&self, prompt: Prompt<'_, S>, sink: &mut impl OfferSink<S>);

    /// The draft in words.
    fn say(&self, reader: Reader<'_, S>) -> Phrase;
}

/// Declares the fields of a kind of order or draft.
#[macro_export]
macro_rules! order {
    ($(#[$doc:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($fields)* }
    };
    ($(#[$doc:meta])* pub struct $name:ident;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;
    };
}

/// Makes the closed list of a system's orders, and that of its drafts: two enums, and everything that follows from their kinds.
/// `Name(Kind)` is an order with fields, `Name = Kind` one without. Both are written as the variants of an enum.
#[macro_export]
macro_rules! orders {
    (
        $(#[$odoc:meta])* $order:ident of $system:ty {
            $($(#[$vdoc:meta])* $variant:ident $(($kind:path))? $(= $bare:path)?),* $(,)?
        }
        $(#[$ddoc:meta])* $draft:ident {
            $($(#[$wdoc:meta])* $part:ident $(($dkind:path))? $(= $dbare:path)?),* $(,)?
        }
    ) => {
        $(#[$odoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $order { $($(#[$vdoc])* $variant $(($kind))?),* }

        $(#[$ddoc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $draft { $($(#[$wdoc])* $part $(($dkind))?),* }

        $(
            $(impl From<$kind> for $order {
                #[inline(always)]
                fn from(order: $kind) -> Self { Self::$variant(order) }
            })?
            $(impl From<$bare> for $order {
                #[inline(always)]
                fn from(_: $bare) -> Self { Self::$variant }
            })?
        )*
        $(
            $(impl From<$dkind> for $draft {
                #[inline(always)]
                fn from(draft: $dkind) -> Self { Self::$part(draft) }
            })?
            $(impl From<$dbare> for $draft {
                #[inline(always)]
                fn from(_: $dbare) -> Self { Self::$part }
            })?
        )*

        impl $order {
            /// Whether it may be given now.
            ///
            /// # Errors
            /// The refusal with its clause.
            #[inline]
            pub fn check(&self, prompt: $crate::Prompt<'_, $system>) -> Result<(), $crate::Refusal> {
                use $crate::OrderKind as _;
                match self {
                    $(Self::$variant $(($crate::bind!(order $kind)))? => {
                        let order = $crate::kind!(order $($kind)? $(, $bare)?);
                        order.timely(prompt.step)?;
                        order.legal(prompt)
                    })*
                }
            }

            /// Whether it may be given, of one that was listed as a candidate.
            #[inline]
            pub fn is_offer(&self, prompt: $crate::Prompt<'_, $system>) -> bool {
                use $crate::OrderKind as _;
                match self {
                    $(Self::$variant $(($crate::bind!(order $kind)))? => {
                        let order = $crate::kind!(order $($kind)? $(, $bare)?);
                        $crate::order::is_sure::<$system, _>(order) || order.legal(prompt).is_ok()
                    })*
                }
            }

            /// Does it.
            #[inline]
            pub fn resolve(
                &self,
                turn: &mut impl $crate::Turn<$system>,
                side: $crate::Side,
                step: <$system as $crate::GameState>::Step,
            ) {
                use $crate::OrderKind as _;
                match self {
                    $(Self::$variant $(($crate::bind!(order $kind)))? => {
                        let order = $crate::kind!(order $($kind)? $(, $bare)?);
                        order.resolve(turn, side, step);
                    })*
                }
            }

            /// The order in words.
            #[must_use]
            pub fn say(&self, reader: $crate::Reader<'_, $system>) -> $crate::scene::Phrase {
                use $crate::OrderKind as _;
                match self {
                    $(Self::$variant $(($crate::bind!(order $kind)))? => {
                        let order = $crate::kind!(order $($kind)? $(, $bare)?);
                        order.say(reader)
                    })*
                }
            }

            /// Orders that could be written with the pieces and Locations a seat knows, legal or not.
            pub fn every(
                eyes: <$system as $crate::GameView>::Eyes<'_>,
                side: $crate::Side,
                which: $crate::Every,
                sink: &mut impl FnMut(Self),
            ) {
                $(
                    $(<$kind as $crate::OrderKind<$system>>::every(eyes, side, which, &mut |order| sink(order.into()));)?
                    $(<$bare as $crate::OrderKind<$system>>::every(eyes, side, which, &mut |order| sink(order.into()));)?
                )*
            }
        }

        impl $draft {
            /// Whether it leads to an order, of one that was listed as a candidate.
            #[inline]
            pub fn is_offer(&self, prompt: $crate::Prompt<'_, $system>) -> bool {
                use $crate::DraftKind as _;
                match self {
                    $(Self::$part $(($crate::bind!(draft $dkind)))? => {
                        let draft = $crate::kind!(draft $($dkind)? $(, $dbare)?);
                        $crate::order::is_sure_draft::<$system, _>(draft) || draft.leads_on(prompt)
                    })*
                }
            }

            /// What may be chosen next.
            #[inline]
            pub fn next(&self, prompt: $crate::Prompt<'_, $system>, sink: &mut impl $crate::OfferSink<$system>) {
                use $crate::DraftKind as _;
                match self {
                    $(Self::$part $(($crate::bind!(draft $dkind)))? => {
                        let draft = $crate::kind!(draft $($dkind)? $(, $dbare)?);
                        draft.next(prompt, sink);
                    })*
                }
            }

            /// The draft in words.
            #[must_use]
            pub fn say(&self, reader: $crate::Reader<'_, $system>) -> $crate::scene::Phrase {
                use $crate::DraftKind as _;
                match self {
                    $(Self::$part $(($crate::bind!(draft $dkind)))? => {
                        let draft = $crate::kind!(draft $($dkind)? $(, $dbare)?);
                        draft.say(reader)
                    })*
                }
            }
        }
    };
}

/// [`OrderKind::SURE`] of an order.
#[doc(hidden)]
#[inline(always)]
pub const fn is_sure<S: GamePlay, O: OrderKind<S>>(_: &O) -> bool {
    O::SURE
}

/// [`DraftKind::SURE`] of a draft.
#[doc(hidden)]
#[inline(always)]
pub const fn is_sure_draft<S: GamePlay, D: DraftKind<S>>(_: &D) -> bool {
    D::SURE
}

/// The name of what a variant of a kind holds.
#[doc(hidden)]
#[macro_export]
macro_rules! bind {
    ($name:ident $kind:path) => {
        $name
    };
}

/// What a variant holds, or the kind that it stands for.
#[doc(hidden)]
#[macro_export]
macro_rules! kind {
    ($name:ident $kind:path) => {
        $name
    };
    ($name:ident , $bare:path) => {
        &$bare
    };
}
