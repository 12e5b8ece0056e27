//! Reports: events that change nothing in the position.

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
    /// A turn begins.
    TurnBegins(u8),
    /// The dice for the initiative.
    InitiativeRolled {
        /// The side that has it now.
        side: Side,
    },
    /// A side passed.
    Passed {
        /// The side that passed.
        side: Side,
    },
    /// A unit tried to rally.
    Rally {
        /// The unit.
        unit: Piece,
        /// The dice.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// The highest roll that rallies it.
        needed: i8,
        /// Whether it rallied.
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
        /// The attack: firepower, die and modifiers.
        attack: i8,
        /// The target modifier.
        modifier: u8,
        /// The defence: die and target modifier.
        defence: i8,
    },
    /// A damage check.
    Check {
        /// The unit.
        unit: Piece,
        /// Its die and modifiers.
        roll: i8,
        /// What it did.
        damage: Damage,
    },
    /// A squad rolled for a hero.
    HeroRolled {
        /// The squad.
        unit: Piece,
        /// Whether a hero appeared.
        hero: bool,
    },
    /// A melee was fought.
    Melee {
        /// The ground of its hex.
        at: LocationId,
        /// Soviet strength.
        soviet: u16,
        /// German strength.
        german: u16,
        /// Whether the German units are eliminated.
        soviet_wins: bool,
        /// Whether the Soviet units are eliminated.
        german_wins: bool,
    },
    /// A unit is eliminated with all units of its side in a melee.
    Eliminated {
        /// The unit.
        unit: Piece,
    },
    /// A Blaze starts or burns out.
    Blaze {
        /// Its ground.
        at: LocationId,
        /// Whether it burns now.
        burns: bool,
    },
    /// Units went through the sewers or tunnels.
    WentBelow {
        /// The units.
        units: PieceSet,
        /// The Location they left.
        from: LocationId,
        /// The Location they reached.
        to: LocationId,
    },
    /// A unit routs.
    Routs {
        /// The unit.
        unit: Piece,
        /// Where the rout ends.
        to: LocationId,
    },
    /// A routing unit can't go there. The reason is not shown.
    Barred {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit dropped its weapon.
    Dropped {
        /// The unit.
        unit: Piece,
        /// The weapon.
        weapon: Weapon,
        /// Where it lies.
        at: LocationId,
    },
    /// A unit handed its weapon to another unit.
    Handed {
        /// The unit.
        unit: Piece,
        /// The receiving unit.
        to: Piece,
        /// The weapon.
        weapon: Weapon,
    },
    /// A unit took a weapon.
    Taken {
        /// The unit.
        unit: Piece,
        /// The weapon.
        weapon: Weapon,
    },
    /// A routing unit was interdicted (HNL-B26).
    Interdicted {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
}
