//! The rows of one game, outside of orders.

use std::time::Duration;

use deadpool_postgres::{Client, Transaction};
use futures_util::future::{join, join3};
use referee::ledger::ScenarioText;
use tokio_postgres::{IsolationLevel, Row};

use super::StoreError;
use super::schema::MAKERS;
use super::servers::OVER;
use super::trouble::{Trouble, is_taken};
use crate::seats::TokenHash;
use crate::store::opening::scenario_hash;
use crate::store::rebuilt::Rebuilt;
use crate::store::retention::{Retention, seconds};
use crate::store::{CachedResponse, GameId, Hold, NewGame, ServerId, StoredGame};

/// Maximum time of work with many games.
pub const LONG: Duration = Duration::from_secs(120);
/// Version of this program, for what it can't read.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Checks whether the address with this hash has fewer than `most` unfinished games.
///
/// # Errors
/// It has so many.
pub async fn admit(client: &Client, hash: &[u8], most: u32) -> Result<(), Trouble> {
    let count = client.prepare_cached("SELECT count(*) FROM undercity.game WHERE maker = $1").await?;
    let games: i64 = client.query_one(&count, &[&hash]).await?.get(0);
    if games < i64::from(most) { Ok(()) } else { Err(StoreError::TooManyGames(most).into()) }
}

/// Returns the game and the seat index of a link.
pub async fn seat(client: &Client, link: &TokenHash) -> Result<Option<(GameId, u8)>, Trouble> {
    let find = client.prepare_cached("SELECT game, seat FROM undercity.link WHERE hash = $1").await?;
    let found = client.query_opt(&find, &[&&link.bytes()[..]]).await?;
    Ok(found.map(|row| (GameId(row.get(0)), row.get::<_, i16>(1) as u8)))
}

/// Replaces a link of a game by another, if there is the first and not yet the other. The row of the game is locked, so
/// no other server takes the game meanwhile.
///
/// # Errors
/// The hold is void.
pub async fn renew(
    client: &Client,
    hold: Hold,
    link: &TokenHash,
    by: &TokenHash,
    again: bool,
) -> Result<bool, Trouble> {
    let Hold { game: GameId(game), fence } = hold;
    let renew = "WITH held AS (SELECT id FROM undercity.game WHERE id = $3 AND fence = $4 FOR SHARE)
                 UPDATE undercity.link AS l SET hash = $2 FROM held WHERE l.hash = $1 AND l.game = held.id";
    let renew = client.prepare_cached(renew).await?;
    match client.execute(&renew, &[&&link.bytes()[..], &&by.bytes()[..], &game, &fence]).await {
        Ok(0) => {}
        Ok(_) => return Ok(true),
        Err(error) if is_taken(&error) => {}
        Err(error) => return Err(error.into()),
    }
    if again && seat(client, by).await?.is_some_and(|(game, _)| game == hold.game) {
        return Ok(true);
    }
    let void = "SELECT 1 FROM undercity.game WHERE id = $1 AND fence <> $2";
    match client.query_opt(void, &[&game, &fence]).await? {
        Some(_) => Err(StoreError::NotHeld(hold.game).into()),
        None => Ok(false),
    }
}

/// Stores a new game. `maker` is the hash of its address, with the maximum number of unfinished games.
///
/// # Errors
/// The address has so many.
pub async fn create(
    client: &mut Client,
    game: &NewGame,
    opening: &str,
    maker: Option<&(Vec<u8>, u32)>,
) -> Result<GameId, Trouble> {
    let transaction = client.transaction().await?;
    if let Some((hash, most)) = maker {
        // Two games of one address that are created at once are counted one after the other.
        let key = hash.first_chunk().map_or(0, |bytes| i32::from_be_bytes(*bytes));
        transaction.execute("SELECT pg_advisory_xact_lock($1, $2)", &[&MAKERS, &key]).await?;
        let count = "SELECT count(*) FROM undercity.game WHERE maker = $1";
        let games: i64 = transaction.query_one(count, &[hash]).await?.get(0);
        if games >= i64::from(*most) {
            return Err(StoreError::TooManyGames(*most).into());
        }
    }
    let scenario = scenario_id(&transaction, &game.pre_game.scenario).await?;
    let now = "extract(epoch FROM now())::bigint";
    let insert = format!("INSERT INTO undercity.game (created, used, maker) VALUES ({now}, {now}, $1) RETURNING id");
    let id: i64 = transaction.query_one(&insert, &[&maker.map(|(hash, _)| hash)]).await?.get(0);
    insert_setup(&transaction, id, scenario, opening).await?;
    insert_links(&transaction, id, &game.links).await?;
    transaction.commit().await?;
    Ok(GameId(id))
}

