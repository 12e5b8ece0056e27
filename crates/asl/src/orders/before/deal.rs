//! Random placement of the units that a side has not placed (ASL-SC1).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::scene::OrderText;
use rules::{Enumeration, FaceClasses, OrderKind, Piece, PieceSet, Pool, Prompt, Reader, Refusal, Resolver, Side};

use crate::mechanics::placing::{places, ready, waiting};
use crate::orders::Deal;
use crate::orders::before::place::is_time_to_place;
use crate::printed::clause::SC1;
use crate::setting::LOCATIONS;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::view::AslEyes;

impl OrderKind<Asl> for Deal {
    const SURE: bool = false;

    fn timely(&self, step: Step) -> Result<(), Refusal> {
        is_time_to_place(step)
    }

    fn legal(&self, Prompt { eyes, side, .. }: Prompt<'_, Asl>) -> Result<(), Refusal> {
        SC1.forbids(waiting(eyes, side).next().is_none(), "all your units are already placed")
    }

    /// Places every remaining unit somewhere in its area, by rolls that only its side sees.
    fn resolve(&self, resolver: &mut impl Resolver<Asl>, side: Side, _: Step) {
        let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
        let units: ArrayVec<Piece, { PieceSet::LIMIT }> = waiting(eyes, side).collect();
        for unit in units {
            let eyes = AslEyes::new(resolver.setting(), resolver.position(), side.seat());
            let free: ArrayVec<LocationId, LOCATIONS> = places(eyes, side, unit).take(LOCATIONS).collect();
            let chosen = cast(resolver, side, free.len());
            // If the area is full there is nothing to do: its size is checked when the scenario is read.
            if let Some(&at) = free.get(chosen) {
                resolver.change(SC1, Change::SetUp { unit, at });
            }
        }
        ready(resolver, side);
    }

    fn describe(&self, _: Reader<'_, Asl>) -> OrderText {
        let sentence = "Place the remaining units at random and finish set-up.";
        OrderText::new("Place at random", sentence.to_owned(), SC1)
    }

    fn wellformed_orders(_: AslEyes<'_>, _: Side, _: Enumeration, sink: &mut dyn FnMut(Self)) {
        sink(Deal {});
    }
}

/// Returns an index below `number`, rolled with enough dice to make all about equally likely; rolls none if there is
/// only one.
fn cast(resolver: &mut impl Resolver<Asl>, side: Side, of: usize) -> usize {
    let (mut cast, mut range) = (0, 1);
    while of > 1 && range < EVEN * of {
        let face = resolver.roll(Pool::secret(1, FaceClasses::SUM, "deal", SC1, side)).sum().saturating_sub(1);
        cast = cast * 6 + usize::from(face);
        range *= 6;
    }
    cast * of / range
}

/// Minimum number of dice results for each place to choose from.
const EVEN: usize = 4;
