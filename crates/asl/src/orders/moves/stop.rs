//! Order `stop`: ends a move (ASL-A4).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::movement;
use crate::orders::moves::step::{charge, may_stride};
use crate::orders::timing::only;
use crate::orders::{self, Stop};
use crate::printed::clause::{A4, A46};
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Stop {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::StepOn), A4, "none of your units is moving")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Some(ways) = charge(eyes, side).filter(|_| A46.is_in_force()) else { return Ok(()) };
        let steps = |to| may_stride(eyes, side, orders::Step { to, careful: false }, || ways.contains(&to)).is_ok();
        let goes_on = |from| eyes.setting().edges(from).iter().any(|way| steps(way.to));
        A46.forbids(eyes.moving_at().is_some_and(goes_on), "a charge continues as far as it can")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        movement::stop(resolver);
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Stop", "The units end their move here.".to_owned(), A4)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Stop {});
    }
}
