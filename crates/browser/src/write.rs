//! What must be stored of a game.

use std::collections::BTreeMap;

use game::{CachedResponse, Change, PreGame, Problem, StoredGame, Token, randomness};
use serde::Serialize;

/// What must be stored of a game before an answer is passed on.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Write {
    /// Number of the game, which only this browser knows it by.
    pub game: String,
    /// Seats by link, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<BTreeMap<String, usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pre_game: Option<PreGame>,
    /// Number of lines that are stored already.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<CachedResponse>,
}

impl Write {
    /// Returns a new game with its links, under a new number.
    ///
    /// # Errors
    /// The system has no random bytes.
    pub fn begun(game: &StoredGame, links: &[Option<Token>; 3]) -> Result<Write, Problem> {
        let links = links.iter().enumerate().filter_map(|(n, link)| Some((link.as_ref()?.text().to_owned(), n)));
        Ok(Write {
            game: randomness::token()?.text().to_owned(),
            links: Some(links.collect()),
            pre_game: Some(game.pre_game.clone()),
            after: (game.lines > 0).then_some(0),
            lines: game.ledger.lines().map(str::to_owned).collect(),
            response: None,
        })
    }

    /// Returns the present links of a game.
    pub fn linked(game: &str, links: BTreeMap<String, usize>) -> Write {
        Write { game: game.to_owned(), links: Some(links), ..Write::default() }
    }

    /// Returns a change of a game.
    pub fn changed(game: &str, change: Change) -> Write {
        let write = Write { game: game.to_owned(), ..Write::default() };
        match change {
            Change::PreGame(pre_game) => Write { pre_game: Some(pre_game), ..write },
            Change::Lines { after, lines, response } => Write { after: Some(after), lines, response, ..write },
        }
    }
}
