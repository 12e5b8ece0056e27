//! Whole games at random, of the scenarios that come with the program.
#![allow(clippy::panic, reason = "a test says what must hold by panicking where it does not")]

use std::collections::BTreeMap;

use board::scenario::Document;
use heroes::{Draft, Fact, Heroes, Order, Position, Setting};
use rules::prelude::*;
use rules::{Choice, QuickDice, Seat, Side, turn};

const SHIPPED: [&str; 4] = [
    include_str!("../../../scenarios/heroes/first.toml"),
    include_str!("../../../scenarios/heroes/sealed-doors.toml"),
    include_str!("../../../scenarios/heroes/the-bathhouse-drains.toml"),
    include_str!("../../../scenarios/heroes/two-banks.toml"),
];

fn set_up(text: &str) -> (Setting, Position) {
    let document = Document::parse("test.toml", text).unwrap_or_else(|problems| panic!("{problems}"));
    let set_up = Heroes::set_up(&document).unwrap_or_else(|problems| {
        let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{all:#?}")
    });
    (set_up.setting, set_up.position)
}

fn offers(setting: &Setting, position: &Position, seat: Seat, draft: Option<&Draft>) -> Vec<Choice<Heroes>> {
    let mut choices: Vec<Choice<Heroes>> = Vec::new();
    rules::offers::<Heroes>(Heroes::eyes(setting, position, seat), draft, &mut choices);
    assert!(choices.len() <= 500, "{} offers", choices.len());
    choices
}

/// Plays a game at random; `each` looks at every position with a question, and at the order given to it.
fn play(setting: &Setting, start: &Position, seed: u64, mut each: impl FnMut(&Position, Side, &Order)) -> Position {
    let mut position = start.clone();
    let (mut dice, mut choices) = (QuickDice::new(seed), QuickDice::new(seed ^ 0xABCD));
    turn::settle::<Heroes>(setting, &mut position, &mut dice, &mut ());
    for _ in 0..20_000 {
        if Heroes::outcome(setting, &position).is_some() {
            return position;
        }
        let asked = |side: &Side| Heroes::awaited(Heroes::eyes(setting, &position, side.seat())).is_some();
        let side = Side::BOTH.into_iter().find(asked).unwrap_or_else(|| panic!("nobody is asked: {position:?}"));
        let mut draft = None;
        let order = loop {
            let choices_now = offers(setting, &position, side.seat(), draft.as_ref());
            match choices_now.get(choices.below(choices_now.len().max(1))) {
                Some(Choice::Order(order)) => break *order,
                Some(Choice::Draft(next)) => draft = Some(*next),
                None => panic!("nothing to choose from {draft:?}"),
            }
        };
        each(&position, side, &order);
        turn::resolve::<Heroes>(setting, &mut position, side, &order, &mut dice, &mut ());
        if let Err(flaw) = Heroes::audit(setting, &position) {
            panic!("{flaw} after {order:?}: {position:#?}");
        }
    }
    panic!("no end");
}

#[test]
fn every_order_is_given_and_every_position_is_sound() {
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    let mut below = [0; 2];
    for text in SHIPPED {
        let (setting, start) = set_up(text);
        for seed in 0..40 {
            play(&setting, &start, seed, |position, side, order| {
                let verb = format!("{order:?}");
                *verbs.entry(verb.split_whitespace().next().unwrap_or_default().to_owned()).or_default() += 1;
                assert_eq!(Heroes::check(Heroes::eyes(&setting, position, side.seat()), order), Ok(()));
                match *order {
                    Order::Underground { .. } => below[0] += 1,
                    Order::Rout { to, .. } if setting.spot(to).is_some_and(|spot| spot.inside.is_some()) => {
                        below[1] += 1
                    }
                    _ => {}
                }
            });
        }
    }
    eprintln!("{verbs:?}, below and routs below: {below:?}");
    assert_eq!(verbs.len(), 15, "some orders were never given: {verbs:?}");
    assert!(below.iter().all(|times| *times > 0), "{below:?}");
}

#[test]
fn the_shipped_scenarios_are_played_to_either_end() {
    for text in SHIPPED {
        let (setting, start) = set_up(text);
        let mut won = [0, 0];
        for seed in 0..120 {
            let end = play(&setting, &start, seed, |_, _, _| {});
            if let Some(winner) = Heroes::outcome(&setting, &end).and_then(|outcome| outcome.winner) {
                won[winner.index()] += 1;
            }
        }
        assert!(won.iter().all(|games| *games > 0), "{}: {won:?}", text.lines().next().unwrap_or_default());
    }
}

#[test]
fn every_offer_can_be_said_and_every_view_drawn() {
    for text in SHIPPED {
        let (setting, start) = set_up(text);
        for seed in 0..4 {
            play(&setting, &start, seed, |position, side, _| {
                for seat in Seat::ALL {
                    let mut facts = Vec::new();
                    Heroes::view(Heroes::eyes(&setting, position, seat), &mut |fact| facts.push(fact));
                    let scene = Heroes::scene(&setting, seat, &facts);
                    let seen = facts.iter().filter(|fact| matches!(fact, Fact::Unit { .. })).count();
                    assert_eq!(scene.pieces.len(), seen);
                    let Some(question) = Heroes::awaited(Heroes::eyes(&setting, position, seat)) else { continue };
                    assert!(!Heroes::ask(&setting, question, &facts).is_empty());
                    for choice in offers(&setting, position, side.seat(), None) {
                        let phrase = match choice {
                            Choice::Order(order) => Heroes::phrase(&setting, seat, &facts, &order),
                            Choice::Draft(draft) => Heroes::phrase_draft(&setting, seat, &facts, &draft),
                        };
                        assert!(phrase.sentence.ends_with('.') && !phrase.clauses.is_empty(), "{phrase:?}");
                    }
                }
            });
        }
    }
}
