//! Close Combat (ASL-A17): who is asked for blows, and what they can be.

use board::LocationId;
use rules::{Group, OfferSink, Piece, Side, Turn};

use crate::mechanics::blows::{is_unseen, strikers, under_counter};
use crate::mechanics::concealment;
use crate::orders::fights::attack::{may_attack, may_attack_unknown};
use crate::orders::{Draft, Order};
use crate::printed::clause::{A15, A17};
use crate::printed::flags::Flag;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::fight::Fight;
use crate::state::step::Step;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Everything the side may order in the Close Combat Phase.
pub fn offers(eyes: AslEyes<'_>, side: Side, at: LocationId, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    let enemies = || eyes.at(side.other(), at).map(|(piece, _)| piece);
    let unknown = |units: Group| may_attack_unknown(eyes, side, at, units).is_ok();
    let any = |units: Group| {
        unknown(units) || enemies().any(|enemy| may_attack(eyes, side, at, units, Group::EMPTY.with(enemy)).is_ok())
    };
    match draft {
        None => {
            let all = strikers(eyes, side, at);
            let unseen = is_unseen(eyes, at);
            if unseen && unknown(all) {
                sink.order(Order::AttackUnknown { units: all });
            }
            for units in all.iter().map(|piece| Group::EMPTY.with(piece)) {
                // Below, of who is alone there is nothing to choose.
                if (!unseen || units != all) && any(units) {
                    sink.draft(Draft::Attack { units });
                }
            }
            sink.order(Order::Done);
        }
        Some(&Draft::Attack { units }) if is_unseen(eyes, at) => {
            let all = strikers(eyes, side, at);
            if unknown(units) {
                sink.order(Order::AttackUnknown { units });
            }
            let more = all.iter().filter(|piece| !units.has(*piece)).map(|piece| units.with(piece));
            more.filter(|units| *units != all).for_each(|units| sink.draft(Draft::Attack { units }));
        }
        Some(&Draft::Attack { units }) => {
            if unknown(units) {
                sink.order(Order::AttackUnknown { units });
            }
            for against in enemies().map(|enemy| Group::EMPTY.with(enemy)) {
                if may_attack(eyes, side, at, units, against).is_ok() {
                    sink.draft(Draft::Against { units, against });
                }
            }
            for piece in strikers(eyes, side, at).iter().filter(|piece| !units.has(*piece)) {
                if any(units.with(piece)) {
                    sink.draft(Draft::Attack { units: units.with(piece) });
                }
            }
        }
        Some(&Draft::Against { units, against }) => {
            if may_attack(eyes, side, at, units, against).is_ok() {
                sink.order(Order::Attack { units, against });
            }
            for enemy in enemies().filter(|enemy| !against.has(*enemy)) {
                if may_attack(eyes, side, at, units, against.with(enemy)).is_ok() {
                    sink.draft(Draft::Against { units, against: against.with(enemy) });
                }
            }
        }
        Some(_) => {}
    }
}

/// Asks a side for its blows, if as everybody knows it may have any left: what lies under a "?" must not show in who is
/// asked, so that one is asked for which there is nobody but dummies.
pub fn ask(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool) {
    let public = AslEyes::open(turn.setting(), turn.position()).public();
    let unstruck = |(_, unit): (Piece, &Unit)| unit.is_men() && !unit.is(Flag::Struck);
    let unknown = || public.is_unknown_at(side.other(), at) && !public.is_unknown_struck(side, at);
    let whom = unknown() || public.at(side.other(), at).any(unstruck);
    if whom && (public.is_unknown_at(side, at) || !strikers(public, side, at).is_empty()) {
        turn.push(Fight::CloseCombat { side, at, alone }.into());
    } else {
        done(turn, side, at, alone);
    }
}

/// A side has declared its blows: the other declares, before any falls.
fn done(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool) {
    if !alone && side == turn.position().attacker {
        turn.push(Fight::Blows { side: side.other(), at, alone }.into());
    }
}

/// Resolves an order of the Close Combat Phase. The question is off the agenda already.
pub fn resolve(turn: &mut impl Turn<Asl>, side: Side, at: LocationId, alone: bool, order: &Order) {
    match *order {
        Order::Attack { units, against } => {
            let ambush = alone && ambushes(turn, side, at);
            declare(turn, units, against);
            if ambush {
                expose(turn, side.other(), at);
            }
            turn.push(Fight::Blows { side, at, alone }.into());
        }
        Order::AttackUnknown { units } if alone && ambushes(turn, side, at) => {
            let against = under_counter(AslEyes::open(turn.setting(), turn.position()), side.other(), at);
            concealment::show(turn, units);
            expose(turn, side.other(), at);
            // They are not under a "?" any more when the blow falls; if they were dummies, it falls on nobody.
            let men = against & turn.position().units.men();
            declare(turn, units, men);
            turn.push(Fight::Blows { side, at, alone }.into());
        }
        Order::AttackUnknown { units } => {
            let eyes = AslEyes::open(turn.setting(), turn.position());
            let below = is_unseen(eyes, at);
            let against = under_counter(eyes, side.other(), at);
            turn.push(if below {
                Fight::BlowBelow { side, at }.into()
            } else {
                Fight::BlowUnknown { side, units, against, at }.into()
            });
            if !below {
                concealment::show(turn, units);
            }
            for unit in units.iter() {
                turn.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
            }
            match below {
                true => done(turn, side, at, alone),
                false => turn.push(Fight::Blows { side, at, alone }.into()),
            }
        }
        _ => done(turn, side, at, alone),
    }
}

/// Declares a blow at enemies by name: whoever strikes is seen.
fn declare(turn: &mut impl Turn<Asl>, units: Group, against: Group) {
    if !against.is_empty() {
        turn.push(Fight::Blow { units, against }.into());
    }
    concealment::show(turn, units);
    for unit in units.iter() {
        turn.change(A17, Change::Flag { unit, flag: Flag::Fought, on: true });
    }
    for unit in against.iter() {
        turn.change(A17, Change::Flag { unit, flag: Flag::Struck, on: true });
    }
}

/// Whether a side that strikes alone has ambushed the other, which is still to answer, above ground. Public.
fn ambushes(turn: &impl Turn<Asl>, side: Side, at: LocationId) -> bool {
    let answer = Step::Fight(Fight::Blows { side: side.other(), at, alone: true });
    let eyes = AslEyes::open(turn.setting(), turn.position());
    !is_unseen(eyes, at) && turn.position().agenda.steps().contains(&answer)
}

/// An ambusher strikes: the ambushed lose their concealment (ASL-A17).
fn expose(turn: &mut impl Turn<Asl>, side: Side, at: LocationId) {
    let there = under_counter(AslEyes::open(turn.setting(), turn.position()), side, at);
    if (there & turn.position().units.men()).is_empty() {
        concealment::find_out(turn, A15, side, at);
    } else {
        concealment::show(turn, there);
    }
}
