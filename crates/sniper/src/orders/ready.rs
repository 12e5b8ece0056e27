//! Having plotted, or set up, all one wants (SNP-B2).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::orders::Ready;
use crate::printed::clause::B2;
use crate::state::Sniper;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Ready {
    const SURE: bool = true;

    fn timely(&self, _: Step) -> Result<(), Refusal> {
        Ok(())
    }

    fn legal(&self, _: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        Ok(())
    }

    /// What follows when both sides are ready stands with the question.
    #[inline]
    fn resolve(&self, turn: &mut impl Turn<Sniper>, side: Side, _: Step) {
        turn.change(B2, Change::Ready { side, now: true });
    }

    fn say(&self, _: Reader<'_, Sniper>) -> Phrase {
        Phrase::new("Ready", "You are ready: you can't change anything after this.".to_owned(), B2)
    }

    fn every(_: SniperEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        sink(Ready {});
    }
}
