//! Changes of the position and the function that applies them.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::{Counter, Weapon};
use crate::printed::words::{Activity, Pace, Phase, State};
use crate::setting::Setting;
use crate::state::position::{Attempt, Impulse, Lying, Moving, Position};
use crate::state::unit::Unit;
use crate::state::unit_index::UnitIndex;

/// A change of the position: a result, not its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A new turn begins.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
    },
    /// A new phase begins.
    Phase {
        /// The phase that begins.
        now: Phase,
    },
    /// A side gets the initiative.
    Initiative {
        /// The side that gets it.
        side: Side,
    },
    /// The side to act changes: it takes the next impulse or its routs.
    ToAct {
        /// The side to act now.
        side: Side,
    },
    /// The number of passes in a row changes.
    Passes {
        /// Number of passes since the last impulse; 0 after one.
        now: u8,
    },
    /// A new impulse begins.
    Impulse {
        /// The ground of the impulse's hex; the Location of the leader if he opens it inside an entrance.
        at: LocationId,
        /// The leader who opens the impulse; left out without one.
        leader: Option<Piece>,
    },
    /// Units in hexes of the impulse have moved or fired. Both fields are bit masks: bit 0 is the impulse's own hex,
    /// bits 1 to 6 the adjacent hexes clockwise from north.
    Acted {
        /// Hexes from which units have moved.
        moved: u8,
        /// Hexes from which units have fired.
        fired: u8,
    },
    /// The impulse under way ends.
    ImpulseOver,
    /// A unit has acted, or is fresh again in a new turn.
    Activity {
        /// The unit that has acted.
        unit: Piece,
        /// The new activity, such as `moved`.
        now: Activity,
    },
    /// A unit's morale changes.
    State {
        /// The unit whose morale changes.
        unit: Piece,
        /// The new morale, `good` or `shaken`.
        now: State,
    },
    /// A hidden unit is revealed to both sides.
    Shown {
        /// The unit that was hidden.
        unit: Piece,
    },
    /// A side places a hidden unit before the first turn. The other side doesn't see this.
    Hidden {
        /// The unit that is placed.
        unit: Piece,
        /// The Location where it hides.
        at: LocationId,
    },
    /// Units begin to move, or continue with fewer units or movement points.
    Moving {
        /// The units that move together.
        units: PieceSet,
        /// Pace of the movement, such as `normal`.
        pace: Pace,
        /// Movement points that are left.
        mf_left: u8,
        /// Whether they have entered a Location in this movement.
        stepped: bool,
        /// Those that were Shaken when they began to move; left out if there are none.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        shaken: PieceSet,
    },
    /// The movement under way ends.
    MovingOver,
    /// A unit is placed in another Location.
    Placed {
        /// The unit that is placed.
        unit: Piece,
        /// The Location where it is now.
        at: LocationId,
    },
    /// A unit is reduced: another counter replaces its own.
    Reduced {
        /// The unit that is reduced.
        unit: Piece,
        /// The counter after the reduction.
        counter: Counter,
    },
    /// A leader or hero is wounded.
    Wounded {
        /// The wounded leader or hero.
        unit: Piece,
    },
    /// A unit has fought a melee this turn, or a new turn clears that mark.
    Fought {
        /// The unit that has fought.
        unit: Piece,
        /// Whether the mark is set.
        now: bool,
    },
    /// A unit leaves the game.
    Removed {
        /// The unit that leaves.
        unit: Piece,
    },
    /// A hero appears (HNL-B10).
    Hero {
        /// The hero, one of the pieces reserved for heroes.
        unit: Piece,
        /// The side of the hero.
        side: Side,
        /// The values of his counter.
        counter: Counter,
        /// The Location where he appears.
        at: LocationId,
    },
    /// A side takes an objective.
    Holds {
        /// Index of the objective in the scenario, from 0.
        objective: u8,
        /// The side that holds it now.
        side: Side,
    },
    /// A blaze of the scenario starts or burns out.
    Blaze {
        /// Index of the blaze in the scenario, from 0.
        blaze: u8,
        /// Whether it burns from now on.
        burns: bool,
    },
    /// A hidden enemy blocks a Location for a side whose units rout, or move while Shaken.
    Barred {
        /// The ground of the blocked hex.
        at: LocationId,
    },
    /// No Location is blocked any longer for routing units.
    Unbarred,
    /// A unit gets a weapon or gives it up.
    Carries {
        /// The unit whose weapon changes.
        unit: Piece,
        /// The weapon that it carries now; `none` without one.
        weapon: Weapon,
    },
    /// A weapon is laid down in a Location, or taken from there.
    Lies {
        /// The kind of weapon.
        weapon: Weapon,
        /// The Location where it lies.
        at: LocationId,
        /// `true` when it is laid down, `false` when it is taken.
        now: bool,
    },
    /// A unit has received a weapon this turn, or a new turn clears that mark.
    Traded {
        /// The unit that has received a weapon.
        unit: Piece,
        /// Whether the mark is set.
        now: bool,
    },
    /// A spotting attempt has found a unit, or the mark is removed (HNL-B29).
    Spotted {
        /// The unit that is spotted.
        unit: Piece,
        /// Whether the mark is set.
        now: bool,
    },
    /// A unit gets a Moved marker, or the marker is removed (HNL-B33).
    Moved {
        /// The unit that moves.
        unit: Piece,
        /// Whether it has the marker.
        now: bool,
    },
    /// The side to act has made the spotting attempt of its next impulse.
    Attempt {
        /// The spotter.
        unit: Piece,
        /// The Location where it has spotted units; left out if it failed.
        found: Option<LocationId>,
    },
    /// The impulse of a spotting attempt is over.
    AttemptOver,
    /// Units have fired with a part of their firepower, in this impulse (HNL-B34).
    Parts {
        /// Units whose men alone have fired.
        men: PieceSet,
        /// Units whose weapon alone has fired.
        weapons: PieceSet,
    },
    /// Units make an assault move in this impulse, and can fire in it (HNL-B31).
    Assaulted {
        /// All units of this impulse that have made one.
        units: PieceSet,
    },
    /// Units from below ground bring all units of a hex into one melee, or that melee ends (HNL-B38).
    Locked {
        /// The ground of the hex.
        at: LocationId,
        /// Whether it begins.
        now: bool,
    },
}

