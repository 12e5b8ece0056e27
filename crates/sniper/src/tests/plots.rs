//! Plots of a side are secret, and can be cleared completely.

use board::scenario::Document;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use referee::Referee;
use rules::prelude::*;
use rules::resolution::{resolve, settle};
use rules::{Choice, Piece, QuickDice, Seat, SetUp, Side};
use suite::Game;

use crate::ai::plans;
use crate::orders::Order;
use crate::printed::words::{Grenade, Phase};
use crate::setting::sight::Eye;
use crate::setting::underground;
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::state::position::Position;
use crate::tests::{CLEAR, PATROL, heard, scenario};
use crate::view::fact::Fact;

/// The other side plots and becomes ready: the seat's events, offers and undo stay the same.
#[test]
fn neither_hears_of_plots_or_that_the_other_is_ready() {
    for (name, text) in [("clear.toml", CLEAR), ("patrol.toml", PATROL)] {
        for seed in 0..4 {
            let mut game = Game::<Sniper>::new(&scenario(name, text), seed);
            game.play(3 * seed as usize);
            for side in Side::BOTH {
                if game.referee.outcome().is_some()
                    || Side::BOTH.iter().any(|side| game.referee.pending_question(*side).is_none())
                {
                    continue;
                }
                let mut referee = referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
                let others = [side.seat(), Seat::Spectator];
                let outside = |referee: &Referee<Sniper>| {
                    let mut offers: Vec<Choice<Sniper>> = Vec::new();
                    rules::offers::<Sniper>(referee.eyes(side.seat()), None, &mut offers);
                    let heard = others.map(|seat| referee.seat(seat).events().len());
                    let undo = referee.undoable(side).is_some();
                    (heard, referee.pending_question(side), format!("{offers:?}"), undo)
                };
                let before = outside(&referee);
                let mut rng = StdRng::seed_from_u64(seed);
                for _ in 0..6 {
                    let eyes = referee.eyes(side.other().seat());
                    let mut orders = Vec::new();
                    Sniper::wellformed_orders(eyes, rules::Enumeration::All, &mut |order| {
                        if order != Order::Ready && Sniper::check(eyes, &order).is_ok() {
                            orders.push(order);
                        }
                    });
                    let order = orders[rng.random_range(0..orders.len())];
                    referee.submit(side.other(), order, None).expect("an order that checks");
                    assert_eq!(before, outside(&referee), "{order:?} was noticed");
                    // The side itself continues as before, with nothing to undo.
                    assert!(referee.undoable(side.other()).is_none());
                }
                referee.submit(side.other(), Order::Ready, None).expect("always legal");
                assert_eq!(before, outside(&referee), "that the other is ready was noticed");
            }
        }
    }
}

/// Clearing a side's plans changes nothing else. Plans can then be sampled separately.
#[test]
fn what_a_side_has_planned_is_taken_back() {
    let (mut taken_back, mut on_routes) = (0, 0);
    for (name, text) in [("clear.toml", CLEAR), ("patrol.toml", PATROL)] {
        for seed in 0..4 {
            let mut game = Game::<Sniper>::new(&scenario(name, text), seed);
            game.play(5 * seed as usize);
            let waits = |side: &Side| game.referee.pending_question(*side).is_some();
            for side in Side::BOTH.into_iter().filter(|_| Side::BOTH.iter().all(waits)) {
                let mut referee = referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
                let without = |truth: &Position| {
                    let mut position = truth.clone();
                    plans::clear_plan(game.referee.setting(), &mut position, side);
                    position
                };
                let nothing = without(referee.true_position());
                any_plots(&mut referee, side, 4, &mut StdRng::seed_from_u64(seed));
                assert!(*referee.true_position() != nothing, "seed {seed}: nothing was planned");
                referee.submit(side, Order::Ready, None).expect("always legal");
                assert!(
                    without(referee.true_position()) == nothing,
                    "seed {seed}: something of {side:?}'s plans is left"
                );
                assert!(without(&nothing) == nothing);
                let routes = |position: &Position| {
                    let men = position.men.iter().filter(|man| man.on_route);
                    men.map(|man| man.plot).collect::<Vec<_>>()
                };
                assert_eq!(routes(&nothing), routes(referee.true_position()), "a route is no plan");
                on_routes += routes(&nothing).iter().filter(|plot| !plot.is_empty()).count();
                let seen = |position: &Position, side: Side| {
                    let eyes = Sniper::eyes(game.referee.setting(), position, side.seat());
                    let (mut facts, mut offers): (Vec<Fact>, Vec<Choice<Sniper>>) = (Vec::new(), Vec::new());
                    Sniper::view(eyes, &mut |fact| facts.push(fact));
                    rules::offers::<Sniper>(eyes, None, &mut offers);
                    (Sniper::pending_question(eyes), format!("{facts:?} {offers:?}"))
                };
                assert_eq!(
                    seen(&nothing, side.other()),
                    seen(referee.true_position(), side.other()),
                    "the other side noticed"
                );
                assert!(seen(&nothing, side).0.is_some(), "it plans again");
                taken_back += 1;
            }
        }
    }
    assert!(taken_back >= 8 && on_routes > 0, "{taken_back}, {on_routes}");
}

