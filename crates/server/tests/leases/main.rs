//! Servers that share a store in PostgreSQL: their leases, and which of them holds a game. Without PostgreSQL nothing
//! is tried.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod alone;
#[path = "../common/mod.rs"]
mod common;
mod lost;
mod races;
mod upgrade;

use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use common::{Failing, name_of, postgres};
use game::{Change, Dice, Parts, Player, PreGame};
use server::TokenHash;
use server::store::{
    GameId, Hold, Listed, NewGame, Retention, ServerId, Sharing, Store, StoreAddress, StoreError, Taken, Write,
    WriteQueue,
};

/// A lease that is not over before the test.
const LONG: Duration = Duration::from_secs(60);

/// A server that shares a store.
struct Server {
    store: Arc<dyn Store>,
    id: ServerId,
}

impl Server {
    fn new(store: &Path) -> Server {
        Server::with(store, "10.0.0.7:7100", LONG)
    }

    fn with(store: &Path, address: &str, lease: Duration) -> Server {
        let (store, _) = StoreAddress::read(store).unwrap().open(true).unwrap();
        let id = store.sharing().unwrap().join(address, lease).unwrap();
        Server { store, id }
    }

    fn sharing(&self) -> &dyn Sharing {
        self.store.sharing().unwrap()
    }

    fn prolong(&self, lease: Duration) -> Result<Vec<Listed>, StoreError> {
        self.sharing().prolong(self.id, lease)
    }

    fn leave(&self) {
        self.sharing().leave(self.id).unwrap();
    }

    fn take(&self, game: GameId) -> Result<Taken, StoreError> {
        self.store.take(game, Some(self.id))
    }

    /// Takes a game that is free.
    fn hold(&self, game: GameId) -> Hold {
        match self.take(game).unwrap() {
            Taken::Here(hold) => hold,
            Taken::Elsewhere(server) => panic!("{server:?} holds it"),
        }
    }

    fn lines(&self, game: GameId) -> u64 {
        self.store.load(game).unwrap().unwrap().lines
    }
}

fn unbegun(system: &str) -> PreGame {
    PreGame {
        system: system.into(),
        scenario: referee::ledger::ScenarioText { name: "a".into(), text: String::new() },
        players: [Player::Human; 2],
        game: Some(fair::GameId::from([9; 32])),
        nonce: fair::Nonce::from([0; 32]),
        dice: Dice::Own(Parts::default()),
        guide: None,
    }
}

fn new(link: &str) -> NewGame {
    NewGame { pre_game: unbegun("tide"), links: vec![(TokenHash::of(link), 1)], maker: None }
}

fn line(hold: Hold, n: u64) -> Write {
    Write { hold, change: Change::Lines { after: n, lines: vec![format!("line {n}")], response: None } }
}

