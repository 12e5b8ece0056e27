//! What comes before the first line of a ledger: who plays, on what terms, and what was committed and revealed.

use fair::{Commitment, Nonce};
use players::Level;
use referee::ledger::ScenarioText;
use rules::{Seat, Side};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{Object, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Who plays a side: `human`, or the name of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Player {
    /// Whoever has the link.
    #[default]
    Human,
    /// The server, so strong.
    Computer(Level),
}

const HUMAN: &str = "human";

impl Player {
    /// How strong the server plays, where it does.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Player::Human => None,
            Player::Computer(level) => Some(level),
        }
    }

    /// Whether the server plays.
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
            // What the weakest level was called when there was but one.
            "computer" => Ok(Player::Computer(Level::Recruit)),
            name => Level::named(name).map(Player::Computer).ok_or_else(|| {
                let names: Vec<&str> = Player::names().collect();
                format!("no player is called \"{name}\": expected one of {}", names.join(", "))
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

/// What the sides put into fair dice so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FairOpening {
    /// Each side's commitment.
    pub commitments: [Option<Commitment>; 2],
    /// Each side's nonce, once revealed.
    pub nonces: [Option<Nonce>; 2],
}

/// On what terms dice are rolled.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dice {
    /// By the referee, provably.
    Fair(FairOpening),
    /// By the players, on their table.
    Players,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The sides commit to their nonces.
    Commit,
    /// The sides reveal them.
    Reveal,
    /// Play.
    Play,
    /// The game is over.
    Over,
}

/// Everything about a game that its ledger does not say, or not yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The rule system.
    pub system: String,
    /// The scenario, its options as chosen.
    pub scenario: ScenarioText,
    /// Who plays each side.
    pub players: [Player; 2],
    /// The referee's nonce: secret until the game is over.
    pub nonce: Nonce,
    /// The terms of the dice.
    pub dice: Dice,
}

/// Why a commitment or a nonce was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The dice are the players' own.
    #[error("the players roll the dice of this game: there is nothing to commit to")]
    NotFair,
    /// The side has committed to another nonce.
    #[error("this side has committed to another nonce already")]
    Committed,
    /// Nonces are revealed when both sides have committed.
    #[error("nonces are revealed when both sides have committed")]
    TooEarly,
    /// The nonce is not the one that was promised.
    #[error("this nonce does not open the commitment")]
    Nonce,
}

impl Opening {
    /// The stage before play; `None` when nothing is left to wait for.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        let Dice::Fair(fair) = &self.dice else { return None };
        if fair.commitments.iter().any(Option::is_none) {
            Some(Stage::Commit)
        } else if fair.nonces.iter().any(Option::is_none) {
            Some(Stage::Reveal)
        } else {
            None
        }
    }

    /// Takes a side's commitment; true when it is new.
    ///
    /// # Errors
    /// When the side has made another, or there is nothing to commit to.
    pub fn commit(&mut self, side: Side, commitment: Commitment) -> Result<bool, OpeningError> {
        let Dice::Fair(fair) = &mut self.dice else { return Err(OpeningError::NotFair) };
        match &mut fair.commitments[side.index()] {
            Some(made) if *made == commitment => Ok(false),
            Some(_) => Err(OpeningError::Committed),
            empty => {
                *empty = Some(commitment);
                Ok(true)
            }
        }
    }

    /// Takes a side's nonce; true when it is new.
    ///
    /// # Errors
    /// When it does not open the side's commitment, or the other side has not committed.
    pub fn reveal(&mut self, side: Side, nonce: Nonce) -> Result<bool, OpeningError> {
        let Dice::Fair(fair) = &mut self.dice else { return Err(OpeningError::NotFair) };
        let [Some(_), Some(_)] = fair.commitments else { return Err(OpeningError::TooEarly) };
        if !fair.commitments[side.index()].is_some_and(|commitment| commitment.opens(&nonce)) {
            return Err(OpeningError::Nonce);
        }
        Ok(fair.nonces[side.index()].replace(nonce).is_none())
    }

    /// Whether a seat's side is played by the server.
    #[must_use]
    pub fn is_computer(&self, seat: Seat) -> bool {
        seat.side().is_some_and(|side| self.players[side.index()].is_computer())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game with the players' own dice.
    pub(crate) fn players_dice() -> Opening {
        let scenario = ScenarioText { name: "a".into(), text: String::new() };
        Opening {
            system: "tide".into(),
            scenario,
            players: [Player::Human; 2],
            nonce: Nonce::from([0; 32]),
            dice: Dice::Players,
        }
    }

    #[test]
    fn nonces_are_taken_when_both_have_committed() {
        let [one, two] = [[1; 32], [2; 32]].map(Nonce::from);
        let mut opening = Opening { dice: Dice::Fair(FairOpening::default()), ..players_dice() };
        assert_eq!(opening.stage(), Some(Stage::Commit));
        assert_eq!(opening.commit(Side::A, one.commitment()), Ok(true));
        assert_eq!(opening.commit(Side::A, one.commitment()), Ok(false));
        assert_eq!(opening.commit(Side::A, two.commitment()), Err(OpeningError::Committed));
        assert_eq!(opening.reveal(Side::A, one), Err(OpeningError::TooEarly));
        assert_eq!(opening.commit(Side::B, two.commitment()), Ok(true));
        assert_eq!(opening.stage(), Some(Stage::Reveal));
        assert_eq!(opening.reveal(Side::A, two), Err(OpeningError::Nonce));
        assert_eq!(opening.reveal(Side::A, one), Ok(true));
        assert_eq!(opening.reveal(Side::B, two), Ok(true));
        assert_eq!(opening.stage(), None);
        assert_eq!(players_dice().commit(Side::A, one.commitment()), Err(OpeningError::NotFair));
    }
}
