//! Sets of men.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

use rules::Piece;

use crate::position::MEN;

/// A set of men and dummies. A game has more of them than a [`rules::Group`] holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Band {
    /// Those numbered below 64.
    low: u64,
    /// The others.
    high: u64,
}

const _: () = assert!(MEN <= 128);

impl Band {
    /// The set without members.
    pub const EMPTY: Band = Band { low: 0, high: 0 };

    /// The set of one man; a number beyond all men is left out.
    #[inline]
    #[must_use]
    pub const fn of(piece: Piece) -> Band {
        match piece.0 {
            0..64 => Band { low: 1 << piece.0, high: 0 },
            64..128 => Band { low: 0, high: 1 << (piece.0 - 64) },
            _ => Band::EMPTY,
        }
    }

    /// Whether he is a member.
    #[inline]
    #[must_use]
    pub const fn has(self, piece: Piece) -> bool {
        match piece.0 {
            0..64 => self.low >> piece.0 & 1 == 1,
            64..128 => self.high >> (piece.0 - 64) & 1 == 1,
            _ => false,
        }
    }

    /// How many members there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// The members, lowest number first.
    #[inline]
    pub fn iter(self) -> Members {
        Members { rest: self.low, later: self.high, first: 0 }
    }

    /// Those members that something holds of.
    #[inline]
    #[must_use]
    pub fn only(self, holds: impl Fn(Piece) -> bool) -> Band {
        let of_word = |word: u64, first: u16| {
            let (mut rest, mut kept) = (word, 0);
            while rest != 0 {
                let place = rest.trailing_zeros();
                kept |= u64::from(holds(Piece(first + place as u16))) << place;
                rest &= rest - 1;
            }
            kept
        };
        Band { low: of_word(self.low, 0), high: of_word(self.high, 64) }
    }
}

/// The members of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Members {
    /// Those still to come of 64, counted from `first`.
    rest: u64,
    /// The 64 after them.
    later: u64,
    first: u16,
}

impl Iterator for Members {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        if self.rest == 0 {
            if self.later == 0 {
                return None;
            }
            *self = Members { rest: self.later, later: 0, first: 64 };
        }
        let piece = Piece(self.first + self.rest.trailing_zeros() as u16);
        self.rest &= self.rest - 1;
        Some(piece)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Piece> {
        for _ in 0..n {
            if self.rest == 0 {
                (self.rest, self.later, self.first) = (self.later, 0, 64);
            }
            self.rest &= self.rest.wrapping_sub(1);
        }
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.rest.count_ones() + self.later.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Members {}

impl BitAnd for Band {
    type Output = Band;
    /// The members of both.
    #[inline]
    fn bitand(self, other: Band) -> Band {
        Band { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Band {
    type Output = Band;
    /// The members of either.
    #[inline]
    fn bitor(self, other: Band) -> Band {
        Band { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitXor for Band {
    type Output = Band;
    /// The members of one of them only.
    #[inline]
    fn bitxor(self, other: Band) -> Band {
        Band { low: self.low ^ other.low, high: self.high ^ other.high }
    }
}

impl Sub for Band {
    type Output = Band;
    /// The members that are not of the other.
    #[inline]
    fn sub(self, other: Band) -> Band {
        Band { low: self.low & !other.low, high: self.high & !other.high }
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
        assert!(Band::of(Piece(128)).is_empty() && !both.has(Piece(128)));
        assert_eq!(both ^ Band::of(first), Band::of(last));
        assert_eq!(both.only(|piece| piece == last), Band::of(last));
        assert_eq!((both.iter().len(), both.iter().nth(1), both.iter().nth(2)), (2, Some(last), None));
    }
}
