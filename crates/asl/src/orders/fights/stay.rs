//! Order `stay`: ending a rout (ASL-A14).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::reach::{has_goal, under_way};
use crate::mechanics::routing::finish;
use crate::orders::Stay;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A14;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for Stay {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::ChooseRout { .. })), A14, "broken units rout only in the Rout Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_stay(eyes, side, self.unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        finish(resolver, self.unit);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} ends its rout.", reader.unit(self.unit));
        OrderText::new("End rout", sentence, A14).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Stay { unit }));
    }
}

/// Checks that a unit may end its rout where it is: it has no building or woods left to reach, or is in one. An enemy
/// beside it may then capture it, or it is lost.
pub fn may_stay(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    let Some((piece, moving)) = under_way(eyes) else {
        return Err(Refusal::new(A14, "no rout of this unit is under way"));
    };
    A14.forbids(piece != unit, "another unit is routing: finish its rout first")?;
    let (_, at) = eyes.own(side, unit)?;
    A14.forbids(
        has_goal(eyes, side, unit, at, moving.mf_left),
        "this unit must continue its rout to the nearest building or woods: choose where",
    )
}
