//! The data of a game before its ledger: players, dice, commitments and nonces.

use fair::{Binding, Commitment, Commitments, GameId, Nonce};
use players::Level;
use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use serde::{Deserialize, Serialize};
use table::guide::Guide;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The player of a side: `human`, or the name of a computer level such as `veteran`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    /// A person who has the side's link.
    #[default]
    Human,
    /// The computer player, at this level.
    Computer(Level),
}

const HUMAN: &str = "human";

impl Player {
    /// Returns the level of a computer player; `None` for a human.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Player::Human => None,
            Player::Computer(level) => Some(level),
        }
    }

    #[must_use]
    pub const fn is_computer(self) -> bool {
        self.level().is_some()
    }

    fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(HUMAN).chain(Level::ALL.map(Level::name))
    }
}

impl TryFrom<String> for Player {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.as_str() {
            HUMAN => Ok(Player::Human),
            // Older files use this name for the weakest level.
            "computer" => Ok(Player::Computer(Level::Recruit)),
            name => Level::named(name).map(Player::Computer).ok_or_else(|| {
                let names: Vec<&str> = Player::names().collect();
                format!("unknown player \"{name}\": expected one of {}", names.join(", "))
            }),
        }
    }
}

impl From<Player> for String {
    fn from(player: Player) -> String {
        player.level().map_or(HUMAN, Level::name).to_owned()
    }
}

impl PartialSchema for Player {
    fn schema() -> RefOr<Schema> {
        let names = Object::builder().schema_type(Type::String).enum_values(Some(Player::names()));
        names.description(Some("Who plays a side: a human, or the server at a level.")).into()
    }
}

impl ToSchema for Player {}

/// The commitments and nonces of the sides so far. All nonces together make the key of the dice.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Parts {
    /// Commitment of each side, once made.
    pub commitments: [Option<Commitment>; 2],
    /// Nonce of each side, once revealed.
    pub nonces: [Option<Nonce>; 2],
}

/// The rules by which the dice of a game are rolled.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dice {
    /// Rolled by the referee, with a key that both sides can verify.
    Fair(Parts),
    /// Rolls that both sides see are entered by the players; secret rolls are the referee's.
    Own(Parts),
    /// All rolls, including secret ones, are entered by the players: only in games of earlier versions.
    Players,
    /// Laid down by a guide, and rolled by the carrier alone once the guide is over. They can't be verified.
    Guide,
}

impl Dice {
    /// Returns the commitments and nonces; `None` if no dice come from a key.
    #[must_use]
    pub const fn parts(&self) -> Option<&Parts> {
        match self {
            Dice::Fair(parts) | Dice::Own(parts) => Some(parts),
            Dice::Players | Dice::Guide => None,
        }
    }

    const fn parts_mut(&mut self) -> Option<&mut Parts> {
        match self {
            Dice::Fair(parts) | Dice::Own(parts) => Some(parts),
            Dice::Players | Dice::Guide => None,
        }
    }
}

/// Returns the party of a side in the commitments.
#[must_use]
pub const fn seat_of(side: Side) -> fair::Seat {
    match side {
        Side::A => fair::Seat::A,
        Side::B => fair::Seat::B,
    }
}

/// The stage of a game, from the commitments to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The sides commit to their nonces.
    Commit,
    /// The sides reveal their nonces.
    Reveal,
    /// Play is under way: orders can be given.
    Play,
    /// The game is over; all secrets are available.
    Over,
}

/// Everything about a game that comes before its ledger: players, dice, commitments and nonces.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PreGame {
    /// Name of the rule system, such as `tide`.
    pub system: String,
    /// Scenario with its chosen options.
    pub scenario: ScenarioText,
    /// Player of each side, side A first.
    pub players: [Player; 2],
    /// Id of the game, to which its commitments are bound. `None` in games of earlier versions, whose commitments are
    /// of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Nonce of the referee: secret until the game is over.
    pub nonce: Nonce,
    pub dice: Dice,
    /// Script of a guided game. `None` for any other game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<Box<Guide>>,
}

/// The reason why a commitment or a nonce was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreGameError {
    /// No dice of the game come from a key.
    #[error("all dice of this game are entered by its players: there is nothing to commit to")]
    NoKey,
    /// The side has already committed to another nonce.
    #[error("this side has already committed to another nonce")]
    Committed,
    /// The commitment is a copy of another party's.
    #[error("this is the commitment of another party: choose a nonce of your own")]
    Copied,
    /// Nonces can be revealed only after both sides have committed.
    #[error("nonces can be revealed only after both sides have committed")]
    TooEarly,
    /// The nonce doesn't match the commitment.
    #[error("this nonce does not match the commitment")]
    Nonce,
}

impl PreGame {
    #[must_use]
    pub fn binding(&self) -> Binding {
        self.game.map_or(Binding::Nonce, Binding::Game)
    }

    /// Returns the referee's commitment.
    #[must_use]
    pub fn own_commitment(&self) -> Commitment {
        self.binding().referee(&self.nonce)
    }

