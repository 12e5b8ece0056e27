//! What happens while a row is locked: another transaction is held open until the statement of the store waits for it.

use std::path::Path;
use std::time::Duration;

use server::TokenHash;
use server::store::{ServerId, StoreError, Taken};

use crate::common::{Postgres, name_of, postgres};
use crate::{LONG, Server, line, new};

/// Does something while a transaction is open that has run `before`, and then runs `after` and commits.
fn during<T>(postgres: &Postgres, url: &Path, before: &str, after: &str, act: impl FnOnce() -> T) -> T {
    let name = &name_of(url);
    // This lock, which nothing else takes, tells that what comes before is done: servers take locks of two numbers.
    let wait = "SELECT pg_advisory_xact_lock(1);
                DO $$ BEGIN
                    WHILE (SELECT count(*) FROM pg_stat_activity
                           WHERE datname = current_database() AND wait_event_type = 'Lock') = 0 LOOP
                        ASSERT clock_timestamp() < now() + interval '1 minute', 'nothing waits';
                        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
                    END LOOP;
                END $$";
    let is_open = "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
                   WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1";
    std::thread::scope(|scope| {
        let transaction = scope.spawn(move || postgres.sql(name, &format!("BEGIN; {before}; {wait}; {after}; COMMIT")));
        while postgres.sql(name, is_open) == "0" {
            assert!(!transaction.is_finished(), "the transaction ended before anything could wait for it");
        }
        let done = act();
        transaction.join().unwrap();
        done
    })
}

#[test]
fn a_server_that_waits_for_the_row_of_a_game_hears_who_took_it() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let a = Server::new(&url);
    let game = a.store.create(&new("1")).unwrap();
    // The other joins and takes the game while this one waits, so this one's statement has not seen it as a server.
    let lock = "SELECT FROM undercity.game FOR UPDATE";
    let take = "INSERT INTO undercity.server VALUES (77, 'x:1', now() + interval '1 minute');
                UPDATE undercity.game SET fence = fence + 1, holder = 77";
    let taken = during(postgres, &url, lock, take, || a.take(game));
    assert_eq!(taken, Ok(Taken::Elsewhere(ServerId(77))));
    // What only writes to the game doesn't hinder it.
    a.sharing().leave(ServerId(77)).unwrap();
    let taken = during(postgres, &url, lock, "UPDATE undercity.game SET lines = 0", || a.hold(game));
    a.store.write(&[line(taken, 0)]).unwrap();
}

#[test]
fn what_waits_while_the_game_is_taken_is_refused() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let a = Server::new(&url);
    let game = a.store.create(&new("1")).unwrap();
    let hold = a.hold(game);
    let take = "UPDATE undercity.game SET fence = fence + 1";
    let written = during(postgres, &url, take, "", || a.store.write(&[line(hold, 0)]));
    assert_eq!((written, a.lines(game)), (Err(StoreError::NotHeld(game)), 0));
    let hold = a.hold(game);
    let [link, by] = ["1", "2"].map(TokenHash::of);
    let renewed = during(postgres, &url, take, "", || a.store.renew(hold, &link, &by));
    assert_eq!(renewed, Err(StoreError::NotHeld(game)));
    assert_eq!(a.store.seat(&link).unwrap(), Some((game, 1)));
}

#[test]
fn a_lease_is_prolonged_or_over_and_never_both() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let [a, b] = [0, 1].map(|_| Server::new(&url));
    let game = a.store.create(&new("1")).unwrap();
    a.hold(game);
    let set =
        |until: &str| format!("UPDATE undercity.server SET until = clock_timestamp() {until} WHERE id = {}", a.id.0);
    // It is prolonged in time, and the database takes long to commit it.
    postgres.sql(&name_of(&url), &set(""));
    let taken = during(postgres, &url, &set("+ interval '1 minute'"), "", || b.take(game));
    assert_eq!(taken, Ok(Taken::Elsewhere(a.id)));
    a.prolong(LONG).unwrap();
    // It is found over at the moment at which the server prolongs it.
    let over = format!("DELETE FROM undercity.server WHERE id = {}", a.id.0);
    let prolonged = during(postgres, &url, &over, "", || a.prolong(Duration::from_secs(30)));
    assert_eq!(prolonged.unwrap_err(), StoreError::LeaseOver);
    b.hold(game);
}
