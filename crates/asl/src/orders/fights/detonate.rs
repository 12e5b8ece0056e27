//! Order `detonate`: lets a demolition charge explode that was Placed or Set (ASL-A66, ASL-A68).

use rules::scene::OrderText;
use rules::{Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::charges;
use crate::orders::Detonate;
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::printed::clause::{A66, A68};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;
use crate::view::works::Charge;

/// Distance in hexes from which a Set charge is detonated (A23.71).
const NEAREST: u16 = 2;
const FARTHEST: u16 = 6;

impl OrderKind<Asl> for Detonate {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        let now = matches!(step, Step::Fight(Fight::PrepFire | Fight::FinalFire | Fight::AdvancingFire));
        only(now, A66, "charges explode only in a fire phase")
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Step::Fight(when) = step else { return self.timely(step) };
        let Some(charge) = charges::of(eyes, side).find(|charge| charge.sw == self.sw) else {
            return Err(Refusal::new(A66, "your side has not placed this charge"));
        };
        if charge.set {
            return may_detonate(eyes, side, charge, self.unit);
        }
        A66.forbids(when != Fight::AdvancingFire, "a Placed charge explodes in the Advancing Fire Phase")?;
        A66.forbids(self.unit.is_some(), "a Placed charge explodes by itself")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        charges::detonate(resolver, self.sw, self.unit);
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = match self.unit {
            Some(unit) => format!("{} detonates {}.", reader.unit(unit), reader.unit(self.sw)),
            None => format!("{} explodes.", reader.unit(self.sw)),
        };
        let clause = if self.unit.is_some() { A68 } else { A66 };
        OrderText::new("Detonate", sentence, clause).about([self.sw]).about(self.unit)
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        for charge in charges::of(eyes, side) {
            sink(Detonate { sw: charge.sw, unit: None });
        }
        each_piece(eyes, side, which, &mut |unit, _, _| {
            charges::of(eyes, side).for_each(|charge| sink(Detonate { sw: charge.sw, unit: Some(unit) }));
        });
    }
}

/// Lists the charges of a side that could explode now.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    for charge in charges::of(eyes, side) {
        sink.order(Detonate { sw: charge.sw, unit: if charge.set { charge.unit } else { None } });
    }
}

/// Returns whether, by public facts, a charge of a side could explode now.
pub fn could_explode(public: AslEyes<'_>, side: Side, when: Fight) -> bool {
    charges::of(public, side)
        .any(|charge| if charge.set { is_later(public, side, charge) } else { when == Fight::AdvancingFire })
}

/// Returns whether it is a later Player Turn than that in which a charge was Set.
fn is_later(eyes: AslEyes<'_>, side: Side, charge: Charge) -> bool {
    eyes.turn() > charge.turn || eyes.attacker() != side
}

/// Checks that a unit can detonate a Set charge.
fn may_detonate(eyes: AslEyes<'_>, side: Side, charge: Charge, unit: Option<Piece>) -> Result<(), Refusal> {
    A68.forbids(!is_later(eyes, side, charge), "a Set charge is detonated in a later Player Turn")?;
    let Some(unit) = unit else {
        return Err(Refusal::new(A68, "a Set charge is detonated by the unit that Set it"));
    };
    let (setter, from) = eyes.own(side, unit)?;
    A68.forbids(charge.unit != Some(unit), "a Set charge is detonated by the unit that Set it")?;
    A68.forbids(!setter.is_good() || setter.is(Flag::Used), "this unit can't detonate the charge now")?;
    A68.forbids(eyes.setting().is_below(from), "a unit below ground can't detonate a charge")?;
    let distance = eyes.setting().distance(from, charge.at);
    A68.forbids(!(NEAREST..=FARTHEST).contains(&distance), "a Set charge is detonated from two to six hexes away")?;
    A68.forbids(!eyes.view(from).sees(charge.at), "this unit doesn't see the charge")
}
