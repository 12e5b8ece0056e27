//! Reloading (SNP-B17).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, all_points, is_armed, planned};
use crate::orders::Reload;
use crate::orders::plots::{is_time_to_plot, men, write};
use crate::printed::clause::{B17, B26};
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Reload {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        may_reload(eyes.setting(), &planned(eyes, self.man)?)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(Plot { act: Some(Act::Reload), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        OrderText::new("Reload", format!("{} reloads.", reader.man(self.man)), B17).about([self.man])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        men(eyes).for_each(|man| sink(Reload { man }));
    }
}

/// Checks that a man can reload (SNP-B17).
///
/// # Errors
/// Refuses if the piece is a dummy or stunned, has plotted movement, no weapon in hand or a full magazine.
#[inline]
pub fn may_reload(setting: &Setting, planned: &Planned<'_>) -> Result<(), Refusal> {
    all_points(planned)?;
    is_armed(planned)?;
    B26.forbids(planned.man.is_stunned(), "a stunned man can't reload")?;
    let full = setting.tables.weapon(planned.man.weapon).is_none_or(|weapon| planned.man.shots >= weapon.magazine);
    B17.forbids(full, "this man's magazine is full")
}
