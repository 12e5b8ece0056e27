//! The steps of a turn.

use rules::Turn;

use crate::toys::duel::mechanics;
use crate::toys::duel::printed::clause::END;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::step::Step;

/// Does one step of the agenda. What is pushed last is done first.
pub fn step(turn: &mut impl Turn<Duel>, step: Step) {
    match step {
        Step::NextTurn => {
            let now = turn.position().turn + 1;
            turn.change(END, Change::Turn { now });
            turn.push(Step::NextTurn);
            turn.push(Step::Plot);
        }
        Step::Open => {
            mechanics::open(turn);
            turn.push(Step::Move);
            turn.push(Step::Fire);
        }
        Step::Fire => mechanics::fire(turn),
        Step::Move => mechanics::march(turn),
        // A question, which waits for both sides.
        Step::Plot => {}
    }
}
