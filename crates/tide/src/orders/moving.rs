//! Order to move the activated squad by one step (TOI-B19).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::fire::ask_op_fire;
use crate::mechanics::standing::has_room;
use crate::orders::Move;
use crate::orders::timing::untimely;
use crate::printed::clause::{B3, B19, B20, S9};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Squad;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Move {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Move { Ok(()) } else { Err(untimely(step)) }
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let Some(active) = eyes.active() else {
            return Err(Refusal::new(B3, "no squad is activated"));
        };
        let squad = eyes.own(side, active.piece)?;
        let (Some(from), there) = (squad.on(), eyes.spot(self.to)?) else {
            return Err(Refusal::new(S9, "this squad can't move on the board because it is in the sewer"));
        };
        let Some(cost) = eyes.setting().step_cost(from, self.to) else {
            eyes.setting().check_cliff(from, self.to)?;
            let here = eyes.spot(from)?;
            let between_floors = here.hex == there.hex || here.level > 0 || there.level > 0;
            let clause = if between_floors { B20 } else { B19 };
            return Err(Refusal::new(clause, "a squad can move only one step at a time"));
        };
        B19.forbids(cost > active.mp_left, "this squad doesn't have enough movement points left")?;
        has_room(eyes, side, self.to)
    }

    /// The enemy may use Op Fire, also at a squad that has changed floor (TOI-B20).
    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, _: Step) {
        let to = self.to;
        let eyes = TideEyes::open(resolver.setting(), resolver.position());
        let Some(active) = eyes.active() else { return };
        let Some(from) = eyes.own(side, active.piece).ok().and_then(Squad::on) else { return };
        let Some(cost) = eyes.setting().step_cost(from, to) else { return };
        let mp_left = active.mp_left.saturating_sub(cost);
        resolver.change(B19, Change::Moved { unit: active.piece, to, mp_left });
        resolver.push(Step::CarryOn);
        ask_op_fire(resolver);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} moves to {}.", capitalized(&reader.mover()), reader.at(self.to));
        OrderText::new("Move", sentence, B19).about(reader.active()).at([self.to])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        eyes.setting().board.location_ids().for_each(|to| sink(Move { to }));
    }
}
