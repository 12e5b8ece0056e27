//! Lines of sight between Locations, computed once per board.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::grid::HexId;
use crate::naming::LocationId;
use crate::walk::{Step, Walk};

impl Board {
    /// Returns everything that the straight line between two hex centres touches (see [`crate::walk`]).
    pub fn walk(&self, from: HexId, to: HexId) -> Walk {
        self.grid().walk(from, to)
    }

    /// Returns the height of the highest obstacle strictly between two hexes; `None` if there is none. `top` returns
    /// the height of the obstacle in a hex. Where the line runs along a hexside, both hexes must have obstacles, and
    /// the lower one counts.
    pub fn obstacle(&self, from: HexId, to: HexId, top: impl Fn(HexId) -> Option<i16>) -> Option<i16> {
        self.walk(from, to).steps().iter().filter_map(|step| self.top_of(step, [from, to], &top)).max()
    }

    /// Returns the obstacles strictly between two hexes with their heights, in order from the first hex: hexes on the
    /// line, and hexsides that it runs along. `top` is that of [`obstacle`](Board::obstacle).
    pub fn obstacles(&self, from: HexId, to: HexId, top: impl Fn(HexId) -> Option<i16>) -> Vec<(Step, i16)> {
        let walk = self.walk(from, to);
        let height = |step: &Step| Some((*step, self.top_of(step, [from, to], &top)?));
        walk.steps().iter().filter_map(height).collect()
    }

    /// Returns the height of the obstacle at a step of the line between two hexes; `None` if there is none, and at the
    /// ends.
    fn top_of(&self, step: &Step, ends: [HexId; 2], top: impl Fn(HexId) -> Option<i16>) -> Option<i16> {
        match *step {
            Step::Hex(hex) if !ends.contains(&hex) => top(hex),
            Step::Along(side) => match self.grid().hexes_of(side) {
                (a, Some(b)) => top(a).and_then(|a| Some(a.min(top(b)?))),
                (_, None) => None,
            },
            _ => None,
        }
    }

    /// Visits everything that the line touches until `visit` returns `Break` (see [`crate::Grid::walk_until`]).
    pub fn walk_until<B>(&self, from: HexId, to: HexId, visit: impl FnMut(Step) -> ControlFlow<B>) -> ControlFlow<B> {
        self.grid().walk_until(from, to, visit)
    }
}

/// Sight between any two Locations, as one bit each.
///
/// Sight is always mutual. The table contains what does not change during play; a system combines it with what does
/// (smoke, rubble, blaze).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightTable {
    locations: usize,
    words: usize,
    bits: Vec<u64>,
}

impl SightTable {
    /// Builds a table by calling `sees` once for each pair among the first `locations` Locations, including each with
    /// itself.
    pub fn build(locations: usize, mut sees: impl FnMut(LocationId, LocationId) -> bool) -> SightTable {
        let mut table = SightTable::blind(locations);
        for a in (0..locations).map(|a| LocationId(a as u16)) {
            for b in (a.index()..locations).map(|b| LocationId(b as u16)) {
                if sees(a, b) {
                    table.join(a, b);
                }
            }
        }
        table
    }

    /// Creates a table without any line of sight.
    pub fn blind(locations: usize) -> SightTable {
        let words = locations.div_ceil(64);
        SightTable { locations, words, bits: vec![0; words * locations] }
    }

    /// Returns a copy for more Locations, without sight to the new ones.
    #[must_use]
    pub fn grown_to(&self, locations: usize) -> SightTable {
        let mut grown = SightTable::blind(locations.max(self.locations));
        let rows = self.bits.chunks_exact(self.words.max(1));
        for (row, old) in grown.bits.chunks_exact_mut(grown.words.max(1)).zip(rows) {
            row.iter_mut().zip(old).for_each(|(word, old)| *word = *old);
        }
        grown
    }

    /// Records that two Locations see each other. Does nothing if either is beyond the table.
    #[inline]
    pub fn join(&mut self, a: LocationId, b: LocationId) {
        if a.index().max(b.index()) < self.locations {
            self.set(a.index(), b.index());
            self.set(b.index(), a.index());
        }
    }

    #[inline]
    fn set(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// Number of Locations that the table was built for.
    pub const fn locations(&self) -> usize {
        self.locations
    }

    /// Whether two Locations see each other. Locations beyond the table see nothing.
    #[inline]
    pub fn sees(&self, a: LocationId, b: LocationId) -> bool {
        let word = self.bits.get(a.index() * self.words + b.index() / 64);
        b.index() < self.locations && word.is_some_and(|word| word >> (b.index() % 64) & 1 == 1)
    }

    /// One row as bits: Location n is bit n % 64 of word n / 64. Empty beyond the table.
    #[inline]
    pub fn words(&self, from: LocationId) -> &[u64] {
        let start = from.index() * self.words;
        self.bits.get(start..start + self.words).unwrap_or_default()
    }

    /// All Locations visible from one, in order.
    pub fn seen_from(&self, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        let ones = |(word, bits): (usize, &u64)| Ones(*bits).map(move |bit| LocationId((word * 64) as u16 + bit));
        self.words(from).iter().enumerate().flat_map(ones)
    }
}

/// An iterator over the indices of set bits in a word, lowest first.
struct Ones(u64);

impl Iterator for Ones {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_table_says_what_was_answered(n in 0usize..200, salt: u16) {
            let sees = |a: LocationId, b: LocationId| {
                let (low, high) = (a.min(b).0, a.max(b).0);
                low.wrapping_mul(31).wrapping_add(high.wrapping_mul(salt)) % 3 == 0
            };
            let table = SightTable::build(n, sees);
            let grown = table.grown_to(n + 90);
            prop_assert_eq!(grown.locations(), n + 90);
            for a in (0..n as u16 + 90).map(LocationId) {
                prop_assert!(grown.seen_from(a).eq(table.seen_from(a)));
            }
            for a in (0..n as u16).map(LocationId) {
                let row: Vec<_> = table.seen_from(a).collect();
                let want: Vec<_> = (0..n as u16).map(LocationId).filter(|b| sees(a, *b)).collect();
                prop_assert_eq!(row, want);
                for b in (0..n as u16 + 70).map(LocationId) {
                    prop_assert_eq!(table.sees(a, b), b.index() < n && sees(a, b));
                }
            }
        }
    }
}
