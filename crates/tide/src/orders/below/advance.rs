//! Advancing below (TOI-S9, TOI-S10).

use rules::scene::Phrase;
use rules::speech::capitalized;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

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

    fn resolve(&self, turn: &mut impl Turn<Tide>, side: Side, _: Step) {
        act_below(turn, side, self.unit, true);
    }

    fn say(&self, reader: Reader<'_, Tide>) -> Phrase {
        let sentence = format!("{} advances in the sewer.", capitalized(&reader.squad(self.unit)));
        Phrase::new("Advance below", sentence, S10).about([self.unit])
    }

    fn every(eyes: TideEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        pieces(eyes).for_each(|unit| sink(AdvanceBelow { unit }));
    }
}
