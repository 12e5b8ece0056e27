//! Who may fire at what (ASL-A7, ASL-A9, ASL-A10), and what can be chosen. What a shot does is in [`crate::attack`].

use board::LocationId;
use rules::{Group, OfferSink, Piece, Refusal, Side, Turn};

use crate::Asl;
use crate::attack::{self, Shot};
use crate::clause::{A6, A7, A10, A11, A18, A19, A24, A31, B8_3D};
use crate::eyes::{AslEyes, Held, Seen};
use crate::fight::{Fight, Occasion};
use crate::flags::Flag;
use crate::kind::Class;
use crate::morale;
use crate::order::{Draft, Order};
use crate::position::Unit;
use crate::sewer;
use crate::sight::Line;

mod aim;

pub(crate) use aim::{Aim, able};
pub use aim::{may_aim, may_take_part};

/// The line from one Location to another, above ground or below.
#[inline]
#[must_use]
pub fn line(eyes: AslEyes<'_>, from: LocationId, to: LocationId) -> Option<Line> {
    let view = eyes.view(from);
    if view.is_below(to) {
        return sewer::sees(eyes, from, to).then_some(Line { hindrance: 0, hexside: 0 });
    }
    view.line(to)
}

/// What kind of fire a unit's shot is, by the question and what it has done before.
#[inline]
#[must_use]
pub fn occasion(when: Fight, unit: &Unit) -> Occasion {
    match when {
        Fight::PrepFire => Occasion::PrepFire,
        Fight::AdvancingFire => Occasion::AdvancingFire,
        Fight::FirstFire { .. } if unit.is(Flag::FinalFired) => Occasion::ProtectiveFire,
        Fight::FirstFire { .. } if unit.is(Flag::FirstFired) => Occasion::SubsequentFire,
        Fight::FirstFire { .. } => Occasion::FirstFire,
        _ => Occasion::FinalFire,
    }
}

/// Whether a Location can be fired at now.
///
/// # Errors
/// The refusal with its clause.
#[inline]
pub fn is_target(eyes: AslEyes<'_>, side: Side, when: Fight, to: LocationId) -> Result<(), Refusal> {
    eyes.spot(to)?;
    let part = eyes.setting().is_entrenchment(to);
    A24.forbids(part, "an entrenchment is part of its hex: fire at the hex")?;
    if matches!(when, Fight::FirstFire { .. }) {
        let movers = eyes.moving_at().map(|at| eyes.setting().location(at));
        return A10.forbids(movers != Some(to), "fire in the Movement Phase answers those who move");
    }
    if !eyes.holds(side.other(), to) {
        return Err(Refusal::new(A7, "no enemy is known to be there"));
    }
    A31.forbids(is_shut(eyes, side, to), "nobody fires into a Melee")
}

/// Whether a side does not fire at a Location because units of its own are held in Melee there.
#[inline]
fn is_shut(eyes: AslEyes<'_>, side: Side, at: LocationId) -> bool {
    A31.is_in_force() && !eyes.of(side).units().bearing(Flag::Melee).at(at).is_empty()
}

/// Whether a side does not fire from outside at a Location since somebody of its own is there, or a "?" of its own, whatever is
/// under it: in sight of all they are beside the enemy, and not held in Melee.
#[inline]
pub(crate) fn is_shared(eyes: AslEyes<'_>, side: Side, from: LocationId, at: LocationId) -> bool {
    A31.is_in_force() && eyes.holds(side, at) && !eyes.setting().are_one(from, at)
}

/// What is said of that.
pub(crate) const SHARED: &str = "units of its own side are in that Location: nobody fires into it from outside";

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

/// All targets ([`is_target`]).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Targets<'a> {
    /// Where the movers are, in First Fire.
    Movers(Option<LocationId>, AslEyes<'a>),
    /// Where anybody of the enemy of a side is known to be, but where its own units are held in Melee.
    Enemies(Held<'a>, AslEyes<'a>, Side),
}

