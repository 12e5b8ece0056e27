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
    /// Whether one of them lies in a hex with windows, which bar his sight (SNP-B31).
    lying: bool,
}

impl<'a> Overlooked<'a> {
    pub fn by(setting: &'a Setting, clouds: &'a [Cloud], men: impl Iterator<Item = Man>) -> Self {
        let stand = |man: Man| Stand::of(setting, Eye { at: man.at?, posture: man.posture });
        let watchers: Vec<Stand<'a>> = men.filter_map(stand).collect();
        let mut above = [0; LOCATIONS / 64];
        // What a man who lies behind a window sees is looked up one by one.
        let lying = watchers.iter().any(Stand::is_low);
        for watcher in &watchers {
            above.iter_mut().zip(watcher.overlooks()).for_each(|(all, own)| *all |= own);
        }
        Overlooked { setting, clouds, watchers, above, lying }
    }

    /// Returns whether one of the men would see a man there in this posture.
    pub fn has(&self, at: LocationId, spot: &Spot, posture: Posture) -> bool {
        let surface = matches!(spot.level, Level::Surface(_));
        let lined_up = self.above.get(at.index() / 64).is_some_and(|word| word >> (at.index() % 64) & 1 == 1);
        // On the surface only lines count, except for smoke and men in the same hex.
        let quick = self.clouds.is_empty() && !self.lying && posture != Posture::Prone;
        if surface && !spot.manhole && !spot.stairs && (!lined_up || quick) {
            return lined_up;
        }
        let there = Stand::of(self.setting, Eye { at, posture });
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

/// Samples a place and posture for a hidden man, by weight, among those he can have reached that are out of view and have
/// room. `None` if there is none.
pub fn hideout(
    setting: &Setting,
    position: &Position,
    side: Side,
    start: Start,
    overlooked: &[&Overlooked<'_>],
    rng: &mut impl Rng,
) -> Option<(LocationId, Posture)> {
    let full = |at: LocationId| {
        let counts = |man: &Man| !man.incapacitated && (man.side == side || setting.is_middle(at));
        let there = position.here().filter(|(_, man, place)| *place == at && counts(man));
        there.count() >= entering::room(setting, at)
    };
    let taken: Vec<LocationId> = position.here().map(|(_, _, at)| at).filter(|at| full(*at)).collect();
    let mut pool: Vec<(u32, LocationId, Posture)> = Vec::new();
    let mut total = 0;
    for ((at, spot), steps) in setting.board.location_ids().zip(&setting.spots).zip(setting.steps(start.at)?) {
        let near = u16::from(*steps) <= start.points;
        if !near || taken.contains(&at) {
            continue;
        }
        // Behind a window a man may lie where he would be seen standing (SNP-B31).
        let postures = [Some(posture_at(setting, at)), Some(Posture::Prone).filter(|_| spot.windows)];
        let is_hidden = |posture: &Posture| !overlooked.iter().any(|by| by.has(at, spot, *posture));
        if let Some(posture) = postures.into_iter().flatten().find(is_hidden) {
            total += weight(setting, spot);
            pool.push((total, at, posture));
        }
    }
    let drawn = number_below(rng, (total as usize).max(1)) as u32;
    pool.get(pool.partition_point(|(upto, ..)| *upto <= drawn)).map(|&(_, at, posture)| (at, posture))
}
