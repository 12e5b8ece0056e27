//! Orders `interdict` and `let_go`: whether a unit out of sight shows itself and Interdicts (ASL-A51).

use rules::scene::OrderText;
use rules::{Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::interdiction::unseen;
use crate::mechanics::{concealment, morale};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Interdict, LetGo};
use crate::printed::clause::A51;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::report::fights::Check;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Text of the refusal at another time.
const WHEN: &str = "you can Interdict only when an enemy unit routs in the open";

impl OrderKind<Asl> for Interdict {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Interdict { .. })), A51, WHEN)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(Fight::Interdict { unit, .. }) = step else { return Err(Refusal::new(A51, WHEN)) };
        let able = unseen(eyes, side, unit).any(|piece| piece == self.unit);
        if able { Ok(()) } else { Err(Refusal::new(A51, "this unit can't Interdict the routing unit")) }
    }

    /// Shows the unit. The routing unit makes a check.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, step: Step) {
        let Step::Fight(Fight::Interdict { unit, .. }) = step else { return };
        concealment::show(resolver, PieceSet::EMPTY.with(self.unit));
        morale::morale_check(resolver, unit, Check::Interdiction, 0, None);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} shows itself and Interdicts the routing unit.", reader.unit(self.unit));
        OrderText::new("Interdict", sentence, A51).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(Interdict { unit }));
    }
}

impl OrderKind<Asl> for LetGo {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Fight(Fight::Interdict { .. })), A51, WHEN)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, _: &mut impl Resolver<Asl>, _: Side, _: Step) {}

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Let it go", "Do not Interdict the routing unit.".to_owned(), A51)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(LetGo {});
    }
}

/// Lists the answers of a side that may Interdict a routing unit.
pub fn offers(eyes: AslEyes<'_>, side: Side, routs: Piece, sink: &mut impl OfferSink<Asl>) {
    unseen(eyes, side, routs).for_each(|unit| sink.order(Interdict { unit }));
    sink.order(LetGo {});
}
