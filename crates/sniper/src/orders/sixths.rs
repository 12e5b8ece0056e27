//! Choice of a place by sixths of the board, if there are many places.

use board::LocationId;
use rules::OfferSink;

use crate::orders::{Draft, Order};
use crate::setting::marks::Marks;
use crate::state::Sniper;

/// Number of places above which sixths of the board are offered.
const LISTED: usize = 400;

const SIXTHS: [&str; 6] = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/// Offers all places, or if there are too many, the sixths of the board that contain some.
pub fn all_or_sixths<O: Into<Order>, D: Into<Draft>>(
    marks: Option<&Marks>,
    sink: &mut impl OfferSink<Sniper>,
    order: impl Fn(LocationId) -> O,
    part: impl Fn(u8) -> D,
) {
    let Some(marks) = marks else { return };
    if marks.all().len() <= LISTED {
        return sink.each(marks.all(), order);
    }
    (0..6).filter(|way| !marks.in_sixth(*way).is_empty()).for_each(|way| sink.draft(part(way)));
}

/// Returns the compass name of a sixth, such as `north-east`.
pub fn sixth(way: u8) -> &'static str {
    SIXTHS.get(usize::from(way)).copied().unwrap_or_default()
}
