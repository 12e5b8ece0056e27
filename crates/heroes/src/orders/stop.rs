//! Order to end a movement (HNL-B6).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Stop;
use crate::orders::timing::untimely;
use crate::printed::clause::B6;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Stop {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Move { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        resolver.change(B6, Change::MovingOver);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let movers = reader.moving();
        let sentence = format!("{} {}.", reader.units(movers), verb(movers, "stops", "stop"));
        OrderText::new("Stop", sentence, B6).about(movers.iter())
    }

    fn wellformed_orders(_: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Stop {});
    }
}
