//! Ending a side's plotting or set-up (SNP-B2).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::Ready;
use crate::printed::clause::B2;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Ready {
    const SURE: bool = true;

    fn timely(&self, _: Step) -> Result<(), Refusal> {
        Ok(())
    }

    fn legal(&self, _: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The consequences of both sides being ready are part of the question.
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, side: Side, _: Step) {
        resolver.change(B2, Change::Ready { side, now: true });
    }

    fn describe(&self, _: Reader<'_, Sniper>) -> OrderText {
        OrderText::new("Ready", "You are ready: you can't change anything after this.".to_owned(), B2)
    }

    fn wellformed_orders(_: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Ready {});
    }
}
