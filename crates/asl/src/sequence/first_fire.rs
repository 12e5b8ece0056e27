//! Defensive First Fire: the conditions for asking the DEFENDER (ASL-A10).
//!
//! Whether a unit could fire can be a secret. The question therefore depends on public facts alone: an enemy in sight
//! that can fire, a "?" that sees the moving units, or a side that has units hidden. It comes once for each movement
//! factor spent: a unit that has fired, or that is in a Location that has, fires at the next one.

use rules::{PieceSet, Resolver};

use crate::mechanics::aim::{self, Aim};
use crate::mechanics::first_fire::fresh;
use crate::mechanics::targets;
use crate::orders::Order;
use crate::orders::fights::charge;
use crate::printed::clause::{A10, A27};
use crate::sequence::asking::FARTHEST;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::view::AslEyes;

/// Asks the DEFENDER for fire at the moving units, if by public facts some is possible.
#[inline]
pub fn ask(resolver: &mut impl Resolver<Asl>, fired: PieceSet, began: PieceSet, more: u8) {
    let open = AslEyes::open(resolver.setting(), resolver.position());
    let eyes = open.public();
    let when = Fight::FirstFire { fired, began, more };
    let Some(at) = eyes.moving_at().filter(|at| !eyes.setting().is_below(*at) && A10.is_in_force()) else { return };
    let side = eyes.attacker().other();
    let view = eyes.view(at);
    // Their Location is public, and so are the lines of sight to it.
    let Some(mover) = open.moving().and_then(|moving| moving.units.iter().next()) else { return };
    let seen = || {
        // Most movers are out of sight.
        if eyes.watching_movers(eyes.of(side).men()).is_empty() {
            return false;
        }
        let mut able = eyes.watching_movers(aim::firers(eyes, side, when)).iter();
        let targets = targets::Targets::of(eyes, side, when);
        able.any(|firer| Aim::of(eyes, side, when, firer).hits_somehow(targets))
    };
    let silent = |from| {
        let elsewhere = !eyes.setting().are_one(from, at) && aim::is_busy(eyes, side, from);
        elsewhere || (more == 0 && aim::has_grouped(eyes, from, at))
    };
    let unknown = || eyes.any_unknown_sees(side, mover, |from| view.distance(from) <= FARTHEST && !silent(from));
    let hidden = || A27.is_in_force() && eyes.has_hidden(side);
    let throws = || {
        let targets = targets::Targets::of(eyes, side, when);
        charge::holders(eyes, side).iter().any(|unit| charge::has_target(eyes, side, when, unit, targets))
    };
    if hidden() || unknown() || seen() || throws() {
        resolver.push(when.into());
    }
}

/// Puts the question for the rest of the fire on the agenda, before the fire that was ordered is resolved.
pub fn prepare(resolver: &mut impl Resolver<Asl>, when: Fight, order: &Order) {
    let Fight::FirstFire { fired, began, more } = when else { return };
    let eyes = AslEyes::open(resolver.setting(), resolver.position());
    let (all, next) = match *order {
        Order::Fire { units, leader, leaders, at, .. } => {
            let all = leader.into_iter().fold(units | leaders, PieceSet::with);
            (all, more > 0 && aim::is_next_round(eyes, when, all, at))
        }
        // A charge belongs to no fire group.
        Order::Charge { unit, .. } => (PieceSet::EMPTY.with(unit), false),
        _ => return,
    };
    let (fired, more) = if next { (all, more - 1) } else { (fired | all, more) };
    if next {
        fresh(resolver);
    }
    resolver.push(Fight::Watch { fired, began: began | all, more }.into());
}
