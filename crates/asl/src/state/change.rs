//! Changes of the position: results, not causes.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::flags::Flag;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Pace, Phase};

/// A change of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A Game Turn begins.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// A phase begins.
    Phase {
        /// Which.
        now: Phase,
    },
    /// A Player Turn begins.
    Attacker {
        /// Whose.
        side: Side,
    },
    /// A side has recorded a tunnel.
    Tunnel {
        /// Which side.
        side: Side,
        /// One entrance Location.
        from: LocationId,
        /// The other.
        to: LocationId,
    },
    /// A side has given up a Fortified Location for a tunnel.
    Forfeited {
        /// Which side.
        side: Side,
        /// The place, if it was recorded already.
        at: Option<LocationId>,
    },
    /// A side has recorded a Fortified Location.
    Fortified {
        /// Which side.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// A side has struck out a tunnel.
    TunnelErased {
        /// Which side.
        side: Side,
        /// The tunnel, counted from 0 in the order they were recorded.
        tunnel: u8,
    },
    /// A side has struck out a Fortified Location.
    Unfortified {
        /// Which side.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// A side keeps a Fortified Location that it had given up for a tunnel.
    Kept {
        /// Which side.
        side: Side,
    },
    /// A side has ended its recording.
    Recorded {
        /// Which side.
        side: Side,
    },
    /// A side has placed its units: from now on the other side sees what there is to be seen of them.
    SetUpOver {
        /// Which side.
        side: Side,
    },
    /// A unit stands somewhere in the set-up, with what it holds.
    SetUp {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit is somewhere else, with what it holds.
    Placed {
        /// The unit.
        unit: Piece,
        /// Where.
        at: LocationId,
    },
    /// A unit goes under a "?", is shown, or hides, with what it holds.
    Cover {
        /// The unit.
        unit: Piece,
        /// How it lies now.
        now: Cover,
    },
    /// A unit gets or loses a marker.
    Flag {
        /// The unit.
        unit: Piece,
        /// The marker.
        flag: Flag,
        /// Whether it is there now.
        on: bool,
    },
    /// All units of a side lose a marker.
    Clear {
        /// The side.
        side: Side,
        /// The marker.
        flag: Flag,
    },
    /// Another counter lies in a unit's place. Below ground only its own side knows.
    Counter {
        /// The unit.
        unit: Piece,
        /// The counter.
        kind: Kind,
    },
    /// A unit is in a tunnel, or out of it.
    InTunnel {
        /// The unit.
        unit: Piece,
        /// The tunnel of its side, counted from 0 in the order they were recorded.
        tunnel: Option<u8>,
    },
    /// A weapon is held by somebody, or lies about.
    Held {
        /// The weapon.
        sw: Piece,
        /// By whom.
        holder: Option<Piece>,
    },
    /// A piece leaves the game; what it holds lies about.
    Gone {
        /// The piece.
        unit: Piece,
        /// How.
        fate: Fate,
    },
    /// Units are on the move.
    Moving {
        /// Who.
        units: PieceSet,
        /// How.
        pace: Pace,
        /// Half movement factors left.
        mf_left: u8,
        /// Half movement factors spent in the last step.
        spent: u8,
        /// Whether they have entered a Location.
        stepped: bool,
        /// Whether they have moved along roads only.
        on_road: bool,
    },
    /// The movement is over.
    MovingOver,
    /// Residual firepower lies in a Location; with 0 it is gone.
    Residual {
        /// Where.
        at: LocationId,
        /// How much.
        fp: u8,
    },
    /// No residual firepower is left anywhere.
    ResidualGone,
    /// The other side knows of a Fortified Location.
    FortKnown {
        /// Whose it is.
        side: Side,
        /// Where.
        at: LocationId,
    },
    /// Enemies see a tunnel entrance used.
    SawTunnel {
        /// Whose tunnel.
        side: Side,
        /// The tunnel.
        tunnel: u8,
        /// The end, 0 or 1.
        end: u8,
        /// Who.
        by: PieceSet,
    },
    /// An enemy has found a tunnel entrance.
    FoundTunnel {
        /// Whose tunnel.
        side: Side,
        /// The tunnel.
        tunnel: u8,
        /// The end, 0 or 1.
        end: u8,
        /// Who.
        by: Piece,
    },
    /// A tunnel is destroyed.
    TunnelGone {
        /// Whose tunnel.
        side: Side,
        /// The tunnel.
        tunnel: u8,
    },
    /// Rubble or Blaze of the scenario comes or goes.
    Covered {
        /// Which, counted from 0 in the scenario.
        cover: u8,
        /// Whether it is there now.
        on: bool,
    },
    /// Rubble falls in a hex.
    Rubble {
        /// The ground of the hex.
        at: LocationId,
    },
    /// The sewer below a hex is buried.
    Buried {
        /// The ground of the hex.
        at: LocationId,
    },
    /// A side holds an objective.
    Holds {
        /// Which, counted from 0 in the scenario.
        objective: u8,
        /// Who.
        side: Side,
    },
    /// The side that moves or routs is barred from a Location.
    Barred {
        /// Where.
        at: LocationId,
    },
    /// Nobody is barred any more.
    Unbarred,
    /// A stack has entered the sewers from a Manhole Location.
    SewerEntered {
        /// Where.
        at: LocationId,
    },
    /// The sewers can be entered from everywhere again.
    SewersFresh,
}

/// Whether two changes that follow one another happen at once for onlookers: they are of one sweep over a stack. Who comes
/// into sight does so by himself, and so does who goes: each is told under its own clause, not under that of what it does
/// then.
#[must_use]
pub fn simultaneous(one: &Change, next: &Change) -> bool {
    let sweep = |change: &Change| match change {
        Change::Cover { now: Cover::Open, .. } => Some(Sweep::Shows),
        Change::Gone { .. } => Some(Sweep::Goes),
        Change::Placed { .. }
        | Change::Cover { .. }
        | Change::Flag { .. }
        | Change::SetUp { .. }
        | Change::InTunnel { .. } => Some(Sweep::Acts),
        _ => None,
    };
    sweep(one).is_some_and(|kind| sweep(next) == Some(kind))
}

/// What is done with all of a stack in one sweep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Shows,
    Goes,
    Acts,
}
