//! Servers that share a store, and those that have it for themselves.

use std::path::Path;

use server::store::{ServerId, StoreAddress, StoreError, Taken, copy};

use crate::common::{name_of, opened, postgres};
use crate::{LONG, Server, line, new};

/// Returns why a store can't be opened.
fn refusal(store: &Path, shared: bool) -> StoreError {
    match StoreAddress::read(store).unwrap().open(shared) {
        Ok(_) => panic!("it opens"),
        Err(error) => error,
    }
}

#[test]
fn a_server_that_has_the_store_for_itself_and_servers_that_share_it_exclude_each_other() {
    let Some(postgres) = postgres() else { return };
    let (url, other, folder) = (postgres.database(), postgres.database(), tempfile::tempdir().unwrap());
    let alone = opened(&other);
    assert!(alone.sharing().is_none());
    let _both = [0, 1].map(|_| Server::new(&url));
    // Each waits a while: a server that was killed a moment ago may still have the store.
    std::thread::scope(|scope| {
        let [opened, shared] = [(&url, false), (&other, true)].map(|(url, how)| scope.spawn(move || refusal(url, how)));
        let file = StoreAddress::File(folder.path().join("copy.sqlite"));
        let copied = copy(&StoreAddress::read(&url).unwrap(), &file, &mut |_, _| {});
        assert_eq!(copied, Err(StoreError::InUse));
        assert_eq!(opened.join().unwrap(), StoreError::InUse);
        let refused = shared.join().unwrap();
        assert_eq!(refused, StoreError::InUse);
        assert!(refused.to_string().contains("another table uses this store"), "{refused}");
        assert!(refused.to_string().contains("only servers that all have --between share a store"), "{refused}");
    });
    Server::new(&url);
    drop(alone);
    Server::new(&other);
    let file = refusal(&folder.path().join("games.sqlite"), true);
    assert_eq!(file, StoreError::Failed("only a PostgreSQL database can be shared by several servers".into()));
    assert!(!folder.path().join("games.sqlite").exists());
}

#[test]
fn a_server_that_gets_the_store_for_itself_ends_all_leases() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let a = Server::new(&url);
    let game = a.store.create(&new("1")).unwrap();
    let hold = a.hold(game);
    // All its connections are lost, and it has not noticed.
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    assert_ne!(postgres.sql(&name_of(&url), cut), "0");
    let alone = opened(&url);
    let Ok(Taken::Here(own)) = alone.take(game, None) else { panic!("it is held elsewhere") };
    assert!(own.fence > hold.fence);
    assert_eq!(a.prolong(LONG).unwrap_err(), StoreError::LeaseOver);
    assert_eq!(a.take(game), Err(StoreError::LeaseOver));
    assert_eq!(a.sharing().join("a:1", LONG), Err(StoreError::InUse));
    // A lease that were begun nevertheless could not be prolonged.
    let nevertheless = "INSERT INTO undercity.server VALUES (77, 'x:1', now() + interval '1 minute')";
    postgres.sql(&name_of(&url), nevertheless);
    assert_eq!(a.sharing().prolong(ServerId(77), LONG).unwrap_err(), StoreError::LeaseOver);
    std::thread::scope(|scope| {
        let written = scope.spawn(|| a.store.write(&[line(hold, 0)]));
        alone.write(&[line(own, 0)]).unwrap();
        // Its own holds become void too.
        let Ok(Taken::Here(again)) = alone.take(game, None) else { panic!("it is held elsewhere") };
        assert_eq!(alone.write(&[line(own, 1)]), Err(StoreError::NotHeld(game)));
        alone.write(&[line(again, 1)]).unwrap();
        assert_eq!(written.join().unwrap(), Err(StoreError::InUse));
    });
    drop(alone);
    let next = Server::new(&url);
    next.hold(game);
    assert_eq!(next.lines(game), 2);
}
