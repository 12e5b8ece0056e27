//! Throwing a grenade (SNP-B11, 39.62).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, is_a_man, planned};
use crate::orders::plots::{each_man, is_time_to_plot, places, plotting, write};
use crate::orders::sixths::{all_or_sixths, sixth};
use crate::orders::{ChooseThrow, Throw, ThrowTo};
use crate::printed::clause::{B5, B11, B26, B33};
use crate::printed::words::Grenade;
use crate::setting::marks::Marks;
use crate::setting::{Setting, underground};
use crate::state::Sniper;
use crate::state::man::Man;
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Throw {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    /// Checked from the end of his path.
    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let (setting, planned) = (eyes.setting(), planned(eyes, self.man)?);
        is_a_man(&planned)?;
        let flies = underground::may_throw(setting, planned.end(setting), self.at);
        // Rule 39 is checked before shortages, and shortages before the base game's rules.
        if flies.as_ref().is_err_and(|refusal| refusal.clause != B11) {
            return flies;
        }
        can_throw(setting, &planned, planned.spent(setting), self.grenade)?;
        flies
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(plotted(man, self.at, self.grenade)));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let Throw { man, at, grenade } = *self;
        let sentence = format!("{} throws a {} at {}.", reader.man(man), grenade.words(), reader.at(at));
        OrderText::new(verb(grenade), sentence, reader.throw_clause(man, at, grenade)).about([man]).at([at])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        for grenade in Grenade::ALL {
            each_man(eyes, which, |man| places(eyes).map(move |at| Throw { man, at, grenade }), sink);
        }
    }
}

impl DraftKind<Sniper> for ChooseThrow {
    /// Whether he can throw was checked before this was listed.
    #[inline]
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        let (setting, Ok(planned)) = (eyes.setting(), planned(eyes, self.man)) else { return false };
        setting.throws(planned.end(setting)).is_some_and(|marks| !marks.all().is_empty())
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let ChooseThrow { man, grenade } = *self;
        let Some(planned) = plotting(prompt, man) else { return };
        let marks = throws(prompt.eyes.setting(), &planned, grenade);
        all_or_sixths(marks, sink, |at| Throw { man, at, grenade }, |way| ThrowTo { man, grenade, way });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} throws a {}: choose where to.", reader.man(self.man), self.grenade.words());
        OrderText::new(verb(self.grenade), sentence, B11).about([self.man])
    }
}

impl DraftKind<Sniper> for ThrowTo {
    /// Only sixths with at least one target are listed.
    fn leads_on(&self, _: Prompt<'_, Sniper>) -> bool {
        true
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let ThrowTo { man, grenade, way } = *self;
        let Some(planned) = plotting(prompt, man) else { return };
        let places = throws(prompt.eyes.setting(), &planned, grenade).map_or(&[][..], |marks| marks.in_sixth(way));
        sink.each(places, |at| Throw { man, at, grenade });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let (who, what, sixth) = (reader.man(self.man), self.grenade.words(), sixth(self.way));
        OrderText::new("Throw", format!("{who} throws a {what} to the {sixth}: choose where to."), B11)
            .about([self.man])
    }
}

/// Returns the name of the throw in offers.
const fn verb(grenade: Grenade) -> &'static str {
    match grenade {
        Grenade::Frag => "Throw grenade",
        Grenade::Smoke => "Throw smoke",
    }
}

/// Returns whether he has to prepare the grenade in the turn in which he throws it (SNP-B33).
#[inline]
fn prepares_too(man: &Man, grenade: Grenade) -> bool {
    man.hand != grenade.into() && man.plot.prepare.is_none() && B33.is_in_force()
}

/// Checks that a man can throw after `spent` movement points, whatever the target.
///
/// # Errors
/// Refuses if the piece is a dummy, has no such grenade left or too few movement points, those for preparing included.
#[inline]
pub fn can_throw(setting: &Setting, planned: &Planned<'_>, spent: u8, grenade: Grenade) -> Result<(), Refusal> {
    is_a_man(planned)?;
    let left = match grenade {
        Grenade::Frag => planned.man.frag,
        Grenade::Smoke => planned.man.smoke,
    };
    B11.forbids(left == 0, "this man has no grenade of that kind left")?;
    let other = planned.man.plot.prepare.is_some_and(|prepared| prepared != grenade);
    B33.forbids(other, "this man prepares the other kind of grenade this turn")?;
    let movement = &setting.tables.movement;
    if !prepares_too(planned.man, grenade) {
        let spent = spent.saturating_add(movement.throw);
        return B5.forbids(spent > planned.points, "this man doesn't have enough movement points to throw");
    }
    B26.forbids(planned.man.is_stunned(), "a stunned man can't prepare a grenade")?;
    let spent = spent.saturating_add(movement.throw).saturating_add(movement.prepare);
    B33.forbids(
        spent > planned.points,
        "this man doesn't have enough movement points to prepare a grenade and throw it",
    )
}

/// Returns the places a man can throw at; `None` if he can't throw.
#[inline]
fn throws<'a>(setting: &'a Setting, planned: &Planned<'_>, grenade: Grenade) -> Option<&'a Marks> {
    can_throw(setting, planned, planned.spent(setting), grenade).ok()?;
    setting.throws(planned.end(setting))
}

/// Returns his plot with this action. He prepares the grenade first if it is not in his hand.
#[inline]
#[must_use]
pub fn plotted(man: &Man, at: LocationId, grenade: Grenade) -> Plot {
    let prepare = if prepares_too(man, grenade) { Some(grenade) } else { man.plot.prepare };
    Plot { prepare, act: Some(Act::Throw { at, grenade }), ..man.plot }
}
