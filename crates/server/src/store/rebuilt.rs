//! A stored game, put together from its rows.

use referee::ledger::ScenarioText;

use super::{CachedResponse, GameId, StoreError, StoredGame, opening};

/// A stored game whose lines are added one by one.
#[derive(Debug)]
pub struct Rebuilt {
    scenario: ScenarioText,
    stored: StoredGame,
}

impl Rebuilt {
    /// Begins with the setup of a game.
    ///
    /// # Errors
    /// The setup can't be read, or its scenario is missing.
    pub fn new(game: GameId, opening: &str, scenario: Option<ScenarioText>) -> Result<Self, StoreError> {
        // The error of the parser may quote a secret.
        let unreadable = || StoreError::Unreadable(game, "its setup can't be read".to_owned());
        let scenario = scenario.ok_or_else(unreadable)?;
        let pre_game = opening::with_scenario(opening, &scenario).ok_or_else(unreadable)?;
        let stored = StoredGame { pre_game, ledger: String::new(), lines: 0, responses: Vec::new() };
        Ok(Rebuilt { scenario, stored })
    }

    /// Adds the next line of the ledger as it is stored, and the response that is stored with it.
    pub fn add(&mut self, line: &str, response: Option<CachedResponse>) {
        let StoredGame { ledger, lines, responses, .. } = &mut self.stored;
        match lines {
            0 => ledger.push_str(&opening::lengthened(line, &self.scenario.text)),
            _ => ledger.push_str(line),
        }
        ledger.push('\n');
        *lines += 1;
        responses.extend(response);
    }

    /// Returns the game.
    #[must_use]
    pub fn done(self) -> StoredGame {
        self.stored
    }
}
