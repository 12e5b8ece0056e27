//! Servers that are paused for longer than their lease and wake: they still believe that they hold their games.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::{Change, Dice as Rolls, Parts, Player, PreGame};
use server::TokenHash;
use server::store::{GameId, NewGame, ServerId, Store, StoreAddress, StoreError, Taken, Write};

use super::backends::{Backends, Balanced, PATIENCE, TIMEOUT};
use super::cluster::{Cluster, LEASE};
use super::load::Load;
use super::serving::client::{Client, Dice, begin, seat};
use super::serving::known::Known;
use super::serving::postgres::{name_of, postgres};
use super::serving::proxy::{Cut, Proxy};
use super::{faults, random, turn, with_three};

/// Number of connections on which a request waits for the server that wakes.
const WAITING: usize = 12;

/// Asks for the events of a seat. Returns `None` if that was refused, as it must be if the answer would be an old one.
fn ask(mut client: Client, link: &str, backends: &Backends) -> Option<()> {
    let told = backends.told(link);
    let answer = client.send("GET", &seat(link, "/events"), "", b"").ok()?;
    if answer.status != 200 {
        assert!([421, 502, 503].contains(&answer.status), "{}", answer.text());
        return None;
    }
    let events = answer.json().as_array().unwrap().len();
    assert!(events >= told, "a server that wakes shows {events} events of {told}");
    Some(())
}

/// Pauses the server of a proxy in the middle of a transaction: the database never hears of its end.
fn stop_within_transaction(cluster: &Cluster, load: &Load, n: usize, proxy: &Proxy) {
    let (cuts, since) = (proxy.cuts(), Instant::now());
    proxy.cut(Cut::Silence);
    while proxy.cuts() == cuts {
        assert!(since.elapsed() < Duration::from_secs(10), "the server writes nothing");
        load.run(Duration::from_millis(1));
    }
    cluster.running(n).signal("STOP");
}

/// Pauses a server for longer than its lease, by a function. While it wakes, all clients ask it alone. Returns how many
/// of the requests that waited for it were answered.
fn pause(cluster: &Cluster, load: &Load, n: usize, dice: &mut Dice, stop: impl FnOnce()) -> usize {
    let backends = &cluster.backends;
    let address = cluster.running(n).address;
    // Connections that the server has accepted before.
    let connections: Vec<Client> = (0..WAITING)
        .map(|_| {
            let mut client = Client::new(address);
            client.get("/api").ok();
            client
        })
        .collect();
    let since = load.begin_fault();
    stop();
    load.end_fault(since, TIMEOUT);
    load.run((LEASE + LEASE / 2).saturating_sub(since.elapsed()));
    backends.only(Some(n));
    std::thread::scope(|scope| {
        let asked: Vec<_> = connections
            .into_iter()
            .filter_map(|client| Some((client, backends.any_link(dice)?)))
            .map(|(client, link)| scope.spawn(move || ask(client, &link, backends)))
            .collect();
        load.run(Duration::from_millis(300));
        let since = load.begin_fault();
        cluster.running(n).signal("CONT");
        load.run(LEASE / 2);
        backends.only(None);
        load.end_fault(since, TIMEOUT);
        asked.into_iter().filter_map(|asked| asked.join().unwrap()).count()
    })
}

#[test]
fn a_server_that_wakes_shows_nothing_old_and_writes_nothing() {
    let _turn = turn();
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let proxy = Proxy::new(postgres, &url);
    let dice = &mut Dice(u64::from(std::process::id()));
    with_three("SIGSTOP", &url, [proxy.url(), url.clone(), url.clone()], |cluster, load| {
        for pauses in 0..faults(2) {
            load.run(random(dice, 400));
            let answered = if pauses.is_multiple_of(2) {
                pause(cluster, load, 0, dice, || stop_within_transaction(cluster, load, 0, &proxy))
            } else {
                let n = dice.below(3);
                pause(cluster, load, n, dice, || cluster.running(n).signal("STOP"))
            };
            println!("SIGSTOP: {answered} of {WAITING} requests that waited were answered with what is new");
        }
        // A pause that is shorter than the lease changes nothing.
        let since = load.begin_fault();
        cluster.running(0).signal("STOP");
        load.run(LEASE / 4);
        cluster.running(0).signal("CONT");
        load.end_fault(since, LEASE / 4);
    });
}

