//! Places that can be watched (SNP-B16) or thrown at (SNP-B11, 39.62) from a place, grouped by sixth of the board.

use board::{Direction, LocationId};

use crate::printed::clause::B16;
use crate::printed::terrain::Barrier;
use crate::setting::lookout::Lookout;
use crate::setting::sight::{self, Eye};
use crate::setting::spot::Level;
use crate::setting::{Setting, underground};

/// Places sorted by sixth of the board, as seen from one place.
#[derive(Debug)]
pub struct Marks {
    places: Box<[LocationId]>,
    /// End index of each sixth in the list, north first.
    ends: [u16; 6],
    /// Doors and windows beside these places, each as the places on its two sides.
    sides: Box<[(LocationId, LocationId)]>,
}

impl Marks {
    /// Lists the places that can be watched with these eyes.
    pub(crate) fn watched(setting: &Setting, eye: Eye) -> Marks {
        let Ok(lookout) = Lookout::of(setting, eye) else { return Marks::sorted(setting, eye.at, |_| false) };
        let marks = Marks::sorted(setting, eye.at, |at| !lookout.is_out_of_range(at) && lookout.may_watch(at).is_ok());
        let mut sides: Vec<(LocationId, LocationId)> = Vec::new();
        for &at in &marks.places {
            let Some(spot) = setting.spot(at) else { continue };
            // Beyond a hexside without a door or window nothing can be watched, unless the rule is out of force.
            let ways = Direction::ALL
                .into_iter()
                .filter(|way| Barrier::of(setting.board.features(spot.hex, *way)).is_aperture() || !B16.is_in_force());
            let beside = ways.filter_map(|way| setting.board.grid().neighbour(spot.hex, way));
            let pairs = beside.flat_map(|hex| setting.board.at(hex)).map(|&beyond| (at.min(beyond), at.max(beyond)));
            sides.extend(pairs.filter(|&(at, beyond)| lookout.may_watch_side(at, beyond).is_ok()));
        }
        sides.sort_unstable();
        sides.dedup();
        Marks { sides: sides.into(), ..marks }
    }

    /// Lists the places a man in this posture can throw at.
    pub(crate) fn thrown_at(setting: &Setting, eye: Eye) -> Marks {
        Marks::sorted(setting, eye.at, |at| underground::may_throw(setting, eye, at).is_ok())
    }

    fn sorted(setting: &Setting, from: LocationId, fits: impl Fn(LocationId) -> bool) -> Marks {
        let fitting = candidates(setting, from).filter(|at| fits(*at));
        // Sixth and place in one number, which sorts quickly.
        let mut places: Vec<u32> = fitting.map(|at| sixth(setting, from, at) << 16 | u32::from(at.0)).collect();
        places.sort_unstable();
        places.dedup();
        let ends = [1, 2, 3, 4, 5, 6].map(|next: u32| places.partition_point(|place| *place < next << 16) as u16);
        let places = places.into_iter().map(|place| LocationId(place as u16)).collect();
        Marks { places, ends, sides: Box::default() }
    }

    #[inline]
    #[must_use]
    pub fn all(&self) -> &[LocationId] {
        &self.places
    }

    /// Doors and windows beside these places, each once.
    #[inline]
    #[must_use]
    pub fn sides(&self) -> &[(LocationId, LocationId)] {
        &self.sides
    }

    /// Returns the places in a sixth of the board: 0 is north, then clockwise.
    #[inline]
    #[must_use]
    pub fn in_sixth(&self, way: u8) -> &[LocationId] {
        let end = |way: usize| self.ends.get(way).map(|end| usize::from(*end));
        let start = usize::from(way).checked_sub(1).and_then(end).unwrap_or(0);
        end(usize::from(way)).and_then(|end| self.places.get(start..end)).unwrap_or_default()
    }
}

/// Returns the sixth of the board a place is in: 0 is north, then clockwise; 0 for the hex itself.
fn sixth(setting: &Setting, from: LocationId, at: LocationId) -> u32 {
    let (Some(from), Some(to)) = (setting.spot(from), setting.spot(at)) else {
        return 0;
    };
    let grid = setting.board.grid();
    if from.hex == to.hex {
        return 0;
    }
    let apart = grid.distance(from.hex, to.hex);
    let mut nearest = (u16::MAX, 0);
    for (n, next) in (0..).zip(grid.neighbours(from.hex)) {
        let Some(left) = next.map(|next| grid.distance(next, to.hex)) else { continue };
        // The nearest neighbour is at most one hex nearer; at the edge of the board there may be none.
        if left < apart {
            return n;
        }
        nearest = nearest.min((left, n));
    }
    nearest.1
}

/// Lists places that may be possible targets: all visible ones above ground, middle levels, the sewers here, and the
/// hex itself.
fn candidates(setting: &Setting, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
    let spot = setting.spot(from);
    let below = spot.filter(|spot| spot.level == Level::Sewer);
    let above = spot.filter(|_| below.is_none()).map(|spot| match spot.level {
        Level::Surface(_) => from,
        Level::Middle | Level::Sewer => setting.board.ground(spot.hex),
    });
    let lines = below.into_iter().flat_map(|spot| &spot.lines);
    let stretches = lines.filter_map(|(line, _)| setting.lines.get(usize::from(*line))).flatten().copied();
    let hex = spot.into_iter().flat_map(|spot| setting.board.at(spot.hex)).copied();
    let seen = above.into_iter().flat_map(|at| sight::all_above(setting, at));
    seen.chain(above.into_iter().flat_map(|_| setting.middles.iter().copied())).chain(stretches).chain(hex)
}
