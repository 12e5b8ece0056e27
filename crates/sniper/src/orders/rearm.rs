//! Taking the weapon in hand again (SNP-B33).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, all_points, planned};
use crate::orders::Rearm;
use crate::orders::plots::{is_time_to_plot, men, write};
use crate::printed::clause::{B26, B33};
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Rearm {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        may_rearm(&planned(eyes, self.man)?)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(Plot { act: Some(Act::Rearm), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        OrderText::new("Rearm", format!("{} rearms.", reader.man(self.man)), B33).about([self.man])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        men(eyes).for_each(|man| sink(Rearm { man }));
    }
}

/// Checks that a man can rearm (SNP-B33).
///
/// # Errors
/// Refuses if the piece is a dummy or stunned, has plotted movement or has his weapon in hand.
#[inline]
pub fn may_rearm(planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    B26.forbids(planned.man.is_stunned(), "a stunned man can't rearm")?;
    B33.forbids(planned.man.hand.is_weapon(), "this man already has his weapon in hand")
}
