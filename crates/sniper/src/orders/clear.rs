//! Staying and doing nothing (SNP-B2).

use rules::scene::Phrase;
use rules::{Every, OrderKind, Prompt, Reader, Refusal, Side, Turn};

use crate::mechanics::planned::{Planned, planned};
use crate::orders::Clear;
use crate::orders::plots::{is_time_to_plot, men, write};
use crate::printed::clause::B2;
use crate::state::Sniper;
use crate::state::plot::Plot;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Clear {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        may_clear(&planned(eyes, self.man)?)
    }

    #[inline]
    fn resolve(&self, turn: &mut impl Turn<Sniper>, _: Side, _: Step) {
        write(turn, self.man, |_, _| Some(Plot::default()));
    }

    fn say(&self, reader: Reader<'_, Sniper>) -> Phrase {
        let sentence = format!("{} stays and does nothing.", reader.man(self.man));
        Phrase::new("Clear plot", sentence, B2).about([self.man])
    }

    fn every(eyes: SniperEyes<'_>, _: Side, _: Every, sink: &mut impl FnMut(Self)) {
        men(eyes).for_each(|man| sink(Clear { man }));
    }
}

/// Whether a man's plot can be cleared (SNP-B2).
///
/// # Errors
/// When there is none to clear.
#[inline]
pub fn may_clear(planned: &Planned<'_>) -> Result<(), Refusal> {
    B2.forbids(planned.man.plot.is_empty(), "this man has no plot to clear")
}
