//! Order to prepare Op Fire (TOI-B14).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::standing::fresh;
use crate::orders::Prepare;
use crate::orders::timing::{has_emerged, is_time_to_act, pieces};
use crate::printed::clause::{B14, B23};
use crate::printed::words::{State, Token};
use crate::state::Tide;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for Prepare {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_act(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        has_emerged(eyes, step, self.unit)?;
        let squad = fresh(eyes, side, self.unit)?;
        B23.forbids(squad.state == State::Disrupted, "a disrupted squad can only take Fatigue Unit")
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Tide>, _: Side, _: Step) {
        resolver.change(B14, Change::Token { unit: self.unit, now: Token::OpFire });
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} prepares Op Fire.", capitalized(&reader.squad(self.unit)));
        OrderText::new("Prepare Op Fire", sentence, B14).about([self.unit])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut impl FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(Prepare { unit }));
    }
}
