//! The input from which a game is opened.

use board::scenario::Document;
use fair::{GameId, Nonce};
use rules::System;
use sha2::{Digest, Sha256};

use crate::ledger::{DiceTerms, ScenarioText};

/// Everything needed to open a new game.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The scenario text, including the chosen options.
    pub scenario: ScenarioText,
    /// Random identifier of the game, to which commitments are bound. Must be chosen before any party commits.
    pub game: GameId,
    /// The nonce of the referee. It always seeds seals, and also the dice if they are computed from a key.
    pub nonce: Nonce,
    /// The source of the dice, with commitments to the nonces.
    pub dice: DiceTerms,
}

/// Returns the SHA-256 of a system's rulebook text, in hexadecimal.
#[must_use]
pub fn rulebook_hash<S: System>() -> String {
    hex::encode(Sha256::digest(S::rulebook().text().as_bytes()))
}

/// Parses a scenario and returns its setting and initial position.
///
/// # Errors
/// Returns every error in the scenario, each with its position.
pub fn set_up<S: System>(scenario: &ScenarioText) -> Result<(S::Setting, S::Position), board::scenario::Diagnostics> {
    let set_up = S::set_up(&Document::parse(&scenario.name, &scenario.text)?)?;
    Ok((set_up.setting, set_up.position))
}
