//! The check of a store: every game is verified, and compared with the heads kept apart.

use std::collections::BTreeMap;
use std::path::Path;

use referee::replay::VerifyError;
use rusqlite::{Connection, OptionalExtension};

use super::copy::{Progress, open_present};
use super::heads::missing;
use super::place::resolved;
use super::rows::{fault, read};
use super::{GameId, StoreError, StoredGame};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of games.
    pub games: u64,
    /// Damage of the file itself, as SQLite describes it.
    pub file: Vec<String>,
    /// Games that are not sound.
    pub findings: Vec<Finding>,
}

/// What is wrong with a game. No text quotes the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub game: GameId,
    /// What is wrong.
    pub why: String,
    /// What is left of the game.
    pub left: String,
}

/// Checks a store in a file without changing it. A server may use it meanwhile.
///
/// # Errors
/// The store can't be opened, or is of an earlier version.
pub fn check(path: &Path, progress: Progress<'_>) -> Result<Checked, StoreError> {
    let path = resolved(path)?;
    let mut store = open_present(&path)?;
    let mut checked = Checked { file: damage(&store)?, ..Checked::default() };
    // Read before the store: a server writes heads after their lines.
    let missing = match missing(&path, &store) {
        Err(StoreError::Damaged(_)) => {
            checked.file.push("the heads kept apart can't be read, so lost orders can't be found".to_owned());
            Vec::new()
        }
        missing => missing?,
    };
    let missing: BTreeMap<GameId, u64> = missing.into_iter().map(|lost| (lost.game, lost.lines)).collect();
    let games = games(&store, &missing)?;
    checked.games = games.len() as u64;
    for (n, game) in (1..).zip(games) {
        // One transaction, so setup and lines are from a single moment.
        let moment = store.transaction()?;
        let looked = look(&moment, game);
        checked.findings.extend(examine(game, &looked));
        if let Some(lines) = missing.get(&game) {
            checked.findings.push(Finding {
                game,
                why: format!("the store had {lines} lines of it and lost some: acknowledged orders are missing"),
                left: left(&looked),
            });
        }
        progress(n, checked.games);
    }
    Ok(checked)
}

/// Returns the damage of the file, as SQLite describes it.
fn damage(store: &Connection) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    let mut check = store.prepare("PRAGMA quick_check(20)")?;
    let mut rows = check.query([])?;
    loop {
        match rows.next() {
            Ok(Some(row)) => found.extend(row.get(0).ok().filter(|line: &String| line != "ok")),
            Ok(None) => return Ok(found),
            // A file can be so damaged that not even its check ends.
            Err(error) => {
                found.push(error.to_string());
                return Ok(found);
            }
        }
    }
}

/// Returns the games of the store, and those that only the heads know.
fn games(store: &Connection, missing: &BTreeMap<GameId, u64>) -> Result<Vec<GameId>, StoreError> {
    let mut all = store.prepare("SELECT id FROM game ORDER BY id")?;
    let mut games = all.query_map([], |row| Ok(GameId(row.get(0)?)))?.collect::<rusqlite::Result<Vec<_>>>()?;
    games.extend(missing.keys());
    games.sort_unstable();
    games.dedup();
    Ok(games)
}

/// What a look at a game finds.
#[derive(Debug)]
pub struct Looked {
    /// The game, also if it was set aside.
    pub stored: Result<Option<StoredGame>, StoreError>,
    /// Why the server set it aside.
    pub fault: Option<String>,
    /// Number of lines whose text can be read, if the game can't.
    pub readable: u64,
}

fn look(store: &Connection, game: GameId) -> Looked {
    let stored = read(store, game);
    let readable = if matches!(stored, Ok(Some(_))) { 0 } else { lines(store, game) };
    Looked { stored, fault: fault(store, game).ok().flatten(), readable }
}

/// Returns what is wrong with a game; `None` if nothing is.
pub fn examine(game: GameId, looked: &Looked) -> Option<Finding> {
    let why = match &looked.stored {
        Ok(Some(stored)) => verify(stored)?,
        Ok(None) => "it is not in the store".to_owned(),
        Err(StoreError::Unreadable(_, why)) => why.clone(),
        Err(error) => error.fault().map_or_else(|| error.to_string(), str::to_owned),
    };
    let noted = looked.fault.as_ref().filter(|noted| **noted != why);
    let why = noted.map(|noted| format!("{why}; the server set it aside: {noted}")).unwrap_or(why);
    Some(Finding { game, why, left: left(looked) })
}

/// Returns what is wrong with a ledger; `None` if nothing is.
pub fn verify(stored: &StoredGame) -> Option<String> {
    if stored.ledger.is_empty() {
        return None;
    }
    let Some(system) = table::system(&stored.pre_game.system) else {
        return Some("this program doesn't know its rule system".to_owned());
    };
    match system.verify(&stored.ledger, None) {
        // Under other rulings results may differ, and the game is still as it was played.
        Ok(_) | Err(VerifyError::OtherRulings(_)) => None,
        Err(VerifyError::Stopped(stopped)) => Some(format!("line {} of its ledger can't be replayed", stopped.line)),
        Err(VerifyError::Differs { line, .. }) => {
            Some(format!("line {line} of its ledger doesn't follow from its dice and the rules"))
        }
        Err(_) => Some("the first line of its ledger can't be replayed".to_owned()),
    }
}

/// Returns what is left of a game: the lines up to the first that can't be read or replayed.
fn left(looked: &Looked) -> String {
    let Ok(Some(stored)) = &looked.stored else {
        return match looked.readable {
            0 => "nothing".to_owned(),
            lines => format!("the text of its first {lines} lines"),
        };
    };
    if stored.ledger.is_empty() {
        return "its setup".to_owned();
    }
    let replayed = table::system(&stored.pre_game.system).and_then(|system| system.replay(&stored.ledger, None).ok());
    let lines = replayed
        .and_then(|replayed| stored.ledger.get(..replayed.length).map(|read| read.lines().count()))
        .unwrap_or_default();
    match lines {
        0 => "nothing that can be replayed".to_owned(),
        lines if lines as u64 == stored.lines => format!("all {lines} lines of its ledger can be replayed"),
        lines => format!("the first {lines} of {} lines of its ledger can be replayed", stored.lines),
    }
}

/// Counts the lines of a game that can be read.
fn lines(store: &Connection, game: GameId) -> u64 {
    let line = |n: u64| {
        let mut line = store.prepare_cached("SELECT length(text) FROM line WHERE game = ?1 AND n = ?2").ok()?;
        line.query_row((game.0, n), |row| row.get::<_, u64>(0)).optional().ok()?
    };
    (0..).take_while(|n| line(*n).is_some()).count() as u64
}
