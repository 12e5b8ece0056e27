//! What every store promises, tried on each kind of store.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::common::{Place, opened};
use game::{Change, Dice, Parts, Player, PreGame};
use server::TokenHash;
use server::store::{CachedResponse, GameId, Maker, NewGame, Retention, StoreError, Write, WriteQueue};

/// Returns the setup of a game that no side has joined, with this text as its scenario.
fn unbegun(text: &str) -> PreGame {
    PreGame {
        system: "tide".into(),
        scenario: referee::ledger::ScenarioText { name: "a".into(), text: text.into() },
        players: [Player::Human; 2],
        game: Some(fair::GameId::from([9; 32])),
        nonce: fair::Nonce::from([0; 32]),
        dice: Dice::Own(Parts::default()),
        guide: None,
    }
}

fn new(link: &str) -> NewGame {
    NewGame { pre_game: unbegun(""), links: vec![(TokenHash::of(link), 1)], maker: None }
}

fn lines(game: GameId, after: u64, lines: &[&str]) -> Write {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Write { hold: game.into(), change: Change::Lines { after, lines, response: None } }
}

fn from(address: &str, most: u32) -> Option<Maker> {
    Some(Maker { client: address.parse::<std::net::IpAddr>().unwrap().into(), most })
}

/// Returns a time limit of nothing for all games, or for those that are over.
fn over(all: bool) -> Retention {
    let now = Some(Duration::ZERO);
    Retention { never_joined: now.filter(|_| all), unfinished: now.filter(|_| all), finished: now }
}

const HOUR: u64 = 3600;
const CLOSE: &str = "{\"line\":{\"close\":{}}}";

#[test]
fn what_was_written_is_there_after_opening_again() {
    for place in Place::each() {
        let (game, responses) = {
            let store = opened(&place.store);
            let game = store.create(&new("00")).unwrap();
            // A client's text may hold any character.
            let response = |id: &str| CachedResponse {
                seat: 1,
                id: id.into(),
                request: [7; 32],
                answer: "{\"ä\":\"\\u0000\"}".into(),
            };
            let with = |after, text: &str, id| {
                let lines = [text, "and"].map(str::to_owned).to_vec();
                Write { hold: game.into(), change: Change::Lines { after, lines, response: Some(response(id)) } }
            };
            store.write(&[with(0, "one", "x"), with(2, "ü\u{1}\u{7f}", "nothing\0 \u{1F600}")]).unwrap();
            (game, vec![response("x"), response("nothing\0 \u{1F600}")])
        };
        let store = opened(&place.store);
        assert_eq!(store.games().unwrap(), 1);
        assert_eq!(store.seat(&TokenHash::of("00")).unwrap(), Some((game, 1)));
        assert_eq!(store.seat(&TokenHash::of("01")).unwrap(), None);
        let stored = store.load(game).unwrap().unwrap();
        assert_eq!((stored.ledger.as_str(), stored.lines), ("one\nand\nü\u{1}\u{7f}\nand\n", 4));
        assert_eq!(stored.responses, responses);
        assert_eq!(stored.pre_game.system, "tide");
        assert!(store.load(GameId(game.0 + 1)).unwrap().is_none());
        store.probe().unwrap();
        store.note().unwrap();
    }
}

#[test]
fn a_line_that_does_not_follow_the_last_is_not_kept_nor_anything_with_it() {
    for place in Place::each() {
        let store = opened(&place.store);
        let (one, two) = (store.create(&new("1")).unwrap(), store.create(&new("2")).unwrap());
        store.write(&[lines(two, 0, &["a", "b"])]).unwrap();
        let setup =
            Write { hold: one.into(), change: Change::PreGame(PreGame { system: "asl".into(), ..unbegun("") }) };
        for wrong in [0, 1, 3] {
            let batch = [lines(one, 0, &["a"]), setup.clone(), lines(two, wrong, &["b"])];
            assert_eq!(store.write(&batch), Err(StoreError::Sequence(two)));
        }
        // Nor one that doesn't follow the lines before it in the same batch.
        let batch = [lines(one, 0, &["a"]), lines(two, 2, &["c"]), lines(two, 2, &["c"])];
        assert_eq!(store.write(&batch), Err(StoreError::Sequence(two)));
        let missing = GameId(two.0 + 1);
        let refused = store.write(&[lines(one, 0, &["a"]), lines(missing, 0, &["b"])]);
        assert_eq!(refused, Err(StoreError::Gone(missing)));
        assert_eq!(
            store.write(&[setup.clone(), Write { hold: missing.into(), change: Change::PreGame(unbegun("")) }]),
            Err(StoreError::Gone(missing))
        );
        let stored = store.load(one).unwrap().unwrap();
        assert_eq!((stored.lines, stored.pre_game.system.as_str()), (0, "tide"));
        assert_eq!(store.load(two).unwrap().unwrap().ledger, "a\nb\n");
        // What follows is kept, in the order in which it is given.
        store.write(&[setup, lines(two, 2, &["c"]), lines(one, 0, &["a"]), lines(two, 3, &["d"])]).unwrap();
        assert_eq!(store.load(two).unwrap().unwrap().ledger, "a\nb\nc\nd\n");
        let stored = store.load(one).unwrap().unwrap();
        assert_eq!((stored.ledger.as_str(), stored.pre_game.system.as_str()), ("a\n", "asl"));
    }
}

