//! Steps of a rout: enemies in the way, and the cheapest routes to shelter (ASL-A14).

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, Side};

use crate::printed::clause::A23;
use crate::printed::flags::Flag;
use crate::printed::terrain::Terrain;
use crate::setting::sight::View;
use crate::setting::{LOCATIONS, MoveEdge, Place, STEPS, Spot};
use crate::view::AslEyes;
use crate::view::counters::Held;
use crate::view::seen::Seen;

/// Maximum number of Locations within reach of a rout.
const REACH: usize = 160;

/// Returns enemies known to a side that could hurt it: unbroken men in sight above ground.
fn threats(eyes: AslEyes<'_>, side: Side) -> Seen<'_> {
    eyes.public().of(side.other()).men().without(Flag::Broken)
}

/// Returns whether a Known enemy could fire at a moving piece in its present Location: in Open Ground, unhindered, in
/// Normal Range.
pub fn is_exposed(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    let open = eyes.setting().spot(at).is_some_and(|spot| spot.place == Place::Ground && eyes.terrain(spot).is_open());
    let armed = || threats(eyes, side).armed().in_sight_of(piece).without(Flag::Melee).without(Flag::Pinned);
    open && armed().iter().any(|(_, enemy, from)| {
        let (values, view) = (enemy.kind.values(), eyes.view(from));
        let clear = || view.line(at).is_some_and(|line| line.hindrance == 0 && line.hexside == 0);
        clear() && view.distance(at) <= u16::from(values.range)
    })
}

/// Returns whether a Known enemy is ADJACENT to a piece in its present Location.
pub fn is_near(eyes: AslEyes<'_>, side: Side, piece: Piece, at: LocationId) -> bool {
    threats(eyes, side).in_sight_of(piece).iter().any(|(_, _, from)| eyes.are_adjacent(at, from))
}

/// Enemies that restrict the routs of a side.
pub struct Flight<'a> {
    eyes: AslEyes<'a>,
    /// Known enemies that could hurt it.
    threats: Seen<'a>,
    /// The Locations where enemies are known to be.
    held: Held<'a>,
}

impl<'a> Flight<'a> {
    pub(crate) fn of(eyes: AslEyes<'a>, side: Side) -> Self {
        let held = eyes.held_by(side.other());
        Flight { eyes, threats: threats(eyes, side), held }
    }

    /// Returns whether a rout ends here: in a building or woods, however full, with no Known enemy ADJACENT.
    pub(crate) fn is_shelter(&self, spot: &Spot, at: LocationId) -> bool {
        let terrain = self.eyes.terrain(spot);
        let cover = terrain.is_building() || terrain == Terrain::Woods;
        let near = |(_, _, enemy)| self.eyes.are_adjacent(at, enemy);
        cover && !self.threats.iter().any(near)
    }

    /// Returns whether there is any step that a routing unit may take.
    pub(crate) fn can_step(&self, from: LocationId, left: u8) -> bool {
        let stand = Stand::at(self, from);
        self.eyes.setting().edges(from).iter().any(|way| stand.stride(way).is_some_and(|cost| cost <= left))
    }
}

/// A Location on a rout, and the Known enemies that restrict the steps from it.
pub struct Stand<'a> {
    flight: &'a Flight<'a>,
    from: LocationId,
    view: View<'a>,
    enemies: Seen<'a>,
}

impl<'a> Stand<'a> {
    pub(crate) fn at(flight: &'a Flight<'a>, from: LocationId) -> Self {
        let view = flight.eyes.view(from);
        // A step leads one hex or level further: only enemies at most two hexes away are approached.
        let minds = |(piece, _, enemy)| (view.sees(enemy) || view.distance(enemy) <= 2).then_some(piece);
        let enemies = flight.threats.only(flight.threats.iter().filter_map(minds).collect());
        Stand { flight, from, view, enemies }
    }

