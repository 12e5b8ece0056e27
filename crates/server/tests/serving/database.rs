//! A store in PostgreSQL: what it refuses, and what it does when the database fails. Without PostgreSQL nothing is tried.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Client, Cut, Dice, Host, Postgres, Proxy, begin, choose, name_of, opened, play, postgres, seat};
use game::{Change, Dice as Rolls, Parts, Player, PreGame};
use serde_json::json;
use server::TokenHash;
use server::store::{GameId, NewGame, StoreAddress, StoreError, Write};

fn new(link: &str) -> NewGame {
    let pre_game = PreGame {
        system: "tide".into(),
        scenario: referee::ledger::ScenarioText { name: "a".into(), text: String::new() },
        players: [Player::Human; 2],
        game: Some(fair::GameId::from([9; 32])),
        nonce: fair::Nonce::from([0; 32]),
        dice: Rolls::Own(Parts::default()),
        guide: None,
    };
    NewGame { pre_game, links: vec![(TokenHash::of(link), 1)], maker: None }
}

fn line(game: GameId, n: u64) -> Write {
    Write { hold: game.into(), change: Change::Lines { after: n, lines: vec![format!("line {n}")], response: None } }
}

/// Returns why a store can't be opened.
fn refusal(store: &Path) -> String {
    match StoreAddress::read(store).and_then(|address| address.open(false)) {
        Ok(_) => panic!("it opens"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_database_that_is_not_a_store_of_this_program_is_refused_and_unchanged() {
    let Some(postgres) = postgres() else { return };
    let newer = postgres.database();
    drop(opened(&newer));
    postgres.sql(&name_of(&newer), "UPDATE undercity.identity SET version = 9");
    let why = "the store is of version 9; this program reads versions up to 2: a newer program made it";
    assert!(refusal(&newer).ends_with(why), "{}", refusal(&newer));
    assert_eq!(postgres.sql(&name_of(&newer), "SELECT version FROM undercity.identity"), "9");

    for tables in
        ["CREATE TABLE undercity.mine (x integer)", "CREATE TABLE undercity.identity (version text, salt text)"]
    {
        let foreign = postgres.database();
        let name = name_of(&foreign);
        postgres.sql(&name, &format!("CREATE SCHEMA undercity; {tables}"));
        let why = "the schema `undercity` of this database is not an Undercity store: another program made it";
        assert!(refusal(&foreign).ends_with(why), "{}", refusal(&foreign));
        assert_eq!(postgres.sql(&name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'undercity'"), "1");
    }

    postgres.sql("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
    let latin = postgres.url("latin");
    assert!(refusal(&latin).ends_with("the encoding of the database is LATIN1: expected UTF8"), "{}", refusal(&latin));
    assert!(refusal(&postgres.url("nothing")).contains("database \"nothing\" does not exist"));
    // Other tables of the database are not ours to mind.
    let shared = postgres.database();
    postgres.sql(&name_of(&shared), "CREATE TABLE game (x integer)");
    drop(opened(&shared));
}

#[test]
fn a_second_server_is_refused_while_the_first_one_has_the_store() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let store = opened(&url);
    assert_eq!(refusal(&url), StoreError::InUse.to_string());
    store.probe().unwrap();
    drop(store);
    opened(&url).probe().unwrap();
}

#[test]
fn an_error_of_the_database_is_told_by_its_kind_and_changes_nothing() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let store = opened(&url);
    let game = store.create(&new("1")).unwrap();
    store.write(&[line(game, 0)]).unwrap();
    let fail = |code: &str| {
        let sql = format!(
            "CREATE OR REPLACE FUNCTION undercity.fail() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'it fails' USING ERRCODE = '{code}'; END $$;
             CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON undercity.line FOR EACH ROW EXECUTE FUNCTION undercity.fail()"
        );
        postgres.sql(&name_of(&url), &sql);
        let error = store.write(&[line(game, 1)]).unwrap_err();
        postgres.sql(&name_of(&url), "DROP TRIGGER fail ON undercity.line");
        assert_eq!(store.load(game).unwrap().unwrap().lines, 1);
        error
    };
    assert_eq!(fail("53100"), StoreError::Full);
    assert_eq!(fail("XX001"), StoreError::Damaged("it fails (XX001)".to_owned()));
    assert_eq!(fail("55P03"), StoreError::Busy);
    assert_eq!(fail("42P01"), StoreError::Failed("it fails (42P01)".to_owned()));
    store.write(&[line(game, 1)]).unwrap();
    // A line that is gone is missed, although the rows that are left are sound.
    postgres.sql(&name_of(&url), "DELETE FROM undercity.line WHERE n = 1");
    assert!(matches!(store.load(game), Err(StoreError::Unreadable(..))));
}

#[test]
fn a_database_that_can_not_be_reached_is_told_without_its_password() {
    let Some(postgres) = postgres() else { return };
    let proxy = Proxy::new(postgres, &postgres.database());
    let url = proxy.url().to_str().unwrap().replace("undercity@", "undercity:horse%20staple@");
    let store = opened(Path::new(&url));
    let game = store.create(&new("1")).unwrap();
    proxy.close(true);
    proxy.cut(Cut::BeforeCommit);
    let begun = Instant::now();
    let error = store.write(&[line(game, 0)]).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    let told = format!("{error} {error:?} {}", StoreAddress::read(Path::new(&url)).unwrap());
    assert!(matches!(&error, StoreError::Unreachable(_)) && told.contains("undercity@127.0.0.1:"), "{told}");
    assert!(!told.contains("horse") && !told.contains("staple"), "{told}");
    proxy.close(false);
    store.write(&[line(game, 0)]).unwrap();
}

#[test]
fn a_database_over_a_network_must_have_a_trusted_certificate() {
    let port = std::net::TcpListener::bind("localhost:0").unwrap().local_addr().unwrap().port();
    let Some(postgres) = Postgres::with_port(port) else { return };
    let name = name_of(&postgres.database());
    postgres.sql("postgres", "CREATE USER locked SUPERUSER PASSWORD 'p@ss word'");
    let url = |password: &str, more: &str| {
        let trusted = postgres.folder.join("ca.pem");
        let url = format!("postgres://locked{password}@localhost:{port}/{name}?sslmode=require");
        std::path::PathBuf::from(format!("{url}{more}").replace("TRUSTED", trusted.to_str().unwrap()))
    };
    let store = opened(&url(":p%40ss%20word", "&sslrootcert=TRUSTED"));
    store.probe().unwrap();
    let own = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
               WHERE ssl AND usename = 'locked' AND application_name = 'undercity'";
    assert_ne!(postgres.sql("postgres", own), "0");
    drop(store);
    let refused = refusal(&url(":p%40ss%20word", ""));
    assert!(refused.contains("certificate") && !refused.contains("ss word"), "{refused}");
    let refused = refusal(&url(":horse", "&sslrootcert=TRUSTED"));
    assert!(refused.contains("password authentication failed") && !refused.contains("horse"), "{refused}");
}

#[test]
fn a_connection_that_is_cut_loses_and_doubles_nothing() {
    let Some(postgres) = postgres() else { return };
    let proxy = &Proxy::new(postgres, &postgres.database());
    let store = &opened(&proxy.url());
    let games: Vec<GameId> = (0..3).map(|n| store.create(&new(&n.to_string())).unwrap()).collect();
    let mut dice = Dice(11);
    for n in 0..60 {
        proxy.cut(match n % 3 {
            0 => Cut::BeforeCommit,
            1 => Cut::AfterCommit,
            _ => Cut::After(dice.below(1500)),
        });
        let batch: Vec<Write> = games.iter().map(|game| line(*game, n)).collect();
        store.write(&batch).unwrap();
    }
    assert!(proxy.cuts() >= 40, "{}", proxy.cuts());
    let expected: String = (0..60).map(|n| format!("line {n}\n")).collect();
    assert!(games.iter().all(|game| store.load(*game).unwrap().unwrap().ledger == expected));
    // Nor is a game created twice, or a link renewed into nothing.
    for n in 0..10 {
        proxy.cut(if n % 2 == 0 { Cut::BeforeCommit } else { Cut::AfterCommit });
        let before = store.games().unwrap();
        let game = store.create(&new(&format!("created {n}"))).unwrap();
        assert_eq!(store.games().unwrap(), before + 1);
        assert_eq!(store.seat(&TokenHash::of(&format!("created {n}"))).unwrap(), Some((game, 1)));
        proxy.cut(Cut::After(dice.below(200)));
        assert!(
            store
                .renew(game.into(), &TokenHash::of(&format!("created {n}")), &TokenHash::of(&format!("renewed {n}")))
                .unwrap()
        );
        assert_eq!(store.seat(&TokenHash::of(&format!("renewed {n}"))).unwrap(), Some((game, 1)));
    }
}

/// The commit of an order is cut, and the database can't be asked in time whether it is there.
#[test]
fn an_order_whose_fate_was_unknown_is_done_once_when_it_is_repeated() {
    let Some(postgres) = postgres() else { return };
    let url = postgres.database();
    let proxy = Proxy::new(postgres, &url);
    let host = Host::on(proxy.url(), None, |config| config);
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    play(client, &begun, 3, &mut Dice(1));
    for cut in [Cut::AfterCommit, Cut::BeforeCommit] {
        let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
        let lines =
            || postgres.sql(&name_of(&url), "SELECT lines, (SELECT count(*) FROM undercity.line) FROM undercity.game");
        let before = lines();
        let asked = json!({ "order": order, "id": format!("{cut:?}") });
        proxy.close(true);
        proxy.cut(cut);
        client.post(&seat(token, "/orders"), &asked).problem(503, "store");
        assert_eq!(lines() != before, cut == Cut::AfterCommit);
        proxy.close(false);
        let answer = client.post(&seat(token, "/orders"), &asked).ok();
        let after = lines();
        assert_eq!(client.post(&seat(token, "/orders"), &asked).ok(), answer);
        assert_eq!(lines(), after, "it is done once");
        assert!(after != before);
    }
    assert!(play(client, &begun, 5000, &mut Dice(2)), "the game came to no end");
    let ledger = client.get(&seat(&begun.spectator, "/ledger")).text();
    table::system("tide").unwrap().verify(&ledger, None).unwrap();
}

#[test]
fn a_network_that_loses_everything_is_noticed() {
    let Some(postgres) = postgres() else { return };
    let proxy = Proxy::new(postgres, &postgres.database());
    let store = opened(&proxy.url());
    let game = store.create(&new("1")).unwrap();
    store.write(&[line(game, 0)]).unwrap();
    proxy.cut(Cut::Silence);
    store.write(&[line(game, 1)]).unwrap();
    assert_eq!((proxy.cuts(), store.load(game).unwrap().unwrap().lines), (1, 2));
}

#[test]
fn a_killed_database_loses_and_doubles_no_line() {
    let Some(postgres) = Postgres::start() else { return };
    let store = &opened(&postgres.database());
    let games: Vec<GameId> = (0..8).map(|n| store.create(&new(&n.to_string())).unwrap()).collect();
    let writes = server::store::WriteQueue::start(Arc::clone(store)).unwrap();
    let stop = &AtomicBool::new(false);
    let stored: Vec<AtomicU64> = games.iter().map(|_| AtomicU64::new(0)).collect();
    let counts: Vec<u64> = std::thread::scope(|scope| {
        let writers: Vec<_> = games
            .iter()
            .zip(&stored)
            .map(|(game, stored_now)| {
                let writes = &writes;
                scope.spawn(move || {
                    let mut next = 0;
                    while !stop.load(Ordering::Relaxed) {
                        let (told, heard) = std::sync::mpsc::channel();
                        writes.write(line(*game, next), Box::new(move |done| told.send(done).unwrap()));
                        match heard.recv().unwrap() {
                            Ok(()) => {
                                next += 1;
                                stored_now.store(next, Ordering::Relaxed);
                            }
                            // As a game does that failed: what is stored is read again.
                            Err(StoreError::Unreachable(_)) => {
                                let loaded = std::iter::repeat_with(|| store.load(*game)).find_map(Result::ok);
                                let stored = loaded.flatten().unwrap().lines;
                                assert!(stored == next || stored == next + 1);
                                next = stored;
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                    next
                })
            })
            .collect();
        // Waits until each game has been written to. Returns whether that is so.
        let go_on = || {
            let before: Vec<u64> = stored.iter().map(|lines| lines.load(Ordering::Relaxed)).collect();
            let goes_on = |(lines, before): (&AtomicU64, &u64)| lines.load(Ordering::Relaxed) > before + 1;
            let begun = Instant::now();
            while !stored.iter().zip(&before).all(goes_on) && begun.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(5));
            }
            stored.iter().zip(&before).all(goes_on)
        };
        let went_on = [70, 10, 130].into_iter().all(|pause| {
            let goes_on = go_on();
            std::thread::sleep(Duration::from_millis(pause));
            postgres.kill();
            postgres.start_again();
            goes_on
        }) && go_on();
        // Also if they don't: the writers end, and the test fails.
        stop.store(true, Ordering::Relaxed);
        assert!(went_on, "{stored:?}");
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    for (game, lines) in games.iter().zip(&counts) {
        let expected: String = (0..*lines).map(|n| format!("line {n}\n")).collect();
        assert_eq!(store.load(*game).unwrap().unwrap().ledger, expected);
    }
}
