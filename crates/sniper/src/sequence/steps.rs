//! The sequence of play (SNP-B1): both sides plot, then all plots are carried out at once.

use rules::Turn;

use crate::mechanics::recovery::{self, recover};
use crate::mechanics::routes::plot_routes;
use crate::mechanics::{fire, grenades, look, melee, morale, movement, victory};
use crate::printed::clause::{B1, B24, S39_0};
use crate::printed::words::Phase;
use crate::setting::path::STEPS;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::step::Step;

/// Does one step that is no question.
#[inline]
pub fn step(turn: &mut impl Turn<Sniper>, step: Step) {
    match step {
        Step::Begin => {
            show_all(turn);
            look::look(turn);
            turn.change(B1, Change::Turn { now: 1 });
            turn.push(Step::Turn);
        }
        Step::Turn => {
            plot_routes(turn);
            turn.change(B1, Change::Phase { now: Phase::Plot });
            turn.push(Step::Plot);
        }
        Step::Panic => {
            turn.change(B1, Change::Phase { now: Phase::Resolution });
            // The one to be done last first.
            for next in [Step::End, Step::Recovery, Step::Melee, Step::Grenades, Step::Movement, Step::Fire] {
                turn.push(next);
            }
            morale::panic(turn);
        }
        Step::Fire => {
            let mut noticed = look::Noticed::default();
            movement::ladders(turn, &mut noticed);
            fire::fire_all(turn, &noticed);
        }
        Step::Movement => {
            movement::meet_on_ladders(turn);
            turn.push(Step::Pulse { now: 1 });
        }
        Step::Pulse { now } => {
            if usize::from(now) < STEPS {
                turn.push(Step::Pulse { now: now + 1 });
            }
            movement::pulse(turn, now);
        }
        Step::Grenades => grenades::throw_all(turn),
        Step::Melee => melee::fight_all(turn),
        Step::Recovery => {
            recovery::reload_all(turn);
            recover(turn);
        }
        Step::End => end(turn),
        Step::SetUp | Step::Plot => {}
    }
}

/// Without hidden movement every man is seen from the beginning (39.0).
fn show_all(turn: &mut impl Turn<Sniper>) {
    if turn.setting().options.hidden {
        return;
    }
    for piece in turn.position().men.numbers() {
        if turn.position().man(piece).is_some_and(|man| man.at.is_some() && !man.seen && !man.dummy) {
            turn.change(S39_0, Change::Seen { man: piece, now: true });
        }
    }
}

fn end(turn: &mut impl Turn<Sniper>) {
    if victory::leave(turn) {
        // The last who went may have been the only eyes on somebody.
        look::look(turn);
    }
    debug_assert!(look::is_settled(turn.setting(), turn.position()), "somebody comes into sight unnoticed");
    let now = turn.position().turn;
    if let Some(winner) = victory::decided(turn.setting(), turn.position()) {
        turn.change(B24, Change::Over { winner });
        turn.change(B1, Change::Phase { now: Phase::Over });
        return;
    }
    turn.change(B1, Change::Turn { now: now + 1 });
    turn.push(Step::Turn);
}
