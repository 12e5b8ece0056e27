//! The tools on the board: what can't be written as a case.

use board::naming::naming;
use rules::{GameBook, Seat, Side, calculate};
use serde_json::{Value, json};
use suite::Game;

use crate::printed::terrain::WORDS;
use crate::state::Sniper;
use crate::tests::scenario;

const DRAIN: &str = include_str!("../../../../cases/sniper/boards/long-drain.toml");

fn drain() -> Game<Sniper> {
    Game::new(&scenario("drain", DRAIN), 1)
}

fn sight(game: &Game<Sniper>, seat: Seat, from: &str, to: &str) -> Value {
    let input = json!({ "from": from, "to": to });
    let names = game.referee.seat(seat).names();
    let answer = || calculate::<Sniper>(Some(game.referee.eyes(seat)), "sight", &input);
    naming(names, || serde_json::to_value(answer().expect("places of the board")).expect("names"))
}

/// 39.71: smoke that the enemy throws in a sewer is not known to a side without a man in it.
#[test]
fn sight_in_a_sewer_without_own_men_is_unknown() {
    let game = drain();
    let clear = |seat, from, to| sight(&game, seat, from, to)["clear"].clone();
    let [attacker, defender] = Side::BOTH.map(Side::seat);
    assert_eq!(clear(attacker, "0335/sewer", "0301/sewer"), true);
    assert_eq!(clear(defender, "0335/sewer", "0301/sewer"), Value::Null);
    assert_eq!(clear(Seat::Spectator, "0335/sewer", "0301/sewer"), Value::Null);
    // Smoke never stops sight between neighbours.
    assert_eq!(clear(defender, "0335/sewer", "0334/sewer"), true);
}

/// SNP-B5: rubble costs 2 points, 3 when crawling. SNP-B6: stairs cost 3. SNP-B9: rubble has 2.
#[test]
fn terrain_is_told_by_its_clauses() {
    let game = drain();
    let notes = |name: &str| {
        let notes = Sniper::terrain_notes(game.referee.setting(), WORDS.terrain(name).expect("a terrain"));
        notes.into_iter().map(|note| (note.words.into_owned(), note.clause.id())).collect::<Vec<_>>()
    };
    let told = |words: &str, clause| (words.to_owned(), clause);
    let entered = told("2 MP to enter, 3 MP when crawling", "SNP-B5");
    assert_eq!(notes("rubble"), [entered, told("Defence Strength 2 for a man in it", "SNP-B9")]);
    assert_eq!(notes("street"), [told("1 MP to enter, 2 MP when crawling", "SNP-B5")]);
    assert!(notes("stairs").contains(&told("3 MP from floor to floor", "SNP-B6")));
}
