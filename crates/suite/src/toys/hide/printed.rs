//! Clauses, sides, and the leaks of this system's copies.

use rules::Side;

rules::clauses! {
    /// A mole moves below ground.
    SLIP = "H-SLIP",
    /// A mole comes to the surface.
    RISE = "H-RISE",
    WALK = "H-WALK",
    /// A hound is barred.
    BAR = "H-BAR",
    SEARCH = "H-SEARCH",
    LISTEN = "H-LISTEN",
    POUNCE = "H-POUNCE",
    END = "H-END",
}

pub const MOLE: Side = Side::A;
pub const HOUND: Side = Side::B;
/// Rounds of a game.
pub const ROUNDS: u8 = 6;

/// Leaks of the copies of this system.
pub mod leak {
    pub const NONE: u8 = 0;
    /// A counter shows the true number of the piece below it.
    pub const ID: u8 = 1;
    /// The order of offers depends on what is below.
    pub const OFFER_ORDER: u8 = 2;
    /// A refusal cites another clause where a mole is below.
    pub const CLAUSE: u8 = 3;
    /// A public number counts hidden moves.
    pub const SEQUENCE: u8 = 4;
    /// A public roll happens only for a mole.
    pub const ROLLS: u8 = 5;
    /// Undo depends on moles nearby.
    pub const UNDO: u8 = 6;
    /// A question is asked only about a mole.
    pub const PROMPT: u8 = 7;
    /// The text of a refusal differs where a mole is below.
    pub const TEXT: u8 = 8;
    /// A find under a listed clause reaches the hound in one event with the effect of another clause, and under that
    /// one.
    pub const CITED: u8 = 9;
    /// Details of a visible mole become known as hounds walk.
    pub const VAGUE: u8 = 10;
    /// All leaks by which two positions can be told apart.
    pub const ALL: [u8; 8] = [ID, OFFER_ORDER, CLAUSE, SEQUENCE, ROLLS, UNDO, PROMPT, TEXT];
}
