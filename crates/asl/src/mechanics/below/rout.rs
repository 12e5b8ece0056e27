//! Routs through tunnels: who may use them, and where they lead (B8.62).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Side};

use crate::mechanics::arms::is_armed;
use crate::mechanics::below::tunnel::{between, has_room, is_full, others};
use crate::mechanics::carry::may_carry;
use crate::printed::clause::{B8_45C, B8_61E, B8_62A, B8_62C};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::state::unit::Unit;
use crate::view::AslEyes;

/// Checks that a broken unit can rout through a tunnel to its other end, even where cover is nearer.
pub fn may_rout(eyes: AslEyes<'_>, side: Side, unit: Piece, to: LocationId) -> Result<(), Refusal> {
    let (router, from) = eyes.own(side, unit)?;
    let spot = eyes.spot(to)?;
    B8_62A.forbids(!router.is(Flag::Broken), "only broken units can rout")?;
    B8_62A.forbids(router.is(Flag::Routed), "this unit has already routed")?;
    let Some((tunnel, _)) = between(eyes, side, from, to) else {
        return Err(Refusal::new(B8_62A, "no tunnel of your side leads from here to there"));
    };
    let alone = PieceSet::EMPTY.with(unit);
    may_carry(eyes, alone, B8_61E)?;
    has_room(eyes, side, tunnel, alone)?;
    let held = !eyes.public().of(side.other()).units().at(to).is_empty();
    B8_62A.forbids(held, "an enemy is at the other end")?;
    let shut = eyes.burns(spot.hex) || is_full(eyes, side, to, alone);
    B8_62A.forbids(shut, "this unit can't come out at the other end: it is full or burning")?;
    let setting = eyes.setting();
    for (enemy, at) in known(eyes, side, unit) {
        let closer = setting.distance(to, at) < setting.distance(from, at);
        B8_62C.forbids(closer, "this unit would come out closer to a Known enemy")?;
        let adjacent = eyes.are_adjacent(to, at) && !enemy.is(Flag::Broken);
        B8_62C.forbids(adjacent, "this unit would come out ADJACENT to a Known enemy")?;
    }
    Ok(())
}

/// Returns the armed enemies Known to a unit when its rout begins: not under a "?", and in its sight. Leaders count as
/// armed here. Units below ground are ignored (B8.45c).
fn known(eyes: AslEyes<'_>, side: Side, router: Piece) -> impl Iterator<Item = (&Unit, LocationId)> {
    let men = eyes.public().of(side.other()).men();
    let all = if B8_45C.is_in_force() { men.in_sight_of(router) } else { men.facing(router) };
    let armed = move |(piece, unit, _): &(Piece, &Unit, LocationId)| {
        unit.kind.class() == Class::Leader || is_armed(eyes.public(), *piece, unit)
    };
    all.iter().filter(armed).map(|(_, unit, at)| (unit, at))
}

/// Lists the ends that a broken unit can rout to through tunnels.
pub fn ends(eyes: AslEyes<'_>, side: Side, unit: Piece, sink: &mut impl FnMut(LocationId)) {
    let from = eyes.unit(unit).and_then(|unit| unit.at);
    for to in from.into_iter().flat_map(|from| others(eyes, side, from)) {
        if may_rout(eyes, side, unit, to).is_ok() {
            sink(to);
        }
    }
}
