//! A side begins no impulse (HNL-B3).

use rules::scene::Phrase;
use rules::{Audience, Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::mechanics::impulse;
use crate::orders::Pass;
use crate::orders::timing::untimely;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::passed;
use crate::view::HeroesEyes;

/// How many passes in a row end the phase.
const PASSES: u8 = 3;

impl OrderKind<Heroes> for Pass {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act => Ok(()),
            Step::Impulse => Err(Refusal::new(B3, "a side can't pass during its impulse: end the impulse")),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    /// So many in a row, and the Operations Phase is over.
    fn resolve(&self, turn: &mut impl Turn<Heroes>, side: Side, _: Step) {
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

    fn say(&self, reader: Reader<'_, Heroes>) -> Phrase {
        Phrase::new("Pass", passed(reader.seat.side()), B3)
    }

    fn every(_: HeroesEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Pass {});
    }
}
