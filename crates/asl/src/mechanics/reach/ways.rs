//! The ways of a rout: which shelters it leads to, and which steps lead there.

use arrayvec::ArrayVec;
use board::LocationId;

use super::{Flight, Stand};
use crate::printed::terrain::MF;
use crate::setting::{LOCATIONS, MoveEdge, STEPS};

/// Maximum number of Locations within reach of a rout.
const REACH: usize = 160;

/// The shelters that a rout leads to.
pub type Goals = ArrayVec<LocationId, REACH>;

/// A Location that a rout can come to.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    /// Half movement factors of the cheapest way here.
    cost: u8,
    /// Half movement factors that the way to the nearest goal costs at least from here.
    rest: u8,
    /// Whether the Locations it leads to are on the list.
    done: bool,
}

/// Returns the shelters that a rout from a Location leads to: the nearest it may not leave aside, and those it may that
/// cost no more. None if there is none that it may not leave aside.
pub fn goals(flight: &Flight<'_>, start: LocationId, left: u8) -> Goals {
    let mut reach = Reach { flight, start, left, found: ArrayVec::new(), places: [0; LOCATIONS + 1] };
    reach.add(start, 0);
    let Some(bound) = reach.extend() else { return Goals::new() };
    let near = reach.found.iter().skip(1).filter(|stop| stop.cost <= bound);
    near.map(|stop| stop.at).filter(|at| flight.is_shelter(*at)).collect()
}

/// A Location where a rout has come, and what restricts the steps from it.
struct Halt<'a> {
    flight: &'a Flight<'a>,
    stand: Stand<'a>,
    /// Whether the rout begins here.
    first: bool,
    /// Whether it is a shelter, from which a rout leads only into more cover.
    sheltered: bool,
}

impl<'a> Halt<'a> {
    #[inline(always)]
    fn at(flight: &'a Flight<'a>, at: LocationId, first: bool, sheltered: bool) -> Self {
        Halt { flight, stand: Stand::at(flight, at), first, sheltered }
    }

    /// Returns what a step costs; `None` if the unit may not take it.
    fn cost(&self, way: &MoveEdge) -> Option<u8> {
        if self.sheltered && !self.flight.is_cover(way.to) {
            return None;
        }
        let cost = self.stand.stride(way)?;
        Some(if self.first { self.flight.first(cost) } else { cost })
    }
}

/// Locations within reach of a rout, the start first.
struct Reach<'a> {
    flight: &'a Flight<'a>,
    start: LocationId,
    /// Half movement factors that the unit has at the start.
    left: u8,
    found: ArrayVec<Stop, REACH>,
    /// For each Location its position in the list, from 1; 0 if it is not in the list.
    places: [u8; LOCATIONS + 1],
}

impl Reach<'_> {
    /// Finds the Locations within reach up to the cost of the first shelter that may not be left aside, and returns that
    /// cost; `None` if there is no such shelter.
    fn extend(&mut self) -> Option<u8> {
        // What costs less is mostly nearer to the front: those are done.
        let mut behind = 0;
        for spent in 0..=self.left {
            let mut next = behind;
            while let Some(&Stop { at, cost, done, .. }) = self.found.get(next) {
                next += 1;
                if cost != spent || done {
                    continue;
                }
                // Nobody leaves the list, and what costs as much as this is on it already.
                let sheltered = at != self.start && self.flight.is_shelter(at);
                if sheltered && !self.flight.may_ignore(self.start, at) {
                    return Some(spent);
                }
                self.go_on(at, spent, sheltered);
                self.found[next - 1].done = true;
            }
            behind += self.found.iter().skip(behind).take_while(|stop| stop.done).count();
        }
        None
    }

    /// Adds the Locations that one within reach leads to.
    fn go_on(&mut self, at: LocationId, spent: u8, sheltered: bool) {
        let (flight, left) = (self.flight, self.left - spent);
        let halt = Halt::at(flight, at, at == self.start, sheltered);
        for way in flight.eyes.setting().edges(at) {
            // What has been reached for no more than this is not reached for less from here.
            if way.cost > left || self.cost(way.to).is_some_and(|cost| cost <= spent) {
                continue;
            }
            if let Some(cost) = halt.cost(way).filter(|cost| *cost <= left) {
                self.add(way.to, spent + cost);
            }
        }
    }

    /// Returns the cost of the cheapest way to a Location so far; `None` if it is not on the list.
    fn cost(&self, at: LocationId) -> Option<u8> {
        let place = usize::from(*self.places.get(at.index())?);
        Some(self.found.get(place.wrapping_sub(1))?.cost)
    }

    /// Notes a Location and what it costs to come there.
    fn add(&mut self, at: LocationId, cost: u8) {
        let Some(place) = self.places.get_mut(at.index()) else { return };
        if let Some(stop) = self.found.get_mut(usize::from(*place).wrapping_sub(1)) {
            stop.cost = stop.cost.min(cost);
        } else if self.found.try_push(Stop { at, cost, rest: 0, done: false }).is_ok() {
            *place = self.found.len() as u8;
        }
    }
}

