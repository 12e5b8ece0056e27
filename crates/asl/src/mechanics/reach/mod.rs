//! Steps of a rout: enemies in the way, and the ways to shelter (ASL-A14).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::mechanics::arms::is_armed;
use crate::mechanics::movement;
use crate::printed::clause::A28;
use crate::printed::flags::Flag;
use crate::printed::kind::Class;
use crate::printed::tables::ROUT;
use crate::printed::terrain::MF;
use crate::setting::{MoveEdge, STEPS};
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

mod ways;

/// Half movement factors of a rout.
pub const FACTORS: u8 = ROUT * MF;

/// Returns the unit whose rout is under way.
pub fn under_way(eyes: AslEyes<'_>) -> Option<(Piece, Moving)> {
    let moving = eyes.moving()?;
    Some((moving.units.iter().next()?, moving))
}

/// Returns whether a Known enemy is ADJACENT to a piece in its present Location: unbroken and armed, in its sight above
/// ground, and not under a "?".
#[inline]
pub fn is_near(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    is_near_to(eyes, enemies(eyes, side), piece, at)
}

/// Returns the enemies of a side that are Known if a piece sees them.
#[inline]
pub fn enemies(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    eyes.public().of(side.other()).men().above().without(Flag::Broken)
}

/// Returns whether any of these enemies is ADJACENT to a piece in its present Location, in its sight and armed.
#[inline]
pub fn is_near_to(eyes: AslEyes<'_>, enemies: Seen<'_>, piece: Piece, at: LocationId) -> bool {
    let near = enemies.in_sight_beside(piece);
    // Mostly there are none.
    !near.is_empty() && presses(eyes.public(), near, at)
}

#[inline(never)]
fn presses(eyes: AslEyes<'_>, near: Seen<'_>, at: LocationId) -> bool {
    near.iter().any(|(enemy, unit, from)| eyes.are_adjacent(at, from) && is_armed(eyes, enemy, unit))
}

/// Returns the half movement factors of a routing unit: wounded single men have three.
#[must_use]
pub fn factors(unit: &Unit) -> u8 {
    if unit.kind.is_smc() && unit.is(Flag::Wounded) { FACTORS / 2 } else { FACTORS }
}

/// Locations of the enemies that restrict a rout.
type Enemies<T> = ArrayVec<(LocationId, T), { PieceSet::LIMIT }>;

/// A unit that routs, and the enemies that restrict it.
pub struct Flight<'a> {
    eyes: AslEyes<'a>,
    /// The Locations of the armed enemies in the open above ground, and whether one there is Known to the unit: in its
    /// sight now, or seen earlier in this rout. Leaders count as armed here (A10.5), and broken units too.
    armed: Enemies<bool>,
    /// The enemies in the open.
    open: Seen<'a>,
    /// Whether the unit leaves a Location in which it is Encircled: the first step costs double (ASL-A28).
    encircled: bool,
    /// Whether every step costs what it does by the map: no rubble has come to lie on it.
    calm: bool,
}

impl<'a> Flight<'a> {
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side, piece: Piece) -> Self {
        let open = eyes.public().of(side.other()).units();
        let seen = open.in_sight_of(piece).group() | eyes.fled_from();
        let mut armed: Enemies<bool> = ArrayVec::new();
        for (enemy, unit, at) in open.men().above().iter() {
            if unit.kind.class() != Class::Leader && !is_armed(eyes.public(), enemy, unit) {
                continue;
            }
            let known = seen.has(enemy);
            match armed.iter_mut().find(|(there, _)| *there == at) {
                Some((_, some)) => *some |= known,
                None => armed.push((at, known)),
            }
        }
        let encircled = eyes.unit(piece).is_some_and(|unit| unit.is(Flag::Encircled)) && A28.is_in_force();
        let calm = eyes.is_uncovered() && eyes.fallen().0.is_empty();
        Flight { eyes, armed, open, encircled, calm }
    }

    /// Returns the Locations of the Known enemies.
    fn known(&self) -> impl Iterator<Item = LocationId> {
        self.armed.iter().filter(|(_, known)| *known).map(|(at, _)| *at)
    }

    /// Returns whether a Location is in a building or woods.
    fn is_cover(&self, at: LocationId) -> bool {
        self.eyes.setting().spot(at).is_some_and(|spot| self.eyes.terrain(spot).shelters())
    }

    /// Returns whether a rout ends here: in a building or woods, however full, with no Known enemy ADJACENT.
    pub(crate) fn is_shelter(&self, at: LocationId) -> bool {
        self.is_cover(at) && !self.known().any(|enemy| self.eyes.are_adjacent(at, enemy))
    }

    /// Returns whether a shelter may be left aside by a rout from `start`: it is in the building left, or no farther
    /// from a Known enemy.
    fn may_ignore(&self, start: LocationId, goal: LocationId) -> bool {
        let setting = self.eyes.setting();
        let building = |at| setting.hex(at).and_then(|hex| setting.board.building(hex));
        let same = building(start).is_some() && building(start) == building(goal);
        same || self.known().any(|enemy| setting.distance(goal, enemy) <= setting.distance(start, enemy))
    }

    /// Returns whether there is any step that the routing unit may take.
    pub(crate) fn can_step(&self, from: LocationId, left: u8) -> bool {
        let stand = Stand::at(self, from);
        let first = |way| stand.stride(way).is_some_and(|cost| self.first(cost) <= left);
        self.eyes.setting().edges(from).iter().any(first)
    }

    /// Returns the Locations that the routing unit can step into with the half movement factors it has left, and what the
    /// steps cost.
    #[inline]
    fn firsts(&self, from: LocationId, left: u8) -> impl Iterator<Item = (LocationId, u8)> {
        let stand = Stand::at(self, from);
        let cost = move |way: &MoveEdge| {
            let cost = if way.cost <= left { self.first(stand.stride(way)?) } else { return None };
            (cost <= left).then_some((way.to, cost))
        };
        self.eyes.setting().edges(from).iter().filter_map(cost)
    }

    /// Returns the cost of the first step, which is double out of an encirclement.
    pub(crate) fn first(&self, cost: u8) -> u8 {
        if self.encircled { cost.saturating_mul(2) } else { cost }
    }
}

