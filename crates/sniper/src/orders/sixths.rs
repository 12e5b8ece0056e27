//! Places that are chosen by sixths of the board, where there are many.

use board::LocationId;
use rules::OfferSink;

use crate::orders::{Draft, Order};
use crate::setting::marks::Marks;
use crate::state::Sniper;

/// More places than this are offered by sixths of the board.
const LISTED: usize = 400;

const SIXTHS: [&str; 6] = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

/// All places, or the sixths of the board in which there are some.
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

/// What a sixth of the board is called.
pub fn sixth(way: u8) -> &'static str {
    SIXTHS.get(usize::from(way)).copied().unwrap_or_default()
}
