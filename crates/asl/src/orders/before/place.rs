//! Order `place`: placing a unit before the first turn (ASL-SC1).

use rules::scene::OrderText;
use rules::{DraftKind, Enumeration, OfferSink, OrderKind, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::placing::{has_place, has_room, placeable};
use crate::orders::timing::only;
use crate::orders::wellformed::each_piece;
use crate::orders::{Place, PlaceWhere};
use crate::printed::clause::{B8_6B, SC1};
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::text::names::Names;
use crate::view::AslEyes;

/// Checks that the set-up is under way, and recording is over.
pub fn is_time_to_place(step: Step) -> Result<(), Refusal> {
    only(
        !matches!(step, Step::Record),
        B8_6B,
        "tunnels and Fortified Locations are recorded before set-up: finish recording first",
    )?;
    only(matches!(step, Step::SetUp { .. }), SC1, "units are placed only before the first turn")
}

impl OrderKind<Asl> for Place {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_place(step)
    }

    /// Checks the Location. Hidden enemies there don't count: the answer would reveal them.
    #[inline]
    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        let Place { unit, at } = *self;
        let places = placeable(eyes, side, unit)?;
        if !places.contains(&at) {
            return Err(Refusal::new(SC1, "this unit can't be placed outside its set-up area"));
        }
        let stands = eyes.unit(unit).and_then(|unit| unit.at);
        has_room(eyes, side, eyes.held_by(side.other()), (unit, stands), at)
    }

    fn resolve(&self, resolver: &mut impl Resolver<Asl>, _: Side, _: Step) {
        resolver.change(SC1, Change::SetUp { unit: self.unit, at: self.at });
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        let sentence = format!("Place {} in {}.", reader.unit(self.unit), reader.at(self.at));
        OrderText::new("Place", sentence, SC1).about([self.unit]).at([self.at])
    }

    fn wellformed_orders(eyes: AslEyes<'_>, side: Side, which: Enumeration, sink: &mut dyn FnMut(Self)) {
        each_piece(eyes, side, which, &mut |unit, places, _| {
            places.iter().for_each(|at| sink(Place { unit, at: *at }))
        });
    }
}

impl DraftKind<Asl> for PlaceWhere {
    #[inline]
    fn leads_on(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> bool {
        has_place(eyes, side, self.unit)
    }

    fn next(&self, Prompt { eyes, side, step }: Prompt<'_, Asl>, sink: &mut impl OfferSink<Asl>) {
        let (unit, Step::SetUp { .. }) = (self.unit, step) else { return };
        for &at in placeable(eyes, side, unit).unwrap_or_default() {
            sink.order(Place { unit, at });
        }
    }

    fn describe(&self, reader: Reader<'_, Asl>) -> OrderText {
        OrderText::new("Place", format!("Place {}: choose where.", reader.unit(self.unit)), SC1).about([self.unit])
    }
}
