//! Dice entered by hand in a tested game, and who rolls them.

use fair::{Commitments, GameId, Nonce};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::ledger::DiceTerms;
use referee::{Referee, SubmitError};
use rules::{BySide, Seat, Side, System};

/// Source of the dice in a tested game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The referee rolls all dice.
    Referee,
    /// Players roll public dice, the referee the others.
    Players,
    /// A script supplies all dice, secret ones included.
    Script,
}

impl Dice {
    /// All three sources of dice.
    pub const ALL: [Dice; 3] = [Dice::Referee, Dice::Players, Dice::Script];

    /// Returns the terms for the referee.
    pub(crate) fn terms(self, game: GameId, nonces: &[Nonce; 3]) -> DiceTerms {
        let commitments: Commitments = fair::Binding::Game(game).commitments(nonces);
        match self {
            Dice::Referee => DiceTerms::Fair(commitments),
            Dice::Players => DiceTerms::Players(commitments),
            Dice::Script => DiceTerms::Given,
        }
    }
}

/// Enters dice until an order waits for no more. Public rolls use the dice of `seed` in sequence, so they are the same
/// in another game. Rolls visible to one side also depend on `seed`, but not on the number of public rolls. Returns the
/// rolls requested that the seat may know of, in order.
///
/// # Errors
/// Returns any other result of the order.
pub(crate) fn enter<S: System, T>(
    referee: &mut Referee<S>,
    seed: u64,
    seat: Seat,
    done: Result<T, SubmitError>,
) -> Result<Vec<String>, SubmitError> {
    let mut asked = Vec::new();
    let mut open = StdRng::seed_from_u64(seed);
    let mut secret = BySide::new(|side| StdRng::seed_from_u64(!seed ^ side.index() as u64));
    let own = seat.side().map(|side| S::SIDES[side.index()]);
    let mut done = done.map(drop);
    while let Err(SubmitError::Roll(roll)) = done {
        let alone = roll.seen_by.as_deref();
        let rng = match Side::BOTH.into_iter().find(|side| alone == Some(S::SIDES[side.index()])) {
            Some(side) => &mut secret[side],
            None => &mut open,
        };
        let faces: Vec<u8> = (0..roll.dice).map(|_| rng.random_range(1..=6)).collect();
        if roll.seen_by.as_deref().is_none_or(|side| own == Some(side)) {
            asked.push(format!("waits for {roll:?}"));
        }
        let by = referee.rolling_side();
        done = referee.give_dice(&roll.label, faces, by).map(drop);
    }
    done.map(|()| asked)
}
