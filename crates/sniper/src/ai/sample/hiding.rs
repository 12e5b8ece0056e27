//! Possible places of an enemy out of sight.

use board::LocationId;
use rand::Rng;
use rules::{Side, number_below};

use crate::printed::words::Posture;
use crate::setting::sight::{Eye, Stand};
use crate::setting::smoke::Cloud;
use crate::setting::spot::{LOCATIONS, Level, Spot};
use crate::setting::{Setting, entering};
use crate::state::man::Man;
use crate::state::position::Position;

/// Weight of a street or court for a hidden man, relative to a place below the ground.
const OPEN: u32 = 1;
const BELOW: u32 = 2;
/// Weight of a place under cover, on the same scale.
const COVERED: u32 = 3;

/// Origin of a hidden man and the movement points he has had since.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub at: LocationId,
    pub points: u16,
}

/// Places in view of some men. Hidden enemies can't be there.
pub struct Overlooked<'a> {
    setting: &'a Setting,
    clouds: &'a [Cloud],
    watchers: Vec<Stand<'a>>,
    /// A bit for each Location above ground in sight of at least one man, ignoring smoke.
    above: [u64; LOCATIONS / 64],
}

impl<'a> Overlooked<'a> {
    pub fn by(setting: &'a Setting, clouds: &'a [Cloud], men: impl Iterator<Item = Man>) -> Self {
        let stand = |man: Man| Stand::of(setting, Eye { at: man.at?, posture: man.posture });
        let watchers: Vec<Stand<'a>> = men.filter_map(stand).collect();
        let mut above = [0; LOCATIONS / 64];
        for watcher in &watchers {
            above.iter_mut().zip(watcher.overlooks()).for_each(|(all, own)| *all |= own);
        }
        Overlooked { setting, clouds, watchers, above }
    }

    /// Returns whether one of the men sees this place.
    pub fn has(&self, at: LocationId, spot: &Spot) -> bool {
        let surface = matches!(spot.level, Level::Surface(_));
        let lined_up = self.above.get(at.index() / 64).is_some_and(|word| word >> (at.index() % 64) & 1 == 1);
        // On the surface only lines count, except for smoke and men in the same hex.
        if surface && !spot.manhole && !spot.stairs && (!lined_up || self.clouds.is_empty()) {
            return lined_up;
        }
        let there = Stand::of(self.setting, Eye { at, posture: posture_at(self.setting, at) });
        let sees = |there: Stand<'_>| {
            self.watchers.iter().any(|watcher| watcher.sees(self.setting, self.clouds, &there).is_some())
        };
        there.is_none_or(sees)
    }
}

/// Returns the posture given to a hidden man at this place.
pub fn posture_at(setting: &Setting, at: LocationId) -> Posture {
    if setting.is_middle(at) { Posture::Ducked } else { Posture::Standing }
}

fn weight(setting: &Setting, spot: &Spot) -> u32 {
    match spot.level {
        Level::Sewer | Level::Middle => BELOW,
        Level::Surface(_) if spot.rubble || setting.board.floors(spot.hex) > 0 => COVERED,
        Level::Surface(_) => OPEN,
    }
}

/// Samples a place for a hidden man, by weight, among those he can have reached that are out of view and have room.
/// `None` if there is none.
pub fn hideout(
    setting: &Setting,
    position: &Position,
    side: Side,
    start: Start,
    overlooked: &[&Overlooked<'_>],
    rng: &mut impl Rng,
) -> Option<LocationId> {
    let full = |at: LocationId| {
        let counts = |man: &Man| man.side == side || setting.is_middle(at);
        let there = position.here().filter(|(_, man, place)| *place == at && counts(man));
        there.count() >= entering::room(setting, at)
    };
    let taken: Vec<LocationId> = position.here().map(|(_, _, at)| at).filter(|at| full(*at)).collect();
    let mut pool: Vec<(u32, LocationId)> = Vec::new();
    let mut total = 0;
    for ((at, spot), steps) in setting.board.location_ids().zip(&setting.spots).zip(setting.steps(start.at)?) {
        let near = u16::from(*steps) <= start.points;
        if near && !overlooked.iter().any(|by| by.has(at, spot)) && !taken.contains(&at) {
            total += weight(setting, spot);
            pool.push((total, at));
        }
    }
    let drawn = number_below(rng, (total as usize).max(1)) as u32;
    pool.get(pool.partition_point(|(upto, _)| *upto <= drawn)).map(|(_, at)| *at)
}
