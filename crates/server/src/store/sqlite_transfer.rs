//! Whole games in SQLite.

use referee::ledger::ScenarioText;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::heads::Head;
use super::opening::scenario_id;
use super::rows::insert;
use super::schema::writing;
use super::sqlite::locked;
use super::transfer::{Content, Transfer, WholeGame, differs};
use super::{CachedResponse, GameId, Lost, SqliteStore, Store, StoreError};
use crate::seats::TokenHash;

impl Transfer for SqliteStore {
    fn lost(&self) -> Vec<Lost> {
        SqliteStore::lost(self).to_vec()
    }

    fn all(&self) -> Result<Vec<GameId>, StoreError> {
        let connection = locked(&self.reader);
        let mut all = connection.prepare("SELECT id FROM game ORDER BY id")?;
        let games = all.query_map([], |row| row.get(0).map(GameId))?;
        Ok(games.collect::<rusqlite::Result<_>>()?)
    }

    fn whole(&self, game: GameId) -> Result<Option<WholeGame>, StoreError> {
        let mut connection = locked(&self.reader);
        let moment = connection.transaction()?;
        whole(&moment, game)
    }

    fn put(&self, number: GameId, game: &WholeGame) -> Result<(), StoreError> {
        let mut connection = locked(&self.writer);
        let transaction = writing(&mut connection)?;
        let put = put(&transaction, number, game)?;
        if whole(&transaction, put)?.as_ref() != Some(game) {
            return Err(differs(number));
        }
        transaction.commit()?;
        drop(connection);
        let head = game.content.lines.last().map(|(line, _)| Head::of(game.content.lines.len() as u64, line));
        locked(&self.heads).note(head.iter().map(|head| (&put, head)))
    }

    fn game_of(&self, link: &TokenHash) -> Result<Option<GameId>, StoreError> {
        Ok(self.seat(link)?.map(|(game, _)| game))
    }

    fn salt(&self) -> Vec<u8> {
        self.salt.clone()
    }

    fn put_salt(&mut self, salt: &[u8]) -> Result<(), StoreError> {
        locked(&self.writer).execute("UPDATE identity SET salt = ?1", [salt])?;
        self.salt = salt.to_owned();
        Ok(())
    }
}

fn whole(connection: &Connection, game: GameId) -> Result<Option<WholeGame>, StoreError> {
    let unreadable = |why: &str| StoreError::Unreadable(game, why.to_owned());
    let mut setup = connection.prepare_cached(
        "SELECT game.created, game.used, game.stage, game.maker, game.opening, scenario.name, scenario.text
         FROM game LEFT JOIN scenario ON scenario.id = game.scenario WHERE game.id = ?1",
    )?;
    let mut rows = setup.query([game.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let (Some(name), Some(text)) = (row.get(5)?, row.get(6)?) else {
        return Err(unreadable("its setup can't be read"));
    };
    let mut links = connection.prepare_cached("SELECT hash, seat FROM link WHERE game = ?1 ORDER BY hash")?;
    let links = links.query_map([game.0], |row| Ok((TokenHash::stored(row.get(0)?), row.get(1)?)))?;
    let mut whole = WholeGame {
        created: row.get(0)?,
        used: row.get(1)?,
        stage: row.get(2)?,
        maker: row.get(3)?,
        content: Content {
            opening: row.get(4)?,
            scenario: ScenarioText { name, text },
            links: links.collect::<rusqlite::Result<_>>()?,
            lines: Vec::new(),
        },
    };
    let mut lines = connection
        .prepare_cached("SELECT text, seat, request_id, request, answer, n FROM line WHERE game = ?1 ORDER BY n")?;
    let mut rows = lines.query([game.0])?;
    while let Some(row) = rows.next()? {
        let response = match (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?) {
            (Some(seat), Some(id), Some(request), Some(answer)) => Some(CachedResponse { seat, id, request, answer }),
            _ => None,
        };
        if row.get::<_, u64>(5)? != whole.content.lines.len() as u64 {
            return Err(unreadable("a line of its ledger is missing"));
        }
        whole.content.lines.push((row.get(0)?, response));
    }
    Ok(Some(whole))
}

fn put(transaction: &Transaction<'_>, number: GameId, game: &WholeGame) -> Result<GameId, StoreError> {
    let content = &game.content;
    let scenario = scenario_id(transaction, &content.scenario)?;
    let taken = transaction.query_row("SELECT 1 FROM game WHERE id = ?1", [number.0], |_| Ok(())).optional()?;
    let number = taken.is_none().then_some(number.0);
    let mut insert_game = transaction.prepare_cached(
        "INSERT INTO game (id, opening, scenario, created, used, stage, maker) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let row = params![number, content.opening, scenario, game.created, game.used, game.stage, game.maker];
    let put = GameId(insert_game.insert(row)?);
    for (hash, seat) in &content.links {
        let mut link = transaction.prepare_cached("INSERT INTO link (hash, game, seat) VALUES (?1, ?2, ?3)")?;
        link.execute(params![hash.bytes(), put.0, seat])?;
    }
    for (n, (line, response)) in (0..).zip(&content.lines) {
        insert(transaction, put, n, std::iter::once(line.as_str()), response.as_ref())?;
    }
    Ok(put)
}