#[test]
fn of_servers_that_take_a_game_at_once_exactly_one_gets_it() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let servers: Vec<Server> = (0..4).map(|_| Server::new(&url)).collect();
    for n in 0..15 {
        let game = servers[0].store.create(&new(&n.to_string())).unwrap();
        let all = Barrier::new(servers.len());
        let taken: Vec<Taken> = std::thread::scope(|scope| {
            let take = |server| {
                let all = &all;
                scope.spawn(move || {
                    all.wait();
                    Server::take(server, game).unwrap()
                })
            };
            let tries: Vec<_> = servers.iter().map(take).collect();
            tries.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let holds: Vec<(&Server, Hold)> = { servers.iter() }
            .zip(&taken)
            .filter_map(|(server, taken)| match taken {
                Taken::Here(hold) => Some((server, *hold)),
                Taken::Elsewhere(_) => None,
            })
            .collect();
        let [(holder, hold)] = holds[..] else { panic!("{taken:?}") };
        let others = taken.iter().filter(|taken| **taken == Taken::Elsewhere(holder.id)).count();
        assert_eq!(others, 3, "{taken:?}");
        holder.store.write(&[line(hold, 0)]).unwrap();
        // A holder may take its game once more. Its first hold is then void.
        let again = holder.hold(game);
        assert!(again.fence > hold.fence);
        assert_eq!(holder.store.write(&[line(hold, 1)]), Err(StoreError::NotHeld(game)));
        holder.store.write(&[line(again, 1)]).unwrap();
    }
    let missing = GameId(1000);
    assert_eq!(servers[0].take(missing), Err(StoreError::Gone(missing)));
}

#[test]
fn a_game_goes_to_another_server_only_when_the_lease_of_the_first_is_over() {
    let Some(postgres) = postgres() else { return };
    let (url, lease) = (postgres.database(), Duration::from_secs(2));
    let [b, c] = [0, 1].map(|_| Server::new(&url));
    let game = b.store.create(&new("1")).unwrap();
    let a = Server::with(&url, "a:1", lease);
    let hold = a.hold(game);
    let mut begun = Instant::now();
    for _ in 0..6 {
        std::thread::sleep(lease / 5);
        begun = Instant::now();
        a.prolong(lease).unwrap();
        assert_eq!(b.take(game), Ok(Taken::Elsewhere(a.id)));
    }
    a.store.write(&[line(hold, 0)]).unwrap();
    let taken = loop {
        match b.take(game).unwrap() {
            Taken::Here(hold) => break hold,
            Taken::Elsewhere(server) => assert_eq!(server, a.id),
        }
        assert!(begun.elapsed() < LONG, "the lease does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    // The database has a clock of its own.
    let after = begun.elapsed() + Duration::from_millis(2);
    assert!(lease <= after, "{after:?}");
    assert!(taken.fence > hold.fence);
    assert_eq!(b.lines(game), 1);
    // A server that leaves frees its games at once.
    assert_eq!(c.take(game), Ok(Taken::Elsewhere(b.id)));
    b.leave();
    c.hold(game);
    assert_eq!(b.take(game), Err(StoreError::LeaseOver));
}

#[test]
fn a_lease_that_is_over_stays_over() {
    let Some(postgres) = postgres() else { return };
    let (url, lease) = (postgres.database(), Duration::from_secs(2));
    let b = Server::with(&url, "b:1", LONG);
    let a = Server::with(&url, "a:1", lease);
    let game = a.store.create(&new("1")).unwrap();
    let listed = b.prolong(LONG).unwrap();
    let [first, second] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!(((first.id, &first.address[..]), (second.id, &second.address[..])), ((b.id, "b:1"), (a.id, "a:1")));
    assert!(first.left <= LONG && first.left > LONG / 2, "{listed:?}");
    assert!(second.left <= lease && second.left > Duration::ZERO, "{listed:?}");
    let hold = a.hold(game);
    std::thread::sleep(lease);
    for _ in 0..2 {
        assert_eq!(a.prolong(lease).unwrap_err(), StoreError::LeaseOver);
        assert_eq!(a.take(game), Err(StoreError::LeaseOver));
    }
    assert_eq!(b.prolong(LONG).unwrap().len(), 1);
    // Until another server takes the game, it may still be written: nothing else has changed it.
    a.store.write(&[line(hold, 0)]).unwrap();
    let again = Server { id: a.sharing().join("a:1", LONG).unwrap(), store: Arc::clone(&a.store) };
    assert!(again.id > a.id);
    let hold = again.hold(game);
    assert_eq!(b.take(game), Ok(Taken::Elsewhere(again.id)));
    assert_eq!(a.prolong(lease).unwrap_err(), StoreError::LeaseOver);
    assert_eq!(a.take(game), Err(StoreError::LeaseOver));
    again.store.write(&[line(hold, 1)]).unwrap();
    let secret = a.sharing().secret().unwrap();
    assert!(secret != [0; 32] && b.sharing().secret().unwrap() == secret);
}

#[test]
fn a_void_hold_changes_nothing() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let b = Server::new(&url);
    for begun in [0, 1] {
        let a = Server::new(&url);
        let [game, other] = [0, 1].map(|n| a.store.create(&new(&format!("{begun} {n}"))).unwrap());
        let void = a.hold(game);
        (0..begun).for_each(|n| a.store.write(&[line(void, n)]).unwrap());
        a.leave();
        let hold = b.hold(game);
        let future = Hold { game, fence: hold.fence + 1 };
        let setup = unbegun("asl");
        for void in [void, future, game.into()] {
            for write in [line(void, begun), Write { hold: void, change: Change::PreGame(setup.clone()) }] {
                let batches = [
                    vec![write.clone()],
                    vec![line(other.into(), 0), write.clone()],
                    vec![line(hold, begun), write.clone()],
                    vec![write, line(hold, begun)],
                ];
                for batch in batches {
                    assert_eq!(a.store.write(&batch), Err(StoreError::NotHeld(game)), "{batch:?}");
                }
            }
            let renewed = a.store.renew(void, &TokenHash::of(&format!("{begun} 0")), &TokenHash::of("another"));
            assert_eq!(renewed, Err(StoreError::NotHeld(game)));
        }
        let stored = b.store.load(game).unwrap().unwrap();
        assert_eq!((stored.lines, stored.pre_game.system.as_str()), (begun, "tide"));
        assert_eq!(b.lines(other), 0);
        assert_eq!(b.store.seat(&TokenHash::of(&format!("{begun} 0"))).unwrap(), Some((game, 1)));
        assert_eq!(b.store.seat(&TokenHash::of("another")).unwrap(), None);
        // The same with the hold of now.
        b.store.write(&[line(hold, begun), Write { hold, change: Change::PreGame(setup) }]).unwrap();
        let stored = b.store.load(game).unwrap().unwrap();
        assert_eq!((stored.lines, stored.pre_game.system.as_str()), (begun + 1, "asl"));
        let [link, by] = [format!("{begun} 0"), format!("{begun} new")].map(|text| TokenHash::of(&text));
        assert!(b.store.renew(hold, &link, &by).unwrap());
        // The link of another game is not renewed by this hold.
        assert!(!b.store.renew(hold, &TokenHash::of(&format!("{begun} 1")), &TokenHash::of("another")).unwrap());
    }
}

#[test]
fn a_void_hold_does_not_spoil_the_writes_of_other_games() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let [a, b] = [0, 1].map(|_| Server::new(&url));
    let games = [0, 1, 2].map(|n| a.store.create(&new(&n.to_string())).unwrap());
    let [first, void, last] = games.map(|game| a.hold(game));
    a.store.write(&[line(void, 0)]).unwrap();
    a.leave();
    let held = b.hold(void.game);
    let store = Arc::new(Failing::new(Arc::clone(&a.store)));
    let writes = WriteQueue::start(Arc::clone(&store) as Arc<dyn Store>).unwrap();
    let gate = store.gate.write().unwrap();
    let (told, heard) = channel();
    for write in [line(first, 0), line(first, 1), line(void, 1), line(held, 1), line(void, 2), line(last, 0)] {
        let told = told.clone();
        writes.write(write, Box::new(move |done| told.send(done).unwrap()));
    }
    // The first may be alone: the others have come when the store answers.
    drop(gate);
    drop((writes, told));
    let refused = Err(StoreError::NotHeld(void.game));
    assert_eq!(heard.iter().collect::<Vec<_>>(), [Ok(()), Ok(()), refused.clone(), Ok(()), refused, Ok(())]);
    assert!(store.batches.load(Ordering::Relaxed) <= 7);
    assert_eq!(games.map(|game| b.lines(game)), [2, 2, 1]);
}

#[test]
fn games_that_other_servers_hold_do_not_expire() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let now = Some(Duration::ZERO);
    let all = Retention { never_joined: now, unfinished: now, finished: now };
    let [a, b, gone] = [0, 1, 2].map(|_| Server::new(&url));
    let games = [0, 1, 2, 3, 4].map(|n| a.store.create(&new(&n.to_string())).unwrap());
    let short = Server::new(&url);
    let [free, of_a, of_b, of_gone, of_short] = games;
    for (server, game) in [(&a, of_a), (&b, of_b), (&gone, of_gone), (&short, of_short)] {
        server.hold(game);
    }
    gone.leave();
    let expired = |server: &Server| {
        let mut games = server.store.expire(&all, 10).unwrap();
        games.sort();
        games
    };
    assert_eq!(expired(&a), [free, of_a, of_gone]);
    let over = format!("UPDATE undercity.server SET until = clock_timestamp() WHERE id = {}", short.id.0);
    postgres.sql(&name_of(&url), &over);
    assert_eq!(expired(&a), [of_short]);
    assert_eq!((b.lines(of_b), b.take(of_short)), (0, Err(StoreError::Gone(of_short))));
    assert_eq!(expired(&b), [of_b]);
    // Two servers that expire at once share the games.
    let mut created: Vec<GameId> = (10..50).map(|n| a.store.create(&new(&n.to_string())).unwrap()).collect();
    let mut removed: Vec<GameId> = std::thread::scope(|scope| {
        let expire = |server| {
            let all = &all;
            scope.spawn(move || {
                let some = || Some(Server::expire(server, all)).filter(|games| !games.is_empty());
                std::iter::from_fn(some).flatten().collect::<Vec<_>>()
            })
        };
        let both = [expire(&a), expire(&b)];
        both.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    removed.sort();
    created.sort();
    assert_eq!(removed, created);
}

impl Server {
    /// Removes a few games whose time is over.
    fn expire(&self, retention: &Retention) -> Vec<GameId> {
        self.store.expire(retention, 3).unwrap()
    }
}
