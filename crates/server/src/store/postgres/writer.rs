//! The one connection that writes orders. It also holds the lock that keeps servers off the database with which it
//! isn't shared.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::ClientWrapper;
use futures_util::future::{join, join3};
use tokio_postgres::types::ToSql;

use super::StoreError;
use super::batch::{Batch, Lines};
use super::database::{Database, PATIENCE, one_attempt};
use super::schema::SERVER;
use super::trouble::{Trouble, is_taken, patiently};
use crate::store::{GameId, Hold, Write, opening};

/// Time for which the lock of another server is waited for. A server that was killed a moment ago may still have it.
const LOCKED: Duration = Duration::from_secs(2);
/// Pause between two looks at whether it is free.
const PAUSE: Duration = Duration::from_millis(20);

/// The condition on the fence is evaluated with the row locked, as that on the lines is. So a write either comes before
/// another server takes the game, which then reads it, or is refused.
const HEADS: &str = "
UPDATE undercity.game AS g
SET lines = g.lines + w.added, stage = greatest(g.stage, w.stage),
    maker = CASE WHEN w.stage = 2 THEN NULL ELSE g.maker END
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[])
    AS w (id, after, added, stage, fence)
WHERE g.id = w.id AND g.fence = w.fence AND g.lines = coalesce(w.after, g.lines)
RETURNING g.id";
const SETUPS: &str = "
UPDATE undercity.setup AS s SET opening = w.opening
FROM unnest($1::bigint[], $2::text[]) AS w (game, opening) WHERE s.game = w.game";
/// The lines that are stored, of those that are to be.
const STORED: &str = "
SELECT count(*) FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS w (game, n, text)
JOIN undercity.line AS l ON l.game = w.game AND l.n = w.n AND l.text = w.text";

const SET_UP: &str = "
SELECT count(*) FROM unnest($1::bigint[], $2::text[]) AS w (game, opening)
JOIN undercity.setup AS s ON s.game = w.game AND s.opening = w.opening";
/// A process of the database that served the connection.
#[derive(Clone, Debug)]
struct Backend {
    id: i32,
    /// When it started: another one may have the same id later.
    started: String,
}

/// The connection that writes orders, made again when it is lost.
#[derive(Debug)]
pub struct Writer {
    /// Whether other servers may use the store too, if they share it.
    shared: bool,
    link: Mutex<Link>,
}

#[derive(Debug, Default)]
struct Link {
    client: Option<ClientWrapper>,
    /// The backend of the last connection, which may live on after the connection is cut.
    backend: Option<Backend>,
}

impl Writer {
    /// Returns a writer without a connection.
    pub fn new(shared: bool) -> Self {
        Writer { shared, link: Mutex::default() }
    }

    /// Does something with the connection, as [`Database::with`] does.
    ///
    /// # Errors
    /// The error of the last attempt.
    /// A server has the lock with which the store isn't shared.
    pub fn with<T>(
        &self,
        database: &Database,
        act: impl AsyncFn(&ClientWrapper, bool) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        // A panic leaves a connection in a transaction, so it is not used again.
        let mut link = self.link.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
            let mut link = poisoned.into_inner();
            link.client = None;
            link
        });
        database.wait(patiently(PATIENCE, async |again| {
            let client = match link.client.take().filter(|client| !client.is_closed()) {
                Some(client) => client,
                None => one_attempt(connect(database, self.shared, &mut link.backend)).await?,
            };
            let done = one_attempt(act(&client, again)).await;
            if !matches!(done, Err(Trouble::Lost(_))) {
                link.client = Some(client);
            }
            done
        }))
    }

    /// Stores all changes in one transaction, or none.
    ///
    /// A connection can be lost while the database commits. Whether it has is read from the ledgers on the next
    /// connection, so a batch is never written twice, nor reported as lost if it is stored. If no connection can be made
    /// in time, the error is reported with this question open. That is safe: each game of the batch is then loaded from
    /// the store again before it is used, and a seat that repeats its request under the same id gets the stored answer.
    ///
    /// # Errors
    /// A write doesn't follow the last, its hold is void, or its game no longer exists.
    /// The database can't be reached, or refuses.
    pub fn write(&self, database: &Database, writes: &[Write]) -> Result<(), StoreError> {
        let batch = Batch::of(writes)?;
        self.with(database, async |client, again| {
            if again && is_stored(client, &batch).await? {
                return Ok(());
            }
            match write(client, &batch).await {
                // The earlier attempt was still being committed a moment ago.
                Err(Trouble::Store(StoreError::Sequence(_) | StoreError::NotHeld(_)))
                    if again && is_stored(client, &batch).await? =>
                {
                    Ok(())
                }
                written => written,
            }
        })
    }
}

