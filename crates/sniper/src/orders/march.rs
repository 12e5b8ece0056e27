//! Movement to a Location by the cheapest way (SNP-B5).

use board::LocationId;
use rules::scene::OrderText;
use rules::{
    DraftKind, Enumeration, OfferSink, OrderKind, Piece, Prompt, Reader, Refusal, Resolver, Side, referee_clauses,
};

use crate::mechanics::planned::{Planned, TAKEN, is_taken, may_still_move, place, planned};
use crate::orders::plots::{each_man, is_time_to_plot, places, plotting, write};
use crate::orders::{ChooseGoal, March};
use crate::printed::clause::{B5, S39_41};
use crate::setting::reach::{Reach, Way};
use crate::state::Sniper;
use crate::state::plot::Plot;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::SniperEyes;

impl OrderKind<Sniper> for March {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_plot(step)
    }

    fn legal(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> Result<(), Refusal> {
        let planned = planned(eyes, self.man)?;
        place(eyes, self.to)?;
        let marching = marching(eyes, &planned)?;
        let Some(n) = marching.reach.find(self.to, marching.points) else {
            return Err(Refusal::new(B5, "this man can't reach that place with his movement points"));
        };
        S39_41.forbids(marching.reach.is_barred(n, |at| marching.is_closed(at)), TAKEN)
    }

    #[inline]
    fn resolve(&self, resolver: &mut impl Resolver<Sniper>, _: Side, _: Step) {
        write(resolver, self.man, |setting, man| {
            let (reach, points) = Planned::of(setting, self.man, man, man.at?).reach(setting)?;
            Some(Plot { path: reach.path(reach.find(self.to, points)?), ..man.plot })
        });
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} moves to {}.", reader.man(self.man), reader.at(self.to));
        OrderText::new("Move", sentence, B5).about([self.man]).at([self.to])
    }

    fn wellformed_orders(eyes: SniperEyes<'_>, _: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_man(eyes, which, |man| places(eyes).map(move |to| March { man, to }), sink);
    }
}

impl DraftKind<Sniper> for ChooseGoal {
    #[inline]
    fn leads_on(&self, Prompt { eyes, .. }: Prompt<'_, Sniper>) -> bool {
        let Ok(planned) = planned(eyes, self.man) else { return false };
        marching(eyes, &planned).is_ok_and(|marching| match marching.all() {
            Some(places) => !places.is_empty(),
            None => marching.free().next().is_some(),
        })
    }

    fn next(&self, prompt: Prompt<'_, Sniper>, sink: &mut impl OfferSink<Sniper>) {
        let order = |to| March { man: self.man, to };
        let Some(planned) = plotting(prompt, self.man) else { return };
        let Ok(marching) = marching(prompt.eyes, &planned) else { return };
        match marching.all() {
            Some(places) => sink.each(places, |way| order(way.at())),
            None => marching.free().for_each(|to| sink.order(order(to))),
        }
    }

    fn describe(&self, reader: Reader<'_, Sniper>) -> OrderText {
        let sentence = format!("{} moves: choose where to.", reader.man(self.man));
        OrderText::new("Move", sentence, B5).about([self.man])
    }
}

/// A man who may march, by the cheapest way and in place of the steps plotted so far (SNP-B5).
#[derive(Clone, Copy)]
struct Marching<'a> {
    eyes: SniperEyes<'a>,
    piece: Piece,
    reach: &'a Reach,
    points: u8,
}

impl<'a> Marching<'a> {
    fn is_closed(&self, at: LocationId) -> bool {
        is_taken(self.eyes, self.piece, at)
    }

    /// Returns the places within reach, if the ways to all of them are free.
    #[inline]
    fn all(self) -> Option<&'a [Way]> {
        // The ladder is usually free: then it needs no look at which places are within reach.
        let closed = self.eyes.any_stays_on_a_ladder() && self.reach.any_closed(self.points, |at| self.is_closed(at));
        (!closed).then(|| self.reach.places(self.points))
    }

    /// Returns the places to which the way is free.
    fn free(self) -> impl Iterator<Item = LocationId> + use<'a> {
        self.free_at().map(|(_, at)| at)
    }

    /// Returns the places to which the way is free, each with its index.
    fn free_at(self) -> impl Iterator<Item = (usize, LocationId)> + use<'a> {
        let places = self.reach.places(self.points).iter().enumerate();
        places.filter(move |(n, _)| !self.reach.is_barred(*n, |at| self.is_closed(at))).map(|(n, way)| (n, way.at()))
    }
}

/// Returns the places that a man of the seat's side can march to, each with its movement points.
///
/// # Errors
/// Refuses if he may not move any more.
pub fn goals<'a>(
    eyes: SniperEyes<'a>,
    planned: &Planned<'a>,
) -> Result<impl Iterator<Item = (LocationId, u8)> + use<'a>, Refusal> {
    let marching = marching(eyes, planned)?;
    Ok(marching.free_at().map(move |(n, at)| (at, marching.reach.cost(n))))
}

/// Returns the march of a man.
///
/// # Errors
/// Refuses if he may not move any more.
#[inline]
fn marching<'a>(eyes: SniperEyes<'a>, planned: &Planned<'a>) -> Result<Marching<'a>, Refusal> {
    may_still_move(planned)?;
    let reach = planned.reach(eyes.setting());
    let (reach, points) = reach.ok_or_else(|| Refusal::new(referee_clauses::NAMES, "this man is not on the board"))?;
    Ok(Marching { eyes, piece: planned.piece, reach, points })
}
