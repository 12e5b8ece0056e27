//! Order to hand a weapon to another unit in the Location, before an impulse (HNL-B28).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::hidden;
use crate::mechanics::standing::ready;
use crate::mechanics::weapons::{carried, may_part, may_receive, receive};
use crate::orders::Hand;
use crate::orders::groups::pieces;
use crate::orders::weapons::untimely;
use crate::printed::clause::B28;
use crate::printed::counter::Weapon;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Hand {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Act { Ok(()) } else { Err(untimely()) }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let (giver, from) = ready(eyes, side, self.unit)?;
        may_part(giver)?;
        let (receiver, at) = ready(eyes, side, self.to)?;
        B28.forbids(at != from, "a unit can hand its weapon only to a unit in the same Location")?;
        may_receive(eyes, receiver, at, giver.counter.weapon)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let Hand { unit, to } = *self;
        hidden::come_out(resolver, PieceSet::EMPTY.with(unit).with(to));
        let Some((weapon, _)) = carried(resolver, unit) else { return };
        resolver.report(B28, Audience::All, Report::Handed { unit, to, weapon });
        resolver.change(B28, Change::Carries { unit, weapon: Weapon::None });
        receive(resolver, to, weapon);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Hand { unit, to } = *self;
        let sentence = format!("{} hands its weapon over to {}.", reader.unit(unit), reader.unit(to));
        OrderText::new("Hand over weapon", sentence, B28).about([unit, to])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            pieces(eyes).for_each(|to| sink(Hand { unit, to }));
        }
    }
}
