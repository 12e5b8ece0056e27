//! Order to spend an action without effect (Fatigue Unit), on the board (TOI-B4) or below (TOI-S9).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::sewer;
use crate::mechanics::standing::fresh;
use crate::orders::Fatigue;
use crate::orders::timing::{has_emerged, is_time_to_act, pieces};
use crate::printed::clause::B4;
use crate::printed::words::Token;
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::squad::Place;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Fatigue {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_act(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        has_emerged(eyes, step, self.unit)?;
        if eyes.own(side, self.unit)?.below().is_some() {
            return sewer::fresh_below(eyes, side, self.unit).map(drop);
        }
        fresh(eyes, side, self.unit).map(drop)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, _: Step) {
        let unit = self.unit;
        match resolver.position().squad(unit).map(|squad| squad.place) {
            Some(Place::Below(_)) => sewer::act_below(resolver, side, unit, false),
            _ => resolver.change(B4, Change::Token { unit, now: Token::Fatigued }),
        }
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} takes Fatigue Unit.", capitalized(&reader.squad(self.unit)));
        OrderText::new("Fatigue Unit", sentence, B4).about([self.unit])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Fatigue { unit }));
    }
}
