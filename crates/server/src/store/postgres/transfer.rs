//! Whole games in PostgreSQL.

use deadpool_postgres::Transaction;
use referee::ledger::ScenarioText;
use tokio_postgres::IsolationLevel;
use tokio_postgres::types::ToSql;

use super::batch::Lines;
use super::rows::{LONG, insert_links, insert_setup, response, scenario_id, seat};
use super::trouble::Trouble;
use super::{PostgresStore, StoreError};
use crate::seats::TokenHash;
use crate::store::{GameId, Lost};

use crate::store::transfer::{Content, Transfer, WholeGame, differs};

impl Transfer for PostgresStore {
    /// A database has no record apart from itself.
    fn lost(&self) -> Vec<Lost> {
        Vec::new()
    }

    fn all(&self) -> Result<Vec<GameId>, StoreError> {
        self.database.within(LONG, async |client, _| {
            let games = client.query("SELECT id FROM undercity.game ORDER BY id", &[]).await?;
            Ok(games.iter().map(|row| GameId(row.get(0))).collect())
        })
    }

    fn whole(&self, game: GameId) -> Result<Option<WholeGame>, StoreError> {
        self.database.within(LONG, async |client, _| {
            let moment = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
            let moment = moment.start().await?;
            let found = whole(&moment, game).await?;
            moment.commit().await?;
            Ok(found)
        })
    }

    fn put(&self, number: GameId, game: &WholeGame) -> Result<(), StoreError> {
        self.database.within(LONG, async |client, again| {
            if again {
                for (link, _) in &game.content.links {
                    if seat(client, link).await?.is_some() {
                        return Ok(());
                    }
                }
            }
            let transaction = client.transaction().await?;
            let put = put(&transaction, number, game).await?;
            if whole(&transaction, put).await?.as_ref() != Some(game) {
                return Err(differs(number).into());
            }
            Ok(transaction.commit().await?)
        })
    }

    fn game_of(&self, link: &TokenHash) -> Result<Option<GameId>, StoreError> {
        self.database.with(async |client, _| Ok(seat(client, link).await?.map(|(game, _)| game)))
    }

    fn salt(&self) -> Vec<u8> {
        self.salt.clone()
    }

    fn put_salt(&mut self, salt: &[u8]) -> Result<(), StoreError> {
        self.database.with(async |client, _| {
            client.execute("UPDATE undercity.identity SET salt = $1", &[&salt]).await?;
            Ok(())
        })?;
        self.salt = salt.to_owned();
        Ok(())
    }
}

async fn whole(moment: &Transaction<'_>, game: GameId) -> Result<Option<WholeGame>, Trouble> {
    let unreadable = |why: &str| Trouble::from(StoreError::Unreadable(game, why.to_owned()));
    let setup = "SELECT game.created, game.used, game.stage, game.maker, game.lines,
                        setup.opening, scenario.name, scenario.text
                 FROM undercity.game LEFT JOIN undercity.setup ON setup.game = game.id
                 LEFT JOIN undercity.scenario ON scenario.id = setup.scenario WHERE game.id = $1";
    let links = "SELECT hash, seat FROM undercity.link WHERE game = $1 ORDER BY hash";
    let lines = "SELECT text, seat, request_id, request, answer, n FROM undercity.line WHERE game = $1 ORDER BY n";
    let Some(row) = moment.query_opt(setup, &[&game.0]).await? else { return Ok(None) };
    let (Some(opening), Some(name), Some(text)) = (row.get(5), row.get(6), row.get(7)) else {
        return Err(unreadable("its setup can't be read"));
    };
    let mut content = Content { opening, scenario: ScenarioText { name, text }, links: Vec::new(), lines: Vec::new() };
    for link in moment.query(links, &[&game.0]).await? {
        let hash = link.get::<_, &[u8]>(0).try_into().map_err(|_| unreadable("a link of it can't be read"))?;
        content.links.push((TokenHash::stored(hash), link.get::<_, i16>(1) as u8));
    }
    for (line, n) in moment.query(lines, &[&game.0]).await?.iter().zip(0..) {
        if line.get::<_, i64>(5) != n {
            return Err(unreadable("a line of its ledger is missing"));
        }
        let response = response(line).map_err(|()| unreadable("a response of it can't be read"))?;
        content.lines.push((line.get(0), response));
    }
    if content.lines.len() as i64 != row.get::<_, i64>(4) {
        return Err(unreadable("its number of lines is not the number that was acknowledged"));
    }
    let stage = i64::from(row.get::<_, i16>(2));
    Ok(Some(WholeGame { created: row.get(0), used: row.get(1), stage, maker: row.get(3), content }))
}

async fn put(transaction: &Transaction<'_>, number: GameId, game: &WholeGame) -> Result<GameId, Trouble> {
    let content = &game.content;
    let scenario = scenario_id(transaction, &content.scenario).await?;
    let insert = "INSERT INTO undercity.game (id, lines, stage, created, used, maker)
                  VALUES (CASE WHEN EXISTS (SELECT 1 FROM undercity.game WHERE id = $1)
                          THEN nextval('undercity.game_id_seq') ELSE $1 END, $2, $3, $4, $5, $6) RETURNING id";
    let (count, stage) = (content.lines.len() as i64, game.stage as i16);
    let row: [&(dyn ToSql + Sync); 6] = [&number.0, &count, &stage, &game.created, &game.used, &game.maker];
    let put: i64 = transaction.query_one(insert, &row).await?.get(0);
    // The numbers that the database gives by itself come after all that are used.
    let next = "SELECT setval('undercity.game_id_seq', greatest($1, last_value)) FROM undercity.game_id_seq";
    transaction.query_one(next, &[&put]).await?;
    insert_setup(transaction, put, scenario, &content.opening).await?;
    insert_links(transaction, put, &content.links).await?;
    let mut lines = Lines::default();
    content.lines.iter().zip(0..).for_each(|((line, response), n)| {
        lines.add(GameId(put), n, std::slice::from_ref(line), response.as_ref());
    });
    let insert = transaction.prepare_cached(Lines::INSERT).await?;
    let texts = &lines.texts;
    transaction.execute(&insert, &lines.columns(texts)).await?;
    Ok(GameId(put))
}