/// Applies a change to the position. Checks no rules.
#[inline(always)]
pub fn apply(setting: &Setting, position: &mut Position, change: &Change) {
    match *change {
        Change::Turn { now } => position.turn = now,
        Change::Phase { now } => position.phase = now,
        Change::Initiative { side } => position.initiative = side,
        Change::ToAct { side } => position.to_act = side,
        Change::Passes { now } => position.passes = now,
        Change::Impulse { at, leader } => position.impulse = Some(Impulse::new(at, leader)),
        Change::Acted { moved, fired } => {
            in_impulse(position, |impulse| (impulse.moved, impulse.fired) = (moved, fired));
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
        Change::Moving { units, pace, mf_left, stepped, shaken } => {
            position.moving = Some(Moving { units, pace, mf_left, stepped, shaken });
        }
        Change::MovingOver => position.moving = None,
        Change::Placed { unit, at } | Change::Hidden { unit, at } => {
            place(setting, position, unit, |_, _, unit| unit.at = Some(at));
        }
        Change::Reduced { unit, counter } => refit(setting, position, unit, |unit| unit.counter = counter),
        Change::Wounded { unit } => refit(setting, position, unit, |unit| unit.wounded = true),
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
        Change::Carries { unit, weapon } => refit(setting, position, unit, |unit| unit.counter.weapon = weapon),
        Change::Lies { weapon, at, now } => lie(position, Lying { at, weapon }, now),
        Change::Traded { unit, now } => with(position, unit, |_, _, unit| unit.traded = now),
        Change::Spotted { unit, now } => with(position, unit, |unit_index, piece, unit| {
            unit.marked = now;
            unit_index.note_exposed(piece, unit);
        }),
        Change::Moved { unit, now } => with(position, unit, |unit_index, piece, unit| {
            unit.moved = now;
            unit_index.note_exposed(piece, unit);
        }),
        Change::Attempt { unit, found } => position.attempt = Some(Attempt { unit, found }),
        Change::AttemptOver => position.attempt = None,
        Change::Parts { men, weapons } => {
            in_impulse(position, |impulse| (impulse.men, impulse.weapons) = (men, weapons));
        }
        Change::Assaulted { units } => in_impulse(position, |impulse| impulse.assaulted = units),
        Change::Locked { at, now } => lock(position, at, now),
    }
}

/// Changes the impulse under way.
#[inline]
fn in_impulse(position: &mut Position, change: impl FnOnce(&mut Impulse)) {
    if let Some(impulse) = &mut position.impulse {
        change(impulse);
    }
}

/// Begins or ends a melee of a whole hex. The list stays sorted, so equal positions compare equal.
#[cold]
fn lock(position: &mut Position, at: LocationId, now: bool) {
    position.locked.retain(|locked| *locked != at);
    if now {
        let _ = position.locked.try_push(at);
    }
    position.locked.sort_unstable();
}

/// Adds a weapon that lies in a Location, or removes it. The list stays sorted, so equal positions compare equal.
#[cold]
fn lie(position: &mut Position, lying: Lying, now: bool) {
    let found = position.lying.binary_search(&lying);
    match (now, found) {
        (true, Ok(place) | Err(place)) => drop(position.lying.try_insert(place, lying)),
        (false, Ok(place)) => drop(position.lying.remove(place)),
        (false, Err(_)) => {}
    }
}

/// Changes a unit that stays where it is.
#[inline]
fn with(position: &mut Position, piece: Piece, change: impl FnOnce(&mut UnitIndex, Piece, &mut Unit)) {
    if let Some(unit) = position.units.get_mut(piece.index()) {
        change(&mut position.unit_index, piece, unit);
    }
}

/// Changes the counter, the weapon or the wounds of a unit.
#[inline]
fn refit(setting: &Setting, position: &mut Position, piece: Piece, change: impl FnOnce(&mut Unit)) {
    with(position, piece, |unit_index, piece, unit| {
        change(unit);
        unit_index.enlist(piece, unit);
        unit_index.note_ground(setting, piece, unit);
    });
}

/// Moves a unit to another Location, into the game or out of it.
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
