//! Steps of a turn.

use rules::Resolver;

use crate::toys::duel::mechanics;
use crate::toys::duel::printed::clause::END;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::step::Step;

/// Carries out one step of the agenda. The step pushed last is done first.
pub fn step(resolver: &mut impl Resolver<Duel>, step: Step) {
    match step {
        Step::NextTurn => {
            let now = resolver.position().turn + 1;
            resolver.change(END, Change::Turn { now });
            resolver.push(Step::NextTurn);
            resolver.push(Step::Plot);
        }
        Step::Open => {
            mechanics::open(resolver);
            resolver.push(Step::Move);
            resolver.push(Step::Fire);
        }
        Step::Fire => mechanics::fire(resolver),
        Step::Move => mechanics::march(resolver),
        // A question waits for both sides.
        Step::Plot => {}
    }
}
