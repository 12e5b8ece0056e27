//! Order to stay with a Shaken unit that can't rout or doesn't have to (HNL-B14).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::rout::{done, must_rout, routing, routs};
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
        let (unit, done) = (self.unit, time_to_rout(step)?);
        let (counter, _) = routing(eyes, side, unit, done)?;
        if !must_rout(eyes, unit, counter) {
            return Ok(());
        }
        let mut any = false;
        routs(eyes, side, unit, done, |_| any = true);
        B14.forbids(any, "this unit must rout: choose where")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        done(resolver, self.unit);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        OrderText::new("Stay", format!("{} stays in place.", reader.unit(self.unit)), B14).about([self.unit])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Stay { unit }));
    }
}
