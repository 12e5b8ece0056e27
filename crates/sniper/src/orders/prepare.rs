//! Preparing a grenade (SNP-B33).

use rules::scene::OrderText;
use rules::{Enumeration, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, is_a_man, planned};
use crate::orders::Prepare;
use crate::orders::plots::{is_time_to_plot, men, write};
use crate::printed::clause::{B5, B11, B26, B33};
use crate::printed::words::Grenade;
use crate::setting::Setting;
use crate::state::Sniper;
use crate::state::plot::Plot;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Prepare {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        may_prepare(eyes.setting(), &planned(eyes, self.man)?, self.grenade)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(Plot { prepare: Some(self.grenade), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let verb = match self.grenade {
            Grenade::Frag => "Prepare grenade",
            Grenade::Smoke => "Prepare smoke",
        };
        let sentence = format!("{} prepares a {}.", reader.man(self.man), self.grenade.words());
        OrderText::new(verb, sentence, B33).about([self.man])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for man in men(eyes) {
            Grenade::ALL.into_iter().for_each(|grenade| sink(Prepare { man, grenade }));
        }
    }
}

/// Checks that a man can prepare a grenade (SNP-B33).
///
/// # Errors
/// Refuses if the piece is a dummy or stunned, has no such grenade or has it in hand, lacks the movement points, or later
/// parts of the plot exist.
#[inline]
pub fn may_prepare(setting: &Setting, planned: &Planned<'_>, grenade: Grenade) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let (man, plot) = (planned.man, &planned.man.plot);
    B26.forbids(man.is_stunned(), "a stunned man can't prepare a grenade")?;
    let left = match grenade {
        Grenade::Frag => man.frag,
        Grenade::Smoke => man.smoke,
    };
    B11.forbids(left == 0, "this man has no grenade of that kind left")?;
    B33.forbids(man.hand == grenade.into(), "this man already has such a grenade in hand")?;
    B33.forbids(
        plot.prepare.is_some() || !plot.path.is_empty() || plot.act.is_some(),
        "a grenade is prepared before movement and action: clear this man's plot first",
    )?;
    let cost = planned.posture_cost.saturating_add(setting.tables.movement.prepare);
    B5.forbids(cost > planned.points, "this man doesn't have enough movement points")
}
