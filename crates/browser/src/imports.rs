//! Ledgers from elsewhere, which become games of this browser.

use ::referee::ledger::DiceTerms;
use ::referee::replay::{VerifyError, header};
use fair::{Commitments, Nonce};
use game::{Code, Dice, NewGameMade, Parts, Player, PreGame, Problem, StoredGame, randomness};
use serde_json::{Value, json};

use crate::answer::Said;
use crate::live::Live;
use crate::write::Write;

/// Returns the nonces of both sides in a ledger.
fn revealed(ledger: &str) -> [Option<Nonce>; 2] {
    let line = ledger.lines().find(|line| line.starts_with("{\"line\":{\"reveal\""));
    let line: Value = line.and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    ["a", "b"].map(|side| serde_json::from_value(line["line"]["reveal"][side].clone()).ok())
}

/// Verifies a ledger, and makes a game of it. That game is stored and not opened: each request for it loads it.
///
/// # Errors
/// The ledger is wrong.
/// The game can't be opened.
pub fn import(ledger: String) -> Result<Said, Problem> {
    let wrong = |why: String| Problem::new(Code::Malformed, format!("this isn't a ledger of a game: {why}"));
    let header = header(&ledger).map_err(|stopped| wrong(stopped.to_string()))?;
    let unknown = || Problem::new(Code::UnknownSystem, format!("unknown rule system `{}`", header.system));
    let system = table::system(&header.system).ok_or_else(unknown)?;
    let verdict = match system.verify(&ledger, None) {
        Ok(verdict) => verdict,
        Err(VerifyError::OtherRulings(verdict)) => *verdict,
        Err(error) => return Err(wrong(error.to_string())),
    };
    let parts = |commitments: Commitments| Parts {
        commitments: [Some(commitments.a), Some(commitments.b)],
        nonces: revealed(&ledger),
    };
    let pre_game = PreGame {
        system: header.system,
        scenario: header.scenario,
        // A ledger doesn't tell who played.
        players: [Player::Human; 2],
        game: header.game,
        nonce: header.nonce,
        dice: match header.dice {
            DiceTerms::Fair(commitments) => Dice::Fair(parts(commitments)),
            DiceTerms::Players(commitments) => Dice::Own(parts(commitments)),
            DiceTerms::Given => Dice::Players,
        },
        guide: None,
    };
    let links = [Some(randomness::token()?), Some(randomness::token()?), Some(randomness::token()?)];
    let stored = StoredGame { pre_game, lines: ledger.lines().count() as u64, ledger, responses: Vec::new() };
    let write = Write::begun(&stored, &links)?;
    // A game that can't be opened isn't stored.
    Live::open(stored)?;
    let made = NewGameMade::of(system, &links);
    let mut said = Said::created(&json!({
        "system": made.system, "sides": made.sides, "links": made.links,
        "outcome": verdict.outcome, "verdict": verdict.word(), "notes": verdict.notes,
    }));
    said.write = Some(Box::new(write));
    Ok(said)
}
