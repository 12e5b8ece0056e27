//! Order to pass instead of beginning an impulse (HNL-B3).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::{impulse, spotting};
use crate::orders::Pass;
use crate::orders::timing::untimely;
use crate::printed::clause::B3;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::passed;
use crate::view::HeroesEyes;

/// Number of passes in a row that end the phase.
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

    /// Ends the Operations Phase after three passes in a row.
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, _: Step) {
        resolver.report(B3, Audience::All, Report::Passed { side });
        spotting::over(resolver);
        let now = resolver.position().passes + 1;
        if now < PASSES {
            resolver.change(B3, Change::Passes { now });
            return impulse::begin(resolver, side.other());
        }
        resolver.change(B3, Change::Passes { now: 0 });
        resolver.push(Step::Rout);
        resolver.push(Step::Melees);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        OrderText::new("Pass", passed(reader.seat.side()), B3)
    }

    fn wellformed_orders(_: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Pass {});
    }
}
