//! Watching a place, or a stretch of a sewer (SNP-B16).

use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::planned::{Planned, can_watch, is_a_man, place, planned};
use crate::orders::plots::{each_man, is_time_to_plot, places, plotting, write};
use crate::orders::sixths::{all_or_sixths, sixth};
use crate::orders::{ChooseView, Watch, WatchTo};
use crate::printed::clause::B16;
use crate::setting::Setting;
use crate::setting::lookout::Lookout;
use crate::setting::marks::Marks;
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for Watch {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let planned = planned(eyes, self.man)?;
        is_a_man(&planned)?;
        place(eyes, self.at)?;
        Lookout::of(eyes.setting(), planned.eye())?.may_watch(self.at)?;
        can_watch(&planned)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |_, man| Some(Plot { act: Some(Act::Watch { at: self.at }), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let (who, there) = (reader.man(self.man), reader.at(self.at));
        let stretch = if reader.setting.is_sewer(self.at) { "the stretch of " } else { "" };
        let sentence = format!("{who} watches {stretch}{there} and fires at the first enemy to appear.");
        OrderText::new("Watch", sentence, B16).about([self.man]).at([self.at])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_man(eyes, which, |man| places(eyes).map(move |at| Watch { man, at }), sink);
    }
}

impl DraftKind<Sniper> for ChooseView {
    /// Whether he can watch was checked before this was listed.
    #[inline]
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        let Ok(planned) = planned(eyes, self.man) else { return false };
        eyes.setting().watches(planned.eye()).is_some_and(|marks| !marks.all().is_empty())
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let man = self.man;
        let Some(planned) = plotting(prompt, man) else { return };
        let marks = watches(prompt.eyes.setting(), &planned);
        all_or_sixths(marks, sink, |at| Watch { man, at }, |way| WatchTo { man, way });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} watches for enemies: choose where.", reader.man(self.man));
        OrderText::new("Watch", sentence, B16).about([self.man])
    }
}

impl DraftKind<Sniper> for WatchTo {
    /// Only sixths with at least one place are listed.
    fn leads_on(&self, _: Prompt<'_, Sniper>) -> bool {
        true
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let WatchTo { man, way } = *self;
        let Some(planned) = plotting(prompt, man) else { return };
        let places = watches(prompt.eyes.setting(), &planned).map_or(&[][..], |marks| marks.in_sixth(way));
        sink.each(places, |at| Watch { man, at });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} watches a place to the {}: choose which.", reader.man(self.man), sixth(self.way));
        OrderText::new("Watch", sentence, B16).about([self.man])
    }
}

/// Returns the places a man can watch; `None` if he can't watch.
#[inline]
#[must_use]
pub fn watches<'a>(setting: &'a Setting, planned: &Planned<'_>) -> Option<&'a Marks> {
    can_watch(planned).ok()?;
    setting.watches(planned.eye())
}
