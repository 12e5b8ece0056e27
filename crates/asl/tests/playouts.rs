//! Whole games at random, of the scenarios that come with the program.
#![allow(clippy::panic, reason = "a test says what must hold by panicking where it does not")]

use std::collections::BTreeMap;

use asl::{Asl, Draft, Fact, Order, Position, Setting};
use board::scenario::Document;
use rules::prelude::*;
use rules::{Choice, QuickDice, Seat, Side, turn};

/// All that can be secret, on few hexes: orders that are rare elsewhere are given here.
const CROWDED: &str = include_str!("../src/tests/below.toml");
/// Neighbouring drains and hardly anything else: whoever is below meets the enemy there.
const DEEP: &str = include_str!("../src/tests/deep.toml");
const SHIPPED: [&str; 3] = [
    include_str!("../../../scenarios/asl/first.toml"),
    include_str!("../../../scenarios/asl/mill-street.toml"),
    include_str!("../../../scenarios/asl/the-brickworks.toml"),
];

fn set_up(text: &str) -> (Setting, Position) {
    let document = Document::parse("test.toml", text).unwrap_or_else(|problems| panic!("{problems}"));
    let set_up = Asl::set_up(&document).unwrap_or_else(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{all:#?}")
    });
    (set_up.setting, set_up.position)
}

fn offers(setting: &Setting, position: &Position, seat: Seat, draft: Option<&Draft>) -> Vec<Choice<Asl>> {
    let mut choices: Vec<Choice<Asl>> = Vec::new();
    rules::offers::<Asl>(Asl::eyes(setting, position, seat), draft, &mut choices);
    assert!(choices.len() <= 500, "{} offers", choices.len());
    choices
}

/// Plays a game at random; `each` looks at every position with a question, and at the order given to it.
fn play(setting: &Setting, start: &Position, seed: u64, mut each: impl FnMut(&Position, Side, &Order)) -> Position {
    let mut position = start.clone();
    let (mut dice, mut choices) = (QuickDice::new(seed), QuickDice::new(seed ^ 0xABCD));
    turn::settle::<Asl>(setting, &mut position, &mut dice, &mut ());
    for _ in 0..40_000 {
        if Asl::outcome(setting, &position).is_some() {
            return position;
        }
        let asked = |side: &Side| Asl::awaited(Asl::eyes(setting, &position, side.seat())).is_some();
        let side = Side::BOTH.into_iter().find(asked).unwrap_or_else(|| panic!("nobody is asked: {position:?}"));
        let mut draft = None;
        let order = loop {
            let choices_now = offers(setting, &position, side.seat(), draft.as_ref());
            match choices_now.get(choices.below(choices_now.len().max(1))) {
                Some(Choice::Order(order)) => break *order,
                Some(Choice::Draft(next)) => draft = Some(*next),
                None => panic!("nothing to choose from {draft:?} at {:?}", Asl::agenda(&position).top()),
            }
        };
        each(&position, side, &order);
        turn::resolve::<Asl>(setting, &mut position, side, &order, &mut dice, &mut ());
        if let Err(flaw) = Asl::audit(setting, &position) {
            panic!("{flaw} after {order:?}: {position:#?}");
        }
    }
    panic!("no end");
}

fn verb(order: &Order) -> String {
    let verb = format!("{order:?}");
    verb.split_whitespace().next().unwrap_or_default().to_owned()
}

#[test]
fn every_order_is_given_and_every_position_is_sound() {
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    for (text, games) in SHIPPED.map(|text| (text, 20)).into_iter().chain([(CROWDED, 1500), (DEEP, 300)]) {
        let (setting, start) = set_up(text);
        for seed in 0..games {
            play(&setting, &start, seed, |position, side, order| {
                *verbs.entry(verb(order)).or_default() += 1;
                assert_eq!(Asl::check(Asl::eyes(&setting, position, side.seat()), order), Ok(()));
            });
        }
    }
    eprintln!("{verbs:?}");
    assert_eq!(verbs.len(), 38, "some orders were never given: {verbs:?}");
}

#[test]
fn the_shipped_scenarios_are_played_to_their_end() {
    let mut won = [0, 0];
    for text in SHIPPED {
        let (setting, start) = set_up(text);
        let before = won;
        for seed in 0..60 {
            let end = play(&setting, &start, seed, |_, _, _| {});
            if let Some(winner) = Asl::outcome(&setting, &end).and_then(|outcome| outcome.winner) {
                won[winner.index()] += 1;
            }
        }
        assert!(won != before, "nobody ever wins: {}", text.lines().next().unwrap_or_default());
    }
    assert!(won.iter().all(|games| *games > 0), "{won:?}");
}

#[test]
fn every_offer_can_be_said_and_every_view_drawn() {
    for text in SHIPPED {
        let (setting, start) = set_up(text);
        for seed in 0..3 {
            play(&setting, &start, seed, |position, side, _| {
                for seat in Seat::ALL {
                    let mut facts = Vec::new();
                    Asl::view(Asl::eyes(&setting, position, seat), &mut |fact| facts.push(fact));
                    let scene = Asl::scene(&setting, seat, &facts);
                    let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
                    assert_eq!(scene.pieces.len(), seen);
                    let Some(question) = Asl::awaited(Asl::eyes(&setting, position, seat)) else { continue };
                    assert!(!Asl::ask(&setting, question, &facts).is_empty());
                    for choice in offers(&setting, position, side.seat(), None) {
                        let phrase = match choice {
                            Choice::Order(order) => Asl::phrase(&setting, seat, &facts, &order),
                            Choice::Draft(draft) => Asl::phrase_draft(&setting, seat, &facts, &draft),
                        };
                        assert!(phrase.sentence.ends_with('.') && !phrase.clauses.is_empty(), "{phrase:?}");
                    }
                }
            });
        }
    }
}
