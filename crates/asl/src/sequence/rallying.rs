//! The Rally Phase (ASL-A13): what can be chosen, and what follows.

use rules::{Group, OfferSink, Side, Turn};

use crate::mechanics::markers::clear_side;
use crate::mechanics::weapons::free;
use crate::orders::below::search;
use crate::orders::fights::rally::{may_rally, rally};
use crate::orders::fights::recover::{may_recover, recover};
use crate::orders::fights::transfer::{may_transfer, transfer};
use crate::orders::{Draft, Order};
use crate::printed::clause::A13;
use crate::printed::flags::Flag;
use crate::sequence::asking;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Everything the side may order in the Rally Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, alone: bool, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => begin(eyes, side, alone, sink),
        Some(&Draft::Rally { unit }) => {
            let at = eyes.unit(unit).and_then(|unit| unit.at);
            let leaders = at.into_iter().flat_map(|at| eyes.at(side, at)).map(|(leader, _)| Some(leader));
            for leader in std::iter::once(None).chain(leaders) {
                if may_rally(eyes, side, alone, unit, leader).is_ok() {
                    sink.order(Order::Rally { unit, leader });
                }
            }
        }
        Some(&Draft::Transfer { from, sw }) => {
            let Some(at) = eyes.unit(from).and_then(|unit| unit.at) else { return };
            for (to, _) in eyes.at(side, at) {
                if may_transfer(eyes, side, from, to, sw).is_ok() {
                    sink.order(Order::Transfer { from, to, sw });
                }
            }
        }
        Some(_) => {}
    }
}

fn begin(eyes: AslEyes<'_>, side: Side, alone: bool, sink: &mut impl OfferSink<Asl>) {
    for (unit, broken, at) in eyes.of(side).units().bearing(Flag::Broken).iter() {
        let mut leaders = eyes.at(side, at).map(|(piece, _)| Some(piece));
        let able = |leader| may_rally(eyes, side, alone, unit, leader).is_ok();
        if broken.is_men() && (able(None) || leaders.any(able)) {
            sink.draft(Draft::Rally { unit });
        }
    }
    let free = free(eyes, side);
    for (sw, weapon, at) in eyes.of(side).weapons().iter() {
        match weapon.holder {
            None => {
                for unit in free.at(at).group().iter() {
                    if may_recover(eyes, side, unit, sw).is_ok() {
                        sink.order(Order::Recover { unit, sw });
                    }
                }
            }
            Some(from) if free.group().has(from) => {
                let others = free.at(at).but(Group::EMPTY.with(from)).group();
                if others.iter().any(|to| may_transfer(eyes, side, from, to, sw).is_ok()) {
                    sink.draft(Draft::Transfer { from, sw });
                }
            }
            Some(_) => {}
        }
    }
    search::offer_searches(eyes, side, sink);
    sink.order(Order::Done);
}

/// Resolves an order of the Rally Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, alone: bool, order: &Order) {
    let mut alone = alone;
    if let Order::Rally { unit, leader: None } = *order {
        alone |= turn.position().unit(unit).is_some_and(|unit| unit.kind.is_mmc());
    }
    match *order {
        Order::Rally { unit, leader } => rally(turn, unit, leader),
        Order::Recover { unit, sw } => recover(turn, unit, sw),
        Order::Transfer { from, to, sw } => transfer(turn, from, to, sw),
        Order::Search { unit, entrance } => search::search(turn, side, unit, entrance),
        _ => return,
    }
    asking::ask(turn, Fight::Rally { side, alone });
}

/// The Rally Phase ends: Desperation Morale goes, on both sides.
pub fn end(turn: &mut impl Turn<Asl>) {
    for side in Side::BOTH {
        clear_side(turn, A13, side, Flag::Dm);
    }
}
