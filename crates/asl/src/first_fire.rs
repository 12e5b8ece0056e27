//! Defensive First Fire: who is asked, and residual firepower (ASL-A10).
//!
//! Whether somebody could fire can be a secret. So the question rests on public facts alone: an enemy in sight who can, a
//! "?" that sees the movers, or a side that has units hidden.

use rules::{Group, Turn};

use crate::Asl;
use crate::asking::FARTHEST;
use crate::attack::{self, Attack};
use crate::change::Change;
use crate::clause::{A10, A27};
use crate::drm::Drm;
use crate::eyes::AslEyes;
use crate::fight::{Fight, Occasion};
use crate::fire::{self, Aim, SIXTEENTHS};
use crate::tables::Column;

/// The most residual firepower there is.
const RESIDUAL: u8 = 12;

/// Asks the DEFENDER for fire at the movers, where public facts allow that there is some.
#[inline]
pub fn ask(turn: &mut impl Turn<Asl>, fired: Group) {
    let open = AslEyes::open(turn.setting(), turn.position());
    let eyes = open.public();
    let when = Fight::FirstFire { fired };
    let Some(at) = eyes.moving_at().filter(|at| !eyes.setting().is_below(*at) && A10.is_in_force()) else { return };
    let side = eyes.attacker().other();
    let view = eyes.view(at);
    // Where they are is public, and so is who sees them.
    let Some(mover) = open.moving().and_then(|moving| moving.units.iter().next()) else { return };
    let seen = || {
        let mut able = eyes.watching_movers(fire::able(eyes, side, when).armed()).iter();
        able.any(|firer| Aim::of(eyes, side, when, firer).at(at).is_ok())
    };
    let unknown = || eyes.any_unknown_sees(side, mover, |from| view.distance(from) <= FARTHEST);
    let hidden = || A27.is_in_force() && eyes.has_hidden(side);
    if hidden() || unknown() || seen() {
        turn.push(when.into());
    }
}

/// Residual firepower where the movers have come to strikes at them.
pub fn residual(turn: &mut impl Turn<Asl>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let (Some(moving), Some(at)) = (eyes.moving(), eyes.moving_at()) else { return };
    let at = eyes.setting().location(at);
    let Some(residual) = eyes.residual().iter().find(|residual| residual.at == at && moving.spent > 0) else { return };
    let side = eyes.attacker();
    let mut drm: Drm = attack::of_target(eyes, side, at);
    attack::of_movers(eyes, at, &mut drm);
    let attack = Attack {
        side: side.other(),
        occasion: Occasion::ResidualFire,
        units: Group::EMPTY,
        below: None,
        at,
        power: u16::from(residual.fp) * SIXTEENTHS,
        unsure: true,
        cowers: 0,
        drm,
        victims: moving.units,
        tells_crowd: false,
    };
    attack::resolve(turn, &attack);
}

/// Fire at movers leaves half the firepower of its column where they are, in the next lower column; the highest counts.
pub fn leave_residual(turn: &mut impl Turn<Asl>, attack: &Attack, column: Option<Column>) {
    let at_movers =
        matches!(attack.occasion, Occasion::FirstFire | Occasion::SubsequentFire | Occasion::ProtectiveFire);
    let half = column.map_or(0, |column| u16::from(column.firepower()) / 2);
    let left = Column::of(half).map_or(0, |column| column.firepower().min(RESIDUAL));
    let there = turn.position().residual.iter().find(|residual| residual.at == attack.at).map_or(0, |there| there.fp);
    if at_movers && left > there {
        turn.change(A10, Change::Residual { at: attack.at, fp: left });
    }
}
