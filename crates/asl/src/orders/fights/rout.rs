//! One step of a rout (ASL-A14).

use board::LocationId;
use rules::{Audience, Group, Piece, Refusal, Side, Turn, house};

use crate::mechanics::morale;
use crate::mechanics::reach::{Flight, Stand, Steps, is_exposed, steps};
use crate::mechanics::routing::{FACTORS, finish, routing, under_way};
use crate::printed::clause::A14;
use crate::printed::flags::Flag;
use crate::printed::words::Pace;
use crate::setting::Spot;
use crate::state::Asl;
use crate::state::change::Change;
use crate::state::report::fights::{Check, FightReport};
use crate::view::AslEyes;

/// The steps a unit may take now, if it is the one to go.
///
/// # Errors
/// The refusal with its clause.
pub fn may_step(eyes: AslEyes<'_>, side: Side, unit: Piece) -> Result<Steps, Refusal> {
    if let Some((piece, moving)) = under_way(eyes) {
        A14.forbids(piece != unit, "another unit is on its rout")?;
        let (_, at) = eyes.own(side, unit)?;
        return Ok(steps(eyes, side, at, moving.mf_left));
    }
    let (_, at) = routing(eyes, side, unit)?;
    Ok(steps(eyes, side, at, FACTORS))
}

/// A unit takes one step of its rout, or is barred by whoever is hidden there.
pub fn rout(turn: &mut impl Turn<Asl>, side: Side, unit: Piece, to: LocationId) {
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let Some(from) = eyes.unit(unit).and_then(|unit| unit.at) else { return };
    if eyes.at(side.other(), to).any(|(_, enemy)| enemy.is_men()) {
        turn.report(house::BARRED, Audience::Only(side), FightReport::RoutBarred { unit, at: to }.into());
        return turn.change(A14, Change::Barred { at: to });
    }
    let left = under_way(eyes).map_or(FACTORS, |(_, moving)| moving.mf_left);
    let way = eyes.setting().spot(from).and_then(|spot| spot.way(to).copied());
    let cost = way.and_then(|way| Stand::at(&Flight::of(eyes, side), from).stride(&way)).unwrap_or(left);
    let encircled = eyes.unit(unit).is_some_and(|unit| unit.is(Flag::Encircled));
    turn.report(A14, Audience::All, FightReport::Routs { unit, to }.into());
    let units = Group::EMPTY.with(unit);
    let mf_left = left.saturating_sub(cost);
    let (pace, on_road) = (Pace::Normal, false);
    turn.change(A14, Change::Moving { units, pace, mf_left, spent: cost, stepped: true, on_road });
    turn.change(A14, Change::Placed { unit, at: to });
    if encircled {
        turn.change(A14, Change::Flag { unit, flag: Flag::Encircled, on: false });
    }
    if is_exposed(AslEyes::open(turn.setting(), turn.position()), side, unit, to) {
        morale::morale_check(turn, unit, Check::Interdiction, 0, None);
    }
    let eyes = AslEyes::open(turn.setting(), turn.position());
    let own = AslEyes::new(turn.setting(), turn.position(), side.seat());
    let flight = Flight::of(own, side);
    let sheltered = |spot: &Spot| flight.is_shelter(spot, to);
    let arrived = eyes.unit(unit).is_none() || own.spot(to).is_ok_and(sheltered) || !flight.can_step(to, mf_left);
    if arrived {
        finish(turn, unit);
    }
}
