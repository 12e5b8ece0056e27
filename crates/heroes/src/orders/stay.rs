//! Order to stay with a Shaken unit that could rout below ground (HNL-B14).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::rout::{done, may_stay};
use crate::orders::Stay;
use crate::orders::groups::pieces;
use crate::orders::timing::time_to_rout;
use crate::printed::clause::B14;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Stay {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        time_to_rout(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_stay(eyes, side, self.unit, time_to_rout(step)?)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        done(resolver, self.unit);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        OrderText::new("Stay", format!("{} stays in place.", reader.unit(self.unit)), B14).about([self.unit])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Stay { unit }));
    }
}
