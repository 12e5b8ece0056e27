//! Order `set_charge`: Sets a demolition charge in the unit's own Location (ASL-A68).

use rules::scene::OrderText;
use rules::{Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::movement::may_unit_move;
use crate::mechanics::{charges, clearance, first_fire};
use crate::orders::SetCharge;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A20, A68};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::setting::Place;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

impl OrderKind<Asl> for SetCharge {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::Move), A68, "units Set a demolition charge only in their own Movement Phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        may_set(eyes, side, self.unit)?;
        self.leader.map_or(Ok(()), |leader| may_help(eyes, side, self.unit, leader))
    }

    /// Spends all movement factors in Hazardous Movement, draws fire for them, and then makes the dr.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        let units = self.leader.into_iter().fold(PieceSet::EMPTY.with(self.unit), PieceSet::with);
        clearance::toil(resolver, A68, units, Some(Fight::Setting { units }));
        resolver.change(A20, Change::Flag { unit: self.unit, flag: Flag::UsedCharge, on: true });
        first_fire::watch(resolver);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let help = self.leader.map_or_else(String::new, |leader| format!(" with {}", reader.unit(leader)));
        let sentence = format!("{} Sets its demolition charge{help}.", reader.unit(self.unit));
        OrderText::new("Set charge", sentence, A68).about([self.unit]).about(self.leader)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, _, pieces| {
            let leaders = std::iter::once(None).chain(pieces.iter().copied().map(Some));
            leaders.for_each(|leader| sink(SetCharge { unit, leader }));
        });
    }
}

/// Lists the charges that units could Set where they are.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    for unit in super::charge::holders(eyes, side).iter() {
        if may_set(eyes, side, unit).is_err() {
            continue;
        }
        sink.order(SetCharge { unit, leader: None });
        let Some(at) = eyes.unit(unit).and_then(|unit| unit.at) else { continue };
        for (leader, _) in eyes.at(side, at).filter(|(_, other)| other.kind.class() == Class::Leader) {
            sink.order(SetCharge { unit, leader: Some(leader) });
        }
    }
}

/// Checks that a unit can Set its charge: it has done nothing in this phase.
fn may_set(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<(), Refusal> {
    let (setter, at) = eyes.own(side, unit)?;
    if charges::held(eyes, unit).is_none() {
        return Err(Refusal::new(A68, "this unit has no demolition charge"));
    }
    let place = eyes.setting().place(at);
    A68.forbids(!matches!(place, Some(Place::Ground | Place::Floor)), "a charge can't be Set here")?;
    A68.forbids(setter.is(Flag::Moved), "a unit that has moved can't Set a charge")?;
    may_unit_move(eyes, side, unit)?;
    A20.forbids(setter.is(Flag::UsedCharge), "this unit has already used a demolition charge in this Player Turn")?;
    let charges = eyes.charges().count();
    A68.forbids(charges >= crate::state::position::CHARGES, "no more charges can be placed now")
}

/// Checks that a leader can help a unit to Set its charge: he spends his Movement Phase for it too.
fn may_help(eyes: AslEyes<'_>, side: Side, unit: Piece, leader: Piece) -> Result<(), Refusal> {
    let (helper, at) = may_unit_move(eyes, side, leader)?;
    if helper.kind.class() != Class::Leader || leader == unit {
        return Err(Refusal::new(A68, "only another unit that is a leader helps"));
    }
    let with = eyes.unit(unit).and_then(|unit| unit.at).is_some_and(|place| eyes.setting().are_one(place, at));
    A68.forbids(!with, "the leader must be with the unit")
}
