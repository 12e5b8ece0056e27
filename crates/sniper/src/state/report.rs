//! What a seat is told that leaves no trace in the position.

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
        /// Where.
        at: LocationId,
        /// Who.
        target: Piece,
        /// Attack strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<u16>,
        /// Defence Strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defence: Option<u16>,
        /// The column of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        odds: Option<Odds>,
        /// Total of the dice, 2 to 12; left out where the odds are below the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 2, max = 12))]
        roll: Option<u8>,
        /// The result.
        result: Hit,
    },
    /// A man fired at a place with no enemy in sight, or at a dummy. Reported to his side only.
    Missed {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A grenade landed.
    Burst {
        /// Where.
        at: LocationId,
        /// Which.
        grenade: Grenade,
    },
    /// A man was within the burst of a grenade.
    Struck {
        /// Who.
        man: Piece,
        /// The column of the table.
        odds: Odds,
        /// Total of the dice and modifiers.
        roll: u8,
        /// The result.
        result: Hit,
    },
    /// A man fell off the ladder.
    Fell {
        /// Who.
        man: Piece,
        /// Where to.
        at: LocationId,
    },
    /// A man panicked. Reported to his side only.
    Panicked {
        /// Who.
        man: Piece,
        /// Total of the dice, 2 to 12.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// What he does instead of his plot.
        does: Panic,
    },
    /// A man can't enter a place and stops before it. Reported to his side only, without the reason.
    Barred {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
    },
    /// A man's plotted throw is cancelled. Reported to his side only.
    Dropped {
        /// Who.
        man: Piece,
    },
    /// Two men fought hand-to-hand.
    Fought {
        /// Where.
        at: LocationId,
        /// The first side's man.
        attacker: Piece,
        /// The second side's man.
        defender: Piece,
        /// Dice and modifiers of `attacker`.
        attacker_total: i8,
        /// Dice and modifiers of `defender`.
        defender_total: i8,
        /// The loser; `null` if the totals are equal.
        loser: Option<Piece>,
        /// The loser's result.
        result: Hit,
    },
    /// A man found the enemy in a sewer or a manhole hex. Reported to his side only.
    Found {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A dummy was seen and is removed.
    Vanished {
        /// Where it was.
        at: LocationId,
    },
    /// A man left the map and counts for his side's victory.
    Gone {
        /// Whose he was.
        side: Side,
    },
    /// A man of the patrol is at the far edge but below ground, which doesn't count. Reported to his side only.
    NoMission {
        /// Who.
        man: Piece,
    },
}

impl Report {
    /// Who is out of the game by what is told.
    #[must_use]
    pub fn out(&self) -> Option<Out> {
        let falls = |hit| matches!(hit, Hit::Killed | Hit::Incapacitated);
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
