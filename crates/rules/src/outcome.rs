//! The result of a finished game, as each seat reads it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Clause, Seat, Side};

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The clause that ended the game.
    pub clause: Clause,
    /// The reason, for each reader.
    pub why: Reason,
}

/// The reason of a result: an English clause for each seat. A side reads about itself as “you”.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Reason([&'static str; 3]);

impl Reason {
    /// Creates a reason that every seat reads alike.
    #[must_use]
    pub const fn for_all(words: &'static str) -> Reason {
        Reason([words; 3])
    }

    /// Creates a reason about one side: `own` for that side, `open` for the other side and spectators.
    #[must_use]
    pub const fn about(side: Side, own: &'static str, open: &'static str) -> Reason {
        match side {
            Side::A => Reason([own, open, open]),
            Side::B => Reason([open, own, open]),
        }
    }

    /// Creates a reason that the winner, the loser and spectators read differently.
    #[must_use]
    pub const fn between(winner: Side, [won, lost, open]: [&'static str; 3]) -> Reason {
        match winner {
            Side::A => Reason([won, lost, open]),
            Side::B => Reason([lost, won, open]),
        }
    }

    /// Returns the clause for a seat, such as `you have no squad left`.
    #[must_use]
    pub const fn words(self, seat: Seat) -> &'static str {
        let Reason([a, b, open]) = self;
        match seat {
            Seat::Side(Side::A) => a,
            Seat::Side(Side::B) => b,
            Seat::Spectator => open,
        }
    }
}

/// A reason about a side that is not yet known: its clause for the side itself, and for others where it is side A or B.
#[derive(Clone, Copy, Debug)]
pub struct ReasonOf {
    /// The clause that the side itself reads, with “you” as its subject.
    pub own: &'static str,
    /// The clause that others read about side A and about side B, by the name of the side.
    pub open: [&'static str; 2],
}

impl ReasonOf {
    /// Returns the reason about this side.
    #[must_use]
    pub const fn side(&self, side: Side) -> Reason {
        Reason::about(side, self.own, self.open[side.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_reads_its_own_clause() {
        const LOST: ReasonOf = ReasonOf { own: "you have no men left", open: ["Reds are gone", "Blues are gone"] };
        let read = |reason: Reason| Seat::ALL.map(|seat| reason.words(seat));
        assert_eq!(read(LOST.side(Side::A)), ["you have no men left", "Reds are gone", "Reds are gone"]);
        assert_eq!(read(LOST.side(Side::B)), ["Blues are gone", "you have no men left", "Blues are gone"]);
        assert_eq!(read(Reason::between(Side::B, ["won", "lost", "open"])), ["lost", "won", "open"]);
        assert_eq!(read(Reason::for_all("level")), ["level"; 3]);
    }
}
