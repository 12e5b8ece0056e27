//! The set-up by the sides: what can be chosen, and what follows.

use rules::{OfferSink, Side, Turn};

use crate::mechanics::placing::{placeable, ready, waiting};
use crate::orders::before::deal::deal;
use crate::orders::{Draft, Order};
use crate::printed::clause::SC1;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::step::Step;
use crate::state::unit::NO_AREA;
use crate::view::AslEyes;

/// What a side may place where.
pub fn candidates(eyes: AslEyes<'_>, side: Side, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            // Whoever is not of an area has no choice, and what is held goes with its holder.
            for (unit, _) in eyes.seen_of(side).filter(|(_, unit)| unit.area != NO_AREA && unit.holder.is_none()) {
                sink.draft(Draft::Place { unit });
            }
            sink.order(if waiting(eyes, side).next().is_some() { Order::Deal } else { Order::Ready });
        }
        Some(Draft::Place { unit }) => {
            for &at in placeable(eyes, side, *unit).unwrap_or_default() {
                sink.order(Order::Place { unit: *unit, at });
            }
        }
        _ => {}
    }
}

/// Places, or deals out. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
    match *order {
        Order::Place { unit, at } => {
            turn.change(SC1, Change::SetUp { unit, at });
            turn.push(Step::SetUp { side });
        }
        Order::Deal => {
            deal(turn, side);
            ready(turn, side);
        }
        _ => ready(turn, side),
    }
}
