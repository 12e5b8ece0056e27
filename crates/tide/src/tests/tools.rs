//! The tools on the board answer as the rules decide: sight, and the Locations in reach.

use rules::prelude::*;
use rules::tools::{ReachInput, SightInput};
use rules::{Piece, Seat, Side};
use suite::Game;

use crate::calculators::{reach::reach, sight::sight};
use crate::orders::Order;
use crate::printed::words::SOVIET;
use crate::state::Tide;
use crate::state::step::Question;
use crate::tests::{BELOW, FIRST, scenario};

/// The sight of each pair of Locations is that of the game's table, and a blocked line has a place that blocks it.
#[test]
fn sight_is_that_of_the_game() {
    let (mut clear, mut blocked) = (0, 0);
    for text in [FIRST, BELOW] {
        let game = Game::<Tide>::new(&scenario("sight", text.to_owned()), 1);
        let (setting, eyes) = (game.referee.setting(), game.referee.eyes(Seat::Spectator));
        let places = || setting.board.location_ids().filter(|at| setting.spot(*at).is_some());
        for from in places() {
            for to in places() {
                let answer = sight(eyes, SightInput { from, to }).unwrap();
                assert_eq!(answer.clear, Some(setting.sight.free.sees(from, to)), "{from:?} to {to:?}");
                assert_eq!(answer.blocked_at.is_empty(), answer.clear == Some(true));
                let back = sight(eyes, SightInput { from: to, to: from }).unwrap();
                assert!(answer.blocked_at.iter().all(|label| back.blocked_at.contains(label)), "{answer:?} {back:?}");
                if answer.clear == Some(true) { clear += 1 } else { blocked += 1 }
            }
        }
    }
    assert!(clear > 100 && blocked > 100, "{clear} {blocked}");
}

/// In random games, the steps that the activated squad may take are in reach at their cost.
#[test]
pub fn the_next_step_is_in_reach() {
    let mut steps = 0;
    for seed in 0..20 {
        let mut game = Game::<Tide>::new(&scenario("reach", BELOW.to_owned()), seed);
        for _ in 0..60 {
            let asked = |side: &Side| game.referee.pending_question(*side) == Some(Question::Move);
            if let Some(side) = Side::BOTH.into_iter().find(asked) {
                let eyes = game.referee.eyes(side.seat());
                let active = eyes.active().unwrap();
                let from = eyes.squad(active.piece).and_then(|squad| squad.on()).unwrap();
                let answer = reach(eyes, ReachInput { unit: active.piece }).unwrap();
                assert_eq!(answer.budget, Some(active.mp_left.into()));
                for to in eyes.setting().board.location_ids() {
                    let cost = eyes.setting().step_cost(from, to).map(u16::from);
                    let place = answer.places.iter().find(|place| place.at == to);
                    if Tide::check(eyes, &Order::Move { to }).is_ok() {
                        assert!(place.is_some_and(|place| Some(place.cost) <= cost), "{place:?} {cost:?}");
                        steps += 1;
                    } else if cost.is_some() {
                        assert!(place.is_none_or(|place| Some(place.cost) != cost), "{place:?} {cost:?}");
                    }
                }
            }
            if !game.play_one() {
                break;
            }
        }
    }
    assert!(steps > 50, "{steps}");
}

/// A squad that a seat doesn't see has the refusal of one that does not exist, and its own side sees its ways.
#[test]
pub fn a_hidden_squad_has_no_reach() {
    let mut hidden = 0;
    for seed in 0..6 {
        let mut game = Game::<Tide>::new(&scenario("reach", BELOW.to_owned()), seed);
        for _ in 0..80 {
            for seat in [Seat::Side(SOVIET), Seat::Side(SOVIET.other()), Seat::Spectator] {
                let eyes = game.referee.eyes(seat);
                for unit in (0..game.referee.true_position().squads.len()).map(|n| Piece(n as u16)) {
                    let answer = reach(eyes, ReachInput { unit });
                    if eyes.squad(unit).is_some() {
                        assert!(answer.is_ok());
                    } else {
                        assert_eq!(answer, reach(eyes, ReachInput { unit: Piece(u16::MAX) }));
                        let alive = game.referee.true_position().squads[unit.index()].is_alive();
                        hidden += usize::from(alive);
                    }
                }
            }
            if !game.play_one() {
                break;
            }
        }
    }
    assert!(hidden > 0);
}
