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
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Act { Ok(()) } else { Err(untimely(step)) }
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        let (unit, _) = ready(eyes, side, self.leader)?;
        B23.forbids(!unit.is_leader(), "only a leader can activate adjacent hexes")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, _: Side, _: Step) {
        let leader = self.leader;
        let Some(at) = resolver.position().unit(leader).and_then(|unit| unit.at) else { return };
        let setting = resolver.setting();
        let ground = setting.hex(at).map_or(at, |hex| setting.board.ground(hex));
        hidden::come_out(resolver, PieceSet::EMPTY.with(leader));
        resolver.change(B23, Change::Impulse { at: ground, leader: Some(leader) });
        resolver.push(Step::Impulse);
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} opens an impulse that includes adjacent hexes.", reader.unit(self.leader));
        OrderText::new("Activate", sentence, B23).about([self.leader])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        pieces(eyes).for_each(|leader| sink(Lead { leader }));
    }
}
