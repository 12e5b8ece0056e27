//! Letting the movers pass (HNL-B7).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::HoldFire;
use crate::orders::timing::untimely;
use crate::printed::clause::B7;
use crate::state::Heroes;
use crate::state::step::Step;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for HoldFire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::OpFire { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, _: &mut impl Turn<Heroes>, _: Side, _: Step) {}

    fn say(&self, _: Reader<'_, Heroes>) -> Phrase {
        Phrase::new("Hold fire", "The moving units are not fired at.".to_owned(), B7)
    }

    fn every(_: HeroesEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(HoldFire {});
    }
}
