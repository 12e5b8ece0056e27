//! A side begins no impulse (HNL-B3).

use rules::{Audience, Side, Turn};

use crate::mechanics::impulse;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;

/// How many passes in a row end the phase.
const PASSES: u8 = 3;

/// A side passes; so many in a row, and the Operations Phase is over.
pub fn pass(turn: &mut impl Turn<Heroes>, side: Side) {
    turn.report(B3, Audience::All, Report::Passed { side });
    let now = turn.position().passes + 1;
    if now < PASSES {
        turn.change(B3, Change::Passes { now });
        return impulse::begin(turn, side.other());
    }
    turn.change(B3, Change::Passes { now: 0 });
    turn.push(Step::Rout);
    turn.push(Step::Melees);
}
