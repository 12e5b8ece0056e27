//! Order `keep_dm`: a broken unit out of cover stays under Desperation Morale, to rout (ASL-A43).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::stack;
use crate::orders::KeepDm;
use crate::orders::fights::rally::is_sheltered;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::A43;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for KeepDm {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::Rally { .. }));
        only(now, A43, "units keep Desperation Morale (DM) only in the Rally Phase")
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_keep_dm(eyes, side, self.unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        resolver.change(A43, Change::Flag { unit: self.unit, flag: Flag::KeepsDm, on: true });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("{} stays under Desperation Morale.", reader.unit(self.unit));
        OrderText::new("Keep DM", sentence, A43).about([self.unit])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, _| sink(KeepDm { unit }));
    }
}

/// Checks that a unit can keep DM: it is not where it would rally better, or is overstacked there as all players see.
pub fn may_keep_dm(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    let (broken, at) = eyes.own(side, unit)?;
    if !broken.is(Flag::Broken) {
        return Err(Refusal::new(A43, "this unit is not broken"));
    }
    A43.forbids(!broken.is(Flag::Dm), "this unit is not under Desperation Morale (DM)")?;
    A43.forbids(broken.is(Flag::KeepsDm), "this unit keeps Desperation Morale (DM) already")?;
    let crowded = || stack::excess_with(eyes.public(), side, at, PieceSet::EMPTY) > 0;
    A43.forbids(is_sheltered(eyes, at) && !crowded(), "a unit in woods, a building or a pillbox loses DM")
}
