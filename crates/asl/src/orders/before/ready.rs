//! Ending the set-up of a side (ASL-SC1).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::mechanics::placing::{ready, waiting};
use crate::orders::Ready;
use crate::orders::before::place::is_time_to_place;
use crate::printed::clause::SC1;
use crate::state::Asl;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Ready {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_place(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let placed = waiting(eyes, side).next().is_none();
        if placed { Ok(()) } else { Err(Refusal::new(SC1, "some of your units are not placed yet")) }
    }

    fn resolve(&self, turn: &mut impl Turn<Asl>, side: Side, _: Step) {
        ready(turn, side);
    }

    fn say(&self, _: Reader<'_, Asl>) -> Phrase {
        let sentence = "End your set-up and reveal it.";
        Phrase::new("Ready", sentence.to_owned(), SC1)
    }

    fn every(_: AslEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Ready {});
    }
}
