//! Facts: the view of a seat as data.

use std::sync::Arc;

use board::LocationId;
use rules::{Piece, PieceSet, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::flags::{Flag, Flags};
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Pace, Phase};
use crate::state::step::Step;
use crate::view::counters::Unseen;

/// One fact of a seat's view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    /// A piece in sight: a unit, a dummy of the seat's side, or a support weapon.
    Unit {
        /// The piece, by number.
        piece: Piece,
        /// Side of the piece.
        side: Side,
        /// Its kind, such as `4-6-7`.
        kind: Kind,
        /// Its Location; left out while it has still to be placed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<LocationId>,
        /// Whether the enemy sees it.
        cover: Cover,
        /// Its markers, if it has any.
        #[serde(default, skip_serializing_if = "Flags::is_empty")]
        #[schemars(with = "Vec<Flag>", extend("uniqueItems" = true))]
        flags: Flags,
        /// The unit that holds it, if it is a weapon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holder: Option<Piece>,
        /// Whether it may use the sewers without a task check.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        granted: bool,
        /// The kind that the enemy last knew, if it differs. Only for its own side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        known_as: Option<Kind>,
        /// Index of the area it is placed in, while its side sets up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<u8>,
        /// Index of the tunnel it is in, as in the facts of tunnels. Only for its own side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tunnel: Option<u8>,
        /// Its name in the scenario. Only for its own side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Arc<str>>,
    },
    /// A "?" of a side in a Location, whatever is under it.
    Unknown {
        /// Side that owns the "?".
        side: Side,
        /// Location that shows the "?".
        at: LocationId,
        /// Whether it is a "Sewer ?", below ground.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sewer: bool,
        /// Whether it is lost in the sewers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lost: bool,
    },
    /// A stack in a sewer is discovered from above.
    Discovered {
        /// Side of the stack.
        side: Side,
        /// Sewer Location of the stack.
        at: LocationId,
    },
    /// The pieces a side has out of sight, in any Location, as last known.
    Unseen {
        /// Side of the pieces.
        side: Side,
        /// The counters, in no particular order.
        #[schemars(extend("x-unordered" = true))]
        counters: Vec<Unseen>,
    },
    /// The pieces a side has lost, as far as this seat knows.
    Losses {
        /// Side that lost them.
        side: Side,
        /// The counters, in no particular order.
        #[schemars(extend("x-unordered" = true))]
        kinds: Vec<Kind>,
    },
    /// A captured unit that has a Guard. It is among the losses too.
    Prisoner {
        /// Side of the captured unit.
        side: Side,
        /// Its counter.
        kind: Kind,
        /// Its Guard, if this seat sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guard: Option<Piece>,
        /// Number of such units with this Guard; left out if 1.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        number: u8,
    },
    /// A side has refused a surrender: no unit surrenders to it in a Rout Phase.
    NoQuarter {
        /// Side that gives no quarter.
        side: Side,
    },
    /// The present Game Turn.
    Turn {
        /// Number of the turn, from 1.
        now: u8,
        /// Number of Game Turns of the scenario.
        of: u8,
    },
    /// The present phase, such as `movement`.
    Phase(Phase),
    /// The side whose Player Turn it is.
    Attacker {
        /// Side of the ATTACKER.
        side: Side,
    },
    /// An objective of the scenario.
    Objective {
        /// Location of the objective.
        at: LocationId,
        /// Side that holds it, if any.
        held_by: Option<Side>,
        /// Points for holding it at the end.
        points: u16,
    },
    /// An objective that this seat's side has gained unseen.
    HeldUnseen {
        /// Location of the objective.
        at: LocationId,
        /// Side that has gained it.
        side: Side,
    },
    /// Rubble or Blaze of the scenario in a hex.
    Covered {
        /// The ground of its hex.
        at: LocationId,
        /// Whether it is a Blaze; otherwise rubble.
        blaze: bool,
    },
    /// Rubble that has fallen during play.
    Rubble {
        /// The ground of the hex.
        at: LocationId,
    },
    /// The sewer below a hex is buried.
    Buried {
        /// The ground of the hex.
        at: LocationId,
    },
    /// Residual firepower in a Location.
    Residual {
        /// Location that it covers.
        at: LocationId,
        /// Its firepower in factors.
        fp: u8,
    },
    /// A breached hexside of a Fortified Building Location.
    Breach {
        /// Location on one side.
        from: LocationId,
        /// Location on the other side.
        to: LocationId,
    },
    /// A trail-break through rubble that leads to two hexes.
    TrailBreak {
        /// The ground of the rubble hex.
        at: LocationId,
        /// The ground of the two neighbouring hexes.
        #[schemars(extend("uniqueItems" = true))]
        way: [LocationId; 2],
        /// Whether it was made in play.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        made: bool,
    },
    /// Units clear rubble in this Player Turn.
    Clearing {
        /// The units, of those this seat sees.
        units: PieceSet,
        /// The ground of the rubble hex.
        at: LocationId,
        /// The ground of the two neighbouring hexes that the trail-break is to lead to.
        #[schemars(extend("uniqueItems" = true))]
        way: [LocationId; 2],
    },
    /// An upper level that is rubble, or works that are destroyed.
    Ruined {
        /// The Location that can't be entered.
        at: LocationId,
    },
    /// A demolition charge that is Placed or Set.
    Charge {
        /// The demolition charge.
        sw: Piece,
        /// The unit that placed it, if this seat sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Piece>,
        /// Location that it attacks.
        at: LocationId,
        /// Location on the other side of the hexside it shall breach.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        toward: Option<LocationId>,
        /// Whether it is Set, and not Placed.
        set: bool,
        /// Whether only a "?" was there when it was Placed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        halved: bool,
        /// Whether the placer was counter-exhausted, if this seat sees him.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exhausted: bool,
        /// The Game Turn in which it was placed.
        turn: u8,
    },
    /// A Fortified Location that this seat knows of.
    Fort {
        /// Side that fortified it.
        side: Side,
        /// The Fortified Location itself.
        at: LocationId,
        /// Whether the enemy knows of it.
        known: bool,
        /// Whether the scenario names it.
        fixed: bool,
    },
    /// A tunnel of the seat's own side.
    Tunnel {
        /// Index of the tunnel, from 0.
        tunnel: u8,
        /// Side that recorded it.
        side: Side,
        /// Its two entrance Locations.
        #[schemars(extend("uniqueItems" = true))]
        ends: [LocationId; 2],
        /// Whether it is destroyed.
        gone: bool,
    },
    /// A tunnel entrance of the enemy that units saw used.
    Entrance {
        /// Location of the entrance.
        at: LocationId,
        /// Units that saw it used.
        saw: PieceSet,
        /// Units that have found it.
        found: PieceSet,
    },
    /// The works that this side may still record.
    Allotted {
        /// Side that records them.
        side: Side,
        /// Number of tunnels left.
        tunnels: u8,
        /// Number of Fortified Locations left.
        forts: u8,
    },
    /// Units that are moving, or only a "?".
    Moving {
        /// The units, of those this seat sees.
        units: PieceSet,
        /// Location where they are.
        at: LocationId,
        /// Kind of move, such as `assault`.
        pace: Pace,
        /// Half movement factors left. Only for their own side, as they reveal which units move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mf_left: Option<u8>,
        /// Half movement factors spent in the last step.
        spent: u8,
        /// Whether they have entered a Location.
        stepped: bool,
        /// Whether they still have the bonus for moving along roads only. Only for their own side.
        on_road: bool,
        /// Location where the rout of the unit began, in the Rout Phase.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        began: Option<LocationId>,
        /// Enemies that the unit has seen on its rout.
        #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
        fled: PieceSet,
        /// Highest residual firepower that has attacked them in their present Location.
        #[serde(default, skip_serializing_if = "is_zero")]
        residual: u8,
        /// Whether they have paid for the cover of shellholes in their present Location.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        careful: bool,
    },
    /// Units have fired from a Location at another in this phase, or in First Fire at this movement factor.
    FiredAt {
        /// Location they fired from.
        from: LocationId,
        /// Location they fired at.
        at: LocationId,
    },
    /// The Manhole Locations from which a stack has entered the sewers in this Movement Phase.
    Entered(#[schemars(extend("uniqueItems" = true))] Vec<LocationId>),
    /// A Location that this side's units are barred from for now.
    Barred {
        /// The Location they can't enter.
        at: LocationId,
    },
    /// The agenda: the steps still to do, the present question last.
    Pending(Vec<Step>),
    /// The game is over, with this result.
    Outcome {
        /// Side that has won; `null` if the game is a draw.
        winner: Option<Side>,
    },
}

const fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Returns whether a fact of this seat's view is about the other side.
#[must_use]
pub fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
    let Seat::Side(own) = seat else { return false };
    match fact {
        Fact::Unit { side, .. }
        | Fact::Unknown { side, .. }
        | Fact::Discovered { side, .. }
        | Fact::Unseen { side, .. }
        | Fact::Losses { side, .. }
        | Fact::Prisoner { side, .. }
        | Fact::Fort { side, .. } => *side != own,
        Fact::Entrance { .. } | Fact::Barred { .. } => true,
        _ => false,
    }
}
