//! Order to let moving units pass without Opportunity Fire (HNL-B7).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::HoldFire;
use crate::orders::timing::untimely;
use crate::printed::clause::B7;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for HoldFire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::OpFire { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Resolver<Heroes>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Heroes>) -> OrderText {
        OrderText::new("Hold fire", "The moving units are not fired at.".to_owned(), B7)
    }

    fn wellformed_orders(_: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(HoldFire {});
    }
}