/// Gives `count` random orders of a side, each legal when it is given.
fn any_plots(referee: &mut Referee<Sniper>, side: Side, count: usize, rng: &mut StdRng) {
    for _ in 0..count {
        let mut orders = Vec::new();
        let eyes = referee.eyes(side.seat());
        Sniper::wellformed_orders(eyes, rules::Enumeration::All, &mut |order| {
            if order != Order::Ready && Sniper::check(eyes, &order).is_ok() {
                orders.push(order);
            }
        });
        let order = orders[rng.random_range(0..orders.len())];
        referee.submit(side, order, None).expect("an order that checks");
    }
}

/// A side changes its plots, clears them and plots something else. For all others the turn then continues exactly as if
/// it had plotted that at once.
#[test]
fn plots_are_changed_until_the_side_is_ready_and_nobody_hears_of_it() {
    let mut compared = 0;
    for seed in 0..24 {
        let mut game = Game::<Sniper>::new(&scenario("clear.toml", CLEAR), seed);
        game.play(14 + 3 * (seed % 8) as usize);
        let waits = |referee: &Referee<Sniper>| Side::BOTH.iter().all(|side| referee.pending_question(*side).is_some());
        if game.referee.outcome().is_some()
            || !waits(&game.referee)
            || game.referee.true_position().phase != Phase::Plot
        {
            continue;
        }
        for side in Side::BOTH {
            let rebuild = || referee::replay::replay::<Sniper>(&game.ledger()).expect("its own ledger").referee;
            let (mut straight, mut changed) = (rebuild(), rebuild());
            let from = straight.seat(side.other().seat()).events().len();
            let spectator = straight.seat(Seat::Spectator).events().len();
            any_plots(&mut changed, side, 12, &mut StdRng::seed_from_u64(seed));
            for referee in [&mut straight, &mut changed] {
                let plotted: Vec<_> = referee.true_position().here().filter(|(_, man, _)| man.side == side).collect();
                let clears: Vec<Order> = plotted
                    .into_iter()
                    .filter(|(_, man, _)| !man.plot.is_empty() && !man.on_route && man.stunned == 0)
                    .map(|(man, ..)| Order::Clear { man })
                    .collect();
                for clear in clears {
                    referee.submit(side, clear, None).expect("a plot can be taken back until the side is ready");
                }
                any_plots(referee, side, 5, &mut StdRng::seed_from_u64(seed ^ 99));
                let plot = |referee: &Referee<Sniper>| {
                    referee.true_position().men.iter().map(|man| man.plot).collect::<Vec<_>>()
                };
                let settled = plot(referee);
                referee.submit(side, Order::Ready, None).expect("always legal");
                let late = Order::Clear { man: Piece(0) };
                assert!(referee.submit(side, late, None).is_err(), "a side that is ready plots no more");
                assert_eq!(settled, plot(referee));
                referee.submit(side.other(), Order::Ready, None).expect("always legal");
            }
            assert!(
                straight.true_position() == changed.true_position(),
                "seed {seed}: what was plotted before makes a difference"
            );
            for (seat, from) in [(side.other().seat(), from), (Seat::Spectator, spectator)] {
                assert_eq!(heard(&straight, seat, from), heard(&changed, seat, from), "seed {seed}, {seat:?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 12, "only {compared} turns were compared");
}

/// A game begun before grenades were prepared can be continued: its plotted throws are carried out.
#[test]
fn a_throw_plotted_without_preparing_is_carried_out() {
    let text = CLEAR.to_owned();
    let document = Document::parse("clear.toml", &text).expect("TOML");
    let SetUp { setting, mut position, .. } = Sniper::set_up(&document).expect("a sound scenario");
    let mut dice = QuickDice::new(1);
    settle::<Sniper>(&setting, &mut position, &mut dice, &mut ());
    while position.phase == Phase::SetUp {
        for side in Side::BOTH {
            resolve::<Sniper>(&setting, &mut position, side, &Order::Ready, &mut dice, &mut ());
        }
    }
    let thrower = position.men.numbers().find(|man| {
        position.man(*man).is_some_and(|man| man.frag > 0 && man.at.is_some_and(|at| setting.is_on_surface(at)))
    });
    let thrower = thrower.expect("a man with a grenade above ground");
    let man = *position.man(thrower).expect("a man");
    let eye = Eye { at: man.at.expect("a place"), posture: man.posture };
    let at = setting.board.location_ids().find(|at| underground::may_throw(&setting, eye, *at).is_ok());
    let plot = Plot { act: Some(Act::Throw { at: at.expect("a target"), grenade: Grenade::Frag }), ..Plot::default() };
    position.men.change(thrower, |man| man.plot = plot);
    for side in Side::BOTH {
        resolve::<Sniper>(&setting, &mut position, side, &Order::Ready, &mut dice, &mut ());
    }
    assert_eq!(position.man(thrower).map(|now| now.frag), Some(man.frag - 1));
}
