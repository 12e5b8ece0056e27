//! Order to end an impulse (HNL-B4) or the placing of hidden units (HNL-B19).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Done;
use crate::orders::timing::untimely;
use crate::printed::clause::{B4, B19};
use crate::state::Heroes;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Done {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Impulse | Step::Hide { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Resolver<Heroes>, _: Side, _: Step) {}

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        if matches!(reader.asked(), Some(Step::Hide { .. })) {
            return OrderText::new(
                "Finish set-up",
                "The other hidden units stay where they are; set-up ends.".to_owned(),
                B19,
            );
        }
        OrderText::new("End impulse", "The impulse ends.".to_owned(), B4)
    }

    fn wellformed_orders(_: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Done {});
    }
}
