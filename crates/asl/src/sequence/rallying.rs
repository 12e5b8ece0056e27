//! The Rally Phase (ASL-A13): the offers, and what follows.

use rules::{Choice, OfferSink, Piece, PieceSet, Resolver, Seat, Side};

use crate::mechanics::below::entrances::each;
use crate::mechanics::markers::clear_side;
use crate::mechanics::weapons::free;
use crate::orders::below::search::may_search;
use crate::orders::fights::deploy::{is_able, may_deploy, may_permit};
use crate::orders::fights::keep_dm::may_keep_dm;
use crate::orders::fights::rally::may_rally;
use crate::orders::fights::recombine::are_halves;
use crate::orders::fights::recover::may_recover;
use crate::orders::fights::repair::may_repair;
use crate::orders::{Deploy, Done, KeepDm, Order, RallyHow, Recombine, Recover, Repair, Search, TransferTo};
use crate::printed::clause::{A43, A48};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::sequence::asking;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::view::AslEyes;

/// Lists all orders that the side may give in the Rally Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let broken = eyes.of(side).units().bearing(Flag::Broken);
    sink.of_pieces(eyes, broken.men().group(), rallies);
    let desperate = if A43.is_in_force() { broken.bearing(Flag::Dm).without(Flag::KeepsDm) } else { broken };
    sink.of_pieces(eyes, desperate.group(), |eyes, unit| {
        let may = may_keep_dm(eyes, eyes.seat().side()?, unit).is_ok();
        may.then(|| Choice::Order(KeepDm { unit }.into()))
    });
    deployments(eyes, side, sink);
    let free = free(eyes, side);
    for (sw, _, at) in eyes.of(side).weapons().iter().filter(|(_, weapon, _)| weapon.holder.is_none()) {
        for unit in free.at(at).group().iter() {
            if may_recover(eyes, side, unit, sw).is_ok() {
                sink.order(Recover { unit, sw });
            }
        }
    }
    sink.of_pieces(eyes, eyes.of(side).weapons().bearing(Flag::Malfunctioned).group(), |eyes, sw| {
        let unit = eyes.unit(sw)?.holder?;
        let may = may_repair(eyes, eyes.seat().side()?, unit, sw).is_ok();
        may.then(|| Choice::Order(Repair { unit, sw }.into()))
    });
    transfers(eyes, side, sink);
    each(eyes, side, |unit, entrance| {
        if may_search(eyes, side, unit, entrance).is_ok() {
            sink.order(Search { unit, entrance });
        }
    });
    sink.order(Done {});
}

/// Returns the draft of a broken unit that can try to rally, by itself or with a leader.
fn rallies(eyes: AslEyes<'_>, unit: Piece) -> Option<Choice<Asl>> {
    let (Seat::Side(side), Some(Step::Fight(Fight::Rally { alone, .. }))) = (eyes.seat(), eyes.top()) else {
        return None;
    };
    let mut leaders = eyes.at(side, eyes.unit(unit)?.at?).map(|(piece, _)| Some(piece));
    let able = |leader| may_rally(eyes, side, alone, unit, leader).is_ok();
    (able(None) || leaders.any(able)).then(|| Choice::Draft(RallyHow { unit }.into()))
}

/// Lists squads that can Deploy, and half-squads that can Recombine, each with its leader.
fn deployments(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    let men = eyes.of(side).men().above().good();
    let deploys = is_able(eyes, side) || !A48.is_in_force();
    // A leader has no firepower.
    for (leader, _, at) in men.but(men.armed().group()).iter().filter(|(_, unit, _)| unit.kind.class() == Class::Leader)
    {
        if may_permit(eyes, side, leader, at).is_err() {
            continue;
        }
        let mates = men.at(at).but(PieceSet::EMPTY.with(leader));
        for (unit, _, _) in mates.iter().filter(|(unit, ..)| deploys && may_deploy(eyes, side, *unit).is_ok()) {
            sink.order(Deploy { unit, leader, weapons: PieceSet::EMPTY });
            for (sw, _) in eyes.weapons(unit) {
                sink.order(Deploy { unit, leader, weapons: PieceSet::EMPTY.with(sw) });
            }
        }
        let halves = mates.iter().filter(|(_, unit, _)| unit.kind.class() == Class::HalfSquad);
        let halves: PieceSet = halves.map(|(piece, ..)| piece).collect();
        for unit in halves.iter() {
            for other in halves.iter().filter(|other| other.index() > unit.index()) {
                let units = PieceSet::EMPTY.with(unit).with(other);
                if are_halves(eyes, side, units).is_ok() {
                    sink.order(Recombine { units, leader });
                }
            }
        }
    }
}

/// Lists the weapons that units of a side could hand over.
pub fn transfers(eyes: AslEyes<'_>, side: Side, sink: &mut impl OfferSink<Asl>) {
    sink.of_pieces(eyes, eyes.weapons_of(side, free(eyes, side)), |eyes, sw| {
        let (side, from) = (eyes.seat().side()?, eyes.unit(sw)?.holder?);
        let others = free(eyes, side).at(eyes.unit(from)?.at?).but(PieceSet::EMPTY.with(from));
        (!others.is_empty()).then(|| Choice::Draft(TransferTo { from, sw }.into()))
    });
}

/// Asks a side in the Rally Phase. Only the ATTACKER's squads may rally by themselves (ASL-A42).
pub fn ask(resolver: &mut impl Resolver<Asl>, side: Side) {
    let alone = side != resolver.position().attacker;
    asking::ask(resolver, Fight::Rally { side, alone });
}

/// Returns whether a squad or half-squad tries to rally: after the first attempt none may do so by itself (ASL-A42).
pub fn is_by_squad(resolver: &impl Resolver<Asl>, order: &Order) -> bool {
    let Order::Rally { unit, .. } = *order else { return false };
    resolver.position().unit(unit).is_some_and(|unit| unit.kind.is_mmc())
}

/// Ends the Rally Phase: removes Desperation Morale on both sides, unless a unit keeps it (ASL-A43).
pub fn end(resolver: &mut impl Resolver<Asl>) {
    let units = &resolver.position().units;
    let (desperate, kept) = (units.bearing(Flag::Dm), units.bearing(Flag::KeepsDm));
    for side in Side::BOTH {
        let of_side = desperate & resolver.position().units.of(side);
        if (of_side & kept).is_empty() {
            clear_side(resolver, A43, side, Flag::Dm);
        } else {
            for unit in (of_side - kept).iter() {
                resolver.change(A43, Change::Flag { unit, flag: Flag::Dm, on: false });
            }
        }
        clear_side(resolver, A43, side, Flag::KeepsDm);
        clear_side(resolver, A48, side, Flag::Stopped);
    }
}
