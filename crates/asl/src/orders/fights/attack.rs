//! Whom one may attack in Close Combat: enemies by name, or a "?" (ASL-A17, B8.44e).

use board::LocationId;
use rules::{Group, Refusal, Side};

use crate::mechanics::blows::may_strike;
use crate::printed::clause::{A1, A17, B8_44E};
use crate::printed::flags::Flag;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Steps on the agenda beyond which no more blows are declared.
const DEEPEST: usize = rules::agenda::DEPTH - 4;

/// Whether a side may strike these enemies with these units.
///
/// # Errors
/// The refusal with its clause.
pub fn may_attack(eyes: AslEyes<'_>, side: Side, at: LocationId, units: Group, against: Group) -> Result<(), Refusal> {
    B8_44E.forbids(eyes.setting().is_below(at), "below ground you can't name enemies: attack the \"?\" as a whole")?;
    if units.is_empty() || against.is_empty() {
        return Err(Refusal::new(A17, "name who strikes, and whom"));
    }
    for piece in units.iter() {
        may_strike(eyes, side, at, piece)?;
    }
    for piece in against.iter() {
        let here = |unit: &&Unit| unit.at.is_some_and(|place| eyes.setting().are_one(place, at));
        let enemy = eyes.unit(piece).filter(|unit| unit.side != side && unit.is_men()).filter(here);
        let Some(enemy) = enemy else {
            return Err(Refusal::new(A17, "this is no enemy in this Close Combat"));
        };
        A17.forbids(enemy.is(Flag::Struck), "it has been attacked in this phase")?;
    }
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more blows can be declared")
}

/// Whether a side may strike at the enemy's "?" with these of its men there: at all that is under it, once a phase.
pub fn may_attack_unknown(eyes: AslEyes<'_>, side: Side, at: LocationId, units: Group) -> Result<(), Refusal> {
    if !eyes.is_unknown_at(side.other(), at) {
        return Err(Refusal::new(A17, "no enemy there is under a \"?\": name whom you attack"));
    }
    if units.is_empty() {
        return Err(Refusal::new(A17, "name who strikes"));
    }
    A17.forbids(eyes.is_unknown_struck(side, at), "the \"?\" has been attacked in this phase")?;
    units.iter().try_for_each(|piece| may_strike(eyes, side, at, piece).map(drop))?;
    A1.forbids(eyes.steps_to_do() > DEEPEST, "no more blows can be declared")
}
