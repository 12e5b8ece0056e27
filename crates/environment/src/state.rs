//! A game under way, as a program that learns takes it.

use players::{PlayerError, Skill};
use referee::RefereeError;
use referee::trial::TrialError;
use rules::Side;
use serde_json::Value;

use crate::flat::Unnumbered;
use crate::keys::Features;

/// Who or what decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The player of a side.
    Player(Side),
    /// Chance, with this number of outcomes of equal probability.
    Chance(usize),
    /// Nothing: the game is over.
    Over,
}

/// The reason why a state can't do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// There is no such action now.
    #[error("action {action} is not legal: there are {of} now, from 0")]
    Action {
        /// The number that was given.
        action: usize,
        /// Number of legal actions.
        of: usize,
    },
    /// It is not the turn of this side's player.
    #[error("this is possible only on the turn of this player")]
    Turn,
    /// No possible position was found that fits what the side knows.
    #[error("found no possible position that fits what the side knows")]
    NoGuess,
    /// A computer player has chosen an order that isn't offered: a defect of the system.
    #[error("the computer player's order is not offered")]
    NotOffered,
    /// The rules refuse an order that was offered, or the referee fails: a defect of the system.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// An order or a fact has no form as numbers: a defect of the system.
    #[error(transparent)]
    Unnumbered(#[from] Unnumbered),
    /// An array has another length than the games need.
    #[error("{array}: expected {expected} numbers, found {length}")]
    Length {
        /// Name of the array, as in the outputs.
        array: &'static str,
        /// Number of numbers in it.
        length: usize,
        /// The length that is needed.
        expected: usize,
    },
    /// The threads can't be started. Contains the reason.
    #[error("can't start the threads: {0}")]
    Threads(String),
    /// A computer player has no order.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl From<RefereeError> for ActionError {
    fn from(error: RefereeError) -> Self {
        ActionError::Trial(error.into())
    }
}

/// What a side sees as arrays; [`crate::Spaces`] says what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// For each plane, a number for each place and one for what is at no place.
    pub planes: Vec<u8>,
    /// A number for each scalar.
    pub scalars: Vec<f32>,
    /// The features of each legal action; empty for a side that has nothing to choose.
    pub offers: Vec<Features>,
    /// The features of the draft that was chosen; all 0 if there is none.
    pub draft: Features,
}

/// A game under way.
pub trait State: Send {
    /// Returns who decides next.
    fn turn(&self) -> Turn;
    /// Returns the number of legal actions. They are the numbers from 0 to one less.
    fn actions(&self) -> usize;
    /// Takes an action.
    ///
    /// # Errors
    /// The action is not legal.
    /// The referee fails.
    fn act(&mut self, action: usize) -> Result<(), ActionError>;
    /// Returns all actions so far, those of chance too.
    fn history(&self) -> &[u16];
    /// Returns the sentence of an action for people; `None` if it is not legal.
    fn sentence(&self, action: usize) -> Option<String>;
    /// Returns an action of a player in its own names: `{"order": …}`, `{"draft": …}`, or `"more"`; `None` if it is not
    /// legal.
    fn offer(&self, action: usize) -> Option<Value>;
    /// Returns the result for side A and side B: 1 won, -1 lost, and 0 for a draw or a game that is not over.
    fn returns(&self) -> [f64; 2];
    /// Returns all that a side knows: its transcript, and what it has chosen of an order.
    fn information(&self, side: Side) -> String;
    /// Returns the hash of what a side knows. Equal knowledge has equal hashes.
    fn information_hash(&self, side: Side) -> [u8; 32];
    /// Returns what a side sees now, and what it has chosen of an order.
    fn observation_text(&self, side: Side) -> String;
    /// Returns what a side sees now as arrays.
    ///
    /// # Errors
    /// A fact has no form as numbers.
    fn observe(&self, side: Side) -> Result<Observation, ActionError>;
    /// Returns an independent copy.
    fn copy(&self) -> Box<dyn State>;
    /// Returns the state as bytes, for [`crate::Game::read`]. They hold the secrets of both sides.
    ///
    /// # Errors
    /// The state is one that a side imagines ([`State::resample`]).
    fn written(&self) -> Result<Vec<u8>, ActionError>;
    /// Returns a state as it could be for all that the side on turn knows.
    ///
    /// # Errors
    /// It is not the turn of a player.
    /// No possible position is found.
    fn resample(&self, seed: u64) -> Result<Box<dyn State>, ActionError>;
    /// Returns the actions by which a computer player would give its next order.
    ///
    /// # Errors
    /// It is not the turn of a player, or its side has chosen part of an order.
    /// The computer player finds no order.
    fn advise(&self, skill: Skill, seed: u64, threads: usize) -> Result<Vec<usize>, ActionError>;
}