#[test]
fn a_batch_of_many_games_is_one_transaction() {
    for place in Place::each() {
        let store = opened(&place.store);
        let games: Vec<GameId> = (0..100).map(|n| store.create(&new(&n.to_string())).unwrap()).collect();
        for round in 0..5 {
            let batch: Vec<Write> = games.iter().map(|game| lines(*game, round, &["{\"line\":1}"])).collect();
            store.write(&batch).unwrap();
        }
        let mut batch: Vec<Write> = games.iter().map(|game| lines(*game, 5, &["x"])).collect();
        batch.push(lines(games[50], 7, &["x"]));
        assert_eq!(store.write(&batch), Err(StoreError::Sequence(games[50])));
        assert!(games.iter().all(|game| store.load(*game).unwrap().unwrap().lines == 5));
    }
}

#[test]
fn one_games_failure_is_not_anothers() {
    for place in Place::each() {
        let store = opened(&place.store);
        let game = store.create(&new("1")).unwrap();
        let writes = WriteQueue::start(Arc::clone(&store)).unwrap();
        let (told, heard) = channel();
        for (game, after) in [(game, 0), (GameId(999), 3), (game, 1)] {
            let (told, write) = (told.clone(), lines(game, after, &["x"]));
            writes.write(write, Box::new(move |done| told.send((game, done.is_ok())).unwrap()));
        }
        drop(writes);
        let told: Vec<_> = heard.try_iter().collect();
        assert_eq!(told, [(game, true), (GameId(999), false), (game, true)]);
        assert_eq!(store.load(game).unwrap().unwrap().lines, 2);
    }
}

#[test]
fn an_address_can_not_exceed_its_games_by_creating_them_at_once() {
    for place in Place::each() {
        let store = &opened(&place.store);
        let game = |n: usize, address: &str| {
            let maker = from(address, 5);
            store.create(&NewGame { maker, ..new(&format!("{address} {n}")) })
        };
        let created: usize = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..12).map(|n| scope.spawn(move || game(n, "203.0.113.7"))).collect();
            let done = tries.into_iter().map(|one| one.join().unwrap());
            done.filter(|done| done.as_ref().map_err(|error| assert_eq!(*error, StoreError::TooManyGames(5))).is_ok())
                .count()
        });
        assert_eq!((created, store.games().unwrap()), (5, 5));
        let (same, other) = (from("::ffff:203.0.113.7", 5).unwrap(), from("203.0.113.8", 5).unwrap());
        assert_eq!(store.admit(&same), Err(StoreError::TooManyGames(5)));
        assert_eq!(store.admit(&other), Ok(()));
        game(0, "2001:db8:1:2::1").unwrap();
        let same = Maker { most: 1, ..from("2001:db8:1:2:ffff::9", 5).unwrap() };
        assert_eq!(store.admit(&same), Err(StoreError::TooManyGames(1)), "it is the same network");
        // A game that is over counts no more, also after the store is opened again.
        store.write(&[lines(GameId(1), 0, &["one", CLOSE])]).unwrap();
        game(12, "203.0.113.7").unwrap();
        assert_eq!(game(13, "203.0.113.7"), Err(StoreError::TooManyGames(5)));
    }
}

