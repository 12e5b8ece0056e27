//! All men and dummies of a game, with an index: at every movement point the rules look up who does what, and where.
//!
//! Men change only by `Men::change`, which updates the index. The index follows from the men alone, so lists with equal
//! men are equal.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{Piece, PieceSet, Side};

use crate::state::index::{Index, Trait};
use crate::state::man::{MEN, Man};
use crate::state::plot::Plot;

/// All men and dummies by number, including those out of the game.
#[derive(Clone, Debug, Default)]
pub struct Men {
    list: ArrayVec<Man, MEN>,
    index: Index,
}

impl Men {
    /// Changes a man, but never his side. Does nothing for an unknown number.
    // Inlined: rules change a known field, and only the index of that is then updated.
    #[inline(always)]
    pub(crate) fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Man)) {
        let Some(man) = self.list.get_mut(piece.index()) else { return };
        let before = *man;
        change(man);
        self.index.update(piece, &before, man);
    }

    /// Clears all plots and what men have done this turn.
    pub(crate) fn begin_turn(&mut self) {
        for man in &mut self.list {
            (man.plot, man.walked, man.clock) = (Plot::default(), 0, 0);
        }
        for of_plots in [Trait::Plotted, Trait::Bound, Trait::Walking, Trait::Acting, Trait::Watching] {
            self.index.traits[of_plots as usize] = PieceSet::EMPTY;
        }
    }

    /// Changes all men, including those out of the game.
    pub(crate) fn change_all(&mut self, change: impl Fn(&mut Man)) {
        for piece in self.numbers() {
            self.change(piece, &change);
        }
    }

    /// Lists the numbers of all men, including those out of the game.
    #[inline]
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Piece> + use<> {
        (0..self.list.len() as u16).map(Piece)
    }

    /// Lists the men of a set with their numbers.
    #[inline]
    pub(crate) fn each(&self, group: PieceSet) -> impl Iterator<Item = (Piece, &Man)> + Clone {
        group.iter().filter_map(|piece| Some((piece, self.list.get(piece.index())?)))
    }

    /// Lists the men of a set with their numbers and Locations, without those out of the game.
    #[inline]
    pub(crate) fn placed(&self, group: PieceSet) -> impl Iterator<Item = (Piece, &Man, LocationId)> + Clone {
        self.each(group).filter_map(|(piece, man)| Some((piece, man, man.at?)))
    }

    /// Returns the men and dummies of a side who are in the game.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> PieceSet {
        self.index.sides[side]
    }

    /// Returns the men of a side who are in the game, without its dummies.
    #[inline]
    pub(crate) fn real(&self, side: Side) -> PieceSet {
        self.index.sides[side] - self.who(Trait::Dummy)
    }

    /// Returns the men of a side who are in the game and not incapacitated, without its dummies.
    #[inline]
    pub(crate) fn able(&self, side: Side) -> PieceSet {
        self.real(side) - self.who(Trait::Incapacitated)
    }

    /// Returns the men and dummies of a side who take up room where they are: incapacitated men don't (SNP-B28).
    #[inline]
    pub(crate) fn filling(&self, side: Side) -> PieceSet {
        self.of(side) - self.who(Trait::Incapacitated)
    }

    /// Returns those who see nothing: dummies and incapacitated men.
    #[inline]
    pub(crate) fn blind(&self) -> PieceSet {
        self.who(Trait::Dummy) | self.who(Trait::Incapacitated)
    }

    /// Returns the men with a trait. Men out of the game have none, but a dummy stays a dummy.
    #[inline]
    pub(crate) fn who(&self, is: Trait) -> PieceSet {
        self.index.traits[is as usize]
    }

    /// Returns the members of a set in a Location.
    #[inline]
    pub(crate) fn at(&self, at: LocationId, group: PieceSet) -> PieceSet {
        self.index.at(at, group)
    }

    /// Returns the men who share a Location with a man of the other side, dummies and incapacitated men excluded.
    #[inline]
    pub(crate) fn meeting(&self) -> PieceSet {
        self.index.meeting
    }

    /// Returns the place of each man by number; arbitrary for men out of the game.
    #[inline]
    pub(crate) fn places(&self) -> &[LocationId; MEN] {
        &self.index.places
    }

    /// Returns whether the index matches the men.
    #[cfg(test)]
    pub(crate) fn is_sound(&self) -> bool {
        self.index == self.list.iter().copied().collect::<Men>().index
    }
}

impl Deref for Men {
    type Target = [Man];