/// Stores the setup of a new game.
pub async fn insert_setup(
    transaction: &Transaction<'_>,
    game: i64,
    scenario: i64,
    opening: &str,
) -> Result<(), Trouble> {
    let setup = "INSERT INTO undercity.setup (game, scenario, opening) VALUES ($1, $2, $3)";
    transaction.execute(setup, &[&game, &scenario, &opening]).await?;
    Ok(())
}

/// Stores the links of a new game.
pub async fn insert_links(transaction: &Transaction<'_>, game: i64, links: &[(TokenHash, u8)]) -> Result<(), Trouble> {
    let (hashes, seats): (Vec<&[u8]>, Vec<i16>) =
        links.iter().map(|(hash, seat)| (&hash.bytes()[..], i16::from(*seat))).unzip();
    let links = "INSERT INTO undercity.link (game, hash, seat) SELECT $1, * FROM unnest($2::bytea[], $3::smallint[])";
    transaction.execute(links, &[&game, &hashes, &seats]).await?;
    Ok(())
}

/// Returns the number of a scenario in the store, which is added if it is new. Its row is locked: a game that expires
/// can't take it away before the transaction has a game of it.
pub async fn scenario_id(transaction: &Transaction<'_>, scenario: &ScenarioText) -> Result<i64, Trouble> {
    let hash = &scenario_hash(scenario)[..];
    let find = "SELECT id FROM undercity.scenario WHERE hash = $1 FOR KEY SHARE";
    let insert = "INSERT INTO undercity.scenario (hash, name, text) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING";
    if let Some(found) = transaction.query_opt(find, &[&hash]).await? {
        return Ok(found.get(0));
    }
    transaction.execute(insert, &[&hash, &scenario.name, &scenario.text]).await?;
    match transaction.query_opt(find, &[&hash]).await? {
        Some(found) => Ok(found.get(0)),
        None => Err(Trouble::Lost("a scenario was removed at this moment".to_owned())),
    }
}

/// A game as its rows are.
#[derive(Debug)]
pub struct Found {
    /// The game, or why its rows are not one.
    pub stored: Result<StoredGame, StoreError>,
    /// Why this program has set it aside.
    pub fault: Option<String>,
    /// Number of lines whose text can be read.
    pub readable: u64,
}

/// Returns a game as of one moment; `None` if there is none.
pub async fn read(client: &Client, game: GameId) -> Result<Option<Found>, Trouble> {
    let setup = "SELECT game.lines, game.fault, game.fault_by, setup.opening, scenario.name, scenario.text
                 FROM undercity.game LEFT JOIN undercity.setup ON setup.game = game.id
                 LEFT JOIN undercity.scenario ON scenario.id = setup.scenario WHERE game.id = $1";
    let lines = "SELECT text, seat, request_id, request, answer, n FROM undercity.line WHERE game = $1 ORDER BY n";
    let (setup, lines) = (client.prepare_cached(setup).await?, client.prepare_cached(lines).await?);
    let id = &game.0;
    // All is sent at once, since what is polled first is sent first.
    let (begun, (setup, lines), ended) = join3(
        client.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
        join(client.query_opt(&setup, &[id]), client.query(&lines, &[id])),
        client.batch_execute("COMMIT"),
    )
    .await;
    begun?;
    let (setup, lines) = (setup?, lines?);
    ended?;
    let Some(setup) = setup else { return Ok(None) };
    let fault_by: Option<&str> = setup.get(2);
    Ok(Some(Found {
        stored: rebuilt(game, &setup, &lines),
        fault: setup.get::<_, Option<String>>(1).filter(|_| fault_by == Some(PROGRAM)),
        readable: lines.iter().zip(0_i64..).take_while(|(row, n)| row.get::<_, i64>(5) == *n).count() as u64,
    }))
}