impl<'a> Targets<'a> {
    #[inline]
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, when: Fight) -> Targets<'a> {
        match when {
            Fight::FirstFire { .. } => Targets::Movers(eyes.moving_at().map(|at| eyes.setting().location(at)), eyes),
            _ => Targets::Enemies(eyes.held_by(side.other()), eyes, side),
        }
    }

    /// Those to which a unit of the side may have a line.
    #[inline]
    pub(crate) fn faced_by(self, piece: Piece) -> Self {
        match self {
            Targets::Movers(..) => self,
            Targets::Enemies(held, eyes, side) => Targets::Enemies(held.facing(piece), eyes, side),
        }
    }

    /// Those of some units of the side that may have a line to any of them.
    #[inline]
    fn faced_by_some(self, units: Seen<'a>) -> impl Iterator<Item = Piece> {
        let (units, held) = match self {
            Targets::Movers(_, eyes) => (eyes.watching_movers(units), None),
            Targets::Enemies(held, ..) => (units, Some(held)),
        };
        units.group().iter().filter(move |piece| held.is_none_or(|held| !held.facing(*piece).is_empty()))
    }

    /// Looks at each of the Locations once, at those of Melees too.
    #[inline]
    pub(crate) fn each(self, look: impl FnMut(LocationId)) {
        match self {
            Targets::Movers(at, _) => at.into_iter().for_each(look),
            Targets::Enemies(held, ..) => held.places().for_each(look),
        }
    }

    /// Whether any of them is such.
    #[inline]
    pub(crate) fn any(self, such: impl Fn(LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(at, _) => at.is_some_and(such),
            Targets::Enemies(held, eyes, side) => held.any(|at| such(at) && !is_shut(eyes, side, at)),
        }
    }

    /// Whether a "?" of the side that everybody knows of may have a line to any of them that is such, from where it is. Who
    /// may fire at movers is found by [`crate::first_fire::ask`] instead: here nobody faces them.
    #[inline]
    pub(crate) fn any_faced_by_unknown(self, such: impl Fn(LocationId, LocationId) -> bool) -> bool {
        match self {
            Targets::Movers(..) => false,
            Targets::Enemies(held, eyes, side) => {
                eyes.any_unknown_faces(side, held, |from, to| such(from, to) && !is_shut(eyes, side, to))
            }
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

impl Aim<'_> {
    /// Whether it can hit any of the targets that is such.
    #[inline]
    pub(crate) fn hits_any(&self, targets: Targets<'_>, such: impl Fn(LocationId) -> bool) -> bool {
        targets.faced_by(self.firer.0).any(|to| self.could_see(to) && self.at(to).is_ok() && such(to))
    }
}

/// Firepower is counted in sixteenths, so that no half is lost.
pub const SIXTEENTHS: u16 = 16;

/// Firepower of one unit with its machine guns against a Location, in sixteenths, before what the target is.
#[must_use]
pub fn firepower(eyes: AslEyes<'_>, when: Fight, piece: Piece, to: LocationId) -> u16 {
    let Some((unit, from)) = eyes.unit(piece).and_then(|unit| Some((unit, unit.at?))) else { return 0 };
    let distance = eyes.setting().distance(from, to);
    let at_range = |fp: u8, range: u8| match u16::from(range) {
        range if distance > 2 * range => 0,
        range if distance > range && A7.is_in_force() => u16::from(fp) * SIXTEENTHS / 2,
        _ => u16::from(fp) * SIXTEENTHS,
    };
    let values = unit.kind.values();
    let own = at_range(values.fp, values.range);
    let guns = eyes.weapons(piece).filter(|(_, weapon)| weapon.kind.class() == Class::Lmg && A19.is_in_force());
    let gun = guns.map(|(_, gun)| at_range(gun.kind.values().fp, gun.kind.values().range)).max().unwrap_or(0);
    // A squad fires one gun beside its rifles, anybody else the one or the other.
    let both = if values.class == Class::Squad { own + gun } else { own.max(gun) };
    let close = attack::close_range(eyes, from, to);
    let occasion = occasion(when, unit);
    let late = occasion == Occasion::FinalFire && unit.is(Flag::FirstFired);
    let halves = [
        occasion == Occasion::AdvancingFire && A7.is_in_force(),
        unit.is(Flag::Pinned) && A11.is_in_force(),
        (late || matches!(occasion, Occasion::SubsequentFire | Occasion::ProtectiveFire)) && A10.is_in_force(),
    ];
    let halved = halves.into_iter().filter(|half| *half).count();
    (both * close) >> halved
}

/// The marker of a shot: of those who fire, and of who directs them.
pub(crate) fn marker(occasion: Occasion) -> Flag {
    match occasion {
        Occasion::PrepFire => Flag::PrepFired,
        Occasion::AdvancingFire => Flag::AdvanceFired,
        Occasion::FirstFire => Flag::FirstFired,
        _ => Flag::FinalFired,
    }
}

/// Leadership of the leader who directs.
pub(crate) fn directs(eyes: AslEyes<'_>, leader: Option<Piece>) -> i8 {
    leader.and_then(|leader| eyes.unit(leader)).map_or(0, morale::leadership)
}
