//! Ending the recording (B8.6b).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::Recorded;
use crate::orders::before::tunnel::is_time_to_dig;
use crate::printed::clause::B8_6B;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Recorded {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_dig(step)
    }

    fn legal(&self, _: Prompt<'_, Asl>) -> Result<(), Refusal> {
        Ok(())
    }

    fn resolve(&self, turn: &mut impl Turn<Asl>, side: Side, _: Step) {
        turn.change(B8_6B, Change::Recorded { side });
    }

    fn say(&self, _: Reader<'_, Asl>) -> Phrase {
        Phrase::new("Finish recording", "Finish recording.".to_owned(), B8_6B)
    }

    fn every(_: AslEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Recorded {});
    }
}