fn rebuilt(game: GameId, setup: &Row, lines: &[Row]) -> Result<StoredGame, StoreError> {
    let unreadable = |why: &str| StoreError::Unreadable(game, why.to_owned());
    let scenario = match (setup.get(4), setup.get(5)) {
        (Some(name), Some(text)) => Some(ScenarioText { name, text }),
        _ => None,
    };
    let mut rebuilt = Rebuilt::new(game, setup.get::<_, Option<&str>>(3).unwrap_or_default(), scenario)?;
    if lines.iter().zip(0_i64..).any(|(row, n)| row.get::<_, i64>(5) != n) {
        return Err(unreadable("a line of its ledger is missing"));
    }
    if lines.len() as i64 != setup.get::<_, i64>(0) {
        return Err(unreadable("its number of lines is not the number that was acknowledged"));
    }
    for row in lines {
        let response = response(row).map_err(|()| unreadable("a response of it can't be read"))?;
        rebuilt.add(row.get(0), response);
    }
    Ok(rebuilt.done())
}

/// Returns the response that is stored with a line, if there is one.
pub fn response(row: &Row) -> Result<Option<CachedResponse>, ()> {
    let (seat, id): (Option<i16>, Option<Vec<u8>>) = (row.get(1), row.get(2));
    let (request, answer): (Option<&[u8]>, Option<String>) = (row.get(3), row.get(4));
    let (Some(seat), Some(id), Some(request), Some(answer)) = (seat, id, request, answer) else { return Ok(None) };
    let id = String::from_utf8(id).map_err(|_| ())?;
    let request = request.try_into().map_err(|_| ())?;
    Ok(Some(CachedResponse { seat: seat as u8, id, request, answer }))
}

/// Notes why this program can't read a game. Returns whether that is new.
pub async fn set_aside(client: &Client, game: GameId, fault: &str) -> Result<bool, Trouble> {
    let set = "UPDATE undercity.game SET fault = $2, fault_by = $3
               WHERE id = $1 AND (fault IS NULL OR fault_by IS DISTINCT FROM $3)";
    Ok(client.execute(set, &[&game.0, &fault, &PROGRAM]).await? > 0)
}

/// Notes that games were used now. The row of a game that is being written is left out rather than waited for: two
/// transactions that wait for each other's rows would be a deadlock. Returns the games that were noted.
pub async fn note_use(client: &Client, games: &[i64]) -> Result<Vec<i64>, Trouble> {
    let note = "UPDATE undercity.game SET used = extract(epoch FROM now())::bigint
                WHERE id IN (SELECT id FROM undercity.game WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED)
                RETURNING id";
    let noted = client.query(&client.prepare_cached(note).await?, &[&games]).await?;
    Ok(noted.iter().map(|row| row.get(0)).collect())
}

/// Removes up to `most` games whose time is over, with the least used of each stage first. Those in `used` were used a
/// moment ago. Those that a server other than `own` holds are in use.
pub async fn expire(
    client: &mut Client,
    retention: &Retention,
    most: usize,
    used: &[i64],
    own: Option<ServerId>,
) -> Result<Vec<GameId>, Trouble> {
    client.execute(OVER, &[]).await?;
    let own = own.map(|own| own.0);
    let transaction = client.transaction().await?;
    let mut expired: Vec<i64> = Vec::new();
    for (stage, time) in (0_i16..).zip(retention.times()) {
        let Some(time) = time else { continue };
        // A game that is being written is in use.
        let find = "SELECT id FROM undercity.game WHERE stage = $1 AND used <= extract(epoch FROM now())::bigint - $2
                    AND id <> ALL($4) AND (holder IS NOT DISTINCT FROM $5
                                           OR NOT EXISTS (SELECT 1 FROM undercity.server WHERE id = game.holder))
                    ORDER BY used LIMIT $3 FOR UPDATE SKIP LOCKED";
        let left = (most - expired.len()) as i64;
        let games = transaction.query(find, &[&stage, &seconds(time), &left, &used, &own]).await?;
        expired.extend(games.iter().map(|row| row.get::<_, i64>(0)));
    }
    for (table, column) in [("line", "game"), ("link", "game"), ("setup", "game"), ("game", "id")] {
        let remove = format!("DELETE FROM undercity.{table} WHERE {column} = ANY($1)");
        transaction.execute(&remove, &[&expired]).await?;
    }
    transaction.commit().await?;
    if !expired.is_empty() {
        // A game may begin to use one of these scenarios now. Then they are removed another time.
        let unused = "DELETE FROM undercity.scenario AS s
                      WHERE NOT EXISTS (SELECT 1 FROM undercity.setup WHERE scenario = s.id)";
        let transaction = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).start().await?;
        match transaction.execute(unused, &[]).await {
            Ok(_) => transaction.commit().await?,
            Err(error) if error.as_db_error().is_some() => transaction.rollback().await?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(expired.into_iter().map(GameId).collect())
}
