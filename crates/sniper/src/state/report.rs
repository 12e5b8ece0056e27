//! Reports to seats about events that leave no trace in the position.

use board::LocationId;
use rules::scene::Out;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::tables::Odds;
use crate::printed::words::{Grenade, Hit, Panic};

/// An event reported to a seat that leaves no trace in the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A man was shot at.
    Shot {
        /// The firer. Left out for a seat that doesn't see him, together with `attack`, `defence`, `odds` and `roll`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Piece>,
        /// Location of the target.
        at: LocationId,
        /// The man shot at.
        target: Piece,
        /// Attack strength of the shot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<u16>,
        /// Defence Strength of the target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defence: Option<u16>,
        /// Column of the damage table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        odds: Option<Odds>,
        /// Total of the dice, 2 to 12; left out where the odds are below the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 2, max = 12))]
        roll: Option<u8>,
        /// Effect on the target.
        result: Hit,
    },
    /// A man fired at a place with no enemy in sight, or at a dummy. Reported to his side only.
    Missed {
        /// The man who fired.
        by: Piece,
        /// Location he fired at.
        at: LocationId,
    },
    /// A grenade landed and burst, or began to smoke.
    Burst {
        /// Location where it landed.
        at: LocationId,
        /// Kind of grenade that landed.
        grenade: Grenade,
    },
    /// A man was within the burst of a grenade.
    Struck {
        /// The man within the burst.
        man: Piece,
        /// Column of the damage table.
        odds: Odds,
        /// Total of the dice and modifiers, which gives the row of the table.
        roll: u8,
        /// Effect on the man.
        result: Hit,
    },
    /// A man fell off the ladder.
    Fell {
        /// The man who fell.
        man: Piece,
        /// Location he fell to.
        at: LocationId,
    },
    /// A man panicked. Reported to his side only.
    Panicked {
        /// The man who panicked.
        man: Piece,
        /// The panic die of his side, 1 to 6; in older ledgers the total of two dice.
        #[schemars(range(min = 1, max = 12))]
        roll: u8,
        /// His action instead of his plot.
        does: Panic,
    },
    /// A chit was drawn for a man whose status changed. Reported to his side only.
    Chit {
        /// The man who was hit.
        man: Piece,
        /// What the chit is worth.
        worth: u8,
    },
    /// A man can't enter a place and stops before it. Reported to his side only, without the reason.
    Barred {
        /// The man who stops.
        man: Piece,
        /// Location he can't enter.
        at: LocationId,
    },
    /// A man's plotted throw is cancelled. Reported to his side only.
    Dropped {
        /// The man who doesn't throw.
        man: Piece,
    },
    /// Two men fought hand-to-hand.
    Fought {
        /// Location of the fight.
        at: LocationId,
        /// Man of the first side.
        attacker: Piece,
        /// Man of the second side.
        defender: Piece,
        /// Dice and modifiers of `attacker`.
        attacker_total: i8,
        /// Dice and modifiers of `defender`.
        defender_total: i8,
        /// The loser; `null` if the totals are equal.
        loser: Option<Piece>,
        /// Effect on the loser.
        result: Hit,
    },
    /// A man found the enemy in a sewer or a manhole hex. Reported to his side only.
    Found {
        /// The man who found the enemy.
        by: Piece,
        /// Location where the enemy was found.
        at: LocationId,
    },
    /// A dummy was seen and is removed.
    Vanished {
        /// Location where the dummy was.
        at: LocationId,
    },
    /// A man left the map and counts for his side's victory.
    Gone {
        /// Side of the man who left.
        side: Side,
    },
    /// A man of the patrol is at the far edge but below ground, which doesn't count. Reported to his side only.
    NoMission {
        /// The man below the far edge.
        man: Piece,
    },
}

impl Report {
    /// Returns who is out of the game according to this report.
    #[must_use]
    pub fn out(&self) -> Option<Out> {
        let falls = |hit| hit == Hit::Killed;
        match *self {
            Report::Shot { target: man, result, .. }
            | Report::Struck { man, result, .. }
            | Report::Fought { loser: Some(man), result, .. }
                if falls(result) =>
            {
                Some(Out::Piece(man))
            }
            Report::Vanished { at } => Some(Out::At(at)),
            _ => None,
        }
    }
}
