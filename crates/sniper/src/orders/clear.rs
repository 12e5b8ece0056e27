//! Clearing a man's plot: he stays and does nothing (SNP-B2).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

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
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, _| Some(Plot::default()));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("The plot of {} is cancelled: he stays and does nothing.", reader.man(self.man));
        OrderText::new("Clear plot", sentence, B2).about([self.man])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        men(eyes).for_each(|man| sink(Clear { man }));
    }
}

/// Checks that a man's plot can be cleared (SNP-B2).
///
/// # Errors
/// Refuses if his plot is empty.
#[inline]
pub fn may_clear(planned: &Planned<'_>) -> Result<(), Refusal> {
    B2.forbids(planned.man.plot.is_empty(), "this man has no plot to clear")
}
