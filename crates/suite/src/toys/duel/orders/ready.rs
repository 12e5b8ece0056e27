//! Ending the plot (D-READY).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::toys::duel::orders::Ready;
use crate::toys::duel::printed::clause::READY;
use crate::toys::duel::state::Duel;
use crate::toys::duel::state::change::Change;
use crate::toys::duel::state::step::Step;
use crate::toys::duel::view::eyes::DuelEyes;

impl OrderKind<Duel> for Ready {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        READY.forbids(step != Step::Plot, "there is no plot to end now")
    }

    fn legal(&self, _: Prompt<'_, Duel>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The second side to be ready has both plans carried out.
    fn resolve(&self, turn: &mut impl Turn<Duel>, side: Side, _: Step) {
        turn.change(READY, Change::Ready { side, ready: true });
        if turn.position().ready[side.other()] {
            turn.pop();
            turn.push(Step::Open);
        }
    }

    fn say(&self, _: Reader<'_, Duel>) -> Phrase {
        Phrase::new("Ready", "You end your plot; no plan can be changed after it.".to_owned(), READY)
    }

    fn every(_: DuelEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Ready {});
    }
}
