//! Pairs of Locations above ground that are a step apart: nearly every rule of fire and routs asks for them.

use board::LocationId;

use crate::setting::Spot;

/// For each pair of Locations whether a step leads from one into the other, or they are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Words of 64 Locations in a row.
    words: usize,
    bits: Vec<u64>,
    /// For each Location the others, itself included.
    others: Vec<Vec<LocationId>>,
}

impl Pairs {
    /// Returns the pairs of all Locations.
    #[must_use]
    pub fn of(spots: &[Spot]) -> Pairs {
        let words = spots.len().div_ceil(64);
        let mut pairs = Pairs { words, bits: vec![0; words * spots.len()], others: Vec::new() };
        for (number, spot) in spots.iter().enumerate() {
            pairs.set(number, number);
            for way in &spot.edges {
                pairs.set(number, way.to.index());
                pairs.set(way.to.index(), number);
            }
        }
        let all = || (0..spots.len()).map(|at| LocationId(at as u16));
        pairs.others = all().map(|one| all().filter(|other| pairs.have(one, *other)).collect()).collect();
        pairs
    }

    /// Returns the Locations that are such a pair with one, itself included.
    #[inline]
    #[must_use]
    pub fn of_one(&self, one: LocationId) -> &[LocationId] {
        self.others.get(one.index()).map_or(&[], |others| others)
    }

    fn set(&mut self, one: usize, other: usize) {
        if let Some(word) = self.bits.get_mut(one * self.words + other / 64) {
            *word |= 1 << (other % 64);
        }
    }

    /// Returns whether these are such a pair.
    #[inline]
    #[must_use]
    pub fn have(&self, one: LocationId, other: LocationId) -> bool {
        let (row, other) = (one.index() * self.words, other.index());
        self.bits.get(row + other / 64).is_some_and(|word| word >> (other % 64) & 1 == 1)
    }
}
