//! Order to open an impulse with a leader (HNL-B23).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::hidden;
use crate::mechanics::standing::ready;
use crate::orders::Lead;
use crate::orders::groups::pieces;
use crate::orders::timing::untimely;
use crate::printed::clause::B23;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Lead {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Act { Ok(()) } else { Err(untimely(step)) }
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let (unit, _) = ready(eyes, side, self.leader)?;
        B23.forbids(!unit.is_leader(), "only a leader can activate units of adjacent hexes")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let leader = self.leader;
        let Some(at) = resolver.position().unit(leader).and_then(|unit| unit.at) else { return };
        hidden::come_out(resolver, PieceSet::EMPTY.with(leader));
        resolver.change(B23, Change::Impulse { at, leader: Some(leader) });
        resolver.push(Step::Impulse);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let inside = reader.located(self.leader).is_some_and(|at| reader.is_inside(at));
        let reach = match (inside, reader.is_wounded(self.leader)) {
            (true, _) => "covers his Location and the ground above",
            (false, true) => "covers only his own hex, as he is wounded",
            (false, false) => "includes adjacent hexes",
        };
        let sentence = format!("{} opens an impulse that {reach}.", reader.unit(self.leader));
        OrderText::new("Activate", sentence, B23).about([self.leader])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|leader| sink(Lead { leader }));
    }
}
