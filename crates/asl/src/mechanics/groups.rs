//! Fire groups, and the leaders who direct them (ASL-A7, ASL-A18, ASL-A33).

use board::LocationId;
use rules::{Piece, PieceSet, Refusal, Side};

use crate::mechanics::aim::may_take_part;
use crate::mechanics::guns;
use crate::mechanics::shot::line;
use crate::printed::clause::{A7, A18, A33, A46};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::words::Arms;
use crate::state::fight::Fight;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Units that fire together, with those who direct them.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub units: PieceSet,
    pub leaders: PieceSet,
    pub arms: Arms,
}

/// Checks that these units can fire together, under these leaders, at any target.
#[inline]
pub fn may_join(eyes: AslEyes<'_>, side: Side, when: Fight, group: Group) -> Result<(), Refusal> {
    let Group { units, leaders, .. } = group;
    A7.forbids(!is_joined(eyes, units), "a fire group must be in one Location or in ADJACENT Locations")?;
    A33.forbids(is_frenzied(eyes, units), "a berserk unit can't fire in a group of several Locations")?;
    for leader in leaders.iter() {
        may_direct(eyes, side, when, leader)?;
        A18.forbids(units.has(leader), "a leader who fires directs nothing")?;
    }
    if leaders.is_empty() {
        return Ok(());
    }
    let place = |piece| eyes.unit(piece).and_then(|unit| unit.at);
    let with =
        |one: Piece, other: Piece| place(one).zip(place(other)).is_some_and(|(a, b)| eyes.setting().are_one(a, b));
    let led = units.iter().all(|unit| leaders.iter().any(|leader| with(leader, unit)));
    A18.forbids(!led, "fire is directed only if a leader is in every Location of the firing units")?;
    let useful = leaders.iter().all(|leader| units.iter().any(|unit| with(leader, unit)));
    A18.forbids(!useful, "the leader is in no Location of the firing units")?;
    let one_each = leaders.iter().all(|one| leaders.iter().all(|other| one == other || !with(one, other)));
    A18.forbids(!one_each, "one leader in a Location directs its fire")
}

/// Returns whether a group of several Locations has a berserk unit in it (A7.54).
#[inline]
fn is_frenzied(eyes: AslEyes<'_>, units: PieceSet) -> bool {
    let at = |piece| eyes.unit(piece).and_then(|unit| unit.at);
    let Some(first) = units.iter().next().and_then(at).filter(|_| units.len() > 1) else { return false };
    units.iter().any(|piece| eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Berserk)))
        && !units.iter().filter_map(at).all(|other| eyes.setting().are_one(first, other))
}

/// Returns whether the leaders who direct see the target.
#[inline]
pub fn leaders_see(eyes: AslEyes<'_>, leaders: PieceSet, to: LocationId) -> bool {
    let sees = |leader: Piece| {
        eyes.unit(leader).and_then(|leader| leader.at).is_some_and(|from| line(eyes, from, to).is_some())
    };
    leaders.iter().all(sees)
}

/// Checks that a leader can direct fire (ASL-A18).
pub fn may_direct(eyes: AslEyes<'_>, side: Side, when: Fight, leader: Piece) -> Result<(), Refusal> {
    let (unit, _) = may_take_part(eyes, side, when, leader)?;
    if unit.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader can direct fire"));
    }
    A18.forbids(unit.is(Flag::Pinned), "a pinned leader can't direct fire")?;
    A46.forbids(unit.is(Flag::Berserk), "a berserk leader can't direct fire")?;
    let spent = match when {
        Fight::FirstFire { .. } => unit.is(Flag::FinalFired),
        _ => unit.flags.meet(guns::spent(when)),
    };
    // Who has directed a machine gun that kept its rate of fire may direct that again.
    let spent = spent && !unit.is(Flag::Directed);
    A18.forbids(spent || unit.is(Flag::Used), "this leader has already acted in this phase")
}

/// Checks what leaders who have directed fire before may direct: in the same phase, machine guns that they directed and
/// that kept their rate of fire; after First Fire, the firers they directed then (A7.53).
#[inline]
pub fn may_direct_again(eyes: AslEyes<'_>, when: Fight, group: Group, to: LocationId) -> Result<(), Refusal> {
    if group.leaders.is_empty() { Ok(()) } else { may_direct_these(eyes, when, group, to) }
}

#[inline(never)]
fn may_direct_these(eyes: AslEyes<'_>, when: Fight, group: Group, to: LocationId) -> Result<(), Refusal> {
    let defends = matches!(when, Fight::FirstFire { .. } | Fight::FinalFire);
    let such = |test: &dyn Fn(&Unit) -> bool| group.leaders.iter().filter_map(|one| eyes.unit(one)).any(test);
    let done = such(&|leader| leader.flags.meet(guns::spent(when)) || (defends && leader.is(Flag::FinalFired)));
    let again = done || (defends && such(&|leader| leader.is(Flag::FirstFired)));
    if !again {
        return Ok(());
    }
    let is = |piece: Piece, flag| eyes.unit(piece).is_some_and(|unit| unit.is(flag));
    let all = |test: &dyn Fn(Piece, guns::Load) -> bool| {
        group.units.iter().all(|piece| test(piece, guns::load(eyes, when, group.arms, piece, to)))
    };
    let led = |load: guns::Load| !load.is_empty() && !load.men && load.guns.iter().all(|gun| is(gun, Flag::Directed));
    if all(&|_, load| led(load) && guns::only_kept(eyes, load)) {
        return Ok(());
    }
    A18.forbids(
        done,
        "this leader has directed fire: he directs only a machine gun that he directed and that kept its rate of fire",
    )?;
    let before = all(&|piece, load| !load.is_empty() && (is(piece, Flag::Directed) || led(load)));
    A18.forbids(!before, "this leader has directed First Fire: he directs only those again whom he directed then")
}

/// Returns whether all are in one Location, or in a chain of adjacent Locations that see each other.
#[inline]
pub fn is_joined(eyes: AslEyes<'_>, units: PieceSet) -> bool {
    let at = |piece| eyes.unit(piece).and_then(|unit| unit.at);
    let Some(first) = units.iter().next() else { return true };
    let mut joined = PieceSet::EMPTY.with(first);
    while joined != units {
        let near = |piece: &Piece| {
            !joined.has(*piece)
                && joined.iter().any(|other| at(*piece).zip(at(other)).is_some_and(|(a, b)| is_near(eyes, a, b)))
        };
        let Some(next) = units.iter().find(near) else { break };
        joined = joined.with(next);
    }
    joined == units
}

/// Returns whether two Locations are the same or ADJACENT: below ground, adjacent with a line of sight.
#[inline]
pub fn is_near(eyes: AslEyes<'_>, a: LocationId, b: LocationId) -> bool {
    let view = eyes.view(a);
    if view.is_below(b) {
        return a == b || (view.distance(b) <= 1 && line(eyes, a, b).is_some());
    }
    eyes.are_adjacent(a, b)
}

/// Returns those of some units that are near a Location.
#[inline]
pub fn near_by(eyes: AslEyes<'_>, units: Seen<'_>, to: LocationId) -> PieceSet {
    let setting = eyes.setting();
    // Most are far. Below ground, no step need lead from one to the other.
    let close = if setting.is_below(to) {
        units
    } else {
        units.only(units.perhaps_in(setting.pairs.of_one(to)).group() | units.below().group())
    };
    close.iter().filter(|(_, _, at)| is_near(eyes, *at, to)).map(|(piece, _, _)| piece).collect()
}
