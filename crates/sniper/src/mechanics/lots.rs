//! Secret lots that decide which of several men in one place comes first, where the other side observes the order
//! (SNP-B8, SNP-B11, SNP-B15, SNP-B16). The order of the scenario's list would tell the men apart.

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Clause, FaceClasses, Piece, PieceSet, Pool, Resolver, Side};

use crate::state::Sniper;
use crate::state::man::MEN;

/// Men of a side in a place, and the number that the lot skips.
#[derive(Clone, Copy, Debug)]
struct Lot {
    at: LocationId,
    men: PieceSet,
    passed: usize,
}

/// Lots rolled at one moment: one for each set of men in a place.
#[derive(Debug, Default)]
pub struct Lots {
    drawn: ArrayVec<Lot, { 2 * MEN }>,
}

impl Lots {
    /// Rolls a lot for men of a side in a place, unless there is only one or their lot exists. The roll is secret: only
    /// their own side knows the order in which they are listed.
    pub fn draw(
        &mut self,
        resolver: &mut impl Resolver<Sniper>,
        clause: Clause,
        side: Side,
        at: LocationId,
        men: PieceSet,
    ) {
        if men.len() < 2 || self.find(at, men).is_some() {
            return;
        }
        let pool = |classes| Pool::secret(1, classes, "lot", clause, side).credited_to(side);
        let passed = match men.len() {
            2 => usize::from(resolver.roll(pool(FaceClasses::at_least(4))).successes()),
            more => usize::from(resolver.roll(pool(FaceClasses::SUM)).sum().saturating_sub(1)) * more / 6,
        };
        let _ = self.drawn.try_push(Lot { at, men, passed });
    }

    /// Returns the rank of `piece` among these men, 0 first: in list order, starting with the man chosen by lot.
    #[must_use]
    pub fn rank(&self, at: LocationId, men: PieceSet, piece: Piece) -> usize {
        let (listed, passed) = (listed(men, piece), self.find(at, men).map_or(0, |lot| lot.passed));
        (listed + men.len() - passed) % men.len().max(1)
    }

    /// Returns the man who comes first.
    #[must_use]
    pub fn first(&self, at: LocationId, men: PieceSet) -> Option<Piece> {
        men.iter().min_by_key(|piece| self.rank(at, men, *piece))
    }

    /// Returns all of these men in the order of the lot.
    #[must_use]
    pub fn in_order(&self, at: LocationId, men: PieceSet) -> ArrayVec<Piece, MEN> {
        let mut order: ArrayVec<Piece, MEN> = men.iter().collect();
        order.sort_by_key(|piece| self.rank(at, men, *piece));
        order
    }

    fn find(&self, at: LocationId, men: PieceSet) -> Option<&Lot> {
        self.drawn.iter().find(|lot| lot.at == at && lot.men == men)
    }
}

fn listed(men: PieceSet, piece: Piece) -> usize {
    men.iter().take_while(|other| *other != piece).count()
}
