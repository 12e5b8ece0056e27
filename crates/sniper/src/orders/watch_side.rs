//! Watching a door or window (SNP-B16). The order is the same whichever of the two sides is given first.

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::mechanics::planned::{can_watch, is_a_man, place, planned};
use crate::orders::plots::{each_man, is_time_to_plot, places, plotting, write};
use crate::orders::watch::watches;
use crate::orders::{ChooseAperture, WatchSide};
use crate::printed::clause::B16;
use crate::setting::Setting;
use crate::setting::lookout::Lookout;
use crate::setting::marks::Marks;
use crate::state::Sniper;
use crate::state::plot::{Act, Plot};
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl WatchSide {
    /// Returns the order with the two sides of the door or window in board order.
    #[inline]
    #[must_use]
    pub fn new(man: Piece, one: LocationId, other: LocationId) -> WatchSide {
        WatchSide { man, at: one.min(other), beyond: one.max(other) }
    }
}

// The order as a client may write it, either side of the door or window first.
/// Plots opportunity fire at a door or window. Its two sides can be given in either order.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WatchSide")]
pub(super) struct SidesAsGiven {
    /// The man who is to watch.
    man: Piece,
    /// The Location on one side of it.
    at: LocationId,
    /// The Location on the other side.
    beyond: LocationId,
}

/// Reads the fields of the order and puts its two sides in board order.
pub(super) fn as_given<'de, D: Deserializer<'de>>(from: D) -> Result<(Piece, LocationId, LocationId), D::Error> {
    let SidesAsGiven { man, at, beyond } = SidesAsGiven::deserialize(from)?;
    let WatchSide { man, at, beyond } = WatchSide::new(man, at, beyond);
    Ok((man, at, beyond))
}

impl OrderKind<Sniper> for WatchSide {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    #[inline]
    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let planned = planned(eyes, self.man)?;
        is_a_man(&planned)?;
        place(eyes, self.at)?;
        place(eyes, self.beyond)?;
        Lookout::of(eyes.setting(), planned.eye())?.may_watch_side(self.at, self.beyond)?;
        can_watch(&planned)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        let WatchSide { man, at, beyond } = *self;
        write(resolver, man, |_, man| Some(Plot { act: Some(Act::WatchSide { at, beyond }), ..man.plot }));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let WatchSide { man, at, beyond } = *self;
        let (who, what) = (reader.man(man), reader.aperture(at, beyond));
        let (here, there) = (reader.at(at), reader.at(beyond));
        let sentence =
            format!("{who} watches the {what} between {here} and {there} and fires at the first enemy to appear.");
        OrderText::new("Watch a door or window", sentence, B16).about([man]).at([at, beyond])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        // The order from the place beyond is the same one.
        let beyond = |at| beside(eyes.setting(), at).filter(move |beyond| at <= *beyond);
        let sides =
            |man| places(eyes).flat_map(move |at| beyond(at).map(move |beyond| WatchSide::new(man, at, beyond)));
        each_man(eyes, which, sides, sink);
    }
}

/// Lists the places above ground in neighbouring hexes, whatever stands between.
fn beside(setting: &Setting, at: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let around = setting.spot(at).into_iter().flat_map(|spot| setting.board.grid().neighbours(spot.hex));
    around.flatten().flat_map(|hex| setting.board.at(hex)).copied()
}

impl DraftKind<Sniper> for ChooseAperture {
    /// Whether he can watch was checked before this was listed.
    #[inline]
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        let Ok(planned) = planned(eyes, self.man) else { return false };
        eyes.setting().watches(planned.eye()).is_some_and(|marks| !marks.sides().is_empty())
    }

    #[inline]
    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let Some(planned) = plotting(prompt, self.man) else { return };
        let sides = watches(prompt.eyes.setting(), &planned).map_or(&[][..], Marks::sides);
        sink.each(sides, |(at, beyond)| WatchSide::new(self.man, at, beyond));
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let who = reader.man(self.man);
        let sentence = format!("{who} watches a door or window for enemies: choose which.");
        OrderText::new("Watch a door or window", sentence, B16).about([self.man])
    }
}