    /// Returns the cost of a step for a routing unit; `None` if it may not take it. It may not enter a Location with an
    /// enemy, under fire or barred to it, never move closer to a Known enemy it sees, nor become ADJACENT to another
    /// one.
    pub(crate) fn stride(&self, way: &MoveEdge) -> Option<u8> {
        let Flight { eyes, held, .. } = *self.flight;
        let there = eyes.setting().spot(way.to)?;
        let view = eyes.view(way.to);
        let closer = self.enemies.iter().any(|(_, _, enemy)| {
            let nearer = view.distance(enemy) < self.view.distance(enemy) && self.view.sees(enemy);
            nearer || (eyes.are_adjacent(way.to, enemy) && !eyes.are_adjacent(self.from, enemy))
        });
        if closer || eyes.burns(there.hex) || eyes.barred().contains(&way.to) || held.has(way.to) {
            return None;
        }
        let rubble = eyes.terrain(there) != there.terrain && way.across.is_some() && A23.is_in_force();
        Some(if rubble { eyes.terrain(there).cost().unwrap_or(way.cost) } else { way.cost })
    }
}

/// A Location on the route.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: LocationId,
    cost: u8,
    /// The first steps of the cheapest routes here, as bits of the edges out of the start.
    first: u16,
    shelter: bool,
}

/// The steps a unit can take from a Location.
pub type Steps = ArrayVec<LocationId, STEPS>;

/// Locations within reach of a rout, the start first.
struct Reach {
    found: ArrayVec<Stop, REACH>,
    /// For each Location its position in the list, from 1; 0 if it is not in the list.
    places: [u8; LOCATIONS + 1],
}

impl Reach {
    fn add(&mut self, stop: Stop) {
        if self.found.try_push(stop).is_ok()
            && let Some(slot) = self.places.get_mut(stop.at.index())
        {
            *slot = self.found.len() as u8;
        }
    }

    fn stop(&mut self, at: LocationId) -> Option<&mut Stop> {
        let place = self.places.get(at.index()).copied()?;
        self.found.get_mut(usize::from(place).checked_sub(1)?)
    }
}

/// Returns the steps a routing unit may take next: those on the cheapest routes to the nearest building or woods, or
/// any if it reaches none.
pub fn steps(eyes: AslEyes<'_>, side: Side, from: LocationId, left: u8) -> Steps {
    let (setting, flight) = (eyes.setting(), Flight::of(eyes, side));
    let mut reach = Reach { found: ArrayVec::new(), places: [0; LOCATIONS + 1] };
    reach.add(Stop { at: from, cost: 0, first: 0, shelter: false });
    // Once a shelter is found, dearer routes don't matter. All cheapest routes to it are found from cheaper Locations,
    // since each step costs something.
    let (mut most, mut sheltered) = (left, false);
    for spent in 0..=left {
        if sheltered && most <= spent {
            break;
        }
        let mut next = 0;
        while let Some(&Stop { at, cost, first, .. }) = reach.found.get(next) {
            next += 1;
            if cost != spent {
                continue;
            }
            let stand = Stand::at(&flight, at);
            for (n, way) in setting.edges(at).iter().enumerate() {
                // Rubble makes a step dearer, and nothing makes it cheaper.
                let least = cost.saturating_add(way.cost);
                let worse = |stop: &mut Stop| stop.cost < least;
                if way.to == from || least > most || reach.stop(way.to).is_some_and(worse) {
                    continue;
                }
                let Some(step) = stand.stride(way) else { continue };
                let cost = cost.saturating_add(step);
                let first = if at == from { 1u16 << n } else { first };
                let shelter = match reach.stop(way.to) {
                    _ if cost > left => false,
                    Some(stop) if cost < stop.cost => {
                        (stop.cost, stop.first) = (cost, first);
                        stop.shelter
                    }
                    Some(stop) => {
                        stop.first |= if cost == stop.cost { first } else { 0 };
                        false
                    }
                    None => {
                        let spot = setting.spot(way.to);
                        let shelter = spot.is_some_and(|spot| flight.is_shelter(spot, way.to));
                        reach.add(Stop { at: way.to, cost, first, shelter });
                        shelter
                    }
                };
                if shelter {
                    (most, sheltered) = (most.min(cost), true);
                }
            }
        }
    }
    let leads = |stop: &&Stop| !sheltered || (stop.shelter && stop.cost == most);
    let first = reach.found.iter().filter(leads).fold(0u16, |bits, stop| bits | stop.first);
    let ways = setting.edges(from).iter().enumerate().filter(|(n, _)| first >> n & 1 == 1);
    ways.map(|(_, way)| way.to).collect()
}
