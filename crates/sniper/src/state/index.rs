//! Index of men by trait and Location.

use board::LocationId;
use rules::{BySide, Piece, PieceSet, Side, Stands};

use crate::state::man::{MEN, Man};
use crate::state::plot::Act;

/// Traits that men are looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// He is a dummy.
    Dummy,
    /// The other side sees him.
    Seen,
    Stunned,
    Incapacitated,
    /// He follows his route.
    OnRoute,
    /// Something is plotted for him.
    Plotted,
    /// Steps are plotted for him, taken or not.
    Bound,
    /// A posture or a grenade to prepare is plotted for him, or a step he has not taken yet.
    Walking,
    /// An act is plotted for him.
    Acting,
    /// Opportunity fire is plotted for him.
    Watching,
}

impl Trait {
    const ALL: [Trait; TRAITS] = [
        Trait::Dummy,
        Trait::Seen,
        Trait::Stunned,
        Trait::Incapacitated,
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
            Trait::Incapacitated => man.incapacitated,
            Trait::OnRoute => man.on_route,
            Trait::Plotted => !man.plot.is_empty(),
            Trait::Bound => !man.plot.path.is_empty(),
            Trait::Walking => {
                let steps = usize::from(man.walked) < man.plot.path.len();
                steps || man.plot.posture.is_some() || man.plot.prepare.is_some()
            }
            Trait::Acting => man.plot.act.is_some(),
            Trait::Watching => matches!(man.plot.act, Some(Act::Watch { .. } | Act::WatchSide { .. })),
        }
    }
}

const TRAITS: usize = 10;
/// Rows of the Location index: enough that two men in different Locations seldom share one.
pub(super) const ROWS: usize = 256;

/// Index of all men by trait and Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    /// By side: those in the game.
    pub(super) sides: BySide<PieceSet>,
    pub(super) traits: [PieceSet; TRAITS],
    stands: Stands<ROWS>,
    /// By man: his place, stored densely for fast loops.
    pub(super) places: [LocationId; MEN],
    /// Men who share a Location with a man of the other side, dummies and incapacitated men excluded.
    pub(super) meeting: PieceSet,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            sides: BySide::default(),
            traits: [PieceSet::EMPTY; TRAITS],
            stands: Stands::default(),
            places: [NOWHERE; MEN],
            meeting: PieceSet::EMPTY,
        }
    }
}

impl Index {
    /// Adds a new man to the index.
    pub(super) fn enter(&mut self, piece: Piece, man: &Man) {
        for is in Trait::ALL.into_iter().filter(|is| is.is_of(man)) {
            self.traits[is as usize] = self.traits[is as usize] | PieceSet::EMPTY.with(piece);
        }
        self.place(piece, man.side, None, man.at);
    }

    /// Updates the index for one man. Usually a single trait has changed.
    #[inline(always)]
    pub(super) fn update(&mut self, piece: Piece, before: &Man, now: &Man) {
        debug_assert_eq!((before.side, before.dummy), (now.side, now.dummy), "a man becomes another");
        for is in Trait::ALL {
            // Without a branch, because a change is hard to predict.
            let changed = if is.is_of(before) != is.is_of(now) { PieceSet::EMPTY.with(piece) } else { PieceSet::EMPTY };
            self.traits[is as usize] = self.traits[is as usize] ^ changed;
        }
        if before.incapacitated != now.incapacitated
            && let Some(at) = now.at
        {
            self.meet(at);
        }
        if before.at != now.at {
            self.place(piece, now.side, before.at, now.at);
        }
    }

    // Inlined: it is called for every man at every movement point.
    #[inline(always)]
    fn place(&mut self, piece: Piece, side: Side, before: Option<LocationId>, now: Option<LocationId>) {
        let (man, enemies) = (PieceSet::EMPTY.with(piece), self.sides[side.other()]);
        if before.is_some() != now.is_some() {
            self.sides[side] = self.sides[side] ^ man;
        }
        self.meeting = self.meeting - man;
        if let Some(at) = before {
            self.stands.set(at, piece, false);
            if !(self.stands.near(at) & enemies).is_empty() {
                self.meet(at);
            }
        }
        self.places[piece.index()] = now.unwrap_or(NOWHERE);
        if let Some(at) = now {
            self.stands.set(at, piece, true);
            if !(self.stands.near(at) & enemies).is_empty() {
                self.meet(at);
            }
        }
    }

    #[inline]
    pub(super) fn at(&self, at: LocationId, group: PieceSet) -> PieceSet {
        (group & self.stands.near(at)).only(|piece| self.places[piece.index()] == at)
    }

    /// Updates which men meet enemies in a Location.
    fn meet(&mut self, at: LocationId) {
        let there = self.at(at, self.sides.a | self.sides.b);
        let real = there - self.traits[Trait::Dummy as usize] - self.traits[Trait::Incapacitated as usize];
        for side in Side::BOTH {
            let own = there & self.sides[side];
            let alone = (real & self.sides[side.other()]).is_empty();
            self.meeting = if alone { self.meeting - own } else { self.meeting | own };
        }
    }
}

/// Placeholder in the list of places for men out of the game.
const NOWHERE: LocationId = LocationId(0);