#[test]
fn of_two_renewals_at_once_only_one_succeeds() {
    for place in Place::each() {
        let store = &opened(&place.store);
        let game = store.create(&new("first")).unwrap();
        store.create(&new("taken")).unwrap();
        let link = |n: usize| TokenHash::of(&format!("new {n}"));
        let renewed: Vec<usize> = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..6)
                .map(|n| (n, scope.spawn(move || store.renew(game.into(), &TokenHash::of("first"), &link(n)).unwrap())))
                .collect();
            tries.into_iter().filter_map(|(n, done)| done.join().unwrap().then_some(n)).collect()
        });
        assert_eq!(renewed.len(), 1);
        assert_eq!(store.seat(&link(renewed[0])).unwrap(), Some((game, 1)));
        assert_eq!(store.seat(&TokenHash::of("first")).unwrap(), None);
        assert!(
            !store.renew(game.into(), &link(renewed[0]), &TokenHash::of("taken")).unwrap(),
            "another game has this link"
        );
        assert_eq!(store.seat(&link(renewed[0])).unwrap(), Some((game, 1)));
    }
}

#[test]
fn a_game_that_is_set_aside_is_tried_again_after_opening() {
    for place in Place::each() {
        let store = opened(&place.store);
        let game = store.create(&new("1")).unwrap();
        assert!(store.set_aside(game, "why").unwrap());
        assert!(!store.set_aside(game, "another").unwrap());
        assert_eq!(store.load(game).unwrap_err(), StoreError::Unreadable(game, "why".into()));
        drop(store);
        assert!(opened(&place.store).load(game).unwrap().is_some());
    }
}

#[test]
fn games_expire_by_their_stage_with_all_that_is_theirs() {
    for place in Place::each() {
        let store = opened(&place.store);
        let [unjoined, begun, ended] = ["1", "2", "3"].map(|link| {
            let pre_game = unbegun(if link == "3" { "another" } else { "one" });
            store.create(&NewGame { pre_game, ..new(link) }).unwrap()
        });
        store.write(&[lines(begun, 0, &["a"]), lines(ended, 0, &["a", CLOSE])]).unwrap();
        assert_eq!(store.expire(&Retention::default(), 10).unwrap(), []);
        assert_eq!(store.expire(&over(false), 10).unwrap(), [ended]);
        assert!(store.load(ended).unwrap().is_none() && store.seat(&TokenHash::of("3")).unwrap().is_none());
        assert_eq!(store.write(&[lines(ended, 0, &["a"])]), Err(StoreError::Gone(ended)));
        assert_eq!(store.expire(&over(true), 1).unwrap(), [unjoined]);
        assert_eq!(store.expire(&over(true), 10).unwrap(), [begun]);
        assert_eq!(store.games().unwrap(), 0);
        // Its number and its links are free, and its scenario can come back.
        let again = store.create(&new("3")).unwrap();
        assert!(again > ended, "a number is never used twice");
    }
}

#[test]
fn a_game_that_was_used_a_moment_ago_does_not_expire() {
    for place in Place::each() {
        let store = opened(&place.store);
        let [loaded, written, unused] = ["1", "2", "3"].map(|link| store.create(&new(link)).unwrap());
        place.age(Duration::from_secs(2 * HOUR));
        store.load(loaded).unwrap().unwrap();
        store.write(&[Write { hold: written.into(), change: Change::PreGame(unbegun("")) }]).unwrap();
        let time = Some(Duration::from_secs(HOUR));
        let retention = Retention { never_joined: time, unfinished: time, finished: time };
        assert_eq!(store.expire(&retention, 10).unwrap(), [unused]);
    }
}

#[test]
fn a_game_is_loaded_as_of_one_moment() {
    for place in Place::each() {
        let store = &opened(&place.store);
        let game = store.create(&new("1")).unwrap();
        std::thread::scope(|scope| {
            let written = scope.spawn(move || {
                for n in 0..200 {
                    // The setup names the number of lines that belong to it.
                    let setup = PreGame { system: format!("{}", n + 1), ..unbegun("") };
                    store
                        .write(&[Write { hold: game.into(), change: Change::PreGame(setup) }, lines(game, n, &["x"])])
                        .unwrap();
                }
            });
            while !written.is_finished() {
                let stored = store.load(game).unwrap().unwrap();
                let named = if stored.lines == 0 { "tide".to_owned() } else { stored.lines.to_string() };
                assert_eq!(stored.pre_game.system, named);
            }
            written.join().unwrap();
        });
    }
}
