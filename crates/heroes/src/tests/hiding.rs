//! Hidden units in guesses and in play.

use rules::prelude::*;
use rules::{Piece, Seat, Side};
use suite::Game;

use crate::ai::sample::Searched;
use crate::orders::Order;
use crate::state::Heroes;
use crate::state::position::Position;
use crate::state::step::Question;
use crate::state::unit::Unit;
use crate::tests::scenarios::{BARRED, HIDDEN, scenario};

/// Guesses of hidden units vary.
#[test]
pub(super) fn guesses_spread() {
    suite::samples_spread::<Heroes>();
}

/// Other seats receive the same events however a side places its hidden units, and however many.
#[test]
pub(super) fn placing_is_not_heard() {
    let heard = |orders: usize| {
        let mut game = Game::<Heroes>::new(&scenario("hidden.toml", HIDDEN), 3);
        game.referee.submit(Side::A, Order::Done, None).expect("the Soviet side leaves its own");
        let before = [Seat::Side(Side::A), Seat::Spectator].map(|seat| game.referee.seat(seat).events().len());
        for _ in 0..orders {
            let eyes = game.referee.eyes(Side::B.seat());
            let mut places = Vec::new();
            Heroes::wellformed_orders(eyes, rules::Enumeration::All, &mut |order| {
                if matches!(order, Order::Hide { .. }) && Heroes::check(eyes, &order).is_ok() {
                    places.push(order);
                }
            });
            game.referee
                .submit(Side::B, *places.last().expect("somewhere to hide"), None)
                .expect("an order that checks");
        }
        let after = [Seat::Side(Side::A), Seat::Spectator].map(|seat| game.referee.seat(seat).events().len());
        assert_eq!(before, after, "after {orders} units placed");
        game.referee.pending_question(Side::B)
    };
    assert!(heard(0).is_some() && heard(1).is_some());
}

/// Neither guesses nor true positions have a hidden unit where the seat's units have passed adjacent.
#[test]
pub(super) fn who_was_walked_past_is_not_guessed() {
    let mut barred = 0;
    suite::explore::<Heroes>(11, 12, |game| {
        for side in Side::BOTH {
            let known = game.referee.knowledge(side.seat()).expect("names");
            let searched = Searched::by(known.setting(), side, known.observations());
            let hidden = |position: &Position| {
                let hides = |unit: &&Unit| unit.side != side && unit.hidden;
                position.units.iter().filter(hides).filter_map(|unit| unit.at).collect::<Vec<_>>()
            };
            let found: Vec<_> = hidden(game.referee.true_position());
            assert!(!found.iter().any(|at| searched.has(known.setting(), *at)), "{found:?} would have been found");
            for _ in 0..4 {
                let Some(guess) = Heroes::sample(&known, &mut game.rng) else { continue };
                assert!(!hidden(guess.position()).iter().any(|at| searched.has(known.setting(), *at)));
            }
            let hideouts = &known.setting().hideouts[side.other()];
            barred += hideouts.iter().filter(|at| searched.has(known.setting(), **at)).count();
        }
    });
    assert!(barred > 1000, "only {barred} hideouts were ever searched");
}

/// Every guess has a hidden unit where one has barred a way, even after the routs. No guess puts a Gun below ground
/// (HNL-B14, HNL-B19, SEW-23).
#[test]
pub(super) fn who_bars_the_way_stays_there() {
    let mut game = Game::<Heroes>::new(&scenario("barred.toml", BARRED), 3);
    let place = |game: &Game<Heroes>, label: &str| game.referee.setting().board.location_named(label).expect("a place");
    let down = place(&game, "E2/sewer");
    let (unit, mut barred) = (Piece(1), false);
    while game.referee.true_position().turn < 3 {
        let side =
            Side::BOTH.into_iter().find(|side| game.referee.pending_question(*side).is_some()).expect("a question");
        let to = if barred { place(&game, "D2") } else { down };
        let wanted = [Order::Rout { unit, to }, Order::Stay { unit }, Order::HoldFire, Order::Done, Order::Pass];
        let order = wanted.into_iter().find(|order| Heroes::check(game.referee.eyes(side.seat()), order).is_ok());
        barred |= order == Some(wanted[0]);
        match order {
            Some(order) => drop(game.referee.submit(side, order, None).expect("an order that checks")),
            None => assert!(game.play_one()),
        }
        let known = game.referee.knowledge(Side::A.seat()).expect("names");
        let mut below = 0;
        for _ in 0..20 {
            let guess = Heroes::sample(&known, &mut game.rng).expect("a guess");
            super::invariants::check_invariants(known.setting(), guess.position()).expect("a position that can be");
            below += usize::from(guess.position().units.iter().any(|unit| unit.hidden && unit.at == Some(down)));
        }
        if barred {
            assert_eq!(below, 20, "in turn {}", game.referee.true_position().turn);
        } else {
            assert!(below < 20, "nobody has learnt of it yet");
        }
    }
    assert!(barred);
}

/// Odds distinguish meeting a squad from meeting a half-squad, and name each as it was before the fight.
#[test]
pub(super) fn whoever_may_be_met_is_told_apart() {
    let text = BARRED.replace("weapon = \"gun\"\n", "").replacen(
        "kind = \"half_squad\"\nhidden",
        "kind = \"squad\"\nhidden",
        1,
    );
    let mut game = Game::<Heroes>::new(&scenario("barred.toml", &text), 3);
    let seat = Side::A.seat();
    while game.referee.pending_question(Side::A).is_none_or(|question| question != Question::Act) {
        assert!(game.play_one());
    }
    let known = game.referee.knowledge(seat).expect("names");
    let to = known.setting().board.location_named("E2/sewer").expect("a place");
    let order = Order::Underground { leader: Piece(0), to };
    let order = board::naming::naming(game.referee.seat(seat).names(), || serde_json::to_value(order)).expect("a name");
    let effort = referee::odds::Effort { guesses: 60, branches: 20_000, plays: 4000, reactions: 0 };
    let found = referee::odds::odds::<Heroes>(&known, &order, effort, &mut game.rng).expect("odds").expect("a guess");
    let (mut squads, mut halves) = (0, 0);
    for way in &found.outcomes {
        let told = way.told.join(" ");
        let lost = |words: &str| usize::from(told.contains(words) && told.contains("is eliminated"));
        match told.split("German strength ").nth(1).and_then(|rest| rest.chars().next()) {
            // A half-squad has half the strength of a squad.
            Some('1') => {
                assert!(!told.contains("Squad (E2, in the sewer)"), "{told}");
                halves += lost("Half-squad (E2, in the sewer)");
            }
            Some('2') => {
                assert!(!told.contains("Half-squad (E2, in the sewer)"), "{told}");
                squads += lost("Squad (E2, in the sewer)");
            }
            _ => {}
        }
        assert!(!told.contains(" unit ") && !told.contains("Unit "), "{told}");
    }
    assert!(squads > 0 && halves > 0, "{squads} ways with a squad lost, {halves} with a half-squad");
}
