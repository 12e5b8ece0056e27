//! The Rally Phase (ASL-A13): the offers, and what follows.

use rules::{OfferSink, PieceSet, Resolver, Side};

use crate::mechanics::below::entrances::each;
use crate::mechanics::markers::clear_side;
use crate::mechanics::weapons::free;
use crate::orders::below::search::may_search;
use crate::orders::fights::rally::may_rally;
use crate::orders::fights::recover::may_recover;
use crate::orders::fights::transfer::may_transfer;
use crate::orders::{Done, Order, RallyHow, Recover, Search, TransferTo};
use crate::printed::clause::A13;
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::view::AslEyes;

/// Lists all orders that the side may give in the Rally Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, alone: bool, sink: &mut impl OfferSink<Asl>) {
    for (unit, broken, at) in eyes.of(side).units().bearing(Flag::Broken).iter() {
        let mut leaders = eyes.at(side, at).map(|(piece, _)| Some(piece));
        let able = |leader| may_rally(eyes, side, alone, unit, leader).is_ok();
        if broken.is_men() && (able(None) || leaders.any(able)) {
            sink.draft(RallyHow { unit });
        }
    }
    let free = free(eyes, side);
    for (sw, weapon, at) in eyes.of(side).weapons().iter() {
        match weapon.holder {
            None => {
                for unit in free.at(at).group().iter() {
                    if may_recover(eyes, side, unit, sw).is_ok() {
                        sink.order(Recover { unit, sw });
                    }
                }
            }
            Some(from) if free.group().has(from) => {
                let others = free.at(at).but(PieceSet::EMPTY.with(from)).group();
                if others.iter().any(|to| may_transfer(eyes, side, from, to, sw).is_ok()) {
                    sink.draft(TransferTo { from, sw });
                }
            }
            Some(_) => {}
        }
    }
    each(eyes, side, |unit, entrance| {
        if may_search(eyes, side, unit, entrance).is_ok() {
            sink.order(Search { unit, entrance });
        }
    });
    sink.order(Done {});
}

/// Returns whether this is the one squad that tries to rally without a leader.
pub fn is_alone(resolver: &impl Resolver<Asl>, order: &Order) -> bool {
    let Order::Rally { unit, leader: None } = *order else { return false };
    resolver.position().unit(unit).is_some_and(|unit| unit.kind.is_mmc())
}

/// Ends the Rally Phase: removes Desperation Morale on both sides.
pub fn end(resolver: &mut impl Resolver<Asl>) {
    for side in Side::BOTH {
        clear_side(resolver, A13, side, Flag::Dm);
    }
}
