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
use crate::printed::terrain::{MF, Terrain};
use crate::setting::{LOCATIONS, MoveEdge, STEPS};
use crate::state::position::Moving;
use crate::state::unit::Unit;
use crate::view::AslEyes;
use crate::view::seen::Seen;

/// Maximum number of Locations within reach of a rout.
const REACH: usize = 160;
/// Maximum number of steps between them.
const WAYS: usize = REACH * STEPS;

/// Half movement factors of a rout.
pub const FACTORS: u8 = ROUT * MF;

/// Returns the unit whose rout is under way.
pub fn under_way(eyes: AslEyes<'_>) -> Option<(Piece, Moving)> {
    let moving = eyes.moving()?;
    Some((moving.units.iter().next()?, moving))
}

/// Returns whether a Known enemy is ADJACENT to a piece in its present Location: unbroken and armed, in its sight above
/// ground, and not under a "?".
pub fn is_near(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let (eyes, view) = (eyes.public(), eyes.view(at));
    let seen = eyes.of(side.other()).men().above().without(Flag::Broken).in_sight_of(piece);
    // Most that it sees are far.
    seen.iter().any(|(enemy, unit, from)| {
        view.distance(from) <= 1 && eyes.are_adjacent(at, from) && is_armed(eyes, enemy, unit)
    })
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
        Flight { eyes, armed, open, encircled }
    }

    /// Returns the Locations of the Known enemies.
    fn known(&self) -> impl Iterator<Item = LocationId> {
        self.armed.iter().filter(|(_, known)| *known).map(|(at, _)| *at)
    }

    /// Returns whether a Location is in a building or woods.
    fn is_cover(&self, at: LocationId) -> bool {
        self.eyes.setting().spot(at).is_some_and(|spot| {
            let terrain = self.eyes.terrain(spot);
            terrain.is_building() || terrain == Terrain::Woods
        })
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

    /// Returns the Locations that the routing unit can step into with the half movement factors it has left.
    #[inline]
    fn firsts(&self, from: LocationId, left: u8) -> impl Iterator<Item = LocationId> {
        let stand = Stand::at(self, from);
        let pays =
            move |way: &&MoveEdge| way.cost <= left && stand.stride(way).is_some_and(|cost| self.first(cost) <= left);
        self.eyes.setting().edges(from).iter().filter(pays).map(|way| way.to)
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
        Some(movement::cost(eyes, eyes.setting().hex(self.from)?, way, there))
    }
}

/// A Location within reach.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    /// Half movement factors of the cheapest way here.
    cost: u8,
    shelter: bool,
    /// Whether the steps out of it are on the list, or lead nowhere.
    done: bool,
}

/// A step between two Locations within reach, by their places in the list.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: u8,
    to: u8,
    cost: u8,
}

/// The steps a unit can take from a Location.
pub type Steps = ArrayVec<LocationId, STEPS>;
/// The shelters that a rout leads to.
type Goals = ArrayVec<LocationId, REACH>;

/// Locations within reach of a rout, the start first, and the steps between them.
struct Reach {
    found: ArrayVec<Stop, REACH>,
    legs: ArrayVec<Leg, WAYS>,
    /// For each Location its position in the list, from 1; 0 if it is not in the list.
    places: [u8; LOCATIONS + 1],
    /// Half movement factors that a unit has at the start.
    left: u8,
    /// Half movement factors up to which the list is complete.
    spent: u8,
}

impl Reach {
    fn begin(flight: &Flight<'_>, from: LocationId, left: u8) -> Reach {
        let (found, legs) = (ArrayVec::new(), ArrayVec::new());
        let mut reach = Reach { found, legs, places: [0; LOCATIONS + 1], left, spent: 0 };
        reach.add(flight, from, 0);
        reach
    }

    /// Finds the Locations that a unit can reach with the half movement factors it has, up to the cost of the first shelter
    /// that is `enough`; what costs more is not complete then. Only Locations that `lead` on for what they cost count.
    fn extend(
        &mut self,
        flight: &Flight<'_>,
        enough: impl Fn(LocationId) -> bool,
        lead: impl Fn(LocationId, u8) -> bool,
    ) {
        while self.spent <= self.left {
            let mut next = 0;
            while let Some(&Stop { at, cost, shelter, done }) = self.found.get(next) {
                next += 1;
                if cost != self.spent || done {
                    continue;
                }
                let sheltered = shelter && next > 1;
                // Nobody leaves the list, and what costs as much as this is on it already.
                if sheltered && enough(at) {
                    return;
                }
                if lead(at, cost) {
                    self.go_on(flight, (next as u8 - 1, at), cost, sheltered, &lead);
                }
                self.found[next - 1].done = true;
            }
            self.spent += 1;
        }
    }

    /// Adds the steps from one Location within reach. From a shelter a rout leads only into more cover.
    fn go_on(
        &mut self,
        flight: &Flight<'_>,
        (number, at): (u8, LocationId),
        spent: u8,
        sheltered: bool,
        lead: &impl Fn(LocationId, u8) -> bool,
    ) {
        let left = self.left;
        let stand = Stand::at(flight, at);
        for way in flight.eyes.setting().edges(at) {
            let least = spent.saturating_add(way.cost);
            if least > left || (sheltered && !flight.is_cover(way.to)) || !lead(way.to, least) {
                continue;
            }
            let Some(cost) = stand.stride(way) else { continue };
            let cost = if number == 0 { flight.first(cost) } else { cost };
            let all = spent.saturating_add(cost);
            if all > left {
                continue;
            }
            if let Some(to) = self.add(flight, way.to, all) {
                let _ = self.legs.try_push(Leg { from: number, to, cost });
            }
        }
    }

