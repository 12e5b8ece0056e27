//! Order to place a hidden unit before the first turn (HNL-B19).

use board::LocationId;
use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Piece, PieceSet, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::hidden::may_stand;
use crate::mechanics::stack;
use crate::orders::groups::pieces;
use crate::orders::timing::untimely;
use crate::orders::{ChooseHideout, Hide};
use crate::printed::clause::B19;
use crate::state::Heroes;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::text::names::Names;
use crate::view::HeroesEyes;

impl OrderKind<Heroes> for Hide {
    const SURE: bool = true;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        placed(step).map(drop)
    }

    fn legal(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> Result<(), Refusal> {
        may_hide(eyes, side, self.unit, placed(step)?, self.at)
    }

    /// Asks the side again if a unit is left to place.
    fn resolve(&self, resolver: &mut impl Resolver<Heroes>, side: Side, step: Step) {
        let Hide { unit, at } = *self;
        let Ok(done) = placed(step) else { return };
        resolver.change(B19, Change::Hidden { unit, at });
        let done = done.with(unit);
        if resolver.position().all().any(|(piece, unit)| unit.side == side && unit.hidden && !done.has(piece)) {
            resolver.push(Step::Hide { side, done });
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let Hide { unit, at } = *self;
        let (name, place, terrain) = (reader.unit(unit), reader.at(at), reader.terrain(at));
        OrderText::new("Hide", format!("{name} hides in {place} ({terrain})."), B19).about([unit]).at([at])
    }

    fn wellformed_orders(eyes: HeroesEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        for unit in pieces(eyes) {
            eyes.setting().board.location_ids().for_each(|at| sink(Hide { unit, at }));
        }
    }
}

impl DraftKind<Heroes> for ChooseHideout {
    #[inline(never)]
    fn leads_on(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>) -> bool {
        placed(step).is_ok_and(|done| hideouts(eyes, side, self.unit, done).next().is_some())
    }

    #[inline(never)]
    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Heroes>, sink: &mut impl OfferSink<Heroes>) {
        let unit = self.unit;
        let Ok(done) = placed(step) else { return };
        for at in hideouts(eyes, side, unit, done) {
            sink.order(Hide { unit, at });
        }
    }

    fn describe(&self, reader: Reader<'_, Heroes>) -> OrderText {
        let sentence = format!("{} hides: choose a Location.", reader.unit(self.unit));
        OrderText::new("Hide", sentence, B19).about([self.unit])
    }
}

/// Returns the hidden units that have been placed already.
#[inline]
fn placed(step: Step) -> Result<PieceSet, Refusal> {
    match step {
        Step::Hide { done, .. } => Ok(done),
        Step::Act => Err(Refusal::new(B19, "hidden units can be placed only before the first turn")),
        _ => Err(untimely(step)),
    }
}

/// Checks that a side may place a unit in a Location before the first turn. Hidden enemies are ignored, so that the
/// answer doesn't reveal them.
fn may_hide(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet, at: LocationId) -> Result<(), Refusal> {
    let (counter, _) = eyes.own(side, unit)?;
    let spot = eyes.spot(at)?;
    if !counter.hidden {
        return Err(Refusal::new(B19, "this unit doesn't set up hidden"));
    }
    if done.has(unit) {
        return Err(Refusal::new(B19, "this unit has already been placed"));
    }
    B19.forbids(!eyes.setting().hideouts[side].contains(&at), "your units can't hide in that Location")?;
    B19.forbids(eyes.holds(side.other(), at), "an enemy unit is in that hex")?;
    let finds = |enemy: &Unit, place| enemy.is_good() && eyes.setting().distance(place, at) <= 1;
    let found = eyes.units_of(side.other()).any(|(_, enemy, place)| finds(enemy, place));
    B19.forbids(found, "an adjacent enemy in Good Order would find this unit there")?;
    may_stand(eyes, side, Some(unit), counter.counter, at, spot)?;
    stack::has_room(eyes, side, at, PieceSet::EMPTY.with(unit))
}

/// Returns the Locations where a side may place a unit before the first turn.
fn hideouts(eyes: HeroesEyes<'_>, side: Side, unit: Piece, done: PieceSet) -> impl Iterator<Item = LocationId> {
    let places = eyes.setting().hideouts[side].iter().copied();
    places.filter(move |at| may_hide(eyes, side, unit, done, *at).is_ok())
}
