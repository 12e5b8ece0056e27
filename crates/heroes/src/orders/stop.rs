//! Ending a movement (HNL-B6).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::Stop;
use crate::orders::timing::untimely;
use crate::printed::clause::B6;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::{Names, verb};
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Stop {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        if step == Step::Move { Ok(()) } else { Err(untimely(step)) }
    }

    fn legal(&self, _: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        Ok(())
    }

    #[inline]
    fn resolve(&self, turn: &mut impl Turn<Heroes>, _: Side, _: Step) {
        turn.change(B6, Change::MovingOver);
    }

    fn say(&self, reader: Reader<'_, Heroes>) -> Phrase {
        let movers = reader.moving();
        let sentence = format!("{} {}.", reader.units(movers), verb(movers, "stops", "stop"));
        Phrase::new("Stop", sentence, B6).about(movers.iter())
    }

    fn every(_: HeroesEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Stop {});
    }
}
