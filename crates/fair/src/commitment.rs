//! The promise to reveal one certain nonce, and what it is bound to.

use serde::{Deserialize, Serialize};

use crate::Nonce;
use crate::framing::digest;
use crate::hex32::public_hex;

/// The published promise to reveal one certain [`Nonce`] later.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);
public_hex!(Commitment);

/// 32 bytes that name a game. They are drawn at random and published before anybody commits, so that a commitment
/// made for one game opens in no other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId([u8; 32]);
public_hex!(GameId);

/// A seat that puts a nonce into the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The first side's.
    A,
    /// The second side's.
    B,
}

impl Seat {
    /// The word that stands for the seat in a commitment.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Seat::A => "a",
            Seat::B => "b",
        }
    }
}

/// What the commitments of a game are bound to.
///
/// ```
/// use fair::{Binding, GameId, Nonce, Seat};
///
/// let binding = Binding::Game(GameId::from([7; 32]));
/// let (own, mine) = (Nonce::from([1; 32]), Nonce::from([2; 32]));
/// let referee = binding.referee(&own);
/// let published = binding.seat(Seat::A, &referee, &mine);
/// // The other seat gains nothing by publishing the same: the same nonce does not open it there.
/// assert_ne!(binding.seat(Seat::B, &referee, &mine), published);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// Version 1: to the nonce alone. A copy of another party's commitment, or one from another game, opens as the
    /// original does. For ledgers of before; no new game commits so.
    Nonce,
    /// Version 2: also to the game and to the party, a seat's commitment to the referee's as well.
    Game(GameId),
}

impl Binding {
    /// The version of the rule: 1 or 2.
    #[must_use]
    pub const fn version(self) -> u32 {
        match self {
            Binding::Nonce => 1,
            Binding::Game(_) => 2,
        }
    }

    /// The referee's commitment to a nonce.
    #[must_use]
    pub fn referee(self, nonce: &Nonce) -> Commitment {
        match self {
            Binding::Nonce => to_nonce_alone(nonce),
            Binding::Game(GameId(game)) => {
                Commitment(digest("undercity/commitment/2", &[&game, b"referee", nonce.as_bytes()]))
            }
        }
    }

    /// A seat's commitment to a nonce, once the referee's is published.
    #[must_use]
    pub fn seat(self, seat: Seat, referee: &Commitment, nonce: &Nonce) -> Commitment {
        match self {
            Binding::Nonce => to_nonce_alone(nonce),
            Binding::Game(GameId(game)) => {
                let parts = [&game, seat.word().as_bytes(), &referee.0, nonce.as_bytes()];
                Commitment(digest("undercity/commitment/2", &parts))
            }
        }
    }

    /// All three commitments, where all three nonces are at hand: the referee's and those of seats A and B.
    #[must_use]
    pub fn commitments(self, [own, a, b]: &[Nonce; 3]) -> Commitments {
        let referee = self.referee(own);
        Commitments { referee, a: self.seat(Seat::A, &referee, a), b: self.seat(Seat::B, &referee, b) }
    }
}

fn to_nonce_alone(nonce: &Nonce) -> Commitment {
    Commitment(digest("undercity/commitment/1", &[nonce.as_bytes()]))
}

/// The commitments of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commitments {
    /// The referee's.
    pub referee: Commitment,
    /// The first side's.
    pub a: Commitment,
    /// The second side's.
    pub b: Commitment,
}

impl Commitments {
    /// Whether `nonce` is the one that the referee promised.
    #[must_use]
    pub fn opened_by_referee(&self, binding: Binding, nonce: &Nonce) -> bool {
        binding.referee(nonce) == self.referee
    }

    /// Whether `nonce` is the one that a seat promised.
    #[must_use]
    pub fn opened_by(&self, binding: Binding, seat: Seat, nonce: &Nonce) -> bool {
        let promised = match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        };
        binding.seat(seat, &self.referee, nonce) == promised
    }
}
