//! Damage says damage, and a full disk says so. A game that can't be read is set aside; the others play.

use std::io::{Seek, SeekFrom, Write as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

use crate::common::{Client, Dice, Failing, Host, begin, choose, opened, play, seat};
use game::Change;
use rusqlite::Connection;
use serde_json::json;
use server::store::{GameId, Store, StoreError, Write, WriteQueue};

#[test]
fn an_order_that_can_not_be_saved_says_why_and_can_be_given_again() {
    let (host, store) = Host::failing(|config| config);
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let errors = [
        (StoreError::Full, 507, "store-full", Some(60)),
        (StoreError::Damaged("malformed".to_owned()), 500, "store-damaged", None),
        (StoreError::Busy, 503, "store", Some(1)),
        (StoreError::Failed("an error".to_owned()), 503, "store", Some(1)),
    ];
    let mut dice = Dice(3);
    for (n, (error, status, code, again)) in errors.into_iter().enumerate() {
        let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut dice)?))).unwrap();
        let orders = seat(token, "/orders");
        let order = json!({ "order": order, "id": format!("a{n}") });
        let heard = client.get(&seat(token, "")).ok()["heard"].clone();
        *store.error.lock().unwrap() = Some(error);
        let refused = client.post(&orders, &order);
        refused.problem(status, code);
        let told = refused.head.lines().find_map(|line| line.strip_prefix("retry-after: ")?.trim().parse().ok());
        assert_eq!(told, again, "{code}");
        assert_eq!(refused.text().contains("try again"), code == "store", "{}", refused.text());
        client.post("/api/games", &json!({ "scenario": "tide/first" })).problem(status, code);
        *store.error.lock().unwrap() = None;
        assert_eq!(client.get(&seat(token, "")).ok()["heard"], heard, "{code}: it changed nothing");
        client.post(&orders, &order).ok();
    }
}

#[test]
fn orders_that_wait_together_for_a_busy_store_fail_together() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Failing::new(opened(&folder.path().join("games.sqlite"))));
    let writes = WriteQueue::start(Arc::clone(&store) as Arc<dyn Store>).unwrap();
    let gate = store.gate.write().unwrap();
    *store.error.lock().unwrap() = Some(StoreError::Busy);
    let (told, heard) = channel();
    for game in 0..10 {
        let told = told.clone();
        let write = Write {
            hold: GameId(game).into(),
            change: Change::Lines { after: 0, lines: vec!["x".into()], response: None },
        };
        writes.write(write, Box::new(move |done| told.send(done).unwrap()));
    }
    // The first may be alone: the others have come when the store answers.
    drop(gate);
    drop((writes, told));
    assert_eq!(heard.iter().collect::<Vec<_>>(), vec![Err(StoreError::Busy); 10]);
    // Each alone would wait as long again.
    assert!(store.batches.load(Ordering::Relaxed) <= 2);
}

#[test]
fn a_game_that_can_not_be_read_is_set_aside_and_the_others_play() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let damages = [
        (
            "UPDATE line SET text = replace(text, '\"order\"', '\"odrer\"') WHERE game = 1 AND n = 5",
            "line 6 of its ledger",
        ),
        ("UPDATE line SET text = 'x' WHERE game = 2 AND n = 0", "the first line of its ledger"),
        ("UPDATE game SET opening = replace(opening, 'nonce', 'ecnon') WHERE id = 3", "its setup"),
        (
            "UPDATE game SET opening = replace(opening, '\"tide\"', '\"chess\"') WHERE id = 4",
            "doesn't know its rule system",
        ),
        ("UPDATE game SET scenario = NULL WHERE id = 5", "its setup"),
    ];
    let games: Vec<_> = (0..=damages.len()).map(|_| begin(client, "tide/first")).collect();
    for game in &games {
        play(client, game, 6, &mut Dice(9));
    }
    // After a start no game is in memory.
    let host = host.again();
    let client = &mut Client::new(host.address);
    let store = Connection::open(&host.path).unwrap();
    for (damage, _) in damages {
        assert_eq!(store.execute(damage, []).unwrap(), 1, "{damage}");
    }
    let all = games.iter().enumerate();
    for (n, game) in all {
        let Some((_, why)) = damages.get(n) else {
            assert!(play(client, game, 5000, &mut Dice(1)), "the sound game goes on to its end");
            continue;
        };
        for token in game.tokens.iter().chain([&game.spectator]) {
            let refused = client.get(&seat(token, ""));
            refused.problem(500, "game-unreadable");
            assert!(!refused.text().contains("line 6"), "a count that the seat may not know: {}", refused.text());
        }
        let fault = store.query_row("SELECT fault FROM game WHERE id = ?1", [n as i64 + 1], |row| row.get(0));
        let fault: String = fault.unwrap();
        assert!(fault.contains(why), "{fault}");
    }
    // A start tries once more: the damage may have been mended, or the program.
    store.execute("UPDATE game SET scenario = 1 WHERE id = 5", []).unwrap();
    let host = host.again();
    Client::new(host.address).get(&seat(&games[4].tokens[0], "")).ok();
}

#[test]
fn a_game_that_is_set_aside_is_not_read_again_until_the_next_start() {
    let (host, store) = Host::failing(|config| config);
    let begun = begin(&mut Client::new(host.address), "tide/first");
    store.set_aside(GameId(1), "a reason").unwrap();
    assert!(matches!(store.load(GameId(1)), Err(StoreError::Unreadable(GameId(1), why)) if why == "a reason"));
    drop(store);
    let host = host.again();
    Client::new(host.address).get(&seat(&begun.tokens[0], "")).ok();
}

/// Overwrites the page with the last lines of the last game.
fn overwrite_last_lines(path: &std::path::Path) {
    let store = Connection::open(path).unwrap();
    store.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let last = "SELECT pageno, pgsize FROM dbstat WHERE name = 'line' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1";
    let (page, size) = store.query_row(last, [], |row| Ok((row.get::<_, u64>(0)?, row.get::<_, u64>(1)?))).unwrap();
    drop(store);
    let mut file = std::fs::File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start((page - 1) * size)).unwrap();
    file.write_all(&vec![0xa5; size as usize]).unwrap();
}

#[test]
fn a_damaged_page_is_damage_and_the_other_games_play() {
    let mut host = Host::new();
    let client = &mut Client::new(host.address);
    let [one, two] = [0, 1].map(|seed| {
        let begun = begin(client, "tide/first");
        assert!(!play(client, &begun, 40, &mut Dice(seed)));
        begun
    });
    host.stop();
    overwrite_last_lines(&host.path);
    host.start();
    let client = &mut Client::new(host.address);
    client.get(&seat(&two.tokens[0], "")).problem(500, "game-unreadable");
    assert!(!play(client, &one, 10, &mut Dice(4)));
}
