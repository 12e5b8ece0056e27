//! The ways of a rout: which shelters it leads to, and which steps lead there.

use arrayvec::ArrayVec;
use board::LocationId;

use super::{Flight, Stand};
use crate::printed::terrain::MF;
use crate::setting::{LOCATIONS, MoveEdge, STEPS};

/// Maximum number of Locations within reach of a rout.
const REACH: usize = 160;
/// Maximum number of steps between them.
const WAYS: usize = REACH * STEPS;

/// The shelters that a rout leads to.
pub type Goals = ArrayVec<LocationId, REACH>;

/// Returns the shelters that a rout from a Location leads to: the nearest it may not leave aside, and those it may that
/// cost no more. None if there is none that it may not leave aside.
pub fn goals(flight: &Flight<'_>, start: LocationId, left: u8) -> Goals {
    let (found, places) = (ArrayVec::new(), [0; LOCATIONS + 1]);
    let mut reach = Reach { flight, start, left, bound: left + 1, found, places };
    let _ = reach.found.try_push(Stop { at: start, cost: 0, shelter: false, done: false });
    reach.extend();
    if reach.bound > left {
        return Goals::new();
    }
    let near = reach.found.iter().filter(|stop| stop.shelter && stop.cost <= reach.bound);
    near.map(|stop| stop.at).collect()
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
    #[inline]
    fn cost(&self, way: &MoveEdge) -> Option<u8> {
        if self.sheltered && !self.flight.is_cover(way.to) {
            return None;
        }
        let cost = self.stand.stride(way)?;
        Some(if self.first { self.flight.first(cost) } else { cost })
    }
}

/// Returns what a step costs at least: where rubble has fallen, it may cost less than by the map.
#[inline]
fn least(flight: &Flight<'_>, way: &MoveEdge) -> u8 {
    if flight.calm { way.cost } else { way.cost.min(MF) }
}

/// A Location within reach.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    /// Half movement factors of the cheapest way here.
    cost: u8,
    shelter: bool,
    /// Whether the Locations it leads to are on the list.
    done: bool,
}

/// Locations within reach of a rout, the start first.
struct Reach<'a> {
    flight: &'a Flight<'a>,
    start: LocationId,
    /// Half movement factors that the unit has at the start.
    left: u8,
    /// Cost of the nearest shelter so far that may not be left aside; more than it has if there is none.
    bound: u8,
    found: ArrayVec<Stop, REACH>,
    /// For each Location but the start its place in the list; 0 if it is not in the list.
    places: [u8; LOCATIONS + 1],
}

