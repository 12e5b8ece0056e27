//! Playouts end, all positions on the way are sound, and every wire value can be written and read.

use std::collections::BTreeMap;
use std::fmt::Write;

use board::naming::naming;
use referee::playout::Playout;
use rules::{Enumeration, Seat, Side};

use crate::{Game, SystemUnderTest, explore};

/// Number of orders above any game's length.
const ENDLESS: u64 = 100_000;

/// Checks that random play ends and `check_invariants` finds no violation on the way.
pub fn playouts_end<S: SystemUnderTest>() {
    for scenario in S::scenarios() {
        let (setting, position) = referee::set_up::<S>(&scenario).expect("a scenario that is played");
        for seed in 0..S::GAMES * 8 {
            let mut position = position.clone();
            let mut playout = Playout::<S>::new(seed);
            let played = playout.watch(&setting, &mut position, ENDLESS, &mut (), |position, (_, order)| {
                if let Err(flaw) = S::check_invariants(&setting, position) {
                    panic!("{}, seed {seed}, before {order:?}: {flaw}", scenario.name);
                }
            });
            assert!(played.outcome.is_some(), "{}, seed {seed}: no end after {}", scenario.name, played.orders);
            S::check_invariants(&setting, &position)
                .unwrap_or_else(|flaw| panic!("{}, seed {seed}: {flaw}", scenario.name));
        }
    }
}

/// Checks that orders, changes, steps, reports and facts read back as they were written.
pub fn words_round_trip<S: SystemUnderTest>() {
    explore::<S>(3, 200, |game| {
        let text = game.ledger();
        let replayed = referee::replay::replay::<S>(&text).expect("its own ledger");
        assert!(replayed.stopped.is_none(), "{:?}", replayed.stopped);
        assert!(replayed.referee.entries() == game.referee.entries(), "entries read back otherwise");
        naming(game.referee.true_names(), || {
            S::view(game.referee.eyes(Seat::Spectator), &mut |fact| {
                let written = serde_json::to_string(&fact).expect("a fact with names");
                assert_eq!(fact, serde_json::from_str(&written).expect("its own writing"));
            });
        });
    });
}

/// Returns a whole game as text, to show any change of behaviour in review.
#[must_use]
pub fn golden_playthrough<S: SystemUnderTest>(orders: usize) -> String {
    let scenario = &S::scenarios()[0];
    let mut game = Game::<S>::new(scenario, 7);
    let mut text = format!("{}: {}\n", S::NAME, scenario.name);
    for _ in 0..orders {
        let Some((side, order)) = game.choose() else { break };
        let heard = game.referee.seat(Seat::Spectator).events().len();
        game.referee.submit(side, order, None).expect("an offered order");
        let order = naming(game.referee.true_names(), || serde_json::to_string(&order)).expect("names");
        let _ = writeln!(text, "\n{} orders {order}", S::SIDES[side.index()]);
        for event in &game.referee.seat(Seat::Spectator).events()[heard..] {
            if !event.starts_with("{\"sealed\"") {
                let _ = writeln!(text, "  {event}");
            }
        }
    }
    text
}

/// Returns the beginning of a game of every scenario, an order a line. Each line has the numbers of events for each
/// seat, of first offers, of orders examined for reasons (if not all), of legal orders, and the clauses of the
/// refusals. Shows changes that [`golden_playthrough`] doesn't.
#[must_use]
pub fn verdicts_of_playthroughs<S: SystemUnderTest>(orders: usize) -> String {
    let mut text = String::new();
    for scenario in S::scenarios() {
        let mut game = Game::<S>::new(&scenario, 11);
        let _ = writeln!(text, "{}: {}", S::NAME, scenario.name);
        for _ in 0..orders {
            let Some((side, order)) = game.choose() else { break };
            let heard = Seat::ALL.map(|seat| game.referee.seat(seat).events().len());
            game.referee.submit(side, order, None).expect("an offered order");
            let order = naming(game.referee.true_names(), || serde_json::to_string(&order)).expect("names");
            let _ = write!(text, "{} {order}", S::SIDES[side.index()]);
            for (seat, from) in Seat::ALL.into_iter().zip(heard) {
                let events = game.referee.seat(seat).events().iter().skip(from);
                let events: Vec<&String> = events.filter(|event| !event.starts_with("{\"sealed\"")).collect();
                let letters: usize = events.iter().map(|event| event.len()).sum();
                let _ = write!(text, "; {} events, {letters} letters", events.len());
            }
            for side in Side::BOTH {
                let eyes = game.referee.eyes(side.seat());
                let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
                S::wellformed_orders(eyes, Enumeration::All, &mut |order| {
                    let verdict = S::check(eyes, &order).map_or_else(|refusal| refusal.clause.id(), |()| "yes");
                    *verdicts.entry(verdict).or_default() += 1;
                });
                let mut offers = Vec::new();
                rules::offers::<S>(eyes, None, &mut offers);
                let _ = write!(text, "; {} choices of {}", offers.len(), S::SIDES[side.index()]);
                let mut tried = 0;
                S::wellformed_orders(eyes, Enumeration::EachKind, &mut |_| tried += 1);
                if tried != verdicts.values().sum::<usize>() {
                    let _ = write!(text, ", {tried} tried");
                }
                let verdicts = verdicts.into_iter().map(|(verdict, times)| format!("{verdict} {times}"));
                let _ = write!(text, ": {}", verdicts.collect::<Vec<_>>().join(", "));
            }
            text.push('\n');
        }
    }
    text
}
