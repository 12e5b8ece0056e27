//! Sets of units by property, so that frequent queries don't scan all units.
//!
//! The sets follow from the units and the board, and are not serialized. Every change of a unit updates them
//! ([`crate::state::change::apply`]); `check_invariants` verifies that they are complete.

use board::{HexId, LocationId};
use rules::{BySide, Piece, PieceSet, Stands};

use crate::printed::clause::{B6, B20};
use crate::printed::counter::Weapon;
use crate::printed::words::{Activity, State};
use crate::setting::{NONE, Setting, UNSEEN};
use crate::state::unit::{UNITS, Unit};

/// Sets of the units in the game, by property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitIndex {
    /// Units of each side.
    pub sides: BySide<PieceSet>,
    /// Units that can attack other hexes.
    pub armed: PieceSet,
    pub leaders: PieceSet,
    /// Units with the Sewer Rat card.
    pub rats: PieceSet,
    /// Units that are hidden.
    pub hidden: PieceSet,
    /// Units in Good Order.
    pub good: PieceSet,
    /// Units that have not acted this turn.
    pub fresh: PieceSet,
    /// Units that have made an assault move and can still fire.
    pub assaulted: PieceSet,
    /// Units that have moved or fired this turn.
    pub spent: PieceSet,
    /// Units that are spotted by what they have done or suffered this turn: they have moved or fired, or an attempt has
    /// found them (HNL-B29).
    pub exposed: PieceSet,
    /// Units that can move as far as their load and their wounds allow it (HNL-B6, HNL-B20).
    pub bearing: PieceSet,
    /// Those of them whose ground allows it too.
    pub mobile: PieceSet,
    /// Units in the hex of an objective.
    pub at_objective: PieceSet,
    /// Units with an enemy in their hex, hidden or not.
    pub met: PieceSet,
    /// Index of units by Location.
    pub stands: Stands<32>,
    pub hexes: Hexes,
}

/// The hex of each unit; for units out of the game the first of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexes([HexId; UNITS]);

impl Default for Hexes {
    fn default() -> Self {
        Hexes([HexId(0); UNITS])
    }
}

impl Hexes {
    /// Returns the units of a group that are at most `farthest` hexes away by a row of the table of sight. All must be
    /// in the game.
    // Without branches, because it can't be predicted which units are in sight.
    #[inline]
    #[must_use]
    pub fn within(&self, units: PieceSet, row: &[u8], farthest: u8) -> PieceSet {
        let distance = |hex: HexId| row.get(hex.index()).copied().unwrap_or(UNSEEN);
        units.only(|piece| distance(self.0[piece.index() % UNITS]) <= farthest)
    }
}

impl UnitIndex {
    /// Builds the sets for these units.
    pub fn of(setting: &Setting, units: &[Unit]) -> UnitIndex {
        let mut unit_index = UnitIndex::default();
        for (piece, unit) in (0u16..).map(Piece).zip(units) {
            unit_index.enlist(piece, unit);
            unit_index.note_ground(setting, piece, unit);
            if let Some(at) = unit.at {
                unit_index.stands.set(at, piece, true);
            }
        }
        unit_index.meet_all(setting, units);
        unit_index
    }

    /// Updates the sets for a unit that has entered or left the game, or has another counter.
    pub fn enlist(&mut self, piece: Piece, unit: &Unit) {
        let here = unit.at.is_some();
        self.sides[unit.side.other()].set(piece, false);
        self.sides[unit.side].set(piece, here);
        self.armed.set(piece, here && unit.counter.is_armed());
        self.leaders.set(piece, here && unit.is_leader());
        self.rats.set(piece, here && unit.counter.sewer_rat);
        let fixed = unit.counter.weapon == Weapon::Gun && B20.is_in_force();
        let still = (unit.counter.mf == 0 || unit.points() == 0) && B6.is_in_force();
        self.bearing.set(piece, here && !fixed && !still);
        self.note_hidden(piece, unit);
        self.note_state(piece, unit);
        self.note_activity(piece, unit);
    }

    /// Updates the set of hidden units.
    #[inline]
    pub fn note_hidden(&mut self, piece: Piece, unit: &Unit) {
        self.hidden.set(piece, unit.at.is_some() && unit.hidden);
    }

    /// Updates the set of units in Good Order.
    #[inline]
    pub fn note_state(&mut self, piece: Piece, unit: &Unit) {
        self.good.set(piece, unit.at.is_some() && unit.state == State::Good);
    }

    /// Updates the sets of units that have or have not acted.
    #[inline]
    pub fn note_activity(&mut self, piece: Piece, unit: &Unit) {
        let here = unit.at.is_some();
        self.fresh.set(piece, here && unit.activity == Activity::Fresh);
        self.assaulted.set(piece, here && unit.activity == Activity::Assaulted);
        self.spent.set(piece, here && matches!(unit.activity, Activity::Moved | Activity::Fired));
        self.note_exposed(piece, unit);
    }

    /// Updates the set of units that are spotted by what they have done or suffered.
    #[inline]
    pub fn note_exposed(&mut self, piece: Piece, unit: &Unit) {
        let exposed = unit.marked || unit.moved || unit.activity == Activity::Fired;
        self.exposed.set(piece, unit.at.is_some() && exposed);
    }

    /// Updates the sets of units by their ground, for a unit in another Location, or after [`enlist`](Self::enlist) for
    /// one with another load or wounded (compare `moving::may_unit_move`).
    #[inline]
    pub fn note_ground(&mut self, setting: &Setting, piece: Piece, unit: &Unit) {
        let spot = unit.at.and_then(|at| setting.spot(at));
        self.hexes.0[piece.index() % UNITS] = spot.map_or(HexId(0), |spot| spot.hex);
        self.at_objective.set(piece, spot.is_some_and(|spot| spot.objective != NONE));
        let leads_on = spot.is_some_and(|spot| !spot.edges.is_empty());
        self.mobile.set(piece, leads_on && self.bearing.has(piece));
    }

    /// Updates the sets for a unit that has moved, or has entered or left the game.
    pub fn meet(&mut self, setting: &Setting, units: &[Unit], piece: Piece, before: Option<LocationId>) {
        if let Some(before) = before {
            self.stands.set(before, piece, false);
        }
        if let Some(unit) = units.get(piece.index()) {
            self.note_ground(setting, piece, unit);
            if let Some(at) = unit.at {
                self.stands.set(at, piece, true);
            }
        }
        if self.met.has(piece) {
            // The units that it leaves may have no enemy in their hex any more.
            return self.meet_all(setting, units);
        }
        let met = units.get(piece.index()).map_or(PieceSet::EMPTY, |unit| self.enemies(setting, units, unit));
        if !met.is_empty() {
            self.met = self.met | met.with(piece);
        }
    }

    /// Returns the units of a group that are in the hex of a Location.
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

    /// Returns the enemies in the hex of a unit.
    fn enemies(&self, setting: &Setting, units: &[Unit], unit: &Unit) -> PieceSet {
        unit.at.map_or(PieceSet::EMPTY, |at| self.in_hex(setting, units, self.sides[unit.side.other()], at))
    }

    fn meet_all(&mut self, setting: &Setting, units: &[Unit]) {
        let all = (0u16..).map(Piece).zip(units);
        let met = all.filter(|(_, unit)| !self.enemies(setting, units, unit).is_empty());
        self.met = met.map(|(piece, _)| piece).collect();
    }
}