    #[inline]
    fn deref(&self) -> &[Man] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Men {
    type Item = &'a Man;
    type IntoIter = std::slice::Iter<'a, Man>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl FromIterator<Man> for Men {
    /// Leaves out men beyond the limit.
    fn from_iter<I: IntoIterator<Item = Man>>(all: I) -> Self {
        let mut men = Men::default();
        for (piece, man) in (0u16..).map(Piece).zip(all.into_iter().take(MEN)) {
            men.list.push(man);
            men.index.enter(piece, &man);
        }
        men
    }
}

impl PartialEq for Men {
    fn eq(&self, other: &Men) -> bool {
        self.list == other.list
    }
}

impl Eq for Men {}

impl Hash for Men {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::words::{Hand, Posture};
    use crate::setting::path::Path;
    use crate::state::index::ROWS;
    use crate::state::plot::Act;

    fn man(side: Side, dummy: bool, at: u16) -> Man {
        Man {
            side,
            at: Some(LocationId(at)),
            dummy,
            posture: Posture::Standing,
            weapon: 0,
            shots: 8,
            frag: 0,
            smoke: 0,
            hand: Hand::Weapon,
            wounded: false,
            incapacitated: false,
            stunned: 0,
            seen: false,
            plot: Plot::default(),
            walked: 0,
            clock: 0,
            mission: false,
            on_route: false,
            route_done: 0,
        }
    }

    const MAURER: Piece = Piece(0);
    const SHADOW: Piece = Piece(1);
    const BELOV: Piece = Piece(2);

    /// Returns a man, and in a Location of the same row a dummy and a man of the other side.
    fn three() -> Men {
        let next = 5 + ROWS as u16;
        [man(Side::A, false, 5), man(Side::B, true, next), man(Side::B, false, next)].into_iter().collect()
    }

    #[test]
    fn men_are_found_by_side_and_place() {
        let men = three();
        let [maurer, shadow, belov] = [MAURER, SHADOW, BELOV].map(|man| PieceSet::EMPTY.with(man));
        let all = maurer | shadow | belov;
        assert_eq!(men.at(LocationId(5), all), maurer);
        assert_eq!(men.at(LocationId(5 + ROWS as u16), all), shadow | belov);
        assert_eq!([men.of(Side::A), men.of(Side::B), men.real(Side::B)], [maurer, shadow | belov, belov]);
        assert_eq!(men.who(Trait::Dummy), shadow);
    }

    #[test]
    fn men_meet_who_are_in_one_place() {
        let [maurer, shadow, belov] = [MAURER, SHADOW, BELOV].map(|man| PieceSet::EMPTY.with(man));
        let mut men = three();
        assert_eq!(men.meeting(), PieceSet::EMPTY, "in one row only");
        let mut go = |piece, at: Option<u16>| {
            men.change(piece, |man| man.at = at.map(LocationId));
            assert!(men.is_sound());
            men.meeting()
        };
        assert_eq!(go(SHADOW, Some(5)), shadow, "a dummy is nobody to meet");
        assert_eq!(go(BELOV, Some(5)), maurer | shadow | belov);
        assert_eq!(go(BELOV, None), shadow);
        assert_eq!(go(MAURER, Some(6)), PieceSet::EMPTY);
    }

    #[test]
    fn the_index_follows_every_change() {
        let mut men = three();
        let walk = Path::default().then(LocationId(6)).unwrap();
        men.change(MAURER, |man| man.plot = Plot { path: walk, act: Some(Act::Reload), ..Plot::default() });
        men.change(BELOV, |man| (man.seen, man.stunned, man.on_route) = (true, 2, true));
        let (maurer, belov) = (PieceSet::EMPTY.with(MAURER), PieceSet::EMPTY.with(BELOV));
        let plotted = [Trait::Plotted, Trait::Bound, Trait::Walking, Trait::Acting];
        assert_eq!(plotted.map(|is| men.who(is)), [maurer; 4]);
        assert_eq!([Trait::Seen, Trait::Stunned, Trait::OnRoute].map(|is| men.who(is)), [belov; 3]);
        men.change(MAURER, |man| (man.at, man.walked) = (Some(LocationId(6)), 1));
        assert_eq!(plotted.map(|is| men.who(is)), [maurer, maurer, PieceSet::EMPTY, maurer]);
        assert_eq!(men.at(LocationId(6), maurer), maurer);
        assert!(men.is_sound());
        men.begin_turn();
        assert!(men.is_sound() && men.who(Trait::Acting).is_empty());
        men.change_all(|man| man.at = None);
        assert!(men.is_sound() && men.of(Side::A).is_empty() && men.at(LocationId(6), maurer).is_empty());
    }

    #[test]
    fn lists_are_equal_if_their_men_are() {
        let (one, mut other) = (three(), three());
        other.change(BELOV, |man| man.seen = true);
        assert!(one != other);
        other.change(BELOV, |man| man.seen = false);
        assert!(one == other && one.is_sound());
    }
}
