//! Orders `accept` and `reject`: the answer of the captor to a surrender (ASL-A52, ASL-A53).

use rules::scene::OrderText;
use rules::{Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::prisoners::{captors, has_room, may_take};
use crate::mechanics::surrender;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Accept, Reject};
use crate::printed::clause::{A52, A53};
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Text of the refusal at another time.
const WHEN: &str = "no unit surrenders now";

/// Checks that it is this unit whose surrender is to be answered.
fn is_asked(step: Step, unit: Piece) -> Result<(), Refusal> {
    let asked = matches!(step, Step::Fight(Fight::Surrender { unit: asked, .. }) if asked == unit);
    if asked { Ok(()) } else { Err(Refusal::new(A52, "another unit surrenders now: answer that one")) }
}

impl OrderKind<Asl> for Accept {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Surrender { .. })), A52, WHEN)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        is_asked(step, self.unit)?;
        let (guard, from) = eyes.own(side, self.guard)?;
        let captured = eyes.unit(self.unit).and_then(|unit| Some((unit, unit.at?)));
        let Some((captured, _)) = captured.filter(|(_, at)| may_take(eyes, self.unit, *at, (self.guard, guard, from)))
        else {
            return Err(Refusal::new(A52, "only an armed unit in Good Order beside it, in sight, can be its Guard"));
        };
        let room = has_room(eyes, (self.guard, guard), captured);
        A53.forbids(!room, "this unit can't guard so many prisoners")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        surrender::accept(resolver, self.unit, self.guard);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} takes {} prisoner.", reader.unit(self.guard), reader.unit(self.unit));
        OrderText::new("Accept surrender", sentence, A52).about([self.unit, self.guard])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        let Some(unit) = asked(eyes, side) else { return };
        each_piece(eyes, side, which, &mut |guard, _, _| sink(Accept { unit, guard }));
    }
}

impl OrderKind<Asl> for Reject {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Surrender { .. })), A52, WHEN)
    }

    fn legal(&self, Prompt { step, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        is_asked(step, self.unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        surrender::reject(resolver, side, self.unit);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} gets no quarter: it is eliminated.", reader.unit(self.unit));
        OrderText::new("Reject surrender", sentence, A52).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        asked(eyes, side).into_iter().for_each(|unit| sink(Reject { unit }));
    }
}

/// Returns the unit whose surrender a side has to answer.
fn asked(eyes: AslEyes<'_>, side: Side) -> Option<Piece> {
    match eyes.asked(side)? {
        Step::Fight(Fight::Surrender { unit, .. }) => Some(*unit),
        _ => None,
    }
}

/// Lists the answers to a surrender.
pub fn offers(eyes: AslEyes<'_>, side: Side, unit: Piece, sink: &mut impl OfferSink<Asl>) {
    let Some(captured) = eyes.unit(unit).filter(|unit| unit.side != side) else { return };
    captors(eyes, unit, captured).for_each(|guard| sink.order(Accept { unit, guard }));
    sink.order(Reject { unit });
}
