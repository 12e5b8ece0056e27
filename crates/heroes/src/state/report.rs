//! Reports: events that are logged but don't change the position.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::Weapon;
use crate::printed::words::{Damage, Occasion};

/// An event that a seat is shown but that changes nothing in the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A turn begins; the value is its number, from 1.
    TurnBegins(u8),
    /// Both sides have rolled for the initiative.
    InitiativeRolled {
        /// The side that has the initiative now.
        side: Side,
    },
    /// A side passed instead of beginning an impulse.
    Passed {
        /// The side that passed.
        side: Side,
    },
    /// A unit tried to rally.
    Rally {
        /// The unit that tried to rally.
        unit: Piece,
        /// Sum of the two dice.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// The highest roll that rallies it.
        needed: i8,
        /// Whether the unit rallied.
        rallied: bool,
    },
    /// Units were fired at, or stepped on mines.
    Attack {
        /// The firing units; empty for mines.
        units: PieceSet,
        /// The Location fired at.
        at: LocationId,
        /// The kind of attack.
        occasion: Occasion,
        /// Total of the attack: firepower, die and modifiers.
        attack: i8,
        /// The target modifier of the Location (HNL-B12).
        modifier: u8,
        /// Total of the defence: die and target modifier.
        defence: i8,
    },
    /// A unit made a damage check (HNL-B9), or a check for Interdiction (HNL-B26).
    Check {
        /// The unit that was checked.
        unit: Piece,
        /// Total of the check: die, margin of the attack and leadership.
        roll: i8,
        /// The result for the unit.
        damage: Damage,
    },
    /// A squad rolled for a hero (HNL-B10).
    HeroRolled {
        /// The squad that rolled.
        unit: Piece,
        /// Whether a hero appeared.
        hero: bool,
    },
    /// A melee was fought in a hex (HNL-B11).
    Melee {
        /// The ground of the hex.
        at: LocationId,
        /// Firepower of the Soviet units in Good Order.
        soviet: u16,
        /// Firepower of the German units in Good Order.
        german: u16,
        /// Whether the Soviet attack eliminates its targets.
        soviet_wins: bool,
        /// Whether the German attack eliminates its targets.
        german_wins: bool,
        /// German units that the Soviet side attacks (HNL-B35). Empty if it has no unit in Good Order, and in ledgers
        /// from before targets were chosen.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        soviet_targets: PieceSet,
        /// Soviet units that the German side attacks.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        german_targets: PieceSet,
    },
    /// A unit is eliminated in a melee.
    Eliminated {
        /// The unit that is eliminated.
        unit: Piece,
    },
    /// A blaze starts or burns out.
    Blaze {
        /// The ground of its hex.
        at: LocationId,
        /// Whether it burns from now on.
        burns: bool,
    },
    /// Units went through the sewers or tunnels.
    WentBelow {
        /// The units that went.
        units: PieceSet,
        /// The Location they left.
        from: LocationId,
        /// The Location they reached.
        to: LocationId,
    },
    /// A unit routs to another Location.
    Routs {
        /// The unit that routs.
        unit: Piece,
        /// The Location where the rout ends.
        to: LocationId,
    },
    /// A unit that routs or moves while Shaken can't go to a Location. The reason is not reported.
    Barred {
        /// The unit that routs.
        unit: Piece,
        /// The Location that it can't enter.
        at: LocationId,
    },
    /// A unit dropped its weapon (HNL-B28).
    Dropped {
        /// The unit that carried the weapon.
        unit: Piece,
        /// The kind of weapon.
        weapon: Weapon,
        /// The Location where it lies now.
        at: LocationId,
    },
    /// A unit handed its weapon to another unit.
    Handed {
        /// The unit that carried the weapon.
        unit: Piece,
        /// The unit that carries it now.
        to: Piece,
        /// The kind of weapon.
        weapon: Weapon,
    },
    /// A unit took a weapon that lay in its Location.
    Taken {
        /// The unit that carries it now.
        unit: Piece,
        /// The kind of weapon.
        weapon: Weapon,
    },
    /// A unit tried to spot enemies (HNL-B29).
    Spotting {
        /// The spotter.
        unit: Piece,
        /// The Location of the enemies.
        at: LocationId,
        /// The die.
        #[schemars(range(min = 1, max = 6))]
        roll: u8,
        /// The highest roll that spots; a 6 never does, and a 1 always.
        needed: i8,
        /// Whether the units there are spotted.
        spotted: bool,
    },
    /// An enemy interdicted a routing unit (HNL-B26).
    Interdicted {
        /// The unit that routs.
        unit: Piece,
        /// The Location that it was entering.
        at: LocationId,
    },
}