/// Makes the connection and takes the lock.
async fn connect(database: &Database, shared: bool, backend: &mut Option<Backend>) -> Result<ClientWrapper, Trouble> {
    let client = database.connect().await?;
    let begun = Instant::now();
    if let Some(earlier) = backend {
        // The network may have cut it unnoticed. Whatever it was doing, it is done or undone when it has ended.
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2";
        client.query(end, &[&earlier.id, &earlier.started]).await?;
        // A backend that waits for the disk ends only afterwards.
        while is_running(&client, earlier).await? {
            if begun.elapsed() > LOCKED {
                return Err(Trouble::Lost("the last connection is still being ended".to_owned()));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
    let own = "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()";
    let own = client.query_one(own, &[]).await?;
    let own = Backend { id: own.get(0), started: own.get(1) };
    let lock = if shared { "SELECT pg_try_advisory_lock_shared($1, 0)" } else { "SELECT pg_try_advisory_lock($1, 0)" };
    while !client.query_one(lock, &[&SERVER]).await?.get::<_, bool>(0) {
        if begun.elapsed() > LOCKED {
            return Err(StoreError::InUse.into());
        }
        tokio::time::sleep(PAUSE).await;
    }
    *backend = Some(own);
    Ok(client)
}

async fn is_running(client: &ClientWrapper, Backend { id, started }: &Backend) -> Result<bool, Trouble> {
    let running = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2";
    Ok(client.query_opt(running, &[id, started]).await?.is_some())
}

/// Writes a batch in two round trips: one for the statements, one for the commit. Where a ledger begins, its scenario is
/// read before.
async fn write(client: &ClientWrapper, batch: &Batch<'_>) -> Result<(), Trouble> {
    let headers = headers(client, batch).await?;
    let texts = with_headers(&batch.lines, &headers);
    let [heads, setups, lines] = [HEADS, SETUPS, Lines::INSERT].map(|text| client.prepare_cached(text));
    let (heads, setups, lines) = (heads.await?, setups.await?, lines.await?);
    let (games, new, setup) = (&batch.heads, &batch.lines, &batch.setups);
    let (of_heads, of_lines) = (games.columns(), new.columns(&texts));
    let of_setups: [&(dyn ToSql + Sync); 2] = [&setup.games, &setup.openings];
    // What is polled first is sent first, and all of it before the first answer.
    let (begun, written, (added, set)) = join3(
        client.batch_execute("BEGIN"),
        client.query(&heads, &of_heads),
        join(async { if new.games.is_empty() { Ok(0) } else { client.execute(&lines, &of_lines).await } }, async {
            if setup.games.is_empty() { Ok(0) } else { client.execute(&setups, &of_setups).await }
        }),
    )
    .await;
    begun?;
    // The lines of a refused batch may already be there, so the first error is that of the heads.
    let written: Vec<i64> = match written {
        Ok(rows) => rows.iter().map(|row| row.get(0)).collect(),
        Err(error) => return undo(client, error.into()).await,
    };
    let mut all = games.games.iter().zip(&games.fences);
    if let Some((missing, fence)) = all.find(|(game, _)| !written.contains(game)) {
        client.batch_execute("ROLLBACK").await?;
        return Err(refused(client, Hold { game: GameId(*missing), fence: *fence }).await?.into());
    }
    match added.and(set) {
        Ok(_) => Ok(client.batch_execute("COMMIT").await?),
        // The line is there, although the game's row doesn't count it.
        Err(error) if is_taken(&error) => undo(client, StoreError::Damaged(error_text(&error)).into()).await,
        Err(error) => undo(client, error.into()).await,
    }
}

/// Ends a transaction that has failed. Returns why it has.
async fn undo(client: &ClientWrapper, why: Trouble) -> Result<(), Trouble> {
    if matches!(why, Trouble::Store(_)) {
        client.batch_execute("ROLLBACK").await?;
    }
    Err(why)
}

fn error_text(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(String::new, |answer| answer.message().to_owned())
}

/// Returns the headers of ledgers that begin, as they are stored, each with its place among the lines.
async fn headers(client: &ClientWrapper, batch: &Batch<'_>) -> Result<Vec<(usize, String)>, Trouble> {
    let begun = batch.begun();
    if begun.is_empty() {
        return Ok(Vec::new());
    }
    let texts = "SELECT setup.game, scenario.text FROM undercity.setup
                 JOIN undercity.scenario ON scenario.id = setup.scenario WHERE setup.game = ANY($1)";
    let rows = client.query(&client.prepare_cached(texts).await?, &[&begun]).await?;
    let text_of = |game: i64| rows.iter().find(|row| row.get::<_, i64>(0) == game).map(|row| row.get::<_, &str>(1));
    let lines = batch.lines.games.iter().zip(&batch.lines.numbers).zip(&batch.lines.texts).enumerate();
    let first = lines.filter(|(_, ((_, number), _))| **number == 0);
    Ok(first
        .filter_map(|(place, ((game, _), line))| Some((place, opening::shortened(line, text_of(*game)?)?)))
        .collect())
}

/// Returns why a game's row was not changed.
async fn refused(client: &ClientWrapper, Hold { game, fence }: Hold) -> Result<StoreError, Trouble> {
    let there = client.query_opt("SELECT fence FROM undercity.game WHERE id = $1", &[&game.0]).await?;
    Ok(match there.map(|row| row.get::<_, i64>(0)) {
        None => StoreError::Gone(game),
        Some(present) if present != fence => StoreError::NotHeld(game),
        Some(_) => StoreError::Sequence(game),
    })
}

/// Returns whether a batch was stored by an attempt whose answer was lost. Each line has a hash of all before it.
///
/// All lines are compared, since another server that took one of the games may have stored the same line: the order was
/// repeated there, and the dice of a game are fixed. A batch without lines may be stored twice.
async fn is_stored(client: &ClientWrapper, batch: &Batch<'_>) -> Result<bool, Trouble> {
    let lines = &batch.lines;
    if lines.games.is_empty() {
        return Ok(false);
    }
    let headers = headers(client, batch).await?;
    let texts = with_headers(lines, &headers);
    let stored = client.query_one(STORED, &[&lines.games, &lines.numbers, &texts]).await?;
    if stored.get::<_, i64>(0) != lines.games.len() as i64 {
        return Ok(false);
    }
    let setups = &batch.setups;
    let set = client.query_one(SET_UP, &[&setups.games, &setups.openings]).await?;
    Ok(set.get::<_, i64>(0) == setups.games.len() as i64)
}

/// Returns the lines of a batch as they are stored.
fn with_headers<'a>(lines: &Lines<'a>, headers: &'a [(usize, String)]) -> Vec<&'a str> {
    let mut texts = lines.texts.clone();
    headers.iter().for_each(|(place, header)| texts[*place] = header);
    texts
}
