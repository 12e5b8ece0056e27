//! Who may fire at what (ASL-A7, ASL-A9, ASL-A10), and what can be chosen. What a shot does is in [`crate::mechanics::attack`].

use board::LocationId;
use rules::{Group, OfferSink, Piece, Refusal, Side, Turn};

use crate::mechanics::aim::{Aim, Targets, able, is_target, may_aim, may_take_part};
use crate::mechanics::attack;
use crate::mechanics::shot::{Shot, line};
use crate::orders::{Draft, Order};
use crate::printed::clause::{A6, A7, A18, B8_3D};
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::state::Asl;
use crate::state::fight::Fight;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Whether these units can fire together at a Location.
///
/// # Errors
/// The refusal with its clause.
pub fn may_fire(
    eyes: AslEyes<'_>,
    side: Side,
    when: Fight,
    units: Group,
    leader: Option<Piece>,
    to: LocationId,
) -> Result<(), Refusal> {
    is_target(eyes, side, when, to)?;
    if units.is_empty() {
        return Err(Refusal::new(A7, "nobody fires"));
    }
    let below = eyes.setting().is_below(to);
    for piece in units.iter() {
        let ordnance = |piece| eyes.own_piece(side, piece).is_some_and(|unit| unit.kind.class() == Class::Gun);
        B8_3D.forbids(below && ordnance(piece), "no Gun fires into a sewer")?;
        let (unit, from) = may_take_part(eyes, side, when, piece)?;
        Aim::of(eyes, side, when, (piece, unit, from)).at(to)?;
    }
    may_join(eyes, side, when, units, leader)?;
    A6.forbids(!leader_sees(eyes, leader, to), "the leader does not see the target")
}

/// Whether these units can fire together, under this leader, at anything.
#[inline]
fn may_join(eyes: AslEyes<'_>, side: Side, when: Fight, units: Group, leader: Option<Piece>) -> Result<(), Refusal> {
    A7.forbids(!is_joined(eyes, units), "a fire group is of one Location, or of Locations that adjoin")?;
    leader.map_or(Ok(()), |leader| may_direct(eyes, side, when, units, leader))
}

/// Whether the leader who directs, if there is one, sees the target.
#[inline]
fn leader_sees(eyes: AslEyes<'_>, leader: Option<Piece>, to: LocationId) -> bool {
    let Some(leader) = leader else { return true };
    eyes.unit(leader).and_then(|leader| leader.at).is_some_and(|from| line(eyes, from, to).is_some())
}

/// Whether a leader can direct the fire of these units: he is with all of them (ASL-A18).
///
/// # Errors
/// The refusal with its clause.
fn may_direct(eyes: AslEyes<'_>, side: Side, when: Fight, units: Group, leader: Piece) -> Result<(), Refusal> {
    let (unit, at) = may_take_part(eyes, side, when, leader)?;
    if unit.kind.class() != Class::Leader {
        return Err(Refusal::new(A18, "only a leader directs fire"));
    }
    A18.forbids(unit.is(Flag::Pinned), "a pinned leader does not direct fire")?;
    let spent = matches!(when, Fight::FirstFire { .. }) && unit.is(Flag::FinalFired);
    A18.forbids(spent || unit.is(Flag::Used), "he has done what he can in this phase")?;
    let here = |place: LocationId| eyes.setting().are_one(place, at);
    let with = |piece: Piece| eyes.unit(piece).and_then(|unit| unit.at).is_some_and(here);
    A18.forbids(!units.iter().all(with), "he is not with all of them")
}

/// Whether all are in one Location, or in Locations that hang together by adjacent ones that see each other.
#[inline]
fn is_joined(eyes: AslEyes<'_>, units: Group) -> bool {
    let at = |piece| eyes.unit(piece).and_then(|unit| unit.at);
    let Some(first) = units.iter().next() else { return true };
    let mut joined = Group::EMPTY.with(first);
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

/// Whether two Locations are the same or ADJACENT: below ground next to each other with a line between.
#[inline]
fn is_near(eyes: AslEyes<'_>, a: LocationId, b: LocationId) -> bool {
    let view = eyes.view(a);
    if view.is_below(b) {
        return a == b || (view.distance(b) <= 1 && line(eyes, a, b).is_some());
    }
    eyes.are_adjacent(a, b)
}

/// Those of some units that are near a Location.
fn near_by(eyes: AslEyes<'_>, units: Seen<'_>, to: LocationId) -> Group {
    units.iter().filter(|(_, _, at)| is_near(eyes, *at, to)).map(|(piece, _, _)| piece).collect()
}

/// Units fire at a Location: they show themselves, bear the marker of their fire, and shoot.
pub fn fire(turn: &mut impl Turn<Asl>, side: Side, when: Fight, units: Group, leader: Option<Piece>, at: LocationId) {
    attack::shoot(turn, Shot { side, when, units, leader, at });
}

/// What could be chosen in a fire phase, but for ending it.
#[inline]
pub fn candidates(eyes: AslEyes<'_>, side: Side, when: Fight, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
    match draft {
        None => {
            for piece in Targets::of(eyes, side, when).faced_by_some(able(eyes, side, when).armed()) {
                sink.draft(Draft::Fire { units: Group::EMPTY.with(piece), leader: None });
            }
        }
        Some(Draft::Fire { units, leader }) => {
            let Some(first) = eyes.of(side).only(*units).group().iter().next() else { return };
            Targets::of(eyes, side, when).faced_by(first).each(|at| {
                sink.order(Order::Fire { units: *units, leader: *leader, at });
            });
            if leader.is_none() {
                joining(eyes, side, when, *units, sink);
            }
        }
        Some(_) => {}
    }
}

/// Who could join a group. It grows from any of its members by those who are near, and a leader is with all of them.
fn joining(eyes: AslEyes<'_>, side: Side, when: Fight, units: Group, sink: &mut impl OfferSink<Asl>) {
    let others = able(eyes, side, when).but(units);
    let members = eyes.of(side).only(units);
    let near = members.places().fold(Group::EMPTY, |near, member| near | near_by(eyes, others.but(near), member));
    for (piece, unit, at) in others.only(near).iter() {
        if unit.kind.class() != Class::Leader {
            sink.draft(Draft::Fire { units: units.with(piece), leader: None });
        } else if members.but(members.at(at).group()).is_empty() {
            sink.draft(Draft::Fire { units, leader: Some(piece) });
        }
    }
}

/// Whether there is anything that these units can fire at together: one of the targets at which they [`may_fire`].
pub fn has_target(eyes: AslEyes<'_>, side: Side, when: Fight, units: Group, leader: Option<Piece>) -> bool {
    let able = able(eyes, side, when).only(units);
    let Some(first) = able.iter().next().filter(|_| able.group() == units) else { return false };
    let aim = Aim::of(eyes, side, when, first);
    let targets = Targets::of(eyes, side, when);
    let others = units.without(first.0);
    if others.is_empty() && leader.is_none() {
        return aim.hits_any(targets, |_| true);
    }
    may_join(eyes, side, when, units, leader).is_ok()
        && aim.hits_any(targets, |to| {
            others.iter().all(|piece| may_aim(eyes, side, when, piece, to).is_ok())
                && (leader_sees(eyes, leader, to) || !A6.is_in_force())
        })
}
