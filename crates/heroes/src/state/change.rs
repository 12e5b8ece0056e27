//! Changes of the position, and what leaves no trace in it.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::{Activity, Pace, Phase, State};
use crate::setting::Setting;
use crate::state::position::{Impulse, Lying, Moving, Position};
use crate::state::unit::Unit;
use crate::state::unit_index::UnitIndex;

/// A change of the position: a result, not a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// A phase begins.
    Phase {
        /// Which.
        now: Phase,
    },
    /// A side has the initiative.
    Initiative {
        /// Which.
        side: Side,
    },
    /// It is a side's impulse, or its units rout.
    ToAct {
        /// Which.
        side: Side,
    },
    /// Passes in a row.
    Passes {
        /// How many.
        now: u8,
    },
    /// An impulse begins.
    Impulse {
        /// The ground of its hex.
        at: LocationId,
        /// The leader who opens it.
        leader: Option<Piece>,
    },
    /// Units of some hexes of the impulse have moved or fired; bit 0 is its own hex, 1 to 6 those around.
    Acted {
        /// Who have moved.
        moved: u8,
        /// Who have fired.
        fired: u8,
    },
    /// The impulse is over.
    ImpulseOver,
    /// What a unit has done.
    Activity {
        /// The unit.
        unit: Piece,
        /// What.
        now: Activity,
    },
    /// A unit's morale.
    State {
        /// The unit.
        unit: Piece,
        /// The morale.
        now: State,
    },
    /// A hidden unit is shown.
    Shown {
        /// The unit.
        unit: Piece,
    },
    /// A hidden unit is placed before the first turn; only its own side hears of it.
    Hidden {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// Units are on the move.
    Moving {
        /// Who.
        units: PieceSet,
        /// How.
        pace: Pace,
        /// Movement points left.
        mf_left: u8,
        /// Whether they have entered a hex.
        stepped: bool,
    },
    /// The movement is over.
    MovingOver,
    /// A unit is somewhere else.
    Placed {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit is reduced: another counter lies in its place.
    Reduced {
        /// The unit.
        unit: Piece,
        /// The counter.
        counter: Counter,
    },
    /// A single man is wounded.
    Wounded {
        /// Who.
        unit: Piece,
    },
    /// Whether a unit has fought a melee this turn.
    Fought {
        /// The unit.
        unit: Piece,
        /// Whether.
        now: bool,
    },
    /// A unit is out of the game.
    Removed {
        /// The unit.
        unit: Piece,
    },
    /// A hero comes up.
    Hero {
        /// Who, one of those who wait beside the board.
        unit: Piece,
        /// Whose.
        side: Side,
        /// His counter.
        counter: Counter,
        /// Where.
        at: LocationId,
    },
    /// A side holds an objective.
    Holds {
        /// Which, counted from 0 in the scenario.
        objective: u8,
        /// Who.
        side: Side,
    },
    /// A blaze of the scenario breaks out or burns down.
    Blaze {
        /// Which, counted from 0 in the scenario.
        blaze: u8,
        /// Whether it burns now.
        burns: bool,
    },
    /// The routing side is barred from a Location.
    Barred {
        /// Where.
        at: LocationId,
    },
    /// Nobody is barred any more.
    Unbarred,
    /// What a unit carries now.
    Carries {
        /// The unit.
        unit: Piece,
        /// The weapon, or none.
        weapon: Weapon,
    },
    /// A weapon lies in a Location, or does so no more.
    Lies {
        /// The weapon.
        weapon: Weapon,
        /// Where.
        at: LocationId,
        /// Whether.
        now: bool,
    },
    /// Whether a unit has received a weapon this turn.
    Traded {
        /// The unit.
        unit: Piece,
        /// Whether.
        now: bool,
    },
}

/// Changes the position; looks up no rule.
#[inline(always)]
pub fn apply(setting: &Setting, position: &mut Position, change: &Change) {
    match *change {
        Change::Turn { now } => position.turn = now,
        Change::Phase { now } => position.phase = now,
        Change::Initiative { side } => position.initiative = side,
        Change::ToAct { side } => position.to_act = side,
        Change::Passes { now } => position.passes = now,
        Change::Impulse { at, leader } => position.impulse = Some(Impulse { at, leader, moved: 0, fired: 0 }),
        Change::Acted { moved, fired } => {
            if let Some(impulse) = &mut position.impulse {
                impulse.moved = moved;
                impulse.fired = fired;
            }
        }
        Change::ImpulseOver => position.impulse = None,
        Change::Activity { unit, now } => with(position, unit, |unit_index, piece, unit| {
            unit.activity = now;
            unit_index.note_activity(piece, unit);
        }),
        Change::State { unit, now } => with(position, unit, |unit_index, piece, unit| {
            unit.state = now;
            unit_index.note_state(piece, unit);
        }),
        Change::Shown { unit } => with(position, unit, |unit_index, piece, unit| {
            unit.hidden = false;
            unit_index.note_hidden(piece, unit);
        }),
        Change::Moving { units, pace, mf_left, stepped } => {
            position.moving = Some(Moving { units, pace, mf_left, stepped });
        }
        Change::MovingOver => position.moving = None,
        Change::Placed { unit, at } | Change::Hidden { unit, at } => {
            place(setting, position, unit, |_, _, unit| unit.at = Some(at));
        }
        Change::Reduced { unit, counter } => with(position, unit, |unit_index, piece, unit| {
            unit.counter = counter;
            unit_index.enlist(piece, unit);
        }),
        Change::Wounded { unit } => with(position, unit, |_, _, unit| unit.wounded = true),
        Change::Fought { unit, now } => with(position, unit, |_, _, unit| unit.fought = now),
        Change::Removed { unit } => place(setting, position, unit, |unit_index, piece, unit| {
            unit.at = None;
            unit_index.enlist(piece, unit);
        }),
        Change::Hero { unit, side, counter, at } => place(setting, position, unit, |unit_index, piece, hero| {
            *hero = Unit { side, counter, at: Some(at), ..Unit::to_come(hero.name) };
            unit_index.enlist(piece, hero);
        }),
        Change::Holds { objective, side } => {
            if let Some(held) = position.held.get_mut(usize::from(objective)) {
                *held = Some(side);
            }
        }
        Change::Blaze { blaze, burns } => {
            let bit = 1u8.checked_shl(u32::from(blaze)).unwrap_or(0);
            position.burning = if burns { position.burning | bit } else { position.burning & !bit };
        }
        Change::Barred { at } => {
            let _ = position.barred.try_push(at);
        }
        Change::Unbarred => position.barred.clear(),
        Change::Carries { unit, weapon } => with(position, unit, |unit_index, piece, unit| {
            unit.counter.weapon = weapon;
            unit_index.enlist(piece, unit);
        }),
        Change::Lies { weapon, at, now } => lie(position, Lying { at, weapon }, now),
        Change::Traded { unit, now } => with(position, unit, |_, _, unit| unit.traded = now),
    }
}

/// A weapon lies somewhere, or does so no more. They are kept in order, so that equal positions are equal.
#[cold]
fn lie(position: &mut Position, lying: Lying, now: bool) {
    let found = position.lying.binary_search(&lying);
    match (now, found) {
        (true, Ok(place) | Err(place)) => drop(position.lying.try_insert(place, lying)),
        (false, Ok(place)) => drop(position.lying.remove(place)),
        (false, Err(_)) => {}
    }
}

/// A unit changes, and stays where it is.
#[inline]
fn with(position: &mut Position, piece: Piece, change: impl FnOnce(&mut UnitIndex, Piece, &mut Unit)) {
    if let Some(unit) = position.units.get_mut(piece.index()) {
        change(&mut position.unit_index, piece, unit);
    }
}

/// A unit comes to another place, or into the game or out of it.
#[inline]
fn place(
    setting: &Setting,
    position: &mut Position,
    piece: Piece,
    change: impl FnOnce(&mut UnitIndex, Piece, &mut Unit),
) {
    let before = position.unit(piece).and_then(|unit| unit.at);
    with(position, piece, change);
    position.unit_index.meet(setting, &position.units, piece, before);
}