    /// Notes a Location and what it costs to come there, and returns its place in the list.
    fn add(&mut self, flight: &Flight<'_>, at: LocationId, cost: u8) -> Option<u8> {
        let place = *self.places.get(at.index())?;
        if let Some(stop) = self.found.get_mut(usize::from(place).wrapping_sub(1)) {
            stop.cost = stop.cost.min(cost);
            return Some(place - 1);
        }
        self.found.try_push(Stop { at, cost, shelter: flight.is_shelter(at), done: false }).ok()?;
        let number = self.found.len() as u8;
        *self.places.get_mut(at.index())? = number;
        Some(number - 1)
    }

    /// Returns the shelters that a rout from the start leads to: the nearest it may not leave aside, and those it may that
    /// cost no more. None if there is none that it may not leave aside. Only for a list that has just begun.
    fn goals(&mut self, flight: &Flight<'_>) -> Goals {
        let Some(start) = self.found.first().map(|stop| stop.at) else { return Goals::new() };
        self.extend(flight, |at| !flight.may_ignore(start, at), |_, _| true);
        let shelters = || self.found.iter().skip(1).filter(|stop| stop.shelter);
        let bound = shelters().filter(|stop| !flight.may_ignore(start, stop.at)).map(|stop| stop.cost).min();
        shelters().filter(|stop| bound.is_some_and(|most| stop.cost <= most)).map(|stop| stop.at).collect()
    }

    /// Completes the list as far as ways lead to one of the goals.
    fn complete(&mut self, flight: &Flight<'_>, goals: &[LocationId]) {
        // No step costs less than one movement factor for each hex.
        let (setting, left) = (flight.eyes.setting(), self.left);
        let near = |at, cost| {
            let rest = u16::from(left - cost) / u16::from(MF);
            goals.iter().any(|goal| setting.distance(at, *goal) <= rest)
        };
        self.extend(flight, |_| false, near);
    }

    /// Returns for each Location in the list what the way from it to the nearest of the goals costs.
    fn rests(&self, goals: &[LocationId]) -> [u8; REACH] {
        let mut rest = [u8::MAX; REACH];
        for goal in goals {
            let place = self.places.get(goal.index()).copied().unwrap_or(0);
            if let Some(rest) = rest.get_mut(usize::from(place).wrapping_sub(1)) {
                *rest = 0;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for leg in self.legs.iter().rev() {
                let onward = rest[usize::from(leg.to) % REACH].saturating_add(leg.cost);
                let here = &mut rest[usize::from(leg.from) % REACH];
                if onward < *here {
                    *here = onward;
                    changed = true;
                }
            }
        }
        rest
    }

    /// Returns the first steps from which one of the goals can still be reached. `rest` is what the ways to them cost.
    fn towards(&self, rest: &[u8; REACH]) -> Steps {
        let leads =
            |leg: &&Leg| leg.from == 0 && leg.cost.saturating_add(rest[usize::from(leg.to) % REACH]) <= self.left;
        let firsts = self.legs.iter().filter(leads);
        firsts.filter_map(|leg| Some(self.found.get(usize::from(leg.to))?.at)).collect()
    }
}

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
    let any = || flight.firsts(from, left).collect();
    let mut reach = Reach::begin(flight, from, left);
    let goals = reach.goals(flight);
    if goals.is_empty() {
        return Outset { steps: any(), crawls: any() };
    }
    reach.complete(flight, &goals);
    let rest = reach.rests(&goals);
    let steps = reach.towards(&rest);
    if steps.is_empty() {
        return Outset { steps: any(), crawls: any() };
    }
    let cost = |at: LocationId| {
        let place = reach.places.get(at.index()).copied().unwrap_or(0);
        rest.get(usize::from(place).wrapping_sub(1)).copied().unwrap_or(u8::MAX)
    };
    let distance = |from: LocationId, to: LocationId| flight.eyes.setting().distance(from, to);
    let nearer = |to: &LocationId| {
        let closer = |goal: &LocationId| distance(*to, *goal) < distance(from, *goal);
        cost(*to) < cost(from) || goals.iter().any(closer)
    };
    let crawls = steps.iter().copied().filter(nearer).collect();
    Outset { steps, crawls }
}

/// Returns the steps a routing unit may take next: those that still lead to the nearest building or woods with the
/// movement factors it has left, or any if it reaches none. In a shelter it can only continue into more cover.
pub fn steps(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> Steps {
    let flight = Flight::of(eyes, side, piece);
    if under_way(eyes).is_some() {
        if flight.is_shelter(from) {
            return flight.firsts(from, left).filter(|to| flight.is_cover(*to)).collect();
        }
        if let Some(start) = eyes.rout_from().filter(|start| *start != from) {
            let goals = Reach::begin(&flight, start, FACTORS).goals(&flight);
            if !goals.is_empty() {
                let mut reach = Reach::begin(&flight, from, left);
                reach.complete(&flight, &goals);
                let steps = reach.towards(&reach.rests(&goals));
                if !steps.is_empty() {
                    return steps;
                }
            }
        }
    }
    of_flight(&flight, from, left).steps
}

/// Returns whether there are any such [`steps`], without looking beyond them: there are if a unit can step anywhere.
pub fn has_steps(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> bool {
    let flight = Flight::of(eyes, side, piece);
    let sheltered = under_way(eyes).is_some() && flight.is_shelter(from);
    flight.firsts(from, left).any(|to| !sheltered || flight.is_cover(to))
}

/// Returns whether a routing unit still has a building or woods to reach.
pub fn has_goal(eyes: AslEyes<'_>, side: Side, piece: Piece, from: LocationId, left: u8) -> bool {
    let flight = Flight::of(eyes, side, piece);
    !flight.is_cover(from) && !Reach::begin(&flight, from, left).goals(&flight).is_empty()
}
