//! Places that can be watched (SNP-B16) or thrown at (SNP-B11, 39.62) from a place, by the sixths of the board.

use board::LocationId;

use crate::acts;
use crate::setting::{Level, Setting};
use crate::sight::{self, Eye};
use crate::underground;

/// Places, sorted by the sixth of the board they lie in as seen from where they are looked at.
#[derive(Debug)]
pub struct Marks {
    places: Box<[LocationId]>,
    /// Where each sixth ends, 0 being north.
    ends: [u16; 6],
    /// Doors and windows with one of the places beside them, by the places on their sides.
    sides: Box<[(LocationId, LocationId)]>,
}

impl Marks {
    /// What can be watched with these eyes.
    pub(crate) fn watched(setting: &Setting, eye: Eye) -> Marks {
        let marks = Marks::sorted(setting, eye.at, |at| acts::may_watch(setting, eye, at).is_ok());
        let mut sides: Vec<(LocationId, LocationId)> = Vec::new();
        for &at in &marks.places {
            let around = setting.spot(at).into_iter().flat_map(|spot| setting.board.grid().neighbours(spot.hex));
            let beside = around.flatten().flat_map(|hex| setting.board.at(hex));
            let pairs = beside.map(|&beyond| (at.min(beyond), at.max(beyond)));
            sides.extend(pairs.filter(|&(at, beyond)| acts::may_watch_side(setting, eye, at, beyond).is_ok()));
        }
        sides.sort_unstable();
        sides.dedup();
        Marks { sides: sides.into(), ..marks }
    }

    /// Where a man in this posture can throw.
    pub(crate) fn thrown_at(setting: &Setting, eye: Eye) -> Marks {
        Marks::sorted(setting, eye.at, |at| underground::may_throw(setting, eye, at).is_ok())
    }

    fn sorted(setting: &Setting, from: LocationId, fits: impl Fn(LocationId) -> bool) -> Marks {
        let fitting = candidates(setting, from).filter(|at| fits(*at));
        let mut places: Vec<(usize, LocationId)> = fitting.map(|at| (sixth(setting, from, at), at)).collect();
        places.sort_unstable();
        places.dedup();
        let end = |way: usize| places.partition_point(|(sixth, _)| *sixth <= way) as u16;
        let ends = [0, 1, 2, 3, 4, 5].map(end);
        Marks { places: places.into_iter().map(|(_, at)| at).collect(), ends, sides: Box::default() }
    }

    /// All places.
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

    /// Those in a sixth of the board: 0 north, then clockwise.
    #[inline]
    #[must_use]
    pub fn in_sixth(&self, way: u8) -> &[LocationId] {
        let end = |way: usize| self.ends.get(way).map(|end| usize::from(*end));
        let start = usize::from(way).checked_sub(1).and_then(end).unwrap_or(0);
        end(usize::from(way)).and_then(|end| self.places.get(start..end)).unwrap_or_default()
    }
}

/// In which sixth of the board a place lies: 0 north, then clockwise; 0 for the hex itself.
fn sixth(setting: &Setting, from: LocationId, at: LocationId) -> usize {
    let (Some(from), Some(to)) = (setting.spot(from), setting.spot(at)) else {
        return 0;
    };
    let grid = setting.board.grid();
    if from.hex == to.hex {
        return 0;
    }
    let around = grid.neighbours(from.hex).into_iter().enumerate();
    around.filter_map(|(n, next)| Some((grid.distance(next?, to.hex), n))).min().map_or(0, |(_, n)| n)
}

/// Places that could be watched or thrown at from somewhere: all above ground that is seen, middle levels, the sewers
/// there, and the hex itself.
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
