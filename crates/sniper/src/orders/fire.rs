//! Firing into a Location (SNP-B8, 39.61).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, can_watch, is_a_man, place, planned};
use crate::mechanics::{aim, line_of_fire};
use crate::orders::plots::{each_man, is_time_to_plot, places, plotting, write};
use crate::orders::{ChooseTarget, Fire};
use crate::printed::clause::{B8, B30, B31, S39_61A};
use crate::setting::lookout::{LOW, is_below_the_sill};
use crate::setting::sight::{self, Eye, Stand};
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::man::{MEN, Man};
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Fire {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    /// Rule 39 is checked before other shortages.
    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let (at, planned) = (self.at, planned(eyes, self.man)?);
        is_a_man(&planned)?;
        let target = place(eyes, at)?;
        B8.forbids(at == planned.at, "a man can't fire into his own place")?;
        if S39_61A.is_in_force() {
            let mut any = false;
            let side = planned.man.side;
            let seen = eyes.enemies_at(side, at).any(|(_, enemy)| {
                any = true;
                sight::sees(eyes.setting(), eyes.smoke(), planned.eye(), Eye { at, posture: enemy.posture }).is_some()
            });
            S39_61A.forbids(!any, "you see no enemy there")?;
            B31.forbids(is_below_the_sill(eyes.setting(), planned.eye(), at), LOW)?;
            if !seen {
                return Err(underground::unseen(planned.eye(), place(eyes, planned.at)?, target));
            }
        }
        can_watch(&planned)?;
        is_in_range(eyes.setting(), &planned, at)?;
        is_line_free(eyes, planned.at, at)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(plotted(man, self.at)));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} fires into {}.", reader.man(self.man), reader.at(self.at));
        OrderText::new("Fire", sentence, B8).about([self.man]).at([self.at])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_man(eyes, which, |man| places(eyes).map(move |at| Fire { man, at }), sink);
    }
}

impl DraftKind<Sniper> for ChooseTarget {
    #[inline]
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        let Ok(planned) = planned(eyes, self.man) else { return false };
        !fires(eyes, &planned).is_empty()
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let man = self.man;
        let Some(planned) = plotting(prompt, man) else { return };
        sink.each(&fires(prompt.eyes, &planned), |at| Fire { man, at });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} fires: choose the target's place.", reader.man(self.man));
        OrderText::new("Fire", sentence, B8).about([self.man])
    }
}

/// Checks that a place is within reach of a man's weapon.
#[inline]
fn is_in_range(setting: &Setting, planned: &Planned<'_>, at: LocationId) -> Result<(), Refusal> {
    let range = aim::range(setting, planned.at, at);
    let weapon = setting.tables.weapon(planned.man.weapon);
    let reaches = weapon.is_some_and(|weapon| weapon.attack_at(range).is_some());
    B8.forbids(!reaches, "that place is out of range of this man's weapon")
}

/// Checks that no man whom this side knows of stops a shot (SNP-B30).
#[inline]
fn is_line_free(eyes: SniperEyes<'_>, from: LocationId, at: LocationId) -> Result<(), Refusal> {
    let men = eyes.men().filter(|(_, man, _)| !man.dummy).map(|(_, man, at)| Eye { at, posture: man.posture });
    let stopped = line_of_fire::is_stopped(eyes.setting(), from, at, men);
    B30.forbids(stopped, "an upright man in between stops the shot")
}

/// Returns all places a man can fire at, each once.
#[inline]
fn fires(eyes: SniperEyes<'_>, planned: &Planned<'_>) -> ArrayVec<LocationId, MEN> {
    let mut places = ArrayVec::new();
    if can_watch(planned).is_err() {
        return places;
    }
    let Some(own) = Stand::of(eyes.setting(), planned.eye()) else {
        return places;
    };
    for (_, enemy, at) in eyes.enemies(planned.man.side).filter(|(_, _, at)| *at != planned.at) {
        let there = Stand::of(eyes.setting(), Eye { at, posture: enemy.posture });
        let sees = |there| own.sees(eyes.setting(), eyes.smoke(), &there).is_some();
        let seen = there.is_some_and(sees) || !S39_61A.is_in_force();
        let free = || is_in_range(eyes.setting(), planned, at).and_then(|()| is_line_free(eyes, planned.at, at));
        if seen && !places.contains(&at) && free().is_ok() {
            places.push(at);
        }
    }
    places
}

/// Returns his plot with this action.
#[inline]
#[must_use]
pub const fn plotted(man: &Man, at: LocationId) -> Plot {
    Plot { act: Some(Act::Fire { at }), ..man.plot }
}
