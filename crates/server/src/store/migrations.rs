//! Migrations of a store, each to the next version.

use rusqlite::{OptionalExtension, Transaction, params};

use super::opening::{self, scenario_id};

/// Migrates from version 1 to 2. There were two versions 1: the first stored the number of a game's lines beside its
/// setup.
pub fn without_counts(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let counted = transaction.prepare("SELECT 1 FROM pragma_table_info('game') WHERE name = 'lines'")?.exists([])?;
    if counted { transaction.execute_batch("ALTER TABLE game DROP COLUMN lines") } else { Ok(()) }
}

/// The change of the tables from version 2 to 3. A new store gets it too, so both have equal tables.
///
/// - `identity`: one row. The number tells the store from others, and the salt keys the hashes of addresses.
/// - `game.stage`: 0 if no side has committed to a nonce, 1 if one has, 2 if the game is over.
/// - `game.used`: the time of the last use, in seconds since 1970, as `created` is; late by some seconds.
/// - `game.maker`: keyed hash of the address that created an unfinished game.
/// - `game.fault`: why the game can't be read.
pub const SCENARIOS_ONCE: &str = "
CREATE TABLE identity (number BLOB NOT NULL, salt BLOB NOT NULL) STRICT;
INSERT INTO identity VALUES (randomblob(16), randomblob(32));
CREATE TABLE scenario (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
ALTER TABLE game ADD COLUMN scenario INTEGER REFERENCES scenario (id);
ALTER TABLE game ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN maker BLOB;
ALTER TABLE game ADD COLUMN fault TEXT;
CREATE INDEX game_by_scenario ON game (scenario);
CREATE INDEX game_by_use ON game (stage, used);
CREATE INDEX game_by_maker ON game (maker) WHERE maker IS NOT NULL;
CREATE INDEX game_by_fault ON game (id) WHERE fault IS NOT NULL;
CREATE INDEX link_by_game ON link (game);
";

/// Migrates from version 2 to 3. When a game of an earlier version was created is unknown, so its time begins now.
pub fn scenarios_once(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(SCENARIOS_ONCE)?;
    transaction.execute_batch("UPDATE game SET created = unixepoch(), used = unixepoch()")?;
    let mut games = transaction.prepare("SELECT id FROM game")?;
    let games = games.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
    games.into_iter().try_for_each(|game| shorten(transaction, game))
}

/// Moves the scenario of a game to its table, and notes the stage. A setup that can't be read stays as it is.
fn shorten(transaction: &Transaction<'_>, game: i64) -> rusqlite::Result<()> {
    let stored: String =
        transaction.prepare_cached("SELECT opening FROM game WHERE id = ?1")?.query_row([game], |row| row.get(0))?;
    let Some(pre_game) = opening::whole(&stored) else { return Ok(()) };
    let mut last = transaction.prepare_cached("SELECT text FROM line WHERE game = ?1 ORDER BY n DESC LIMIT 1")?;
    let last: Option<String> = last.query_row([game], |row| row.get(0)).optional()?;
    let stage = match last {
        Some(line) if opening::closes(&line) => 2,
        Some(_) => 1,
        None => i64::from(pre_game.is_joined()),
    };
    let scenario = scenario_id(transaction, &pre_game.scenario)?;
    let opening =
        opening::without_scenario(&pre_game).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let mut update =
        transaction.prepare_cached("UPDATE game SET opening = ?2, scenario = ?3, stage = ?4 WHERE id = ?1")?;
    update.execute(params![game, opening, scenario, stage])?;
    Ok(())
}
