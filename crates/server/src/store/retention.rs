//! How long games stay in the store.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::GameId;

/// The time that games stay after their last use; `None` is forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Games that no side has joined: no human side has committed to a nonce.
    pub never_joined: Option<Duration>,
    /// Games that were joined and are not over.
    pub unfinished: Option<Duration>,
    /// Games that are over.
    pub finished: Option<Duration>,
}

impl Default for Retention {
    /// A game that no side has joined holds nothing of value. What players have played is theirs, so only a host decides.
    fn default() -> Self {
        Retention { never_joined: Some(Duration::from_secs(24 * 3600)), unfinished: None, finished: None }
    }
}

/// Names of the stages, by their number in the store.
pub const STAGES: [&str; 3] = ["never joined", "unfinished", "finished"];

/// Games of one stage, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Stage: `never joined`, `unfinished` or `finished`.
    pub stage: &'static str,
    /// Number of games.
    pub games: u64,
    /// Bytes of their setups, ledgers and responses.
    pub bytes: u64,
}

impl Retention {
    /// Returns the times in the order of [`STAGES`].
    pub(super) const fn times(&self) -> [Option<Duration>; 3] {
        [self.never_joined, self.unfinished, self.finished]
    }

    /// Returns up to `most` games whose time is over, and with them the least used of each stage first.
    pub(super) fn expired(&self, connection: &Connection, most: usize) -> rusqlite::Result<Vec<GameId>> {
        let mut expired = Vec::new();
        for (stage, time) in (0..).zip(self.times()) {
            let Some(time) = time else { continue };
            let mut find = connection.prepare_cached(
                "SELECT id FROM game WHERE stage = ?1 AND used <= unixepoch() - ?2 ORDER BY used LIMIT ?3",
            )?;
            let left = most - expired.len();
            let games = find.query_map(params![stage, seconds(time), left as i64], |row| row.get(0).map(GameId))?;
            expired.extend(games.collect::<rusqlite::Result<Vec<_>>>()?);
        }
        Ok(expired)
    }

    /// Counts the games whose time is over, by stage. Stages without a time are left out.
    pub(super) fn count(&self, connection: &Connection) -> rusqlite::Result<Vec<Counted>> {
        let mut counted = Vec::new();
        for ((number, stage), time) in (0..).zip(STAGES).zip(self.times()) {
            let Some(time) = time else { continue };
            let mut count = connection.prepare_cached(
                "SELECT count(*), coalesce(sum(length(opening) + (
                     SELECT coalesce(sum(length(text) + coalesce(length(answer), 0)), 0) FROM line WHERE game = game.id
                 )), 0) FROM game WHERE stage = ?1 AND used <= unixepoch() - ?2",
            )?;
            let row = count.query_row(params![number, seconds(time)], |row| {
                Ok(Counted { stage, games: row.get(0)?, bytes: row.get(1)? })
            })?;
            counted.push(row);
        }
        Ok(counted)
    }
}

/// Returns a time in seconds, for a query.
pub fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// Removes games with all that belongs to them, and scenarios that no other game has.
pub fn remove(transaction: &Transaction<'_>, games: &[GameId]) -> rusqlite::Result<()> {
    for GameId(game) in games {
        let mut scenario = transaction.prepare_cached("SELECT scenario FROM game WHERE id = ?1")?;
        let scenario: Option<i64> = scenario.query_row([game], |row| row.get(0)).optional()?.flatten();
        for all in
            ["DELETE FROM line WHERE game = ?1", "DELETE FROM link WHERE game = ?1", "DELETE FROM game WHERE id = ?1"]
        {
            transaction.prepare_cached(all)?.execute([game])?;
        }
        transaction
            .prepare_cached(
                "DELETE FROM scenario WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE scenario = ?1)",
            )?
            .execute([scenario])?;
    }
    Ok(())
}
