//! Letting the movers pass (ASL-A10).
use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::HoldFire;
use crate::orders::timing::only;
use crate::printed::clause::A10;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for HoldFire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::FirstFire { .. })), A10, "you can hold fire only when enemy units move")
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, _: &mut impl Resolver<Asl>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Hold fire", "Do not fire at the moving units.".to_owned(), A10)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        sink(HoldFire {});
    }
}
