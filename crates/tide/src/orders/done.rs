//! Order to end a step of the Status Phase (TOI-B5).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Done;
use crate::orders::timing::untimely;
use crate::printed::clause::B5;
use crate::state::Tide;
use crate::state::step::Step;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Done {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Ready { .. } | Step::Transfer { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Tide>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, _: &mut impl Resolver<Tide>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Tide>) -> OrderText {
        OrderText::new("Done", "Nothing more in this step.".to_owned(), B5)
    }

    fn wellformed_orders(_: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Done {});
    }
}
