//! The servers that share a database, and which of them holds a game.
//!
//! A server has a row until its lease is over. Each server removes the rows of others whose leases are over, and a row
//! never comes back. So the lock of a row decides whether a lease is prolonged or over, whatever the clock says when
//! the transaction ends. A game whose holder has no row is free.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use deadpool_postgres::Client;
use futures_util::future::join;

use super::schema::SERVER;
use super::trouble::Trouble;
use super::{PostgresStore, StoreError};
use crate::store::{GameId, Hold, Listed, ServerId, Sharing, Taken};

/// Time for work with the connection for leases that is of no lease.
const NO_LEASE: Duration = Duration::from_secs(6);

/// Removes the servers whose leases are over. It waits for one that prolongs its lease at this moment.
pub const OVER: &str = "DELETE FROM undercity.server WHERE until <= clock_timestamp()";

/// Draws the number of a new server, and when its lease is over.
const DRAW: &str = "SELECT nextval('undercity.server_id_seq'), clock_timestamp() + $1::float8 * interval '1 second'";

/// Lists a server under its number. While a server has the store for itself, no lease is begun, and none is prolonged.
const JOIN: &str = "
INSERT INTO undercity.server AS s (id, address, until)
SELECT $1::bigint, $2::text, $3::timestamptz WHERE pg_try_advisory_xact_lock_shared($4, 0)
ON CONFLICT (id) DO UPDATE SET until = greatest(s.until, excluded.until)";

const PROLONG: &str = "
UPDATE undercity.server SET until = clock_timestamp() + $2::float8 * interval '1 second'
WHERE id = $1 AND until > clock_timestamp() AND pg_try_advisory_xact_lock_shared($3, 0)";

const LISTED: &str = "
SELECT id, address, extract(epoch FROM until - clock_timestamp())::float8 FROM undercity.server
WHERE until > clock_timestamp() ORDER BY id";

/// Finds the holder of a game that has a row, and whether the server that wants the game has a lease.
const HOLDER: &str = "
SELECT g.fence, s.id, $2::bigint IS NULL
    OR EXISTS (SELECT 1 FROM undercity.server WHERE id = $2::bigint AND until > clock_timestamp())
FROM undercity.game AS g LEFT JOIN undercity.server AS s ON s.id = g.holder WHERE g.id = $1";

const TAKE: &str = "UPDATE undercity.game SET fence = fence + 1, holder = $2 WHERE id = $1 AND fence = $3";

impl Sharing for PostgresStore {
    fn join(&self, address: &str, lease: Duration) -> Result<ServerId, StoreError> {
        let drawn = Cell::new(None);
        let act = async |client: &mut Client, _| join_as(client, &drawn, address, lease).await;
        let id = self.database.for_lease(lease, act)?;
        *self.joined() = Some(id);
        Ok(id)
    }

    fn prolong(&self, server: ServerId, lease: Duration) -> Result<Vec<Listed>, StoreError> {
        self.database.for_lease(lease, async |client, _| prolong(client, server, lease).await)
    }

    fn leave(&self, server: ServerId) -> Result<(), StoreError> {
        self.database.for_lease(NO_LEASE, async |client, _| {
            client.execute("DELETE FROM undercity.server WHERE id = $1", &[&server.0]).await?;
            Ok(())
        })
    }

    fn secret(&self) -> Result<[u8; 32], StoreError> {
        self.database.for_lease(NO_LEASE, async |client, _| {
            let row = client.query_one("SELECT secret FROM undercity.identity", &[]).await?;
            let wrong = |_| StoreError::Failed("the secret of the store does not have 32 bytes".to_owned());
            Ok(row.get::<_, &[u8]>(0).try_into().map_err(wrong)?)
        })
    }
}

/// Lists a server. Its number is drawn before, and its lease begins then. So an attempt whose answer was lost lists no
/// second server, and one that comes late begins no second lease.
async fn join_as(
    client: &Client,
    drawn: &Cell<Option<(i64, SystemTime)>>,
    address: &str,
    lease: Duration,
) -> Result<ServerId, Trouble> {
    let (id, until) = match drawn.get() {
        Some(drawn) => drawn,
        None => {
            let row = client.query_one(DRAW, &[&lease.as_secs_f64()]).await?;
            (row.get(0), row.get(1))
        }
    };
    drawn.set(Some((id, until)));
    client.execute(OVER, &[]).await?;
    match client.execute(JOIN, &[&id, &address, &until, &SERVER]).await? {
        0 => Err(StoreError::InUse.into()),
        _ => Ok(ServerId(id)),
    }
}

async fn prolong(client: &Client, server: ServerId, lease: Duration) -> Result<Vec<Listed>, Trouble> {
    let (prolong, listed) = (client.prepare_cached(PROLONG).await?, client.prepare_cached(LISTED).await?);
    let lease = lease.as_secs_f64();
    // What is polled first is sent first, and both before the first answer.
    let (prolonged, listed) =
        join(client.execute(&prolong, &[&server.0, &lease, &SERVER]), client.query(&listed, &[])).await;
    if prolonged? == 0 {
        return Err(StoreError::LeaseOver.into());
    }
    let listed = listed?;
    Ok(listed
        .iter()
        .map(|row| {
            let left = Duration::try_from_secs_f64(row.get(2)).unwrap_or_default();
            Listed { id: ServerId(row.get(0)), address: row.get(1), left }
        })
        .collect())
}

/// Takes a game for a server, or for the one that has the store for itself.
///
/// The holder and the fence are read at one moment. A game found free stays so until its fence changes, since a row
/// that is gone never comes back. So the statement that takes the game needs only this fence, and an attempt whose
/// connection was lost can't succeed late. A holder that is found may have left meanwhile: the game is free next time.
///
/// # Errors
/// The game doesn't exist.
/// The lease of the server is over.
pub async fn take(client: &Client, game: GameId, server: Option<ServerId>) -> Result<Taken, Trouble> {
    let [over, holder, take] = [OVER, HOLDER, TAKE].map(|text| client.prepare_cached(text));
    let (over, holder, take) = (over.await?, holder.await?, take.await?);
    let server = server.map(|server| server.0);
    loop {
        let (removed, found) = join(client.execute(&over, &[]), client.query_opt(&holder, &[&game.0, &server])).await;
        removed?;
        let found = found?.ok_or(StoreError::Gone(game))?;
        let (fence, holder): (i64, Option<i64>) = (found.get(0), found.get(1));
        if !found.get::<_, bool>(2) {
            return Err(StoreError::LeaseOver.into());
        }
        if let Some(holder) = holder.filter(|holder| Some(*holder) != server) {
            return Ok(Taken::Elsewhere(ServerId(holder)));
        }
        if client.execute(&take, &[&game.0, &server, &fence]).await? > 0 {
            return Ok(Taken::Here(Hold { game, fence: fence + 1 }));
        }
        // It was taken at this moment, also by another attempt of this server.
    }
}
