//! Order to advance below (TOI-S9, TOI-S10).

use rules::scene::OrderText;
use rules::speech::capitalized;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::sewer::{act_below, fresh_below};
use crate::orders::AdvanceBelow;
use crate::orders::timing::{pieces, untimely};
use crate::printed::clause::{S9, S10};
use crate::state::Tide;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::eyes::TideEyes;

impl OrderKind<Tide> for AdvanceBelow {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        match step {
            Step::Act => Ok(()),
            Step::Move => Err(Refusal::new(
                S9,
                "advancing in the sewer is a separate action: finish the activated squad's action first",
            )),
            _ => Err(untimely(step)),
        }
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Tide>) -> Result<(), Refusal> {
        let (_, sheet) = fresh_below(eyes, side, self.unit)?;
        let full = usize::from(sheet.covered) >= eyes.setting().options.track.len();
        S10.forbids(full, "this squad can't advance because all squares of its card are covered")
    }

    fn resolve(&self, resolver: &mut impl Resolver<Tide>, side: Side, _: Step) {
        act_below(resolver, side, self.unit, true);
    }

    fn describe(&self, reader: Reader<'_, Tide>) -> OrderText {
        let sentence = format!("{} advances in the sewer.", capitalized(&reader.squad(self.unit)));
        OrderText::new("Advance below", sentence, S10).about([self.unit])
    }

    fn wellformed_orders(eyes: TideEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(AdvanceBelow { unit }));
    }
}
