//! Ending a movement (ASL-A4).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::mechanics::movement;
use crate::orders::Stop;
use crate::orders::timing::only;
use crate::printed::clause::A4;
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Stop {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        only(matches!(step, Step::StepOn), A4, "none of your units is moving")
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, turn: &mut impl Turn<Asl>, _: Side, _: Step) {
        movement::stop(turn);
    }

    fn say(&self, _: Reader<'_, Asl>) -> Phrase {
        Phrase::new("Stop", "The units end their move here.".to_owned(), A4)
    }

    fn every(_: AslEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Stop {});
    }
}
