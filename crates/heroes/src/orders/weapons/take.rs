//! Order to take a weapon that lies in the Location, before an impulse (HNL-B28).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::hidden;
use crate::mechanics::standing::ready;
use crate::mechanics::weapons::{carried, may_receive, receive};
use crate::orders::Take;
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

impl OrderKind<Heroes> for Take {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Act { Ok(()) } else { Err(untimely()) }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let Take { unit, weapon } = *self;
        let (receiver, at) = ready(eyes, side, unit)?;
        if weapon == Weapon::None || !eyes.lies(weapon, at) {
            return Err(Refusal::new(B28, "no such weapon lies in this unit's Location"));
        }
        may_receive(eyes, receiver, at, weapon)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let Take { unit, weapon } = *self;
        hidden::come_out(resolver, PieceSet::EMPTY.with(unit));
        let Some((_, at)) = carried(resolver, unit) else { return };
        resolver.report(B28, Audience::All, Report::Taken { unit, weapon });
        resolver.change(B28, Change::Lies { weapon, at, now: false });
        receive(resolver, unit, weapon);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} takes the {}.", reader.unit(self.unit), self.weapon.words());
        OrderText::new("Take weapon", sentence, B28).about([self.unit])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            Weapon::ALL.into_iter().for_each(|weapon| sink(Take { unit, weapon }));
        }
    }
}