/// A Location on a rout, and the Known enemies that restrict the steps from it.
pub struct Stand<'a> {
    flight: &'a Flight<'a>,
    from: LocationId,
    /// The Locations of these enemies, and how far they are.
    enemies: Enemies<u16>,
}

impl<'a> Stand<'a> {
    // Inlined, so that the list is filled where it is read.
    #[inline(always)]
    pub(crate) fn at(flight: &'a Flight<'a>, from: LocationId) -> Self {
        let view = flight.eyes.view(from);
        let minds = |(enemy, known): &(LocationId, bool)| *known || view.sees(*enemy);
        let mut stand = Stand { flight, from, enemies: ArrayVec::new() };
        for (at, _) in flight.armed.iter().filter(|enemy| minds(enemy)) {
            stand.enemies.push((*at, view.distance(*at)));
        }
        stand
    }

    /// Returns the cost of a step for a routing unit; `None` if it may not take it: into a Location with an enemy in
    /// sight or under fire, nearer to a Known enemy, or ADJACENT to one.
    pub(crate) fn stride(&self, way: &MoveEdge) -> Option<u8> {
        let Flight { eyes, open, .. } = *self.flight;
        let there = eyes.setting().spot(way.to)?;
        let view = eyes.view(way.to);
        let barred = |(enemy, far): &(LocationId, u16)| {
            let distance = view.distance(*enemy);
            distance < *far || (distance <= 1 && eyes.are_adjacent(way.to, *enemy))
        };
        let held = || !open.at(way.to).is_empty();
        if way.to == self.from || eyes.burns(there.hex) || self.enemies.iter().any(barred) || held() {
            return None;
        }
        if self.flight.calm {
            return Some(way.cost);
        }
        Some(movement::cost(eyes, eyes.setting().hex(self.from)?, way, there))
    }
}

/// The steps a unit can take from a Location.
pub type Steps = ArrayVec<LocationId, STEPS>;

/// The first steps of a rout that begins, and the first Locations of a Low Crawl instead of it.
#[derive(Debug)]
pub struct Outset {
    pub steps: Steps,
    pub crawls: Steps,
}

/// Returns the first steps of a rout from a Location: those that lead to the nearest building or woods with the movement
/// factors it has, or any if it reaches none. A unit may crawl to those it may rout to, if they are nearer to the building
/// or woods that its rout would lead to, in movement factors or in hexes (A10.52).
pub fn outset(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> Outset {
    of_flight(&Flight::of(eyes, side, piece), from, left)
}

#[inline(never)]
fn of_flight(flight: &Flight<'_>, from: LocationId, left: u8) -> Outset {
    let goals = ways::goals(flight, from, left);
    let leading = ways::towards(flight, &goals, from, left);
    let Some(least) = leading.iter().map(|lead| lead.cost + lead.rest).min() else {
        let any = || flight.firsts(from, left).map(|(to, _)| to).collect();
        return Outset { steps: any(), crawls: any() };
    };
    let distance = |from: LocationId, to: LocationId| flight.eyes.setting().distance(from, to);
    let closer = |to: LocationId| goals.iter().any(|goal| distance(to, *goal) < distance(from, *goal));
    let nearer = leading.iter().filter(|lead| lead.rest < least || closer(lead.to));
    Outset { steps: leading.iter().map(|lead| lead.to).collect(), crawls: nearer.map(|lead| lead.to).collect() }
}

/// Returns the steps a routing unit may take next: those that still lead to the nearest building or woods with the
/// movement factors it has left, or any if it reaches none. In a shelter it can only continue into more cover.
pub fn steps(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> Steps {
    let flight = Flight::of(eyes, side, piece);
    if under_way(eyes).is_some() {
        if flight.is_shelter(from) {
            return flight.firsts(from, left).map(|(to, _)| to).filter(|to| flight.is_cover(*to)).collect();
        }
        if let Some(start) = eyes.rout_from().filter(|start| *start != from) {
            let goals = ways::goals(&flight, start, FACTORS);
            let leading = ways::towards(&flight, &goals, from, left);
            if !leading.is_empty() {
                return leading.iter().map(|lead| lead.to).collect();
            }
        }
    }
    of_flight(&flight, from, left).steps
}

/// Returns whether there are any such [`steps`], without looking beyond them: there are if a unit can step anywhere.
pub fn has_steps(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> bool {
    let flight = Flight::of(eyes, side, piece);
    let sheltered = under_way(eyes).is_some() && flight.is_shelter(from);
    flight.firsts(from, left).any(|(to, _)| !sheltered || flight.is_cover(to))
}

/// Returns whether a routing unit still has a building or woods to reach.
pub fn has_goal(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> bool {
    let flight = Flight::of(eyes, side, piece);
    !flight.is_cover(from) && !ways::goals(&flight, from, left).is_empty()
}
