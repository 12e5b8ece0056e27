//! Ledgers: they replay to the same position, verify, and no longer verify after any alteration.

use fair::Chain;
use rand::RngExt;
use referee::Item;
use referee::replay::{replay, resume, verify};
use rules::{Seat, Side};
use serde_json::{Value, json};

use crate::game::Lines;
use crate::{Game, SystemUnderTest};

fn played<S: SystemUnderTest>(seed: u64, orders: usize) -> Vec<Game<S>> {
    let scenarios = S::scenarios();
    let games = scenarios.iter().flat_map(|scenario| [(scenario, seed), (scenario, seed + 1)]);
    games
        .map(|(scenario, seed)| {
            let mut game = Game::new(scenario, seed);
            game.play(orders);
            game
        })
        .collect()
}

/// Checks that replay gives the same position and logs, and that verification resolves everything to the same
/// result and knows every log head a seat could have noted.
pub fn replay_and_verify_agree<S: SystemUnderTest>() {
    for game in played::<S>(20, 100_000) {
        let text = game.ledger();
        let again = replay::<S>(&text).expect("its own ledger");
        assert!(again.stopped.is_none(), "{:?}", again.stopped);
        assert!(again.referee.true_position() == game.referee.true_position(), "replay gives another position");
        for seat in Seat::ALL {
            assert!(again.referee.seat(seat).events() == game.referee.seat(seat).events(), "another transcript");
            let heads = game.referee.seat(seat).heads().expect("its own events");
            assert_eq!(heads.last(), Some(&game.referee.seat(seat).head()));
            for head in [heads.first(), heads.get(heads.len() / 2), heads.last()] {
                let verdict = verify::<S>(&text, head.copied()).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(verdict.entries, game.referee.entries().len());
                assert!(verdict.outcome.is_some(), "the game was played to its end");
            }
        }
    }
}

/// Checks that the luck of a game lists each roll, in order, and no other.
pub fn luck_is_told_of_every_roll<S: SystemUnderTest>() {
    for mut game in played::<S>(70, 40) {
        assert!(game.referee.outcome().is_some() || game.referee.luck(|_, _| {}).is_err(), "secrets of a running game");
        if game.referee.outcome().is_none() {
            game.referee.resign(Side::A).expect("a side may give up");
        }
        let luck = game.referee.luck(|_, _| {}).expect("the game is over");
        let fell = game.referee.entries().iter().flat_map(|entry| &entry.items);
        let faces: Vec<&Vec<u8>> = fell
            .filter_map(|item| match item {
                Item::Roll { faces, .. } => Some(faces),
                _ => None,
            })
            .collect();
        assert_eq!(luck.iter().map(|roll| &roll.faces).collect::<Vec<_>>(), faces);
        for roll in &luck {
            assert!(roll.swing.abs() <= 1.0 && roll.expected >= 0.0 && roll.got >= 0.0, "{roll:?}");
        }
    }
}

/// Number of values altered in each line. Each is verified twice, with a whole scenario set up for it.
const LEAVES: usize = 5;

/// Alters values of every line, one at a time, and checks that verification fails.
pub fn altered_ledgers_fail<S: SystemUnderTest>() {
    for mut game in played::<S>(30, 25) {
        let text = game.ledger();
        let lines: Vec<&str> = text.lines().collect();
        let mut altered = 0;
        for number in 0..lines.len() {
            let whole: Value = serde_json::from_str(lines[number]).expect("a line of JSON");
            let mut leaves = Vec::new();
            pointers(&whole, String::new(), &mut leaves);
            while leaves.len() > LEAVES {
                leaves.swap_remove(game.rng.random_range(0..leaves.len()));
            }
            for pointer in leaves {
                let mut changed = whole.clone();
                alter(changed.pointer_mut(&pointer).expect("a pointer just made"));
                let mut forged: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                forged[number] = serde_json::to_string(&changed).expect("JSON");
                let forged = forged.join("\n") + "\n";
                assert!(verify::<S>(&forged, None).is_err(), "line {}: {pointer} was altered unnoticed", number + 1);
                // It also fails if the forger recalculates the hashes, provided that a seat noted its log head.
                let head = game.referee.seat(Seat::Spectator).head();
                let rehashed = rehash(&forged);
                assert!(
                    verify::<S>(&rehashed, Some(head)).is_err(),
                    "line {}: {pointer} was altered and hashed again unnoticed",
                    number + 1
                );
                altered += 1;
            }
        }
        assert!(altered > 60, "too little was altered to mean anything");
    }
}

