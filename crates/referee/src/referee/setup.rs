//! What a game is opened with.

use board::scenario::Document;
use fair::{GameId, Nonce};
use rules::System;
use sha2::{Digest, Sha256};

use crate::ledger::{DiceTerms, ScenarioText};

/// What a game is opened with.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The scenario.
    pub scenario: ScenarioText,
    /// The name of the game that commitments are bound to; drawn at random before anybody commits.
    pub game: GameId,
    /// The referee's nonce. It seeds seals always, dice if they come from a key.
    pub nonce: Nonce,
    /// The terms of the dice.
    pub dice: DiceTerms,
}

/// SHA-256 of a system's rulebook, in hexadecimal.
#[must_use]
pub fn rulebook_hash<S: System>() -> String {
    hex::encode(Sha256::digest(S::rulebook().text().as_bytes()))
}

/// Reads a scenario.
///
/// # Errors
/// Everything that is wrong with it.
pub fn set_up<S: System>(scenario: &ScenarioText) -> Result<(S::Setting, S::Position), board::scenario::Diagnostics> {
    let set_up = S::set_up(&Document::parse(&scenario.name, &scenario.text)?)?;
    Ok((set_up.setting, set_up.position))
}
