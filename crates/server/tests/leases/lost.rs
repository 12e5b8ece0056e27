//! Connections that are lost while a server takes a game, prolongs its lease or writes.

use std::time::Duration;

use server::store::{GameId, StoreError, Taken};

use crate::common::{Cut, Dice, Proxy, name_of, postgres};
use crate::{LONG, Server, line, new};

/// Connections of a server that may wait for a row: those of its pool, and the one that writes orders.
const CONNECTIONS: usize = 9;

#[test]
fn a_connection_that_is_cut_loses_and_doubles_no_hold_and_no_lease() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let proxy = Proxy::new(postgres, &url);
    let [a, b] = [proxy.url(), url.clone()].map(|url| Server::new(&url));
    let mut dice = Dice(5);
    let mut cut = |most: usize| proxy.cut(Cut::After(dice.below(most)));
    let fence = |game: GameId| {
        let fence = format!("SELECT fence FROM undercity.game WHERE id = {game}");
        postgres.sql(&name_of(&url), &fence).parse::<i64>().unwrap()
    };
    for n in 0..12 {
        let game = b.store.create(&new(&n.to_string())).unwrap();
        cut(400);
        let hold = a.hold(game);
        assert_eq!(fence(game), hold.fence);
        assert_eq!(b.take(game), Ok(Taken::Elsewhere(a.id)));
        cut(250);
        a.store.write(&[line(hold, 0)]).unwrap();
        cut(300);
        let listed = a.prolong(LONG).unwrap();
        assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [a.id, b.id]);
        assert_eq!(b.lines(game), 1);
    }
    for _ in 0..6 {
        cut(300);
        let id = a.sharing().join("a:2", LONG).unwrap();
        assert_eq!(b.prolong(LONG).unwrap().iter().filter(|one| one.address == "a:2").count(), 1);
        cut(100);
        a.sharing().leave(id).unwrap();
        assert!(b.prolong(LONG).unwrap().iter().all(|one| one.address != "a:2"));
    }
    assert!(proxy.cuts() >= 25, "{}", proxy.cuts());
}

/// The first attempt to join is given up, and the database completes it nevertheless.
#[test]
fn a_server_whose_first_attempt_to_join_comes_late_is_listed_once() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let b = Server::new(&url);
    let slow = "CREATE FUNCTION undercity.slow() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(1.2); RETURN NULL; END $$;
                CREATE TRIGGER slow AFTER INSERT ON undercity.server FOR EACH ROW EXECUTE FUNCTION undercity.slow()";
    postgres.sql(&name_of(&url), slow);
    // An attempt takes up to a third of the lease.
    let a = Server::with(&url, "a:1", Duration::from_secs(3));
    let listed = a.prolong(LONG).unwrap();
    assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), [b.id, a.id]);
}

/// The commit of a batch is cut, and another server takes one of the games before the first can look.
#[test]
fn a_batch_whose_answer_was_lost_is_stored_as_a_whole_or_refused() {
    let Some(postgres) = postgres() else { return };
    for cut in [Cut::AfterCommit, Cut::BeforeCommit] {
        let url = postgres.database();
        let proxy = Proxy::new(postgres, &url);
        let [a, b] = [proxy.url(), url].map(|url| Server::new(&url));
        let games = [0, 1].map(|n| b.store.create(&new(&n.to_string())).unwrap());
        let holds = games.map(|game| a.hold(game));
        proxy.close(true);
        proxy.cut(cut);
        let is_stored = cut == Cut::AfterCommit;
        let written = std::thread::scope(|scope| {
            let written = scope.spawn(|| a.store.write(&holds.map(|hold| line(hold, 0))));
            while proxy.cuts() == 0 || (is_stored && b.lines(games[0]) == 0) {
                assert!(!written.is_finished(), "nothing is cut");
                std::thread::sleep(Duration::from_millis(5));
            }
            // As if its lease were over.
            b.sharing().leave(a.id).unwrap();
            let hold = b.hold(games[0]);
            if !is_stored {
                // The player has repeated the order, and the dice are the same.
                b.store.write(&[line(hold, 0)]).unwrap();
            }
            proxy.close(false);
            written.join().unwrap()
        });
        if is_stored {
            assert_eq!(written, Ok(()));
            assert_eq!(games.map(|game| b.lines(game)), [1, 1]);
        } else {
            assert_eq!(written, Err(StoreError::NotHeld(games[0])));
            assert_eq!(games.map(|game| b.lines(game)), [1, 0]);
            // The other game is still its own, and is written by itself.
            a.store.write(&[line(holds[1], 0)]).unwrap();
        }
    }
}

#[test]
fn a_busy_store_does_not_delay_a_lease() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let a = Server::new(&url);
    let game = a.store.create(&new("1")).unwrap();
    let hold = a.hold(game);
    let lock = "BEGIN; SELECT FROM undercity.game FOR UPDATE;
                DO $$ BEGIN PERFORM pg_sleep(60); EXCEPTION WHEN query_canceled THEN END $$; COMMIT";
    std::thread::scope(|scope| {
        let count = |what: &str| {
            let count = format!("SELECT {what} FROM pg_stat_activity WHERE datname = current_database()");
            postgres.sql(&name_of(&url), &count).parse::<usize>().unwrap()
        };
        let locked = scope.spawn(|| postgres.sql(&name_of(&url), lock));
        while count("count(*) FILTER (WHERE wait_event = 'PgSleep')") == 0 {
            assert!(!locked.is_finished(), "nothing is locked");
        }
        // More than all connections of the pool wait for the row, and so does the batch.
        let mut waiting: Vec<_> = (0..12).map(|_| scope.spawn(|| a.take(game).map(drop))).collect();
        waiting.push(scope.spawn(|| a.store.write(&[line(hold, 0)])));
        while count("count(*) FILTER (WHERE wait_event_type = 'Lock')") < CONNECTIONS {
            assert!(waiting.iter().all(|one| !one.is_finished()), "nothing waits");
        }
        // One that had to wait for a connection would wait until the row is free.
        for _ in 0..5 {
            assert_eq!(a.prolong(LONG).unwrap().len(), 1);
        }
        assert!(!locked.is_finished(), "the lease waited for the row");
        count("count(pg_cancel_backend(pid)) FILTER (WHERE wait_event = 'PgSleep')");
        locked.join().unwrap();
        for one in waiting {
            let done = one.join().unwrap();
            // The batch comes before the first that takes the game, or after it. Who waits too long gives up.
            let is_late = done == Err(StoreError::NotHeld(game)) || done == Err(StoreError::Busy);
            assert!(done.is_ok() || is_late, "{done:?}");
        }
    });
}
