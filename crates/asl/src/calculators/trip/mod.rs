//! A trip through the sewers, reckoned exactly: the chance of coming up at a goal by turn N.
//!
//! Each MPh the stack casts its dr. If it is not lost, the ATTACKER moves it, else the DEFENDER does (B8.41d to f); then
//! it casts the emergence dr (B8.42). That is a stochastic game of two players who see everything the trip depends on,
//! so it is solved by backward induction: from the last turn to the first, each of them takes what is best for him. No
//! sampling; the only error is the rounding of 64-bit numbers.
//!
//! Against a DEFENDER who knows the goal this is a zero-sum game, and its value is what the ATTACKER can be sure of
//! whatever the DEFENDER knows or does. A DEFENDER who does not know it plays a fixed policy, and the ATTACKER the best
//! answer to it: see [`Defender`]. If every manhole is as likely to be the goal, then, averaged over the goals, what the
//! ATTACKER can hope for in truth lies between the first number and either of the others. For knowing less never helps
//! the DEFENDER, and any one way of his to play is no better than his best.
//!
//! Left out: fire at a discovered stack, but for [`Place::risk`]; what goes on above, which is taken to stay as it is;
//! and coming up anywhere but at the goal to go below again.

pub mod solving;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::printed::chart::Conditions;

/// The most Sewer Locations of a trip.
pub const PLACES: usize = 128;
/// The most turns of a trip.
pub const TURNS: u8 = 24;

rules::words! {
    /// What the trip is for.
    End {
        /// To come up at the goal.
        Emerge = "come up",
        /// To be beneath the goal at the end of an MPh.
        Arrive = "arrive under it",
    }
}

rules::words! {
    /// How the DEFENDER directs a lost stack.
    Defender {
        /// He knows the goal, and always does his worst.
        Knows = "knows the goal",
        /// He takes every open manhole for the goal with equal chance, however the stack has moved, and names the
        /// destination that would be worst on average if from then on he knew. Equally bad ones are equally likely.
        Guesses = "guesses the goal",
        /// He names any destination with equal chance.
        Random = "chooses at random",
    }
}

impl Defender {
    /// All kinds of him.
    pub const ALL: [Defender; 3] = [Defender::Knows, Defender::Guesses, Defender::Random];
}

/// A Sewer Location, as far as a trip asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// The Sewer Locations one can move to from here in one MPh (B8.41a).
    pub ways: Vec<u8>,
    /// What the chart asks of the manhole; whether the stack is lost, the trip knows. `None` where it is covered, so
    /// that there is no dr (B8.5c).
    pub manhole: Option<Conditions>,
    /// The chance (0 to 1) that being discovered here ends the trip.
    pub risk: f64,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Trip {
    /// The Sewer Locations, [`PLACES`] at most.
    pub places: Vec<Place>,
    /// In or beneath which manhole it begins.
    pub start: u8,
    /// Where it leads.
    pub goal: u8,
    /// Whether the stack is lost already.
    pub lost: bool,
    /// The Morale of the leader who must pass a check first, one try a turn (B8.4c); `None` for a stack that is below or
    /// needs no check.
    pub task: Option<i16>,
    /// By which turn, the next MPh being turn 1; [`TURNS`] at most.
    pub turns: u8,
    /// What it is for.
    pub end: End,
}

/// Why a trip cannot be reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripError {
    /// More than [`PLACES`] Sewer Locations.
    Places,
    /// No turns, or more than [`TURNS`].
    Turns,
    /// A way, the start or the goal names no place of the list.
    Unknown,
    /// A risk is no chance.
    Risk,
}

/// What becomes of the stack in a turn, each as the chance at the start of the trip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TurnOdds {
    /// It moves below this turn.
    pub moves: f64,
    /// It is lost.
    pub lost: f64,
    /// By result of the emergence chart, in the order of [`Emergence::ALL`](crate::printed::chart::Emergence::ALL).
    pub results: [f64; 3],
    /// It ends beneath a covered manhole, without a dr.
    pub covered: f64,
    /// The trip has come to its end by now.
    pub done: f64,
    /// The stack has been eliminated by now.
    pub gone: f64,
}

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(u128);

impl Places {
    fn with(self, place: u8) -> Places {
        if usize::from(place) < PLACES { Places(self.0 | 1 << place) } else { self }
    }

    /// Its members.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..PLACES as u8).filter(move |place| self.0 >> place & 1 == 1)
    }

    fn share(self) -> f64 {
        f64::from(self.0.count_ones()).recip()
    }
}

/// The best both can do from one place with so many turns left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plan {
    /// Where the ATTACKER goes if he is not lost; `None` if there is no way.
    pub go: Option<u8>,
    /// Where the DEFENDER sends him if he is, each with the same chance.
    pub sent: Places,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// By number of turns, from 1: the chance to be done by then if both play for that turn.
    pub by_turn: Vec<f64>,
    /// Turn by turn, with both playing for the last one.
    pub turns: Vec<TurnOdds>,
    /// By turns left after this one, then by place.
    plans: Vec<Vec<Plan>>,
}

impl Solution {
    /// The chance to be done by the last turn.
    #[must_use]
    pub fn chance(&self) -> f64 {
        self.by_turn.last().copied().unwrap_or(0.0)
    }

    /// What to do at a place in a turn (from 1).
    #[must_use]
    pub fn plan(&self, turn: u8, place: u8) -> Plan {
        let left = self.plans.len().checked_sub(usize::from(turn));
        left.and_then(|left| self.plans.get(left)?.get(usize::from(place))).copied().unwrap_or_default()
    }
}
