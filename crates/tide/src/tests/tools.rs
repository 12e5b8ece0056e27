//! The tools on the board answer as the rules decide: sight, and the Locations in reach.

use rules::prelude::*;
use rules::tools::{ReachInput, SightInput};
use rules::{Seat, Side};
use suite::Game;

use crate::calculators::{reach::reach, sight::sight};
use crate::orders::Order;
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
fn the_next_step_is_in_reach() {
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
