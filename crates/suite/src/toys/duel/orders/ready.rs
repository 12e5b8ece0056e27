//! Ending the plot (D-READY).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::toys::duel::orders::Ready;
use crate::toys::duel::printed::clause::READY;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::step::Step;
use crate::toys::duel::view::eyes::DuelEyes;

impl OrderKind<Duel> for Ready {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        READY.forbids(step != Step::Plot, "there is no plot to end now")
    }

    fn legal(&self, _: Prompt<'_, Duel>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Both plans are carried out when the second side is ready.
    fn resolve(&self, resolver: &mut impl Resolver<Duel>, side: Side, _: Step) {
        resolver.change(READY, Change::Ready { side, ready: true });
        if resolver.position().ready[side.other()] {
            resolver.pop();
            resolver.push(Step::Open);
        }
    }

    fn describe(&self, _: Reader<'_, Duel>) -> OrderText {
        OrderText::new("Ready", "You end your plot; no plan can be changed after it.".to_owned(), READY)
    }

    fn wellformed_orders(_: DuelEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Ready {});
    }
}
