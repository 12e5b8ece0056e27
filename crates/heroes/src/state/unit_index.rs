//! Which units are what: the sets that the rules ask for at every turn, so that none of them walks over all units.
//!
//! They follow from the units and from where the hexes lie, and are no part of what is written down. Every change of a
//! unit files it anew ([`crate::state::change::apply`]); that nothing is missed, `check_invariants` makes sure.

use board::LocationId;
use rules::{BySide, Piece, PieceSet, Stands};

use crate::printed::words::{Activity, State};
use crate::setting::Setting;
use crate::state::unit::Unit;

/// Which of the units in the game are what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitIndex {
    /// Whose they are.
    pub sides: BySide<PieceSet>,
    /// Those who can hurt anybody from a distance.
    pub armed: PieceSet,
    /// Leaders.
    pub leaders: PieceSet,
    /// Those who hold the Sewer Rat card.
    pub rats: PieceSet,
    /// Those set up hidden who have not been shown.
    pub hidden: PieceSet,
    /// Those in Good Order.
    pub good: PieceSet,
    /// Those who have done nothing this turn.
    pub fresh: PieceSet,
    /// Those who have moved or fired this turn.
    pub spent: PieceSet,
    /// Those in one hex with the enemy, hidden or not.
    pub met: PieceSet,
    /// Where they stand.
    pub stands: Stands<32>,
}

impl UnitIndex {
    /// The sets of these units.
    pub fn of(setting: &Setting, units: &[Unit]) -> UnitIndex {
        let mut unit_index = UnitIndex::default();
        for (piece, unit) in (0u16..).map(Piece).zip(units) {
            unit_index.enlist(piece, unit);
            if let Some(at) = unit.at {
                unit_index.stands.set(at, piece, true);
            }
        }
        unit_index.meet_all(setting, units);
        unit_index
    }

    /// Files a unit that has come into the game, or left it, or has another counter.
    pub fn enlist(&mut self, piece: Piece, unit: &Unit) {
        let here = unit.at.is_some();
        self.sides[unit.side.other()].set(piece, false);
        self.sides[unit.side].set(piece, here);
        self.armed.set(piece, here && unit.counter.is_armed());
        self.leaders.set(piece, here && unit.is_leader());
        self.rats.set(piece, here && unit.counter.sewer_rat);
        self.note_hidden(piece, unit);
        self.note_state(piece, unit);
        self.note_activity(piece, unit);
    }

    /// Files a unit that may have been shown.
    #[inline]
    pub fn note_hidden(&mut self, piece: Piece, unit: &Unit) {
        self.hidden.set(piece, unit.at.is_some() && unit.hidden);
    }

    /// Files a unit whose morale may have changed.
    #[inline]
    pub fn note_state(&mut self, piece: Piece, unit: &Unit) {
        self.good.set(piece, unit.at.is_some() && unit.state == State::Good);
    }

    /// Files a unit that may have done something.
    #[inline]
    pub fn note_activity(&mut self, piece: Piece, unit: &Unit) {
        let here = unit.at.is_some();
        self.fresh.set(piece, here && unit.activity == Activity::Fresh);
        self.spent.set(piece, here && matches!(unit.activity, Activity::Moved | Activity::Fired));
    }

    /// Files a unit that is somewhere else than before, or in the game no more.
    pub fn meet(&mut self, setting: &Setting, units: &[Unit], piece: Piece, before: Option<LocationId>) {
        if let Some(before) = before {
            self.stands.set(before, piece, false);
        }
        if let Some(at) = units.get(piece.index()).and_then(|unit| unit.at) {
            self.stands.set(at, piece, true);
        }
        if self.met.has(piece) {
            // Those it leaves may be rid of the enemy by that.
            return self.meet_all(setting, units);
        }
        let met = units.get(piece.index()).map_or(PieceSet::EMPTY, |unit| self.enemies(setting, units, unit));
        if !met.is_empty() {
            self.met = self.met | met.with(piece);
        }
    }

    /// Those of some units that are in the hex of a Location.
    #[inline]
    #[must_use]
    pub fn in_hex(&self, setting: &Setting, units: &[Unit], among: PieceSet, at: LocationId) -> PieceSet {
        let places = setting.places(at);
        let there = |piece: &Piece| {
            let at = units.get(piece.index()).and_then(|unit| unit.at);
            at.is_some_and(|at| places.contains(&at))
        };
        (among & self.stands.near_any(places)).iter().filter(there).collect()
    }

    /// The enemies in the hex of a unit.
    fn enemies(&self, setting: &Setting, units: &[Unit], unit: &Unit) -> PieceSet {
        unit.at.map_or(PieceSet::EMPTY, |at| self.in_hex(setting, units, self.sides[unit.side.other()], at))
    }

    fn meet_all(&mut self, setting: &Setting, units: &[Unit]) {
        let all = (0u16..).map(Piece).zip(units);
        let met = all.filter(|(_, unit)| !self.enemies(setting, units, unit).is_empty());
        self.met = met.map(|(piece, _)| piece).collect();
    }
}
