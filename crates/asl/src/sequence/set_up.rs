//! The set-up by the sides: the offers.

use rules::{OfferSink, Side};

use crate::mechanics::placing::waiting;
use crate::orders::{Deal, PlaceWhere, Ready};
use crate::state::Asl;
use crate::state::unit::NO_AREA;
use crate::view::AslEyes;

/// Lists the units a side may place, and where.
pub fn candidates(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    // Units without an area have no choice, and weapons go with their holder.
    for (unit, _) in eyes.seen_of(side).filter(|(_, unit)| unit.area != NO_AREA && unit.holder.is_none()) {
        sink.draft(PlaceWhere { unit });
    }
    if waiting(eyes, side).next().is_some() {
        sink.order(Deal {});
    } else {
        sink.order(Ready {});
    }
}
