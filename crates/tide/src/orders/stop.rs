//! Orders to end a movement, and to hold fire at a moving squad.

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::orders::timing::untimely;
use crate::orders::{HoldFire, Stop};
use crate::printed::clause::{B3, B14, B28};
use crate::state::Tide;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

/// Refuses to stop where nothing can be stopped (TOI-B28).
fn not_now(step: Step) -> Result<(), Refusal> {
    match step {
        Step::Act => B28.forbids(true, "a side can't pass: take Fatigue Unit to spend an action without effect"),
        _ => Err(untimely(step)),
    }
}

impl OrderKind<Tide> for Stop {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Move | Step::AfterEmerging) { Ok(()) } else { not_now(step) }
    }

    fn legal(&self, _: Prompt<'_, Tide>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Resolver<Tide>, _: Side, _: Step) {}

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        OrderText::new("Stop", format!("{} stops.", capitalized(&reader.mover())), B3).about(reader.active())
    }

    fn wellformed_orders(_: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Stop {});
    }
}

impl OrderKind<Tide> for HoldFire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::OpFire { Ok(()) } else { not_now(step) }
    }

    fn legal(&self, _: Prompt<'_, Tide>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Resolver<Tide>, _: Side, _: Step) {}

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        OrderText::new("Hold fire", format!("No squad fires at {}.", reader.mover()), B14)
    }

    fn wellformed_orders(_: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(HoldFire {});
    }
}
