//! The tools on the board answer as the rules decide: sight, and the Locations in reach.

use rules::prelude::*;
use rules::tools::{ReachInput, SightInput};
use rules::{Piece, Seat, Side};
use suite::Game;

use crate::calculators::{reach::reach, sight::sight};
use crate::mechanics::standing::on_the_move;
use crate::orders::Order;
use crate::state::Heroes;
use crate::state::step::Question;
use crate::tests::scenarios::{HIDDEN, OPEN, scenario};

/// The sight of each pair of Locations is that of the game, also while there are fires, and a blocked line has a place
/// that blocks it.
#[test]
fn sight_is_that_of_the_game() {
    let (mut clear, mut blocked, mut burnt) = (0, 0, 0);
    for text in [OPEN, HIDDEN] {
        let mut game = Game::<Heroes>::new(&scenario("sight", text), 1);
        for _ in 0..4 {
            let (setting, eyes) = (game.referee.setting(), game.referee.eyes(Seat::Spectator));
            for from in setting.board.location_ids() {
                for to in setting.board.location_ids() {
                    let answer = sight(eyes, SightInput { from, to }).unwrap();
                    let (here, there) = (setting.spot(from).unwrap(), setting.spot(to).unwrap());
                    let line = eyes.line(here, there);
                    assert_eq!(answer.clear, Some(line.is_some()), "{from:?} to {to:?}");
                    assert!(line.is_none_or(|distance| answer.range == Some(distance.into())));
                    assert_eq!(answer.blocked_at.is_empty(), line.is_some());
                    burnt +=
                        usize::from(answer.text.iter().any(|said| said.clause.is_some_and(|c| c.id() == "HNL-B21")));
                    if line.is_some() { clear += 1 } else { blocked += 1 }
                }
            }
            game.play(40);
        }
    }
    assert!(clear > 100 && blocked > 100 && burnt > 0, "{clear} {blocked} {burnt}");
}

/// In random games, the steps that moving units may take are in reach.
#[test]
pub fn the_next_step_is_in_reach() {
    let mut steps = 0;
    for seed in 0..12 {
        let mut game = Game::<Heroes>::new(&scenario("reach", if seed % 2 == 0 { OPEN } else { HIDDEN }), seed);
        for _ in 0..150 {
            let asked = |side: &Side| game.referee.pending_question(*side) == Some(Question::Move);
            if let Some(side) = Side::BOTH.into_iter().find(asked) {
                let eyes = game.referee.eyes(side.seat());
                let (moving, _) = on_the_move(eyes).unwrap();
                let answer = reach(eyes, ReachInput { unit: moving.units.iter().next().unwrap() }).unwrap();
                assert_eq!(answer.budget, Some(moving.mf_left.into()));
                for to in eyes.setting().board.location_ids() {
                    if Heroes::check(eyes, &Order::Step { to }).is_ok() {
                        assert!(answer.places.iter().any(|place| place.at == to), "{to:?} of {answer:?}");
                        steps += 1;
                    }
                }
                assert!(answer.places.iter().all(|place| Some(place.cost) <= answer.budget));
            }
            if !game.play_one() {
                break;
            }
        }
    }
    assert!(steps > 50, "{steps}");
}

/// A unit that a seat doesn't see has the refusal of one that does not exist.
#[test]
pub fn a_hidden_unit_has_no_reach() {
    let mut game = Game::<Heroes>::new(&scenario("reach", HIDDEN), 3);
    let mut hidden = 0;
    for _ in 0..40 {
        for side in Side::BOTH {
            let eyes = game.referee.eyes(side.seat());
            for unit in (0..game.referee.true_position().units.len()).map(|n| Piece(n as u16)) {
                if eyes.unit(unit).is_none() {
                    let refusal = reach(eyes, ReachInput { unit }).unwrap_err();
                    assert_eq!(refusal, reach(eyes, ReachInput { unit: Piece(u16::MAX) }).unwrap_err());
                    hidden += 1;
                }
            }
        }
        if !game.play_one() {
            break;
        }
    }
    assert!(hidden > 0);
}
