//! Pieces and sets of up to 64 pieces.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

board::named_id!(
    /// A piece of the game: a squad, a man, a counter. The number indexes the position's list of pieces and never
    /// leaves the referee. When serialized, a piece is its name in the scenario (ledger) or the handle that a seat
    /// uses.
    Piece,
    Piece
);

/// A set of pieces with numbers below 64, such as the supporters of an attack. Serialized as a list of names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(u64);

impl PieceSet {
    /// The set that contains no piece.
    pub const EMPTY: PieceSet = PieceSet(0);

    /// Number of pieces that a set can hold: numbers 0 to 63.
    pub const LIMIT: usize = 64;

    /// Returns this set with `piece` added. A piece numbered 64 or above does not fit and is left out.
    #[inline]
    #[must_use]
    pub const fn with(self, piece: Piece) -> Self {
        if piece.0 < 64 { PieceSet(self.0 | 1 << piece.0) } else { self }
    }

    /// Returns this set with `piece` removed, if it was in it.
    #[inline]
    #[must_use]
    pub const fn without(self, piece: Piece) -> Self {
        if piece.0 < 64 { PieceSet(self.0 & !(1 << piece.0)) } else { self }
    }

    /// Adds a piece if `is` is true, else removes it.
    #[inline]
    pub fn set(&mut self, piece: Piece, is: bool) {
        if piece.0 < 64 {
            self.0 = self.0 & !(1 << piece.0) | u64::from(is) << piece.0;
        }
    }

    /// Whether the piece is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, piece: Piece) -> bool {
        piece.0 < 64 && self.0 >> piece.0 & 1 == 1
    }

    /// Number of pieces in the set, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains no piece.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains no piece: for `skip_serializing_if`, which gives a reference.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    /// The piece with the highest number; `None` if the set is empty.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Piece> {
        if self.0 == 0 { None } else { Some(Piece(63 - self.0.leading_zeros() as u16)) }
    }

    /// Iterates over the pieces, lowest number first.
    #[inline]
    pub fn iter(self) -> PieceSetIter {
        PieceSetIter(self.0)
    }

    /// Returns the subset of pieces for which `holds` is true.
    #[inline]
    #[must_use]
    pub fn only(self, holds: impl Fn(Piece) -> bool) -> PieceSet {
        let (mut rest, mut kept) = (self.0, 0);
        while rest != 0 {
            let place = rest.trailing_zeros();
            kept |= u64::from(holds(Piece(place as u16))) << place;
            rest &= rest - 1;
        }
        PieceSet(kept)
    }
}

/// An iterator over a [`PieceSet`], lowest number first.
#[derive(Clone, Debug)]
pub struct PieceSetIter(u64);

impl Iterator for PieceSetIter {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let PieceSetIter(rest) = self;
        if *rest == 0 {
            return None;
        }
        let piece = Piece(rest.trailing_zeros() as u16);
        *rest &= *rest - 1;
        Some(piece)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Piece> {
        let PieceSetIter(rest) = self;
        for _ in 0..n {
            *rest &= rest.wrapping_sub(1);
        }
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for PieceSetIter {}

impl PieceSet {
    /// Returns every subset of `pieces`, including the empty one, if there are at most `whole` of them. Of more,
    /// returns only the subsets of up to two. For enumerating orders.
    #[must_use]
    pub fn of_some(pieces: &[Piece], whole: usize) -> Vec<PieceSet> {
        if pieces.len() <= whole {
            let members = |bits: usize| pieces.iter().enumerate().filter(move |(n, _)| bits >> n & 1 == 1);
            return (0..1usize << pieces.len()).map(|bits| members(bits).map(|(_, piece)| *piece).collect()).collect();
        }
        let mut groups = vec![PieceSet::EMPTY];
        for (n, &first) in pieces.iter().enumerate() {
            groups.push(PieceSet::EMPTY.with(first));
            groups.extend(pieces.iter().skip(n + 1).map(|&second| PieceSet::EMPTY.with(first).with(second)));
        }
        groups
    }
}

impl BitAnd for PieceSet {
    type Output = PieceSet;
    /// Returns the intersection: pieces in both sets.
    #[inline]
    fn bitand(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }
}

impl BitOr for PieceSet {
    type Output = PieceSet;
    /// Returns the union: pieces in either set.
    #[inline]
    fn bitor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

impl BitXor for PieceSet {
    type Output = PieceSet;
    /// Returns the symmetric difference: pieces in exactly one of the sets.
    #[inline]
    fn bitxor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 ^ other.0)
    }
}

impl Sub for PieceSet {
    type Output = PieceSet;
    /// Returns the difference: pieces that are not in the other set.
    #[inline]
    fn sub(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces.into_iter().fold(PieceSet::EMPTY, PieceSet::with)
    }
}

impl Serialize for PieceSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Sorted by name, because the order of true numbers would reveal something.
        let mut names: Vec<_> = self
            .iter()
            .map(|piece| {
                board::naming::name_of(board::naming::Named::Piece, piece.0)
                    .ok_or_else(|| serde::ser::Error::custom("a piece without a name for this reader"))
            })
            .collect::<Result<_, S::Error>>()?;
        names.sort();
        serializer.collect_seq(names)
    }
}

impl<'de> Deserialize<'de> for PieceSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pieces = Vec::<Piece>::deserialize(deserializer)?;
        let group: PieceSet = pieces.iter().copied().collect();
        if group.len() == pieces.len() { Ok(group) } else { Err(serde::de::Error::custom("a piece is named twice")) }
    }
}

impl JsonSchema for PieceSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PieceSet".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeSet::<Piece>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_piece_of_a_game_is_found_in_a_set() {
        let (first, last) = (Piece(0), Piece(PieceSet::LIMIT as u16 - 1));
        let one = |piece| PieceSet::EMPTY.with(piece);
        let both: PieceSet = [last, first].into_iter().collect();
        assert!(both.iter().eq([first, last]) && both.len() == 2);
        assert!(both.has(last) && !(both - one(last)).has(last) && !both.has(Piece(1)));
        assert!(one(Piece(64)).is_empty() && !both.has(Piece(64)));
        assert_eq!(both ^ one(first), one(last));
        assert_eq!(both.only(|piece| piece == last), one(last));
        assert_eq!((both.iter().len(), both.iter().nth(1), both.iter().nth(2)), (2, Some(last), None));
    }
}
