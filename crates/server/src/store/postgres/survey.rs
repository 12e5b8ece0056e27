//! Looks at a store that a server may use meanwhile.

use super::database::Database;
use super::rows::{self, Found, LONG};
use super::{DatabaseUrl, StoreError, schema};
use crate::store::GameId;
use crate::store::check::{Checked, Looked, examine};
use crate::store::copy::Progress;
use crate::store::retention::{Counted, Retention, STAGES, seconds};

/// Connects to a database that has a store of the present version.
///
/// # Errors
/// The database can't be reached, or has no store or an earlier one.
fn connected(url: &DatabaseUrl) -> Result<Database, StoreError> {
    let database = Database::new(url)?;
    let version = database.with(async |client, _| schema::version(client).await);
    let why = match version.map_err(|error| error.about(url))? {
        Some(schema::VERSION) => return Ok(database),
        Some(version) => format!("the store is of version {version}: start a server once, which brings it up to date"),
        None => "there is no store here".to_owned(),
    };
    Err(StoreError::Failed(why).about(url))
}

/// Checks that there is a store of the present version.
///
/// # Errors
/// The database can't be reached, or has no store or an earlier one.
pub fn exists(url: &DatabaseUrl) -> Result<(), StoreError> {
    connected(url).map(drop)
}

/// Verifies every game without changing anything.
///
/// # Errors
/// The database can't be read, or has no store or an earlier one.
pub fn check(url: &DatabaseUrl, progress: Progress<'_>) -> Result<Checked, StoreError> {
    let database = connected(url)?;
    let games: Vec<i64> = database.within(LONG, async |client, _| {
        let games = client.query("SELECT id FROM undercity.game ORDER BY id", &[]).await?;
        Ok(games.iter().map(|row| row.get(0)).collect())
    })?;
    let mut checked = Checked { games: games.len() as u64, ..Checked::default() };
    for (n, game) in (1..).zip(games) {
        let game = GameId(game);
        match database.within(LONG, async |client, _| rows::read(client, game).await) {
            // It was removed meanwhile.
            Ok(None) => checked.games -= 1,
            Ok(Some(Found { stored, fault, readable })) => {
                checked.findings.extend(examine(game, &Looked { stored: stored.map(Some), fault, readable }));
            }
            Err(error @ StoreError::Damaged(_)) => {
                checked.findings.extend(examine(game, &Looked { stored: Err(error), fault: None, readable: 0 }));
            }
            Err(error) => return Err(error),
        }
        progress(n, checked.games);
    }
    Ok(checked)
}

/// Counts the games whose time is over, by stage.
///
/// # Errors
/// The database can't be read, or has no store or an earlier one.
pub fn count_expired(url: &DatabaseUrl, retention: &Retention) -> Result<Vec<Counted>, StoreError> {
    let count = "SELECT count(*), coalesce(sum(
            octet_length(setup.opening) + (SELECT coalesce(sum(octet_length(text) + coalesce(octet_length(answer), 0)), 0)
                                           FROM undercity.line WHERE game = game.id)), 0)::bigint
        FROM undercity.game LEFT JOIN undercity.setup ON setup.game = game.id
        WHERE game.stage = $1 AND game.used <= extract(epoch FROM now())::bigint - $2";
    connected(url)?.within(LONG, async |client, _| {
        let mut counted = Vec::new();
        for ((number, stage), time) in (0_i16..).zip(STAGES).zip(retention.times()) {
            let Some(time) = time else { continue };
            let row = client.query_one(count, &[&number, &seconds(time)]).await?;
            let [games, bytes] = [0, 1].map(|column| row.get::<_, i64>(column).unsigned_abs());
            counted.push(Counted { stage, games, bytes });
        }
        Ok(counted)
    })
}
