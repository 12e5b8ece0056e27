//! Commitments to nonces, and their binding to a game and a party.

use serde::{Deserialize, Serialize};

use crate::Nonce;
use crate::framing::digest;
use crate::hex32::public_hex;

/// A published commitment to a [`Nonce`] that is revealed later.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);
public_hex!(Commitment);

/// A random 32-byte identifier of a game. It is published before any party commits, and a commitment for one game is
/// invalid in every other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameId([u8; 32]);
public_hex!(GameId);

/// A seat that contributes a nonce to the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The seat of side A.
    A,
    /// The seat of side B.
    B,
}

impl Seat {
    /// The word for this seat in a commitment: `a` or `b`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Seat::A => "a",
            Seat::B => "b",
        }
    }
}

/// The values that the commitments of a game are bound to.
///
/// ```
/// use fair::{Binding, GameId, Nonce, Seat};
///
/// let binding = Binding::Game(GameId::from([7; 32]));
/// let (own, mine) = (Nonce::from([1; 32]), Nonce::from([2; 32]));
/// let referee = binding.referee(&own);
/// let published = binding.seat(Seat::A, &referee, &mine);
/// // The other seat gains nothing by copying the commitment: the same nonce does not open it there.
/// assert_ne!(binding.seat(Seat::B, &referee, &mine), published);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// Version 1: commitments are bound to the nonce alone. A commitment copied from another party or game opens as the
    /// original does. Only for existing ledgers; new games use version 2.
    Nonce,
    /// Version 2: commitments are also bound to the game and the party, and a seat's commitment to that of the referee.
    Game(GameId),
}

impl Binding {
    /// Version number of the commitment rule: 1 or 2.
    #[must_use]
    pub const fn version(self) -> u32 {
        match self {
            Binding::Nonce => 1,
            Binding::Game(_) => 2,
        }
    }

    /// Returns the referee's commitment to a nonce.
    #[must_use]
    pub fn referee(self, nonce: &Nonce) -> Commitment {
        match self {
            Binding::Nonce => to_nonce_alone(nonce),
            Binding::Game(GameId(game)) => {
                Commitment(digest("undercity/commitment/2", &[&game, b"referee", nonce.as_bytes()]))
            }
        }
    }

    /// Returns a seat's commitment to a nonce, given the published commitment of the referee.
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

    /// Returns all three commitments. The nonces are those of the referee, seat A and seat B, in this order.
    #[must_use]
    pub fn commitments(self, [own, a, b]: &[Nonce; 3]) -> Commitments {
        let referee = self.referee(own);
        Commitments { referee, a: self.seat(Seat::A, &referee, a), b: self.seat(Seat::B, &referee, b) }
    }
}

fn to_nonce_alone(nonce: &Nonce) -> Commitment {
    Commitment(digest("undercity/commitment/1", &[nonce.as_bytes()]))
}

/// The published commitments of the three parties of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commitments {
    /// The commitment of the referee.
    pub referee: Commitment,
    /// The commitment of seat A.
    pub a: Commitment,
    /// The commitment of seat B.
    pub b: Commitment,
}

impl Commitments {
    /// Whether `nonce` is the one that the referee committed to.
    #[must_use]
    pub fn opened_by_referee(&self, binding: Binding, nonce: &Nonce) -> bool {
        binding.referee(nonce) == self.referee
    }

    /// Whether `nonce` is the one that `seat` committed to.
    #[must_use]
    pub fn opened_by(&self, binding: Binding, seat: Seat, nonce: &Nonce) -> bool {
        let promised = match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        };
        binding.seat(seat, &self.referee, nonce) == promised
    }
}
