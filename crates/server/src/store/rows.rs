//! The rows of one game.

use referee::ledger::ScenarioText;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::rebuilt::Rebuilt;
use super::schema::writing;
use super::{CachedResponse, Change, GameId, NewGame, StoreError, StoredGame, Write, opening};

/// Checks whether the address with this hash has fewer than `most` unfinished games.
///
/// # Errors
/// It has so many.
pub fn admit(connection: &Connection, hash: [u8; 32], most: u32) -> Result<(), StoreError> {
    let mut count = connection.prepare_cached("SELECT count(*) FROM game WHERE maker = ?1")?;
    let games: u64 = count.query_row([hash], |row| row.get(0))?;
    if games < u64::from(most) { Ok(()) } else { Err(StoreError::TooManyGames(most)) }
}

/// Stores a new game. `maker` is the hash of its address, with the maximum number of unfinished games.
///
/// # Errors
/// The address has so many.
/// The game can't be written.
pub fn create(
    transaction: &Transaction<'_>,
    game: &NewGame,
    maker: Option<([u8; 32], u32)>,
) -> Result<GameId, StoreError> {
    if let Some((hash, most)) = maker {
        admit(transaction, hash, most)?;
    }
    let scenario = opening::scenario_id(transaction, &game.pre_game.scenario)?;
    let opening = opening::without_scenario(&game.pre_game).map_err(json)?;
    let mut insert = transaction.prepare_cached(
        "INSERT INTO game (opening, scenario, created, used, maker) VALUES (?1, ?2, unixepoch(), unixepoch(), ?3)",
    )?;
    let id = insert.insert(params![opening, scenario, maker.map(|(hash, _)| hash)])?;
    for (hash, seat) in &game.links {
        let mut insert = transaction.prepare_cached("INSERT INTO link (hash, game, seat) VALUES (?1, ?2, ?3)")?;
        insert.execute(params![hash.bytes(), id, seat])?;
    }
    Ok(GameId(id))
}

/// Notes that games were used now.
pub fn note_use<'a>(connection: &mut Connection, games: impl Iterator<Item = &'a GameId>) -> Result<(), StoreError> {
    let transaction = writing(connection)?;
    for game in games {
        transaction.prepare_cached("UPDATE game SET used = unixepoch() WHERE id = ?1")?.execute([game.0])?;
    }
    Ok(transaction.commit()?)
}

fn json(error: serde_json::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}

pub fn write_one(connection: &Connection, write: &Write) -> Result<(), StoreError> {
    let game = write.game();
    match &write.change {
        Change::PreGame(pre_game) => {
            let mut statement =
                connection.prepare_cached("UPDATE game SET opening = ?2, stage = max(stage, ?3) WHERE id = ?1")?;
            let opening = opening::without_scenario(pre_game).map_err(json)?;
            match statement.execute(params![game.0, opening, pre_game.is_joined()])? {
                0 => Err(StoreError::Gone(game)),
                _ => Ok(()),
            }
        }
        Change::Lines { after, lines, response } => {
            // Computed from the lines: a count beside the setup would rewrite that whole row for each line.
            let mut next = connection.prepare_cached("SELECT coalesce(max(n) + 1, 0) FROM line WHERE game = ?1")?;
            if next.query_row([game.0], |row| row.get::<_, i64>(0))? != *after as i64 {
                return Err(StoreError::Sequence(game));
            }
            if *after == 0 {
                begin(connection, game, lines, response.as_ref())?;
            } else {
                insert(connection, game, *after, lines.iter().map(String::as_str), response.as_ref())?;
            }
            if lines.last().is_some_and(|line| opening::closes(line)) {
                // Only unfinished games count for the address that created them.
                connection.execute("UPDATE game SET stage = 2, maker = NULL WHERE id = ?1", [game.0])?;
            }
            Ok(())
        }
    }
}

/// Stores the first lines of a ledger. The header is stored without the text of the scenario.
fn begin(
    connection: &Connection,
    game: GameId,
    lines: &[String],
    response: Option<&CachedResponse>,
) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT text FROM scenario WHERE id = (SELECT scenario FROM game WHERE id = ?1)")?;
    let text: Option<String> = statement.query_row([game.0], |row| row.get(0)).optional()?;
    let text = text.ok_or(StoreError::Gone(game))?;
    let header = lines.first().and_then(|line| opening::shortened(line, &text));
    let stored = lines.iter().enumerate().map(|(n, line)| match &header {
        Some(header) if n == 0 => header,
        _ => line,
    });
    insert(connection, game, 0, stored.map(String::as_str), response)?;
    connection.execute("UPDATE game SET stage = max(stage, 1) WHERE id = ?1", [game.0])?;
    Ok(())
}

/// Stores lines of a ledger from number `after` on. The response is stored with the first of them.
pub fn insert<'a>(
    connection: &Connection,
    game: GameId,
    after: u64,
    lines: impl Iterator<Item = &'a str>,
    mut response: Option<&CachedResponse>,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO line (game, n, text, seat, request_id, request, answer) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (n, line) in (after..).zip(lines) {
        let with = response.take();
        insert.execute(params![
            game.0,
            n as i64,
            line,
            with.map(|a| a.seat),
            with.map(|a| &a.id),
            with.map(|a| a.request),
            with.map(|a| &a.answer)
        ])?;
    }
    Ok(())
}

/// Returns why a game was set aside; `None` if it was not.
pub fn fault(connection: &Connection, game: GameId) -> Result<Option<String>, StoreError> {
    let mut fault = connection.prepare_cached("SELECT fault FROM game WHERE id = ?1")?;
    Ok(fault.query_row([game.0], |row| row.get(0)).optional()?.flatten())
}

/// Returns a game, also if it was set aside.
pub fn read(connection: &Connection, game: GameId) -> Result<Option<StoredGame>, StoreError> {
    let mut setup = connection.prepare_cached(
        "SELECT game.opening, scenario.name, scenario.text
         FROM game LEFT JOIN scenario ON scenario.id = game.scenario WHERE game.id = ?1",
    )?;
    let mut rows = setup.query([game.0])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let scenario = match (row.get(1)?, row.get(2)?) {
        (Some(name), Some(text)) => Some(ScenarioText { name, text }),
        _ => None,
    };
    let mut rebuilt = Rebuilt::new(game, row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?, scenario)?;
    let mut statement = connection
        .prepare_cached("SELECT text, seat, request_id, request, answer FROM line WHERE game = ?1 ORDER BY n")?;
    let mut rows = statement.query([game.0])?;
    while let Some(row) = rows.next()? {
        let line = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        let response = match (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?) {
            (Some(seat), Some(id), Some(request), Some(answer)) => Some(CachedResponse { seat, id, request, answer }),
            _ => None,
        };
        rebuilt.add(line, response);
    }
    Ok(Some(rebuilt.done()))
}
