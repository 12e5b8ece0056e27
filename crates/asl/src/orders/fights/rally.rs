//! Rallying (ASL-A13).

use rules::{Audience, Classes, Piece, Pool, Refusal, Side, Turn};

use crate::mechanics::{concealment, morale};
use crate::printed::clause::{A13, A18};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::{DESPERATION, RALLY_COVER, SELF_RALLY};
use crate::printed::terrain::Terrain;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::FightReport;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Whether a unit can try to rally now, with a leader's help or by itself. Single men may try by themselves, and one
/// squad or half-squad a Rally Phase.
///
/// # Errors
/// The refusal with its clause.
pub fn may_rally(
    eyes: AslEyes<'_>,
    side: Side,
    alone: bool,
    unit: Piece,
    leader: Option<Piece>,
) -> Result<(), Refusal> {
    let (broken, at) = eyes.own(side, unit)?;
    if !broken.is(Flag::Broken) {
        return Err(Refusal::new(A13, "it is not broken"));
    }
    A13.forbids(broken.is(Flag::Used), "it has tried in this phase")?;
    let Some(leader) = leader else {
        return A13.forbids(alone && broken.kind.is_mmc(), "one squad a phase rallies by itself, and one has tried");
    };
    let (leader, place) = eyes.own(side, leader)?;
    if leader.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader rallies others"));
    }
    A13.forbids(!morale::leads(leader), "a leader who rallies others is in Good Order and not pinned")?;
    A13.forbids(!eyes.setting().are_one(place, at), "the leader is elsewhere")
}

/// What is added to the rally DR of a unit, but for its leader.
fn modifier(eyes: AslEyes<'_>, unit: &Unit, leader: Option<Piece>) -> i16 {
    let desperate = if unit.is(Flag::Dm) { DESPERATION } else { 0 };
    let terrain = unit.at.and_then(|at| eyes.setting().spot(at)).map(|spot| eyes.terrain(spot));
    let sheltered = terrain.is_some_and(|terrain| terrain.is_building() || terrain == Terrain::Woods);
    let cover = if sheltered { RALLY_COVER } else { 0 };
    let led = leader.and_then(|leader| eyes.unit(leader)).map(|leader| i16::from(morale::leadership(leader)));
    desperate + cover + led.unwrap_or(SELF_RALLY)
}

pub fn rally(turn: &mut impl Turn<Asl>, piece: Piece, leader: Option<Piece>) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(unit) = eyes.unit(piece).copied() else { return };
    let (drm, needed) = (modifier(eyes, &unit, leader), unit.morale());
    if let Some(leader) = leader {
        concealment::lose(turn, leader);
    }
    turn.change(A13, Change::Flag { unit: piece, flag: Flag::Used, on: true });
    let dr = turn.roll(Pool::open(2, Classes::SUM, "rally", A13)).sum();
    let rallied = dr < 12 && dr as i16 + drm <= i16::from(needed);
    let report = FightReport::RallyRolled { unit: piece, leader, roll: dr as u8, drm: drm as i8, needed, rallied };
    turn.report(A13, Audience::All, report.into());
    if rallied {
        turn.change(A13, Change::Flag { unit: piece, flag: Flag::Broken, on: false });
        if unit.is(Flag::Dm) {
            turn.change(A13, Change::Flag { unit: piece, flag: Flag::Dm, on: false });
        }
    } else if dr == 12 {
        morale::reduce(turn, piece);
    }
}
