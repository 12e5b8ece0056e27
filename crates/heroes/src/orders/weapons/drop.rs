//! Order to drop a weapon, before an impulse or before a rout (HNL-B28).

use rules::scene::OrderText;
use rules::{Audience, Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::hidden;
use crate::mechanics::rout::routing;
use crate::mechanics::standing::ready;
use crate::mechanics::weapons::{carried, may_part};
use crate::orders::Drop;
use crate::orders::groups::pieces;
use crate::printed::clause::B28;
use crate::printed::counter::Weapon;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::report::Report;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Drop {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Act | Step::ChooseRout { .. }) {
            return Ok(());
        }
        Err(Refusal::new(B28, "a unit can drop its weapon only before an impulse begins or before it routs"))
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let (unit, _) = match step {
            Step::ChooseRout { done, .. } => routing(eyes, side, self.unit, done)?,
            _ => ready(eyes, side, self.unit)?,
        };
        may_part(unit)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let unit = self.unit;
        hidden::come_out(resolver, PieceSet::EMPTY.with(unit));
        let Some((weapon, at)) = carried(resolver, unit) else { return };
        resolver.report(B28, Audience::All, Report::Dropped { unit, weapon, at });
        resolver.change(B28, Change::Carries { unit, weapon: Weapon::None });
        resolver.change(B28, Change::Lies { weapon, at, now: true });
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} drops its weapon.", reader.unit(self.unit));
        OrderText::new("Drop weapon", sentence, B28).about([self.unit])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Drop { unit }));
    }
}
