//! What leaves no trace in the position.

use board::LocationId;
use rules::{Group, Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::counter::Weapon;
use crate::printed::words::{Damage, Occasion};

/// What a seat is told that leaves no trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A turn begins.
    TurnBegins(u8),
    /// The dice for the initiative.
    InitiativeRolled {
        /// Who has it now.
        side: Side,
    },
    /// A side passed.
    Passed {
        /// Which.
        side: Side,
    },
    /// A unit tried to rally.
    Rally {
        /// The unit.
        unit: Piece,
        /// The dice.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// What it had to roll at most.
        needed: i8,
        /// Whether it has rallied.
        rallied: bool,
    },
    /// Units were fired at, or stepped on mines.
    Attack {
        /// Who fired; nobody for mines.
        units: Group,
        /// The Location fired at.
        at: LocationId,
        /// Why.
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
    /// A squad brought forth a hero, or did not.
    HeroRolled {
        /// The squad.
        unit: Piece,
        /// Whether it did.
        hero: bool,
    },
    /// A melee was fought.
    Melee {
        /// The ground of its hex.
        at: LocationId,
        /// Strength of the first side.
        soviet: u16,
        /// Strength of the second side.
        german: u16,
        /// Whether the second side is beaten.
        soviet_wins: bool,
        /// Whether the first side is beaten.
        german_wins: bool,
    },
    /// A unit is out of the game with its whole side in a melee.
    Eliminated {
        /// The unit.
        unit: Piece,
    },
    /// A hex catches fire, or the fire in it dies down.
    Blaze {
        /// Its ground.
        at: LocationId,
        /// Whether it burns now.
        burns: bool,
    },
    /// Units went through the sewers or tunnels.
    WentBelow {
        /// Who.
        units: Group,
        /// From where.
        from: LocationId,
        /// To where.
        to: LocationId,
    },
    /// A unit routs.
    Routs {
        /// The unit.
        unit: Piece,
        /// Where to.
        to: LocationId,
    },
    /// A routing unit cannot go there; no more is said.
    Barred {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit laid down its weapon.
    Dropped {
        /// The unit.
        unit: Piece,
        /// The weapon.
        weapon: Weapon,
        /// Where it lies.
        at: LocationId,
    },
    /// A unit handed its weapon to another one.
    Handed {
        /// The unit.
        unit: Piece,
        /// The other one.
        to: Piece,
        /// The weapon.
        weapon: Weapon,
    },
    /// A unit took up a weapon.
    Taken {
        /// The unit.
        unit: Piece,
        /// The weapon.
        weapon: Weapon,
    },
    /// A routing unit was fired on (HNL-B26).
    Interdicted {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
}
