//! The set-up by the sides: what can be chosen.

use rules::{OfferSink, Side};

use crate::mechanics::placing::waiting;
use crate::orders::{Deal, PlaceWhere, Ready};
use crate::state::Asl;
use crate::state::unit::NO_AREA;
use crate::view::AslEyes;

/// What a side may place where.
pub fn candidates(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    // Whoever is not of an area has no choice, and what is held goes with its holder.
    for (unit, _) in eyes.seen_of(side).filter(|(_, unit)| unit.area != NO_AREA && unit.holder.is_none()) {
        sink.draft(PlaceWhere { unit });
    }
    if waiting(eyes, side).next().is_some() {
        sink.order(Deal {});
    } else {
        sink.order(Ready {});
    }
}
