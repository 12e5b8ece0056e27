//! Invariants of every position.

use rules::{InvariantViolation, PieceSet, Side};

use crate::mechanics::below::places;
use crate::mechanics::stack;
use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Class;
use crate::printed::words::{Cover, Fate, Phase};
use crate::setting::{Place, Setting};
use crate::state::below::Below;
use crate::state::lines::Lines;
use crate::state::position::Position;
use crate::state::step::Step;
use crate::state::unit::{NO_TUNNEL, Unit};
use crate::view::AslEyes;

/// Checks the invariants of a position.
///
/// # Errors
///
/// - An invariant is violated; the error names the first one.
pub fn check_invariants(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(position.units.is_sound(), || "the index of the pieces is not theirs".to_owned())?;
    let lines = Lines::all(&setting.sight, position.covered, &position.units);
    InvariantViolation::unless(position.lines.are(&lines), || {
        "the lines of sight are not those of the pieces".to_owned()
    })?;
    for (n, unit) in position.units.iter().enumerate() {
        unit_holds(setting, position, unit).map_err(|flaw| InvariantViolation(format!("piece {n}: {}", flaw.0)))?;
    }
    places(setting, position)?;
    counts(setting, position)?;
    agenda(position)
}

fn unit_holds(setting: &Setting, position: &Position, unit: &Unit) -> Result<(), InvariantViolation> {
    let says = |holds: bool, flaw: &str| InvariantViolation::unless(holds, || flaw.to_owned());
    says(
        unit.at.is_some() == (unit.fate == Fate::InPlay),
        "it is on the board and not in play, or the other way round",
    )?;
    let below = unit.at.is_some_and(|at| setting.is_below(at));
    says(unit.below == below, "it is below ground and is not")?;
    let Some(at) = unit.at else {
        return says(unit.fate == Fate::Waiting || unit.flags == Flags::NONE, "it is gone and has markers");
    };
    let Some(place) = setting.place(at) else { return says(false, "it is beside the board") };
    if let Some(holder) = unit.holder {
        let with = position.unit(holder);
        says(unit.kind.is_weapon(), "it is held and no weapon")?;
        return says(
            with.is_some_and(|with| with.at == unit.at && with.cover == unit.cover),
            "it is not with its holder",
        );
    }
    let lies = unit.kind.is_weapon();
    says(!lies || (unit.cover == Cover::Open) != place.is_below(), "a weapon lies about unseen, or below in sight")?;
    says(!lies || place != Place::Tunnel, "a weapon lies about in a tunnel")?;
    says(unit.kind.class() != Class::Dummy || unit.cover == Cover::Concealed, "a dummy lies open")?;
    says((place == Place::Tunnel) == (unit.tunnel != NO_TUNNEL), "it is in a tunnel and is not")?;
    says(!unit.is(Flag::Wounded) || unit.kind.is_smc(), "it is wounded and no single man")?;
    says(!unit.is(Flag::Broken) || unit.kind.class() != Class::Hero, "a hero is broken")?;
    let broken = unit.is(Flag::Broken) || unit.is(Flag::Berserk);
    says(!broken || unit.is_open(), "it is broken or berserk and concealed")?;
    if place.is_below() {
        says(unit.cover == Cover::Concealed, "it is below and not concealed")?;
        says(!unit.is(Flag::Melee), "it is in Melee below")?;
    } else {
        // A lost stack is still at its entrance while its destination is chosen.
        let entering = matches!(position.agenda.top(), Some(Step::Below(Below::Direct { .. })));
        says(!unit.is(Flag::Lost) || entering, "it is lost above ground")?;
    }
    Ok(())
}

/// Sewers are never overstacked, and hold enemies together only after Close Combat. A side has one stack in each,
/// except the side that moves, while others of its stacks arrive.
fn places(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    let eyes = AslEyes::open(setting, position);
    for side in Side::BOTH {
        for (_, unit, at) in eyes.units_of(side) {
            if setting.place(at) == Some(Place::Sewer) {
                let alike = |mate: &Unit| places::MARKS.iter().all(|flag| mate.is(*flag) == unit.is(*flag));
                let arriving = position.phase == Phase::Movement && position.attacker == side;
                let joined = arriving || eyes.at(side, at).all(|(_, mate)| alike(mate));
                InvariantViolation::unless(joined, || format!("two stacks of a side lie in {}", setting.label(at)))?;
                let load = stack::load(eyes, side, at, PieceSet::EMPTY);
                InvariantViolation::unless(load.excess() == 0, || format!("{} is overstacked", setting.label(at)))?;
            }
        }
    }
    Ok(())
}

fn counts(setting: &Setting, position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless((1..=setting.turns).contains(&position.turn), || "no such turn".to_owned())?;
    InvariantViolation::unless(position.held.len() == setting.objectives.len(), || {
        "objectives are missing".to_owned()
    })?;
    let covered = setting.covers.len() >= 16 || position.covered >> setting.covers.len() == 0;
    InvariantViolation::unless(covered, || "a cover is there that is none".to_owned())?;
    let moves = matches!(position.phase, Phase::Movement | Phase::Rout);
    InvariantViolation::unless(moves || position.moving.is_none(), || "units are on the move out of turn".to_owned())
}

fn agenda(position: &Position) -> Result<(), InvariantViolation> {
    InvariantViolation::unless(!position.agenda.overflowed(), || "a step was lost".to_owned())?;
    let top = position.agenda.top();
    if position.phase == Phase::Over {
        return InvariantViolation::unless(top.and_then(Step::question).is_none(), || {
            "a question after the end".to_owned()
        });
    }
    InvariantViolation::unless(top.is_some(), || "nothing left to do".to_owned())?;
    match top {
        Some(Step::StepOn) => {
            InvariantViolation::unless(position.moving.is_some(), || "nobody is on the move".to_owned())
        }
        Some(Step::Move) => {
            InvariantViolation::unless(position.moving.is_none(), || "units are on the move already".to_owned())
        }
        _ => Ok(()),
    }
}
