//! All men and dummies of a game, with an index of them: at every movement point the rules ask who does what, and where.
//!
//! Men change only by `Men::change`, which keeps the index. It follows from the men alone, so two lists are equal if
//! their men are.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use arrayvec::ArrayVec;
use board::LocationId;
use rules::{BySide, Group, Piece, Side};

use crate::plot::{Act, Plot};
use crate::position::{MEN, Man};

/// All men and dummies by number, those out of the game too.
#[derive(Clone, Debug, Default)]
pub struct Men {
    list: ArrayVec<Man, MEN>,
    index: Index,
}

impl Men {
    /// Changes a man, but never his side; nothing happens if there is no such.
    // Where a rule changes a man it is known what of him: inlined, the index is looked at for that only.
    #[inline(always)]
    pub(crate) fn change(&mut self, piece: Piece, change: impl FnOnce(&mut Man)) {
        let Some(man) = self.list.get_mut(piece.index()) else { return };
        let before = *man;
        change(man);
        self.index.update(piece, &before, man);
    }

    /// Nothing is plotted for anybody any more, nobody has done anything.
    pub(crate) fn begin_turn(&mut self) {
        for man in &mut self.list {
            (man.plot, man.walked, man.clock) = (Plot::default(), 0, 0);
        }
        for of_plots in [Trait::Plotted, Trait::Bound, Trait::Walking, Trait::Acting, Trait::Watching] {
            self.index.traits[of_plots as usize] = Group::EMPTY;
        }
    }

    /// Changes all men, those out of the game too.
    pub(crate) fn change_all(&mut self, change: impl Fn(&mut Man)) {
        for piece in self.numbers() {
            self.change(piece, &change);
        }
    }

    /// The numbers of all, those out of the game too.
    #[inline]
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Piece> + use<> {
        (0..self.list.len() as u16).map(Piece)
    }

    /// Those of a set with their numbers.
    #[inline]
    pub(crate) fn each(&self, group: Group) -> impl Iterator<Item = (Piece, &Man)> + Clone {
        group.iter().filter_map(|piece| Some((piece, self.list.get(piece.index())?)))
    }

    /// Those of a set with their numbers and Locations; none who is out of the game.
    #[inline]
    pub(crate) fn placed(&self, group: Group) -> impl Iterator<Item = (Piece, &Man, LocationId)> + Clone {
        self.each(group).filter_map(|(piece, man)| Some((piece, man, man.at?)))
    }

    /// The men and dummies of a side who are in the game.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> Group {
        self.index.sides[side]
    }

    /// The men of a side who are in the game, without its dummies.
    #[inline]
    pub(crate) fn real(&self, side: Side) -> Group {
        self.index.sides[side] - self.who(Trait::Dummy)
    }

    /// Those who are so. Who is out of the game is nothing of it any more, but a dummy stays one.
    #[inline]
    pub(crate) fn who(&self, is: Trait) -> Group {
        self.index.traits[is as usize]
    }

    /// Those of a set in a Location.
    #[inline]
    pub(crate) fn at(&self, at: LocationId, group: Group) -> Group {
        self.index.at(at, group)
    }

    /// Those in one Location with a man of the other side, no dummy.
    #[inline]
    pub(crate) fn meeting(&self) -> Group {
        self.index.meeting
    }

    /// Where each is, by number; anywhere for who is out of the game.
    #[inline]
    pub(crate) fn places(&self) -> &[LocationId; MEN] {
        &self.index.places
    }

    /// Whether the index is that of the men.
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
    /// Men beyond the limit are left out.
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

/// What men are asked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// He is a dummy.
    Dummy,
    /// The other side sees him.
    Seen,
    /// He is stunned.
    Stunned,
    /// He follows his route.
    OnRoute,
    /// Something is plotted for him.
    Plotted,
    /// Steps are plotted for him, done or not.
    Bound,
    /// A posture is plotted for him, or a step he has not done.
    Walking,
    /// An act is plotted for him.
    Acting,
    /// He waits for something to show itself.
    Watching,
}

/// How many traits there are.
const TRAITS: usize = 9;

impl Trait {
    const ALL: [Trait; TRAITS] = [
        Trait::Dummy,
        Trait::Seen,
        Trait::Stunned,
        Trait::OnRoute,
        Trait::Plotted,
        Trait::Bound,
        Trait::Walking,
        Trait::Acting,
        Trait::Watching,
    ];

    #[inline(always)]
    fn is_of(self, man: &Man) -> bool {
        match self {
            Trait::Dummy => man.dummy,
            Trait::Seen => man.seen,
            Trait::Stunned => man.stunned > 0,
            Trait::OnRoute => man.on_route,
            Trait::Plotted => !man.plot.is_empty(),
            Trait::Bound => !man.plot.path.is_empty(),
            Trait::Walking => usize::from(man.walked) < man.plot.path.len() || man.plot.posture.is_some(),
            Trait::Acting => man.plot.act.is_some(),
            Trait::Watching => matches!(man.plot.act, Some(Act::Watch { .. } | Act::WatchSide { .. })),
        }
    }
}

/// Rows of Locations: so many that seldom two men in different ones share one.
const ROWS: usize = 256;

/// Locations whose numbers differ by as many as there are rows share one.
#[inline]
const fn row(at: LocationId) -> usize {
    at.index() % ROWS
}

/// Men by what is asked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Index {
    /// Those in the game.
    sides: BySide<Group>,
    traits: [Group; TRAITS],
    /// By Location, several to a row.
    rows: [Group; ROWS],
    /// By man: where he is, close together to be gone through quickly.
    places: [LocationId; MEN],
    /// Those in one Location with a man of the other side, no dummy.
    meeting: Group,
}

