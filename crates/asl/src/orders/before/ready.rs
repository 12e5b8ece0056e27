//! Order `ready`: ends the set-up of a side (ASL-SC1).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::placing::{ready, waiting};
use crate::orders::Ready;
use crate::orders::before::place::is_time_to_place;
use crate::printed::clause::SC1;
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Ready {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_place(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let placed = waiting(eyes, side).next().is_none();
        if placed { Ok(()) } else { Err(Refusal::new(SC1, "some of your units are not placed yet")) }
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        ready(resolver, side);
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        let sentence = "End your set-up and reveal it.";
        OrderText::new("Ready", sentence.to_owned(), SC1)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Ready {});
    }
}