/// Repeats, drops, exchanges, inserts and reformats lines with recalculated hashes, and checks that verification fails
/// even without a log head. A last line lost in a crash is written again when the game is resumed.
pub fn restructured_ledgers_fail<S: SystemUnderTest>() {
    for mut game in played::<S>(60, 100_000) {
        let text = game.ledger();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let refused = |lines: &[String], how: &str| {
            let forged = rehash(&(lines.join("\n") + "\n"));
            assert!(verify::<S>(&forged, None).is_err(), "a ledger with {how} was accepted");
        };
        for _ in 0..3 {
            let at = game.rng.random_range(1..lines.len() - 1);
            let with = |change: &dyn Fn(&mut Vec<String>)| {
                let mut lines = lines.clone();
                change(&mut lines);
                lines
            };
            refused(&with(&|lines| lines.insert(at, lines[at].clone())), "a line twice");
            refused(&with(&|lines| drop(lines.remove(at))), "a line missing");
            if lines[at] != lines[at - 1] {
                refused(&with(&|lines| lines.swap(at, at - 1)), "two lines exchanged");
            }
            refused(&with(&|lines| lines[at] = lines[at].replacen("\":", "\": ", 2)), "a line spelt otherwise");
            let begin = "{\"line\":{\"entry\":{\"n\":N,\"act\":\"begin\",\"items\":[]}},\"hash\":\"\"}";
            let begin = begin.replace('N', &(at.saturating_sub(2)).to_string());
            refused(&with(&|lines| lines.insert(at, begin.clone())), "a second beginning");
            // The header and the nonces are two lines before the first entry.
            let entry = at.saturating_sub(2);
            for named in [entry, entry + 1, entry + 40] {
                let undo = json!({ "undo": { "by": S::SIDES[0], "entry": named } });
                let undo = json!({ "entry": { "n": entry, "act": undo, "items": [] } });
                let forged = with(&|lines| lines.insert(at, format!("{{\"line\":{undo},\"hash\":\"\"}}")));
                refused(&forged, "an undo of what is not before it");
                let replayed = replay::<S>(&rehash(&(forged.join("\n") + "\n"))).expect("the header is whole");
                assert_eq!(replayed.stopped.map(|stopped| stopped.line), Some(at + 1), "it stops at the undo");
            }
        }
        let cut = text.rfind("{\"line\":{\"close\"").expect("the game was played to its end");
        let sink = Lines::default();
        resume::<S>(&text[..cut], Box::new(sink.clone())).expect("a ledger without its last line");
        assert_eq!(sink.text(), text[cut..], "the line that a crash left unwritten");
    }
}

/// Checks that a different but consistent game under the same header verifies by itself, but not against a log head
/// noted by a seat.
pub fn rewritten_ledgers_fail<S: SystemUnderTest>() {
    for scenario in S::scenarios() {
        let mut game = Game::<S>::new(&scenario, 40);
        game.play(30);
        let mut rewritten = Game::<S>::new(&scenario, 40);
        // Other orders with the same nonces.
        let mut tries = 0;
        while rewritten.referee.true_position() == game.referee.true_position() || tries < 25 {
            rewritten.play_one();
            rewritten.choose();
            tries += 1;
        }
        let text = rewritten.ledger();
        verify::<S>(&text, None).unwrap_or_else(|error| panic!("consistent in itself: {error}"));
        for seat in Seat::ALL {
            let head = game.referee.seat(seat).head();
            assert!(verify::<S>(&text, Some(head)).is_err(), "{seat:?} noted a head that the rewritten game never had");
        }
    }
}

/// Checks that a ledger cut anywhere replays up to its last complete entry and says where it stopped.
pub fn torn_ledgers_replay<S: SystemUnderTest>() {
    for mut game in played::<S>(50, 20) {
        let text = game.ledger();
        let header = text.find('\n').expect("a header") + 1;
        for _ in 0..30 {
            let mut cut = game.rng.random_range(header..=text.len());
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let torn = &text[..cut];
            let again = replay::<S>(torn).expect("the header is whole");
            let whole = torn.rfind('\n').map_or(0, |end| end + 1);
            assert_eq!(again.length, whole, "it replays up to the last whole line");
            assert_eq!(again.stopped.is_some(), whole < cut, "it says that it stopped: {:?}", again.stopped);
        }
        assert!(replay::<S>(&text[..header - 1]).is_err(), "a torn header is refused");
    }
}

/// Lists the paths of all scalars in a value.
fn pointers(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| {
                pointers(value, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out)
            });
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| pointers(value, format!("{at}/{index}"), out));
        }
        _ => out.push(at),
    }
}

fn alter(value: &mut Value) {
    *value = match &*value {
        Value::Null => Value::Bool(true),
        Value::Bool(flag) => Value::Bool(!flag),
        Value::Number(number) => Value::from(number.as_i64().unwrap_or(0) + 1),
        Value::String(text) => match text.chars().next() {
            Some(first) => {
                let other = if first == '1' { '2' } else { '1' };
                Value::from(format!("{other}{}", &text[first.len_utf8()..]))
            }
            None => Value::from("1"),
        },
        other => other.clone(),
    };
}

/// Recalculates the hashes of all lines, as a forger would.
pub(crate) fn rehash(text: &str) -> String {
    let mut chain = Chain::start("ledger");
    let mut out = String::new();
    for line in text.lines() {
        let body = line
            .strip_prefix("{\"line\":")
            .and_then(|rest| rest.rsplit_once(",\"hash\":"))
            .map_or(line, |(body, _)| body);
        let hash = chain.advance(body.as_bytes());
        out.push_str(&format!("{{\"line\":{body},\"hash\":\"{}\"}}\n", hash.to_hex()));
    }
    out
}