/// Stands for no place in the list of places.
const NOWHERE: LocationId = LocationId(0);

impl Default for Index {
    fn default() -> Self {
        Index {
            sides: BySide::default(),
            traits: [Group::EMPTY; TRAITS],
            rows: [Group::EMPTY; ROWS],
            places: [NOWHERE; MEN],
            meeting: Group::EMPTY,
        }
    }
}

impl Index {
    /// Notes a new man.
    fn enter(&mut self, piece: Piece, man: &Man) {
        for is in Trait::ALL.into_iter().filter(|is| is.is_of(man)) {
            self.traits[is as usize] = self.traits[is as usize] | Group::EMPTY.with(piece);
        }
        self.place(piece, man.side, None, man.at);
    }

    /// Notes a man as he is now. Only what has changed is looked at: mostly one thing.
    #[inline(always)]
    fn update(&mut self, piece: Piece, before: &Man, now: &Man) {
        debug_assert_eq!((before.side, before.dummy), (now.side, now.dummy), "a man becomes another");
        for is in Trait::ALL {
            // Without a branch: whether it has changed can seldom be foreseen.
            let changed = if is.is_of(before) != is.is_of(now) { Group::EMPTY.with(piece) } else { Group::EMPTY };
            self.traits[is as usize] = self.traits[is as usize] ^ changed;
        }
        if before.at != now.at {
            self.place(piece, now.side, before.at, now.at);
        }
    }

    // At every movement point men come here: inlined, what it takes is at hand.
    #[inline(always)]
    fn place(&mut self, piece: Piece, side: Side, before: Option<LocationId>, now: Option<LocationId>) {
        let (man, enemies) = (Group::EMPTY.with(piece), self.sides[side.other()]);
        if before.is_some() != now.is_some() {
            self.sides[side] = self.sides[side] ^ man;
        }
        self.meeting = self.meeting - man;
        if let Some(at) = before {
            let row = &mut self.rows[row(at)];
            *row = *row - man;
            if !(*row & enemies).is_empty() {
                self.meet(at);
            }
        }
        self.places[piece.index()] = now.unwrap_or(NOWHERE);
        if let Some(at) = now {
            let row = &mut self.rows[row(at)];
            *row = *row | man;
            if !(*row & enemies).is_empty() {
                self.meet(at);
            }
        }
    }

    #[inline]
    fn at(&self, at: LocationId, group: Group) -> Group {
        (group & self.rows[row(at)]).only(|piece| self.places[piece.index()] == at)
    }

    /// Notes who meets whom in a Location.
    fn meet(&mut self, at: LocationId) {
        let there = self.at(at, self.sides.a | self.sides.b);
        let real = there - self.traits[Trait::Dummy as usize];
        for side in Side::BOTH {
            let own = there & self.sides[side];
            let alone = (real & self.sides[side.other()]).is_empty();
            self.meeting = if alone { self.meeting - own } else { self.meeting | own };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Posture;
    use crate::plot::Path;

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
            wounded: false,
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

    /// A man, and in a Location of the same row a dummy and a man of the other side.
    fn three() -> Men {
        let next = 5 + ROWS as u16;
        [man(Side::A, false, 5), man(Side::B, true, next), man(Side::B, false, next)].into_iter().collect()
    }

    #[test]
    fn men_are_found_by_side_and_place() {
        let men = three();
        let [maurer, shadow, belov] = [MAURER, SHADOW, BELOV].map(|man| Group::EMPTY.with(man));
        let all = maurer | shadow | belov;
        assert_eq!(men.at(LocationId(5), all), maurer);
        assert_eq!(men.at(LocationId(5 + ROWS as u16), all), shadow | belov);
        assert_eq!([men.of(Side::A), men.of(Side::B), men.real(Side::B)], [maurer, shadow | belov, belov]);
        assert_eq!(men.who(Trait::Dummy), shadow);
    }

    #[test]
    fn men_meet_who_are_in_one_place() {
        let [maurer, shadow, belov] = [MAURER, SHADOW, BELOV].map(|man| Group::EMPTY.with(man));
        let mut men = three();
        assert_eq!(men.meeting(), Group::EMPTY, "in one row only");
        let mut go = |piece, at: Option<u16>| {
            men.change(piece, |man| man.at = at.map(LocationId));
            assert!(men.is_sound());
            men.meeting()
        };
        assert_eq!(go(SHADOW, Some(5)), shadow, "a dummy is nobody to meet");
        assert_eq!(go(BELOV, Some(5)), maurer | shadow | belov);
        assert_eq!(go(BELOV, None), shadow);
        assert_eq!(go(MAURER, Some(6)), Group::EMPTY);
    }

    #[test]
    fn the_index_follows_every_change() {
        let mut men = three();
        let walk = Path::default().then(LocationId(6)).unwrap();
        men.change(MAURER, |man| man.plot = Plot { path: walk, act: Some(Act::Reload), ..Plot::default() });
        men.change(BELOV, |man| (man.seen, man.stunned, man.on_route) = (true, 2, true));
        let (maurer, belov) = (Group::EMPTY.with(MAURER), Group::EMPTY.with(BELOV));
        let plotted = [Trait::Plotted, Trait::Bound, Trait::Walking, Trait::Acting];
        assert_eq!(plotted.map(|is| men.who(is)), [maurer; 4]);
        assert_eq!([Trait::Seen, Trait::Stunned, Trait::OnRoute].map(|is| men.who(is)), [belov; 3]);
        men.change(MAURER, |man| (man.at, man.walked) = (Some(LocationId(6)), 1));
        assert_eq!(plotted.map(|is| men.who(is)), [maurer, maurer, Group::EMPTY, maurer]);
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
