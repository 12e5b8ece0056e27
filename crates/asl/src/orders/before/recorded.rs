//! Order `recorded`: ends the recording of a side (B8.6b).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Recorded;
use crate::orders::before::tunnel::is_time_to_dig;
use crate::printed::clause::B8_6B;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Recorded {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_dig(step)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        resolver.change(B8_6B, Change::Recorded { side });
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Finish recording", "Finish recording.".to_owned(), B8_6B)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Recorded {});
    }
}
