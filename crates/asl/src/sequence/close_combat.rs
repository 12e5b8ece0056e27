//! Close Combat (ASL-A17): the side that is asked for attacks, and the offers.

use board::LocationId;
use rules::{OfferSink, Piece, PieceSet, Resolver, Side};

use crate::mechanics::blows::{is_unseen, strikers};
use crate::mechanics::melee::push_below;
use crate::mechanics::withdrawal::{Exit, ask_to_infiltrate, can_leave, may_be_alone};
use crate::orders::fights::attack::can_attack;
use crate::orders::fights::attack_unknown::may_attack_unknown;
use crate::orders::leave::may_leave;
use crate::orders::{AttackUnknown, AttackWith, Done, Leave, Order, Solo, WithdrawWith};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Lists all orders that the side may give in the Close Combat Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, at: LocationId, sink: &mut impl OfferSink<Asl>) {
    let all = strikers(eyes, side, at);
    let unseen = is_unseen(eyes, at);
    if unseen && may_attack_unknown(eyes, side, at, all, false).is_ok() {
        sink.order(AttackUnknown { units: all, capture: false });
    }
    for units in all.iter().map(|piece| PieceSet::EMPTY.with(piece)) {
        // Below, a single unit offers no choice.
        if (!unseen || units != all) && can_attack(eyes, side, at, units) {
            sink.draft(AttackWith { units });
        }
    }
    sink.order(Done {});
}

/// Lists all orders that the side may give when units may leave the Close Combat.
pub fn ways_out(eyes: AslEyes<'_>, side: Side, question: Fight, sink: &mut impl OfferSink<Asl>) {
    let Some((exit, at)) = Exit::of(question.into()) else { return };
    for (unit, _) in eyes.at(side, at) {
        if can_leave(eyes, side, at, unit, exit) {
            sink.draft(WithdrawWith { units: PieceSet::EMPTY.with(unit) });
        }
        if exit == Exit::Melee && may_be_alone(eyes, side, at, unit).is_ok() {
            sink.order(Solo { unit });
        }
    }
    for (sw, weapon, _) in eyes.of(side).weapons().at(at).iter() {
        if let Some(unit) = weapon.holder.filter(|unit| may_leave(eyes, side, *unit, sw, Flag::Withdrawing).is_ok()) {
            sink.order(Leave { unit, sw });
        }
    }
    sink.order(Done {});
}

/// Continues after an answer to such a question: the side may give another.
pub fn go_on_out(resolver: &mut impl Resolver<Asl>, question: Fight, order: &Order) {
    if matches!(order, Order::Done) {
        return;
    }
    match question {
        // A challenge comes at once after the action.
        Fight::Withdraw { side, at, ambush } => {
            push_below(resolver, Fight::Withdrawals { side, at, ambush }, Fight::is_at_once);
        }
        Fight::Infiltrate { at, units, .. } => ask_to_infiltrate(resolver, at, units),
        _ => {}
    }
}

/// Asks a side for its attacks, if by public facts it may have any left. The question must not reveal what is under a
/// "?", so a side is also asked when it has only dummies there.
pub fn ask(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, alone: bool) {
    let public = AslEyes::open(resolver.setting(), resolver.position()).public();
    let unstruck = |(_, unit): (Piece, &Unit)| unit.is_men() && !unit.is(Flag::Struck);
    let unknown = || public.is_unknown_at(side.other(), at) && !public.is_unknown_struck(side, at);
    let whom = unknown() || public.at(side.other(), at).any(unstruck);
    if whom && (public.is_unknown_at(side, at) || !strikers(public, side, at).is_empty()) {
        resolver.push(Fight::CloseCombat { side, at, alone }.into());
    } else {
        done(resolver, side, at, alone);
    }
}

/// Ends the declaration of a side: the other side declares, before any attack is resolved.
fn done(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, alone: bool) {
    if !alone && side == resolver.position().attacker {
        resolver.push(Fight::Blows { side: side.other(), at, alone }.into());
    }
}

/// Continues after an answer in the Close Combat Phase: the side may attack again, unless it is done or all its units
/// have attacked below ground.
pub fn go_on(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, alone: bool, order: &Order) {
    let again = match order {
        Order::Attack { .. } => true,
        Order::AttackUnknown { .. } => !is_unseen(AslEyes::open(resolver.setting(), resolver.position()), at),
        _ => false,
    };
    if again {
        resolver.push(Fight::Blows { side, at, alone }.into());
    } else {
        done(resolver, side, at, alone);
    }
}