/// Returns the events that a server shows of a seat, as soon as it does.
fn events(address: std::net::SocketAddr, link: &str) -> usize {
    let begun = Instant::now();
    loop {
        let answer = Client::new(address).get(&seat(link, "/events"));
        if answer.status == 200 {
            return answer.json().as_array().unwrap().len();
        }
        assert!(begun.elapsed() < PATIENCE, "the game is not taken over: {}", answer.text());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The write of a server's order is held back on its way to the database until another server holds the game. Nothing
/// has changed in the ledger since, so only the fence tells that the write is void.
#[test]
fn a_write_that_comes_after_another_server_took_the_game_is_void() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let lines = || postgres.sql(&name_of(&url), "SELECT count(*) FROM undercity.line");
    let proxy = Proxy::new(postgres, &url);
    let cluster = Cluster::start(vec![proxy.url(), url.clone()]);
    let [first, second] = [0, 1].map(|n| cluster.running(n).address);
    let dice = &mut Dice(u64::from(std::process::id()));
    for _ in 0..faults(1) {
        let client = &mut Client::new(first);
        let mut known = Known::new(begin(client, "tide/first"));
        known.play(client, 5, dice).unwrap();
        let before = lines();
        let late = known.play_by(client, 1, dice, |_, _, link, asked| {
            proxy.hold(true);
            let (path, id, asked) = (seat(link, "/orders"), asked["id"].clone(), asked.clone());
            let order = std::thread::spawn(move || Client::new(first).try_post(&path, &asked));
            let held = (0..200).any(|_| {
                std::thread::sleep(Duration::from_millis(50));
                proxy.has_held(id.as_str().unwrap())
            });
            assert!(held, "the order is not on its way to the database");
            assert!(!order.is_finished(), "the order is answered, and not stored");
            cluster.running(0).signal("STOP");
            std::thread::sleep(LEASE);
            let shown = events(second, link);
            proxy.hold(false);
            std::thread::sleep(Duration::from_millis(300));
            cluster.running(0).signal("CONT");
            // It may be passed on to the other server, and then be done there.
            let answer = order.join().unwrap();
            assert!(shown > 0);
            if answer.as_ref().is_ok_and(|answer| answer.status == 200) {
                return answer.map(|answer| Some(answer.json()));
            }
            assert_eq!(lines(), before, "a write without a hold was stored");
            Err(std::io::Error::other("not done"))
        });
        println!("the late order: {late:?}");
        // Both servers have the same game.
        let client = &mut Balanced::new(&cluster.backends, dice.0);
        for n in 0..20 {
            cluster.backends.only(Some(n % 2));
            known.check(client);
            known.play(client, 1, dice).unwrap();
        }
        cluster.backends.only(None);
    }
}

fn opened(url: &Path) -> Arc<dyn Store> {
    StoreAddress::read(url).unwrap().open(true).unwrap().0
}

fn joined(store: &dyn Store, lease: Duration) -> ServerId {
    store.sharing().unwrap().join("127.0.0.1:1", lease).unwrap()
}

/// Takes a game as soon as that is possible.
fn taken(store: &dyn Store, game: GameId, server: ServerId) -> server::store::Hold {
    let begun = Instant::now();
    loop {
        match store.take(game, Some(server)).unwrap() {
            Taken::Here(hold) => return hold,
            Taken::Elsewhere(_) => assert!(begun.elapsed() < PATIENCE, "the lease does not end"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Two servers believe that they hold a game.
#[test]
fn no_write_by_an_old_hold_is_stored() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let [first, second] = [(); 2].map(|()| opened(&url));
    let pre_game = PreGame {
        system: "tide".into(),
        scenario: referee::ledger::ScenarioText { name: "a".into(), text: String::new() },
        players: [Player::Human; 2],
        game: Some(fair::GameId::from([9; 32])),
        nonce: fair::Nonce::from([0; 32]),
        dice: Rolls::Own(Parts::default()),
        guide: None,
    };
    let link = TokenHash::of("link");
    let new = NewGame { pre_game: pre_game.clone(), links: vec![(link, 1)], maker: None };
    let game = first.create(&new).unwrap();
    let old = taken(&*first, game, joined(&*first, Duration::from_millis(1500)));
    let line = |hold, after: u64| {
        let lines = vec![format!("line {after}")];
        Write { hold, change: Change::Lines { after, lines, response: None } }
    };
    first.write(&[line(old, 0)]).unwrap();
    let new = taken(&*second, game, joined(&*second, Duration::from_secs(60)));
    assert!(new.fence > old.fence);
    let void = Err(StoreError::NotHeld(game));
    assert_eq!(first.write(&[line(old, 1)]), void);
    assert_eq!(first.write(&[Write { hold: old, change: Change::PreGame(pre_game) }]), void);
    assert_eq!(first.renew(old, &link, &TokenHash::of("other")), Err(StoreError::NotHeld(game)));
    second.write(&[line(new, 1)]).unwrap();
    assert_eq!(first.write(&[line(old, 2)]), void);
    assert_eq!(second.load(game).unwrap().unwrap().ledger, "line 0\nline 1\n");
}