    /// Returns the stage before play; `None` if play can begin.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        let parts = self.dice.parts()?;
        if parts.commitments.iter().any(Option::is_none) {
            Some(Stage::Commit)
        } else if parts.nonces.iter().any(Option::is_none) {
            Some(Stage::Reveal)
        } else {
            None
        }
    }

    /// Adds a nonce of the carrier for a side that the computer plays.
    pub fn put_in(&mut self, side: Side, nonce: Nonce) {
        let commitment = self.binding().seat(seat_of(side), &self.own_commitment(), &nonce);
        if let Some(parts) = self.dice.parts_mut() {
            parts.commitments[side.index()] = Some(commitment);
            parts.nonces[side.index()] = Some(nonce);
        }
    }

    /// Accepts a side's commitment. Returns whether it is new.
    ///
    /// # Errors
    /// The side has already made another commitment.
    /// The commitment is a copy of another party's.
    /// No dice of the game come from a key.
    pub fn commit(&mut self, side: Side, commitment: Commitment) -> Result<bool, PreGameError> {
        let own = self.own_commitment();
        let parts = self.dice.parts_mut().ok_or(PreGameError::NoKey)?;
        if commitment == own || parts.commitments[side.other().index()] == Some(commitment) {
            return Err(PreGameError::Copied);
        }
        match &mut parts.commitments[side.index()] {
            Some(made) if *made == commitment => Ok(false),
            Some(_) => Err(PreGameError::Committed),
            empty => {
                *empty = Some(commitment);
                Ok(true)
            }
        }
    }

    /// Accepts a side's nonce. Returns whether it is new.
    ///
    /// # Errors
    /// The nonce doesn't match the side's commitment.
    /// The other side has not committed.
    pub fn reveal(&mut self, side: Side, nonce: Nonce) -> Result<bool, PreGameError> {
        let (binding, referee) = (self.binding(), self.own_commitment());
        let parts = self.dice.parts_mut().ok_or(PreGameError::NoKey)?;
        let [Some(a), Some(b)] = parts.commitments else { return Err(PreGameError::TooEarly) };
        if !(Commitments { referee, a, b }).opened_by(binding, seat_of(side), &nonce) {
            return Err(PreGameError::Nonce);
        }
        Ok(parts.nonces[side.index()].replace(nonce).is_none())
    }

    /// Returns whether a person has taken part: a human side has committed to a nonce, or no side has to.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        let Some(parts) = self.dice.parts() else { return true };
        Side::BOTH.into_iter().any(|side| !self.is_computer(side.seat()) && parts.commitments[side.index()].is_some())
    }

    /// Returns whether the computer plays the side of a seat.
    #[must_use]
    pub fn is_computer(&self, seat: Seat) -> bool {
        seat.side().is_some_and(|side| self.players[side.index()].is_computer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game without commitments, for tests.
    fn unbegun() -> PreGame {
        let scenario = ScenarioText { name: "a".into(), text: String::new() };
        PreGame {
            system: "tide".into(),
            scenario,
            players: [Player::Human; 2],
            game: Some(GameId::from([9; 32])),
            nonce: Nonce::from([0; 32]),
            dice: Dice::Own(Parts::default()),
            guide: None,
        }
    }

    fn promise(pre_game: &PreGame, side: Side, nonce: Nonce) -> Commitment {
        pre_game.binding().seat(seat_of(side), &pre_game.own_commitment(), &nonce)
    }

    #[test]
    fn nonces_are_taken_when_both_have_committed() {
        let [one, two] = [[1; 32], [2; 32]].map(Nonce::from);
        let mut pre_game = unbegun();
        let [a, b] = [promise(&pre_game, Side::A, one), promise(&pre_game, Side::B, two)];
        assert_eq!(pre_game.stage(), Some(Stage::Commit));
        assert_eq!(pre_game.commit(Side::A, a), Ok(true));
        assert_eq!(pre_game.commit(Side::A, a), Ok(false));
        let other = promise(&pre_game, Side::A, two);
        assert_eq!(pre_game.commit(Side::A, other), Err(PreGameError::Committed));
        assert_eq!(pre_game.reveal(Side::A, one), Err(PreGameError::TooEarly));
        assert_eq!(pre_game.commit(Side::B, b), Ok(true));
        assert_eq!(pre_game.stage(), Some(Stage::Reveal));
        assert_eq!(pre_game.reveal(Side::A, two), Err(PreGameError::Nonce));
        assert_eq!(pre_game.reveal(Side::A, one), Ok(true));
        assert_eq!(pre_game.reveal(Side::B, two), Ok(true));
        assert_eq!(pre_game.stage(), None);
        let mut old = PreGame { dice: Dice::Players, ..unbegun() };
        assert_eq!((old.commit(Side::A, a), old.stage()), (Err(PreGameError::NoKey), None));
    }

    #[test]
    fn a_copied_commitment_is_refused_and_opens_nothing() {
        let nonce = Nonce::from([1; 32]);
        let mut pre_game = unbegun();
        let own = pre_game.own_commitment();
        let a = promise(&pre_game, Side::A, nonce);
        assert_eq!(pre_game.commit(Side::A, own), Err(PreGameError::Copied));
        assert_eq!(pre_game.commit(Side::A, a), Ok(true));
        assert_eq!(pre_game.commit(Side::B, a), Err(PreGameError::Copied));
        // A copy would give no advantage even if it were accepted: the nonce of the original doesn't open it.
        if let Some(parts) = pre_game.dice.parts_mut() {
            parts.commitments[1] = Some(a);
        }
        assert_eq!(pre_game.reveal(Side::A, nonce), Ok(true));
        assert_eq!(pre_game.reveal(Side::B, nonce), Err(PreGameError::Nonce));
        // A commitment for another game can't be opened here either.
        let mut other = PreGame { game: Some(GameId::from([8; 32])), ..unbegun() };
        let b = promise(&other, Side::B, nonce);
        assert_eq!((other.commit(Side::A, a), other.commit(Side::B, b)), (Ok(true), Ok(true)));
        assert_eq!(other.reveal(Side::A, nonce), Err(PreGameError::Nonce));
    }
}
