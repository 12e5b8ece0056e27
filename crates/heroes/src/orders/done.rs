//! Ending an impulse (HNL-B4), or the placing of hidden units (HNL-B19).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::Done;
use crate::orders::timing::untimely;
use crate::printed::clause::{B4, B19};
use crate::state::Heroes;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Done {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if matches!(step, Step::Impulse | Step::Hide { .. }) { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Turn<Heroes>, _: Side, _: Step) {}

    fn say(&self, reader: Reader<'_, Heroes>) -> Phrase {
        if matches!(reader.asked(), Some(Step::Hide { .. })) {
            return Phrase::new(
                "Finish set-up",
                "The other hidden units stay where they are; set-up ends.".to_owned(),
                B19,
            );
        }
        Phrase::new("End impulse", "The impulse ends.".to_owned(), B4)
    }

    fn every(_: HeroesEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Done {});
    }
}
