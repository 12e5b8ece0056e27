//! Close Combat (ASL-A17): who is asked for blows, and what they can be.

use board::LocationId;
use rules::{OfferSink, Piece, PieceSet, Resolver, Side};

use crate::mechanics::blows::{is_unseen, strikers};
use crate::orders::fights::attack::can_attack;
use crate::orders::fights::attack_unknown::may_attack_unknown;
use crate::orders::{AttackUnknown, AttackWith, Done, Order};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Everything the side may order in the Close Combat Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, at: LocationId, sink: &mut impl OfferSink<Asl>) {
    let all = strikers(eyes, side, at);
    let unseen = is_unseen(eyes, at);
    if unseen && may_attack_unknown(eyes, side, at, all).is_ok() {
        sink.order(AttackUnknown { units: all });
    }
    for units in all.iter().map(|piece| PieceSet::EMPTY.with(piece)) {
        // Below, of who is alone there is nothing to choose.
        if (!unseen || units != all) && can_attack(eyes, side, at, units) {
            sink.draft(AttackWith { units });
        }
    }
    sink.order(Done {});
}

/// Asks a side for its blows, if as everybody knows it may have any left: what lies under a "?" must not show in who is
/// asked, so that one is asked for which there is nobody but dummies.
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

/// A side has declared its blows: the other declares, before any falls.
fn done(resolver: &mut impl Resolver<Asl>, side: Side, at: LocationId, alone: bool) {
    if !alone && side == resolver.position().attacker {
        resolver.push(Fight::Blows { side: side.other(), at, alone }.into());
    }
}

/// What follows an answer in the Close Combat Phase: the side may strike again, unless it is done or all of it have struck
/// below ground.
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
