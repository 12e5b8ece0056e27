//! The clauses, the sides, and the ways a copy of this system leaks.

use rules::Side;

rules::clauses! {
    /// A mole moves below.
    SLIP = "H-SLIP",
    /// A mole comes up.
    RISE = "H-RISE",
    /// A hound walks.
    WALK = "H-WALK",
    /// A hound is barred.
    BAR = "H-BAR",
    /// A hound searches.
    SEARCH = "H-SEARCH",
    /// A hound listens.
    LISTEN = "H-LISTEN",
    /// A hound pounces.
    POUNCE = "H-POUNCE",
    /// The end.
    END = "H-END",
}

/// The moles' side.
pub const MOLE: Side = Side::A;
/// The hounds' side.
pub const HOUND: Side = Side::B;
/// Rounds of a game.
pub const ROUNDS: u8 = 6;

/// The ways a copy of this system leaks.
pub mod leak {
    /// The honest system.
    pub const NONE: u8 = 0;
    /// A counter carries the true number of what is below it.
    pub const ID: u8 = 1;
    /// Offers stand in an order that depends on what is below.
    pub const OFFER_ORDER: u8 = 2;
    /// A refusal cites another clause where something real is below.
    pub const CLAUSE: u8 = 3;
    /// A public number counts hidden moves.
    pub const SEQUENCE: u8 = 4;
    /// An open roll happens only for a real mole.
    pub const ROLLS: u8 = 5;
    /// Undo asks who really was near.
    pub const UNDO: u8 = 6;
    /// A question is asked only about a real mole.
    pub const PROMPT: u8 = 7;
    /// The words of a refusal differ where something real is below.
    pub const TEXT: u8 = 8;
    /// A find by a listed clause reaches the hound in one event with what another clause does, and under that one.
    pub const CITED: u8 = 9;
    /// More of a mole in sight becomes known as hounds walk.
    pub const VAGUE: u8 = 10;
    /// Every leak that tells two positions apart.
    pub const ALL: [u8; 8] = [ID, OFFER_ORDER, CLAUSE, SEQUENCE, ROLLS, UNDO, PROMPT, TEXT];
}
