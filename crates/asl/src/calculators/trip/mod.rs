//! Exact probabilities of a trip through the sewers: of coming up at a goal by turn N.
//!
//! Each MPh the stack rolls its dr. If it is not lost, the ATTACKER moves it, otherwise the DEFENDER (B8.41d to f).
//! Then it makes the emergence dr (B8.42). That is a stochastic game of two players who see everything the trip depends
//! on, so it is solved by backward induction: from the last turn to the first, each player chooses the best move. There
//! is no sampling; the only error is the rounding of 64-bit numbers.
//!
//! Against a DEFENDER who knows the goal this is a zero-sum game, and its value is what the ATTACKER can be sure of
//! whatever the DEFENDER knows or does. A DEFENDER who does not know it plays a fixed policy, and the ATTACKER the best
//! answer to it: see [`Defender`]. If every manhole is as likely to be the goal, the true value, averaged over the
//! goals, is between the first number and either of the others. Knowing less never helps the DEFENDER, and no fixed
//! policy is better than the best play.
//!
//! Not included: fire at a discovered stack, except by [`Place::risk`]; events above, which is assumed to stay as it
//! is; and coming up anywhere but at the goal to go below again.

pub mod solving;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::printed::chart::Conditions;

/// Maximum number of Sewer Locations of a trip.
pub const PLACES: usize = 128;
/// Maximum number of turns of a trip.
pub const TURNS: u8 = 24;

rules::words! {
    /// The aim of a trip.
    End {
        /// To come up at the goal.
        Emerge = "come up",
        /// To be under the goal at the end of an MPh.
        Arrive = "arrive under it",
    }
}

rules::words! {
    /// The policy by which the DEFENDER directs a lost stack.
    Defender {
        /// The DEFENDER knows the goal, and always chooses the worst destination.
        Knows = "knows the goal",
        /// The DEFENDER considers every open manhole equally likely as the goal, however the stack has moved. They
        /// choose the destination that would be worst on average if they knew the goal from then on. Equally bad ones
        /// are equally likely.
        Guesses = "guesses the goal",
        /// The DEFENDER chooses any destination with equal probability.
        Random = "chooses at random",
    }
}

impl Defender {
    /// All policies of the DEFENDER.
    pub const ALL: [Defender; 3] = [Defender::Knows, Defender::Guesses, Defender::Random];
}

/// A Sewer Location of a trip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// Indexes of the Sewer Locations that units can move to from here in one MPh (B8.41a).
    pub ways: Vec<u8>,
    /// Conditions of the manhole for the chart, except whether the stack is lost. `None` if the manhole is covered:
    /// there is no dr (B8.5c).
    pub manhole: Option<Conditions>,
    /// Probability (0 to 1) that being discovered here ends the trip.
    pub risk: f64,
}

/// The inputs of a trip.
#[derive(Clone, Debug, PartialEq)]
pub struct Trip {
    /// The Sewer Locations, at most [`PLACES`].
    pub places: Vec<Place>,
    /// Index of the manhole in or under which it begins.
    pub start: u8,
    /// Index of the manhole it leads to.
    pub goal: u8,
    /// Whether the stack is lost at the start.
    pub lost: bool,
    /// Morale of the leader who must pass a check first, one try a turn (B8.4c); `None` for a stack that is below or
    /// needs no check.
    pub task: Option<i16>,
    /// Number of turns, the next MPh being turn 1; at most [`TURNS`].
    pub turns: u8,
    /// The aim of the trip.
    pub end: End,
}

/// Reasons why a trip can't be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripError {
    /// More than [`PLACES`] Sewer Locations.
    Places,
    /// No turns, or more than [`TURNS`].
    Turns,
    /// A destination, the start or the goal is not in the list.
    Unknown,
    /// A risk is not a probability.
    Risk,
}

/// The state of the stack in a turn, each as the probability at the start of the trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TurnOdds {
    /// It moves below this turn.
    pub moves: f64,
    /// It is lost this turn.
    pub lost: f64,
    /// By result of the emergence chart, in the order of [`Emergence::ALL`](crate::printed::chart::Emergence::ALL).
    pub results: [f64; 3],
    /// It ends under a covered manhole, without a dr.
    pub covered: f64,
    /// The trip has succeeded by now.
    pub done: f64,
    /// The stack has been eliminated by now.
    pub gone: f64,
}

/// A set of places, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(u128);

impl Places {
    fn with(self, place: u8) -> Places {
        if usize::from(place) < PLACES { Places(self.0 | 1 << place) } else { self }
    }

    /// Returns the indexes of the places in the set.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..PLACES as u8).filter(move |place| self.0 >> place & 1 == 1)
    }

    fn share(self) -> f64 {
        f64::from(self.0.count_ones()).recip()
    }
}

/// The best moves of both players from one place with a number of turns left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plan {
    /// Destination chosen by the ATTACKER if the stack is not lost; `None` if there is none.
    pub go: Option<u8>,
    /// Destinations chosen by the DEFENDER if it is lost, each with equal probability.
    pub sent: Places,
}

/// The solution of a trip.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// By number of turns, from 1: the probability of success by then if both play for that turn.
    pub by_turn: Vec<f64>,
    /// Turn by turn, with both playing for the last one.
    pub turns: Vec<TurnOdds>,
    /// By turns left after this one, then by place.
    plans: Vec<Vec<Plan>>,
}

impl Solution {
    /// Returns the probability of success by the last turn.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.by_turn.last().copied().unwrap_or(0.0)
    }

    /// Returns the best moves at a place in a turn (from 1).
    #[must_use]
    pub fn plan(&self, turn: u8, place: u8) -> Plan {
        let left = self.plans.len().checked_sub(usize::from(turn));
        left.and_then(|left| self.plans.get(left)?.get(usize::from(place))).copied().unwrap_or_default()
    }
}
