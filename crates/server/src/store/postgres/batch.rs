//! A batch of writes as the columns of a few statements.

use std::collections::BTreeMap;

use tokio_postgres::types::ToSql;

use crate::store::{CachedResponse, GameId, Hold, StoreError, Write, opening};

/// What a batch changes in the row of a game.
#[derive(Clone, Debug, Default)]
struct Change {
    /// The hold by which it is changed.
    fence: i64,
    /// Number of lines that must be there; `None` if no line is added.
    after: Option<u64>,
    /// Number of lines that are added.
    added: u64,
    /// The game's stage is at least this.
    stage: i16,
    opening: Option<String>,
}

/// The rows of games that change.
#[derive(Debug, Default)]
pub struct Heads {
    pub games: Vec<i64>,
    pub after: Vec<Option<i64>>,
    pub added: Vec<i64>,
    pub stages: Vec<i16>,
    pub fences: Vec<i64>,
}

/// The setups that change.
#[derive(Debug, Default)]
pub struct Setups {
    pub games: Vec<i64>,
    pub openings: Vec<String>,
}

/// The lines that are added, with their responses.
#[derive(Debug, Default)]
pub struct Lines<'a> {
    pub games: Vec<i64>,
    pub numbers: Vec<i64>,
    pub texts: Vec<&'a str>,
    pub seats: Vec<Option<i16>>,
    pub ids: Vec<Option<&'a [u8]>>,
    pub requests: Vec<Option<&'a [u8]>>,
    pub answers: Vec<Option<&'a str>>,
}

/// A batch of writes, sorted by game.
#[derive(Debug)]
pub struct Batch<'a> {
    pub heads: Heads,
    pub setups: Setups,
    pub lines: Lines<'a>,
}

impl<'a> Batch<'a> {
    /// Gathers writes.
    ///
    /// # Errors
    /// The lines of a write don't follow those of an earlier one of its game.
    /// A game is changed by two holds, of which one must be void.
    pub fn of(writes: &'a [Write]) -> Result<Self, StoreError> {
        let mut changes: BTreeMap<i64, Change> = BTreeMap::new();
        let mut all = Lines::default();
        for write in writes {
            let Hold { game, fence } = write.hold;
            let change = changes.entry(game.0).or_insert_with(|| Change { fence, ..Change::default() });
            if change.fence != fence {
                return Err(StoreError::NotHeld(game));
            }
            match &write.change {
                game::Change::PreGame(pre_game) => {
                    let opening = opening::without_scenario(pre_game);
                    change.opening = Some(opening.map_err(|error| StoreError::Failed(error.to_string()))?);
                    change.stage = change.stage.max(i16::from(pre_game.is_joined()));
                }
                game::Change::Lines { after, lines, response } => {
                    // Lines follow those before.
                    if *change.after.get_or_insert(*after) + change.added != *after {
                        return Err(StoreError::Sequence(game));
                    }
                    change.added += lines.len() as u64;
                    let closes = lines.last().is_some_and(|line| opening::closes(line));
                    change.stage = change.stage.max(if closes { 2 } else { i16::from(*after == 0) });
                    all.add(game, *after, lines, response.as_ref());
                }
            }
        }
        let (mut heads, mut setups) = (Heads::default(), Setups::default());
        for (game, change) in changes {
            heads.games.push(game);
            heads.after.push(change.after.map(|after| after as i64));
            heads.added.push(change.added as i64);
            heads.stages.push(change.stage);
            heads.fences.push(change.fence);
            if let Some(opening) = change.opening {
                setups.games.push(game);
                setups.openings.push(opening);
            }
        }
        Ok(Batch { heads, setups, lines: all })
    }

    /// Returns the games whose ledgers begin.
    pub fn begun(&self) -> Vec<i64> {
        let heads = self.heads.games.iter().zip(&self.heads.after);
        heads.filter(|(_, after)| **after == Some(0)).map(|(game, _)| *game).collect()
    }
}

impl Heads {
    /// Returns the columns.
    pub fn columns(&self) -> [&(dyn ToSql + Sync); 5] {
        [&self.games, &self.after, &self.added, &self.stages, &self.fences]
    }
}

impl<'a> Lines<'a> {
    /// Adds the lines of [`Lines::columns`].
    pub const INSERT: &'static str = "
        INSERT INTO undercity.line (game, n, text, seat, request_id, request, answer) SELECT * FROM
        unnest($1::bigint[], $2::bigint[], $3::text[], $4::smallint[], $5::bytea[], $6::bytea[], $7::text[])";

    /// Returns the columns of all lines, with these texts.
    pub fn columns<'b>(&'b self, texts: &'b Vec<&'a str>) -> [&'b (dyn ToSql + Sync); 7] {
        [&self.games, &self.numbers, texts, &self.seats, &self.ids, &self.requests, &self.answers]
    }

    /// Adds lines from number `after` on.
    pub fn add(&mut self, game: GameId, after: u64, lines: &'a [String], mut response: Option<&'a CachedResponse>) {
        for (n, line) in (after..).zip(lines) {
            // The response is stored with the first line.
            let with = response.take();
            self.games.push(game.0);
            self.numbers.push(n as i64);
            self.texts.push(line);
            self.seats.push(with.map(|with| i16::from(with.seat)));
            self.ids.push(with.map(|with| with.id.as_bytes()));
            self.requests.push(with.map(|with| &with.request[..]));
            self.answers.push(with.map(|with| with.answer.as_str()));
        }
    }
}