/// A first step that leads to a goal.
#[derive(Clone, Copy, Debug)]
pub struct Lead {
    pub to: LocationId,
    /// Half movement factors that the step costs.
    pub cost: u8,
    /// Half movement factors that the cheapest way from there to a goal costs.
    pub rest: u8,
}

/// Returns the steps from a Location from which one of the goals can still be reached.
#[inline(never)]
pub fn towards(flight: &Flight<'_>, goals: &[LocationId], from: LocationId, left: u8) -> ArrayVec<Lead, STEPS> {
    let mut leads = ArrayVec::new();
    if goals.is_empty() {
        return leads;
    }
    for (to, cost) in flight.firsts(from, left) {
        let search = Search { flight, goals, start: from, left: left - cost };
        if let Some(rest) = search.rest(to) {
            let _ = leads.try_push(Lead { to, cost, rest });
        }
    }
    leads
}

/// A search for the cheapest way to one of the goals, the most promising Locations first.
struct Search<'a> {
    flight: &'a Flight<'a>,
    goals: &'a [LocationId],
    /// Where the unit is, one step before the way that is looked for.
    start: LocationId,
    /// Half movement factors that it has after that step.
    left: u8,
}

impl Search<'_> {
    /// Returns what the cheapest way from a Location to a goal costs; `None` if it costs more than the unit has.
    fn rest(&self, first: LocationId) -> Option<u8> {
        let mut found: ArrayVec<Stop, REACH> = ArrayVec::new();
        found.push(Stop { at: first, cost: 0, rest: self.least(first)?, done: false });
        loop {
            let open = found.iter_mut().filter(|stop| !stop.done);
            let next = open.min_by_key(|stop| (stop.cost + stop.rest, stop.rest))?;
            next.done = true;
            let Stop { at, cost, .. } = *next;
            if self.goals.contains(&at) {
                return Some(cost);
            }
            self.go_on((at, cost), &mut found);
        }
    }

    /// Returns what the way from a Location to the nearest goal costs at least: no step costs less than one movement factor
    /// for each hex. `None` if that is more than the unit has.
    fn least(&self, at: LocationId) -> Option<u8> {
        let setting = self.flight.eyes.setting();
        let hexes = self.goals.iter().map(|goal| setting.distance(at, *goal)).min()?;
        u8::try_from(hexes).ok()?.checked_mul(MF).filter(|least| *least <= self.left)
    }

    /// Adds the Locations that one leads to, as far as a goal may be within reach from there.
    fn go_on(&self, (at, spent): (LocationId, u8), found: &mut ArrayVec<Stop, REACH>) {
        let (flight, left) = (self.flight, self.left - spent);
        let sheltered = at != self.start && flight.is_shelter(at);
        let halt = Halt::at(flight, at, at == self.start, sheltered);
        for way in flight.eyes.setting().edges(at) {
            let known = found.iter_mut().find(|stop| stop.at == way.to);
            if way.cost > left || known.as_ref().is_some_and(|stop| stop.cost <= spent) {
                continue;
            }
            let Some(rest) = self.least(way.to).filter(|rest| way.cost + rest <= left) else { continue };
            let Some(cost) = halt.cost(way).filter(|cost| cost.saturating_add(rest) <= left) else { continue };
            let cost = spent + cost;
            match known {
                Some(stop) if stop.cost <= cost => {}
                Some(stop) => (stop.cost, stop.done) = (cost, false),
                None => {
                    let _ = found.try_push(Stop { at: way.to, cost, rest, done: false });
                }
            }
        }
    }
}
