//! What a seat is told that leaves no trace in the position.

use board::LocationId;
use rules::scene::Out;
use rules::{Piece, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::tables::Odds;
use crate::printed::words::{Grenade, Hit, Panic};

/// What a seat is told that leaves no trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// A man was shot at.
    Shot {
        /// By whom; left out for who does not see him, as is what would tell of him.
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
        /// The dice; none where the odds are below the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 2, max = 12))]
        roll: Option<u8>,
        /// What it did.
        result: Hit,
    },
    /// A man fired where nobody was to be seen any more, or at a dummy; his side hears it.
    Missed {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A grenade came down.
    Burst {
        /// Where.
        at: LocationId,
        /// Which.
        grenade: Grenade,
    },
    /// A man was struck by a grenade.
    Struck {
        /// Who.
        man: Piece,
        /// The column of the table.
        odds: Odds,
        /// The dice and what is added.
        roll: u8,
        /// What it did.
        result: Hit,
    },
    /// A man fell off the ladder.
    Fell {
        /// Who.
        man: Piece,
        /// Where to.
        at: LocationId,
    },
    /// A man panicked; his side hears it.
    Panicked {
        /// Who.
        man: Piece,
        /// The dice.
        #[schemars(range(min = 2, max = 12))]
        roll: u8,
        /// What he does.
        does: Panic,
    },
    /// A man stops before a place he cannot enter; his side hears it, and no more.
    Barred {
        /// Who.
        man: Piece,
        /// Where.
        at: LocationId,
    },
    /// A man does not throw after all; his side hears it.
    Dropped {
        /// Who.
        man: Piece,
    },
    /// Two men fought hand to hand.
    Fought {
        /// Where.
        at: LocationId,
        /// The first side's man.
        attacker: Piece,
        /// The second side's man.
        defender: Piece,
        /// His dice and modifiers.
        attacker_total: i8,
        /// And his.
        defender_total: i8,
        /// Who lost, if anybody.
        loser: Option<Piece>,
        /// What befell him.
        result: Hit,
    },
    /// A man found somebody in a sewer or a manhole hex; his side hears it.
    Found {
        /// Who.
        by: Piece,
        /// Where.
        at: LocationId,
    },
    /// A dummy was seen and is gone.
    Vanished {
        /// Where it was.
        at: LocationId,
    },
    /// A man has left and counts for his side.
    Gone {
        /// Whose he was.
        side: Side,
    },
    /// A man of the patrol is at the far edge, but below ground: that does not count. His side hears it.
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
