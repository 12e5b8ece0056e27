//! Places a man can reach with his movement points, by the cheapest way.

use arrayvec::ArrayVec;
use board::LocationId;

use crate::setting::Setting;
use crate::setting::path::{Path, STEPS};

/// The most places that are considered.
const PLACES: usize = 640;

/// A place within reach, with the index of the place before it on the way, in one number: a search for a place compares
/// several at once, and has then read what its way consists of.
#[derive(Clone, Copy, Debug)]
pub struct Way(u32);

impl Way {
    const fn new(at: LocationId, before: u16) -> Way {
        Way((before as u32) << 16 | at.0 as u32)
    }

    /// Returns the place it leads to.
    #[inline]
    #[must_use]
    pub const fn at(self) -> LocationId {
        LocationId(self.0 as u16)
    }

    #[inline]
    const fn before(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// Places within reach of one, nearest first, each with the cheapest way there. Other men are ignored.
#[derive(Debug)]
pub struct Reach {
    /// The places; the first is the start.
    ways: Box<[Way]>,
    /// Number of places reached with 0, 1, 2, … movement points.
    within: [u16; STEPS + 1],
    /// Indices of places at middle level.
    middles: Box<[u16]>,
}

impl Reach {
    /// Calculates all places within the movement points of a turn, upright or crawling.
    pub(crate) fn from(setting: &Setting, start: LocationId, prone: bool) -> Reach {
        let mut ways: Vec<Way> = Vec::with_capacity(PLACES);
        let mut settled = vec![false; setting.spots.len()];
        // By movement points spent: a place, and the one it is entered from.
        let mut open: [Vec<Way>; STEPS + 1] = Default::default();
        let mut within = [0; STEPS + 1];
        open[0].push(Way::new(start, 0));
        for (spent, within) in within.iter_mut().enumerate() {
            let mut next = 0;
            while let Some(&way) = open.get(spent).and_then(|bucket| bucket.get(next)) {
                next += 1;
                let at = way.at();
                let Some(settled_here) = settled.get_mut(at.index()).filter(|settled| !**settled) else { continue };
                // A board with more places within reach offers enough choice.
                if ways.len() == PLACES {
                    break;
                }
                *settled_here = true;
                let here = ways.len() as u16;
                ways.push(way);
                for exit in setting.spot(at).into_iter().flat_map(|spot| &spot.exits) {
                    let Some(cost) = exit.cost_for(prone) else { continue };
                    let is_news = settled.get(exit.to.index()).is_some_and(|settled| !settled);
                    if let Some(bucket) = open.get_mut(spent + usize::from(cost.max(1))).filter(|_| is_news) {
                        bucket.push(Way::new(exit.to, here));
                    }
                }
            }
            *within = ways.len() as u16;
        }
        let middles = (0u16..).zip(&ways).skip(1).filter(|(_, way)| setting.is_middle(way.at())).map(|(n, _)| n);
        let middles = middles.collect();
        Reach { ways: ways.into_boxed_slice(), within, middles }
    }

    /// Returns the places within `points` movement points, without the start.
    #[inline]
    #[must_use]
    pub fn places(&self, points: u8) -> &[Way] {
        let within = self.within.get(usize::from(points)).or(self.within.last());
        self.ways.get(1..usize::from(within.copied().unwrap_or(0))).unwrap_or_default()
    }

    /// Returns the movement points that the nth place costs.
    #[must_use]
    pub fn cost(&self, n: usize) -> u8 {
        // The start is the first of those within reach.
        self.within.iter().take_while(|within| usize::from(**within) <= n + 1).count() as u8
    }

    /// Returns the index of a place, from 0; `None` if it is out of reach.
    #[must_use]
    pub fn find(&self, to: LocationId, points: u8) -> Option<usize> {
        /// Number of places compared at once, without a branch between them.
        const ROW: usize = 16;
        let (rows, rest) = self.places(points).as_chunks::<ROW>();
        let is_there = |row: &[Way]| row.iter().fold(false, |found, way| found | (way.at() == to));
        let row = rows.iter().position(|row| is_there(row)).unwrap_or(rows.len());
        let last = rows.get(row).map_or(rest, |row| row);
        Some(row * ROW + last.iter().position(|way| way.at() == to)?)
    }

    /// Returns the way to the nth place.
    #[must_use]
    pub fn path(&self, n: usize) -> Path {
        let (mut back, mut node): (ArrayVec<LocationId, STEPS>, _) = (ArrayVec::new(), n + 1);
        while let (true, Some(way)) = (node > 0 && !back.is_full(), self.ways.get(node)) {
            back.push(way.at());
            node = way.before();
        }
        back.into_iter().rev().collect()
    }

    /// Returns whether the way to the nth place touches a closed place. Only middle levels can be closed.
    #[inline]
    #[must_use]
    pub fn is_barred(&self, n: usize, closed: impl Fn(LocationId) -> bool) -> bool {
        !self.middles.is_empty() && self.path(n).steps().iter().any(|at| closed(*at))
    }

    /// Returns whether any middle level within `points` movement points is closed.
    #[inline]
    #[must_use]
    pub fn any_closed(&self, points: u8, closed: impl Fn(LocationId) -> bool) -> bool {
        let within = self.places(points).len();
        let near = self.middles.iter().take_while(|n| usize::from(**n) <= within);
        near.filter_map(|n| self.ways.get(usize::from(*n))).any(|way| closed(way.at()))
    }
}

/// Calculates the movement points from a Location to each other, upright; 255 for all further away.
pub(crate) fn steps(setting: &Setting, from: LocationId) -> Box<[u8]> {
    let mut steps = vec![u8::MAX; setting.spots.len()].into_boxed_slice();
    let mut open: Vec<Vec<LocationId>> = vec![Vec::new(); usize::from(u8::MAX)];
    if let Some(first) = open.first_mut() {
        first.push(from);
    }
    for spent in 0..u8::MAX {
        let bucket = open.get_mut(usize::from(spent)).map(std::mem::take).unwrap_or_default();
        for at in bucket {
            let Some(slot) = steps.get_mut(at.index()).filter(|slot| **slot == u8::MAX) else { continue };
            *slot = spent;
            for exit in setting.spot(at).into_iter().flat_map(|spot| &spot.exits) {
                let then = usize::from(spent) + usize::from(exit.cost.max(1));
                let known = steps.get(exit.to.index()).is_none_or(|steps| *steps < u8::MAX);
                if let Some(bucket) = open.get_mut(then).filter(|_| !known) {
                    bucket.push(exit.to);
                }
            }
        }
    }
    steps
}
