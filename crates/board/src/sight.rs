//! Who sees whom, worked out once a board.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::board::Board;
use crate::grid::HexId;
use crate::naming::LocationId;
use crate::walk::{Step, Walk};

impl Board {
    /// Walks the straight line from the centre of one hex to the centre of another: see [`crate::walk`].
    pub fn walk(&self, from: HexId, to: HexId) -> Walk {
        self.grid().walk(from, to)
    }

    /// The highest level that stands in the way strictly between two hexes; `top` says what reaches how high in a hex.
    /// Where the line runs along a hexside both hexes of it must block.
    pub fn obstacle(&self, from: HexId, to: HexId, top: impl Fn(HexId) -> Option<i16>) -> Option<i16> {
        let between = |step: &Step| match *step {
            Step::Hex(hex) if hex != from && hex != to => top(hex),
            Step::Along(side) => match self.grid().hexes_of(side) {
                (a, Some(b)) => top(a).and_then(|a| Some(a.min(top(b)?))),
                (_, None) => None,
            },
            _ => None,
        };
        self.walk(from, to).steps().iter().filter_map(between).max()
    }

    /// Walks the same line until `visit` breaks off: see [`crate::Grid::walk_until`].
    pub fn walk_until<B>(&self, from: HexId, to: HexId, visit: impl FnMut(Step) -> ControlFlow<B>) -> ControlFlow<B> {
        self.grid().walk_until(from, to, visit)
    }
}

/// Sight between any two Locations, as one bit each.
///
/// Sight is mutual by construction. The table holds what never changes; a system masks it by what does (smoke,
/// rubble, blaze).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightTable {
    locations: usize,
    words: usize,
    bits: Vec<u64>,
}

impl SightTable {
    /// Asks `sees` once for each pair of the first `locations` Locations, also of each with itself.
    pub fn build(locations: usize, mut sees: impl FnMut(LocationId, LocationId) -> bool) -> SightTable {
        let words = locations.div_ceil(64);
        let mut table = SightTable { locations, words, bits: vec![0; words * locations] };
        for a in 0..locations {
            for b in a..locations {
                if sees(LocationId(a as u16), LocationId(b as u16)) {
                    table.set(a, b);
                    table.set(b, a);
                }
            }
        }
        table
    }

    fn set(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// Number of Locations the table was built for.
    pub const fn locations(&self) -> usize {
        self.locations
    }

    /// Whether the two see each other. Locations beyond the table see nothing.
    #[inline]
    pub fn sees(&self, a: LocationId, b: LocationId) -> bool {
        self.words(a).get(b.index() / 64).is_some_and(|word| word >> (b.index() % 64) & 1 == 1)
    }

    /// One row as bits: Location n is bit n % 64 of word n / 64. Empty beyond the table.
    #[inline]
    pub fn words(&self, from: LocationId) -> &[u64] {
        let start = from.index() * self.words;
        self.bits.get(start..start + self.words).unwrap_or_default()
    }

    /// All Locations seen from one, in order.
    pub fn seen_from(&self, from: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        SightRows::members(self.words(from))
    }
}

/// Sight between any two Locations as one bit each, worked out row by row when somebody first looks from there.
///
/// For boards on which a whole [`SightTable`] would take too long to begin with. What is asked must be mutual; the table
/// holds what never changes, and a system masks it by what does.
#[derive(Debug)]
pub struct SightRows {
    rows: Vec<OnceLock<Box<[u64]>>>,
}

impl SightRows {
    /// Rows for the first `locations` Locations, none worked out.
    pub fn new(locations: usize) -> SightRows {
        SightRows { rows: (0..locations).map(|_| OnceLock::new()).collect() }
    }

    /// How many Locations it is about.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it is about none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row of a Location, one bit for each other, 64 to a word; empty beyond the table. `sees` is asked about each
    /// Location once, when the row is first wanted.
    #[inline]
    pub fn row(&self, from: LocationId, sees: impl Fn(LocationId) -> bool) -> &[u64] {
        let Some(row) = self.rows.get(from.index()) else { return &[] };
        row.get_or_init(|| self.worked_out(&sees))
    }

    #[cold]
    fn worked_out(&self, sees: &dyn Fn(LocationId) -> bool) -> Box<[u64]> {
        let mut words = vec![0; self.rows.len().div_ceil(64)];
        for to in (0..self.rows.len() as u16).map(LocationId).filter(|to| sees(*to)) {
            if let Some(word) = words.get_mut(to.index() / 64) {
                *word |= 1 << (to.index() % 64);
            }
        }
        words.into_boxed_slice()
    }

    /// Whether `from` sees `to`.
    #[inline]
    pub fn sees(&self, from: LocationId, to: LocationId, sees: impl Fn(LocationId) -> bool) -> bool {
        self.row(from, sees).get(to.index() / 64).is_some_and(|word| word >> (to.index() % 64) & 1 == 1)
    }

    /// All Locations in a row, in order.
    pub fn members(row: &[u64]) -> impl Iterator<Item = LocationId> + '_ {
        row.iter().enumerate().flat_map(|(word, bits)| Ones(*bits).map(move |bit| LocationId((word * 64) as u16 + bit)))
    }
}

/// The places of the set bits of a word, lowest first.
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
            let rows = SightRows::new(n);
            for a in (0..n as u16).map(LocationId) {
                let row: Vec<_> = table.seen_from(a).collect();
                let want: Vec<_> = (0..n as u16).map(LocationId).filter(|b| sees(a, *b)).collect();
                prop_assert_eq!(row, want);
                for b in (0..n as u16 + 70).map(LocationId) {
                    prop_assert_eq!(rows.sees(a, b, |b| sees(a, b)), b.index() < n && sees(a, b));
                    prop_assert_eq!(table.sees(a, b), b.index() < n && sees(a, b));
                }
            }
        }
    }
}