impl Reach<'_> {
    /// Finds the Locations within reach up to the cost of the first shelter that may not be left aside.
    fn extend(&mut self) {
        // What costs less is mostly nearer to the front: those are done.
        let (mut behind, mut spent) = (0, 0);
        while spent < self.bound {
            let mut next = behind;
            while let Some(&Stop { at, cost, shelter, done }) = self.found.get(next) {
                if cost == spent && !done {
                    self.go_on((next, at), spent, shelter);
                    self.found[next].done = true;
                }
                next += 1;
            }
            behind += self.found.iter().skip(behind).take_while(|stop| stop.done).count();
            spent += 1;
        }
    }

    /// Adds the Locations that one within reach leads to.
    fn go_on(&mut self, (number, at): (usize, LocationId), spent: u8, sheltered: bool) {
        let (flight, left) = (self.flight, self.left - spent);
        let halt = Halt::at(flight, at, number == 0, sheltered);
        for way in flight.eyes.setting().edges(at).iter().filter(|way| way.cost <= left) {
            // What has been reached for no more than this is not reached for less from here, and of what costs as much as
            // the nearest shelter, only shelters count.
            let all = spent + least(flight, way);
            let far = all > self.bound || (all == self.bound && !flight.is_cover(way.to));
            if far || way.to == self.start || self.cost(way.to).is_some_and(|cost| cost <= spent) {
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
        if place == 0 { None } else { Some(self.found.get(place)?.cost) }
    }

    /// Notes a Location and what it costs to come there.
    fn add(&mut self, at: LocationId, cost: u8) {
        let Some(place) = self.places.get_mut(at.index()) else { return };
        let shelter = if *place == 0 {
            let shelter = self.flight.is_shelter(at);
            let number = self.found.len() as u8;
            if self.found.try_push(Stop { at, cost, shelter, done: false }).is_err() {
                return;
            }
            *place = number;
            shelter
        } else {
            let stop = &mut self.found[usize::from(*place)];
            stop.cost = stop.cost.min(cost);
            stop.shelter
        };
        if shelter && cost < self.bound && !self.flight.may_ignore(self.start, at) {
            self.bound = cost;
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

/// A step that may lead to a goal.
#[derive(Clone, Copy, Debug)]
struct Attempt<'a> {
    from: LocationId,
    way: &'a MoveEdge,
    /// Half movement factors of the cheapest way before it.
    spent: u8,
    /// Half movement factors of the way with it: at least, until it is checked.
    cost: u8,
    checked: bool,
    /// Half movement factors that the way on to the nearest goal costs at least.
    rest: u8,
}

/// A search for the cheapest way to one of the goals, the most promising steps first: those are looked at only when
/// nothing else could be cheaper.
struct Search<'a> {
    flight: &'a Flight<'a>,
    goals: &'a [LocationId],
    /// Where the unit is, one step before the way that is looked for.
    start: LocationId,
    /// Half movement factors that it has after that step.
    left: u8,
}

/// Steps that may lead to a goal, in no order.
type Attempts<'a> = ArrayVec<Attempt<'a>, WAYS>;

impl<'a> Search<'a> {
    /// Returns what the cheapest way from a Location to a goal costs; `None` if it costs more than the unit has.
    fn rest(&self, first: LocationId) -> Option<u8> {
        if self.goals.contains(&first) {
            return Some(0);
        }
        let (mut attempts, mut reached): (Attempts<'a>, Goals) = (ArrayVec::new(), ArrayVec::new());
        self.go_on(first, 0, &mut attempts, &mut reached);
        let mut halt = self.halt(first);
        loop {
            let all = attempts.iter().enumerate();
            let (best, _) = all.min_by_key(|(_, attempt)| (attempt.cost + attempt.rest, attempt.rest))?;
            let attempt = attempts.swap_remove(best);
            let Attempt { from, way, spent, .. } = attempt;
            if reached.contains(&way.to) {
                continue;
            }
            if !attempt.checked {
                if halt.stand.from != from {
                    halt = self.halt(from);
                }
                let Some(cost) = halt.cost(way).map(|cost| spent.saturating_add(cost)) else { continue };
                if cost > attempt.cost {
                    if cost.saturating_add(attempt.rest) <= self.left {
                        let _ = attempts.try_push(Attempt { cost, checked: true, ..attempt });
                    }
                    continue;
                }
            }
            if self.goals.contains(&way.to) {
                return Some(attempt.cost);
            }
            self.go_on(way.to, attempt.cost, &mut attempts, &mut reached);
        }
    }

    #[inline(always)]
    fn halt(&self, at: LocationId) -> Halt<'a> {
        let first = at == self.start;
        Halt::at(self.flight, at, first, !first && self.flight.is_shelter(at))
    }

    /// Returns what the way from a Location to the nearest goal costs at least: no step costs less than one movement factor
    /// for each hex. `None` if that is more than the unit has.
    fn least(&self, at: LocationId) -> Option<u8> {
        let setting = self.flight.eyes.setting();
        let hexes = self.goals.iter().map(|goal| setting.distance(at, *goal)).min()?;
        u8::try_from(hexes).ok()?.checked_mul(MF).filter(|least| *least <= self.left)
    }

    /// Adds the steps from a Location that is reached at this cost, as far as a goal may be within reach from there.
    fn go_on(&self, at: LocationId, spent: u8, attempts: &mut Attempts<'a>, reached: &mut Goals) {
        let _ = reached.try_push(at);
        let left = self.left - spent;
        for way in self.flight.eyes.setting().edges(at).iter().filter(|way| way.cost <= left) {
            let cost = least(self.flight, way);
            let Some(rest) = self.least(way.to).filter(|rest| way.cost + rest <= left) else { continue };
            if !reached.contains(&way.to) {
                let cost = spent + cost;
                let _ = attempts.try_push(Attempt { from: at, way, spent, cost, checked: false, rest });
            }
        }
    }
}
