//! Sets of men.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

use rules::Piece;

use crate::position::MEN;

/// A set of men and dummies: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Band(u64);

const _: () = assert!(MEN <= 64);

impl Band {
    /// The set without members.
    pub const EMPTY: Band = Band(0);

    /// The set of one man; a number beyond all men is left out.
    #[inline]
    #[must_use]
    pub const fn of(piece: Piece) -> Band {
        if piece.0 < 64 { Band(1 << piece.0) } else { Band::EMPTY }
    }

    /// Whether he is a member.
    #[inline]
    #[must_use]
    pub const fn has(self, piece: Piece) -> bool {
        piece.0 < 64 && self.0 >> piece.0 & 1 == 1
    }

    /// How many members there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, lowest number first.
    #[inline]
    pub fn iter(self) -> Members {
        Members(self.0)
    }

    /// Those members that something holds of.
    #[inline]
    #[must_use]
    pub fn only(self, holds: impl Fn(Piece) -> bool) -> Band {
        let (mut rest, mut kept) = (self.0, 0);
        while rest != 0 {
            let place = rest.trailing_zeros();
            kept |= u64::from(holds(Piece(place as u16))) << place;
            rest &= rest - 1;
        }
        Band(kept)
    }
}

/// The members of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Members(u64);

impl Iterator for Members {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let piece = Piece(self.0.trailing_zeros() as u16);
        self.0 &= self.0 - 1;
        Some(piece)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Piece> {
        for _ in 0..n {
            self.0 &= self.0.wrapping_sub(1);
        }
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Members {}

impl BitAnd for Band {
    type Output = Band;
    /// The members of both.
    #[inline]
    fn bitand(self, other: Band) -> Band {
        Band(self.0 & other.0)
    }
}

impl BitOr for Band {
    type Output = Band;
    /// The members of either.
    #[inline]
    fn bitor(self, other: Band) -> Band {
        Band(self.0 | other.0)
    }
}

impl BitXor for Band {
    type Output = Band;
    /// The members of one of them only.
    #[inline]
    fn bitxor(self, other: Band) -> Band {
        Band(self.0 ^ other.0)
    }
}

impl Sub for Band {
    type Output = Band;
    /// The members that are not of the other.
    #[inline]
    fn sub(self, other: Band) -> Band {
        Band(self.0 & !other.0)
    }
}

impl FromIterator<Piece> for Band {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        pieces.into_iter().fold(Band::EMPTY, |band, piece| band | Band::of(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_man_of_a_game_is_found_in_a_set() {
        let (first, last) = (Piece(0), Piece(MEN as u16 - 1));
        let both: Band = [last, first].into_iter().collect();
        assert!(both.iter().eq([first, last]) && both.len() == 2);
        assert!(both.has(last) && !(both - Band::of(last)).has(last) && !both.has(Piece(1)));
        assert!(Band::of(Piece(64)).is_empty() && !both.has(Piece(64)));
        assert_eq!(both ^ Band::of(first), Band::of(last));
        assert_eq!(both.only(|piece| piece == last), Band::of(last));
        assert_eq!((both.iter().len(), both.iter().nth(1), both.iter().nth(2)), (2, Some(last), None));
    }
}
