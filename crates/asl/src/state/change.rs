//! Changes of the position: results, not causes.

use board::LocationId;
use rules::{Piece, PieceSet, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::printed::flags::Flag;
use crate::printed::kind::Kind;
use crate::printed::words::{Cover, Fate, Pace, Phase};
use crate::state::position::Moving;

/// A change of the position: the result of an order or a roll, not its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// A Game Turn begins.
    Turn {
        /// Its number, from 1.
        now: u8,
    },
    /// A phase begins, of a Player Turn or the set-up.
    Phase {
        /// The phase that begins.
        now: Phase,
    },
    /// A Player Turn begins.
    Attacker {
        /// The ATTACKER of this Player Turn.
        side: Side,
    },
    /// A side has recorded a tunnel.
    Tunnel {
        /// Side that recorded it.
        side: Side,
        /// One of its entrance Locations.
        from: LocationId,
        /// Its other entrance Location.
        to: LocationId,
    },
    /// A side has given up a Fortified Location for a tunnel.
    Forfeited {
        /// Side that gave it up.
        side: Side,
        /// The Location, if it was recorded already. If left out, one not recorded yet.
        at: Option<LocationId>,
    },
    /// A side has recorded a Fortified Location.
    Fortified {
        /// Side that recorded it.
        side: Side,
        /// The building Location fortified.
        at: LocationId,
    },
    /// A side has struck out a tunnel.
    TunnelErased {
        /// Side that recorded the tunnel.
        side: Side,
        /// Index of the tunnel, from 0 in the order they were recorded.
        tunnel: u8,
    },
    /// A side has struck out a Fortified Location.
    Unfortified {
        /// Side that recorded it.
        side: Side,
        /// The building Location concerned.
        at: LocationId,
    },
    /// A side takes back a Fortified Location that it had given up for a tunnel.
    Kept {
        /// Side that takes it back.
        side: Side,
    },
    /// A side has ended its recording.
    Recorded {
        /// Side that is done.
        side: Side,
    },
    /// A side has placed its units. From now on the other side sees those that are not hidden.
    SetUpOver {
        /// Side whose set-up is over.
        side: Side,
    },
    /// A unit is placed during set-up, with the weapons it holds.
    SetUp {
        /// The unit that is placed.
        unit: Piece,
        /// Location where it is placed.
        at: LocationId,
    },
    /// A unit is moved to another Location, with the weapons it holds.
    Placed {
        /// The unit that is moved.
        unit: Piece,
        /// Location where it is now.
        at: LocationId,
    },
    /// A unit goes under a "?", is shown, or hides, with the weapons it holds.
    Cover {
        /// Unit whose cover changes.
        unit: Piece,
        /// Its cover from now on.
        now: Cover,
    },
    /// A unit gets or loses a marker.
    Flag {
        /// Unit that gets or loses it.
        unit: Piece,
        /// The marker, such as `broken`.
        flag: Flag,
        /// Whether the unit has the marker now.
        on: bool,
    },
    /// All units of a side lose a marker.
    Clear {
        /// Side whose units lose it.
        side: Side,
        /// The marker removed, such as `moved`.
        flag: Flag,
    },
    /// A unit's counter is replaced by another. Below ground only its own side sees this.
    Counter {
        /// The unit whose counter is replaced.
        unit: Piece,
        /// The new counter, such as `4-4-7`.
        kind: Kind,
    },
    /// A unit enters a tunnel or leaves it.
    InTunnel {
        /// The unit that enters or leaves.
        unit: Piece,
        /// Index of the tunnel of its side, from 0 in the order they were recorded. If left out, the unit is in no
        /// tunnel.
        tunnel: Option<u8>,
    },
    /// A weapon gets another holder or none, or a prisoner another Guard.
    Held {
        /// The support weapon, or the prisoner.
        sw: Piece,
        /// The unit that holds it now. If left out, the weapon is unpossessed.
        holder: Option<Piece>,
    },
    /// A piece leaves the game. Weapons it holds become unpossessed.
    Gone {
        /// The piece that leaves.
        unit: Piece,
        /// How it leaves, such as `lost` or `captured`.
        fate: Fate,
    },
    /// Units begin to move, or have made a step.
    Moving {
        /// Units that move together.
        units: PieceSet,
        /// Kind of move, such as `assault`.
        pace: Pace,
        /// Half movement factors they have in this move, the bonus of roads not counted.
        #[serde(default, skip_serializing_if = "is_none")]
        allotted: u8,
        /// Half movement factors left.
        mf_left: u8,
        /// Half movement factors spent in the last step.
        spent: u8,
        /// Whether they have entered a Location.
        stepped: bool,
        /// Whether they have moved along roads only.
        on_road: bool,
        /// Highest residual firepower that has attacked them in their present Location.
        #[serde(default, skip_serializing_if = "is_none")]
        residual: u8,
        /// Whether they have paid for the cover of shellholes in their present Location.
        #[serde(default, skip_serializing_if = "is_not")]
        careful: bool,
        /// Whether a leader has moved with them all the way, so that their factors include his bonus.
        #[serde(default, skip_serializing_if = "is_not")]
        led: bool,
    },
    /// The move of the current units is over.
    MovingOver,
    /// Residual firepower in a Location changes.
    Residual {
        /// Location the firepower covers.
        at: LocationId,
        /// Firepower that remains there; 0 removes it.
        fp: u8,
    },
    /// All residual firepower is removed.
    ResidualGone,
    /// A Fortified Location becomes known to the other side.
    FortKnown {
        /// Side that fortified it.
        side: Side,
        /// The Fortified Location revealed.
        at: LocationId,
    },
    /// Enemies see a tunnel entrance used.
    SawTunnel {
        /// Side that owns the tunnel.
        side: Side,
        /// Index of the tunnel, from 0.
        tunnel: u8,
        /// The end that was used, 0 or 1.
        end: u8,
        /// Enemy units that saw it.
        by: PieceSet,
    },
    /// An enemy has found a tunnel entrance.
    FoundTunnel {
        /// Side that owns the tunnel.
        side: Side,
        /// Index of the tunnel, from 0.
        tunnel: u8,
        /// The end that was found, 0 or 1.
        end: u8,
        /// Enemy unit that found it.
        by: Piece,
    },
    /// A tunnel is destroyed.
    TunnelGone {
        /// Side that owned the tunnel.
        side: Side,
        /// Index of the tunnel, from 0.
        tunnel: u8,
    },
    /// Rubble or Blaze of the scenario appears or disappears.
    Covered {
        /// Index of the entry, from 0 in the scenario.
        cover: u8,
        /// Whether it is on the board now.
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
    /// A side takes control of an objective.
    Holds {
        /// Index of the objective, from 0 in the scenario.
        objective: u8,
        /// Side that controls it now.
        side: Side,
    },
    /// The units that move or rout are barred from a Location.
    Barred {
        /// The Location they can't enter.
        at: LocationId,
    },
    /// All Locations that units were barred from are open to them again.
    Unbarred,
    /// A stack has entered the sewers from a Manhole Location.
    SewerEntered {
        /// The Manhole Location they used.
        at: LocationId,
    },
    /// The list of Manhole Locations already used to enter the sewers is cleared.
    SewersFresh,
    /// A piece comes into play in the Location of another, of the same side.
    Created {
        /// The new piece.
        unit: Piece,
        /// The unit it comes out of.
        from: Piece,
        /// Its counter, such as `2-4-7` or `hero`.
        kind: Kind,
    },
    /// Units have fired from a Location at another in this phase.
    FiredAt {
        /// Location of the units that fired.
        from: LocationId,
        /// Location they fired at.
        at: LocationId,
    },
    /// The list of Locations that units have fired from is cleared.
    FiresFresh,
    /// A side has refused a surrender: no unit surrenders to it in a Rout Phase again.
    NoQuarter {
        /// Side that has refused.
        side: Side,
    },
    /// A demolition charge is Placed or Set.
    PlacedCharge {
        /// The demolition charge.
        sw: Piece,
        /// The unit that places it.
        unit: Piece,
        /// Location that it attacks.
        at: LocationId,
        /// Location on the other side of the hexside it shall breach.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        toward: Option<LocationId>,
        /// Whether it is Set, and not Placed.
        #[serde(default, skip_serializing_if = "is_not")]
        set: bool,
        /// Whether only a "?" is there.
        #[serde(default, skip_serializing_if = "is_not")]
        halved: bool,
        /// Whether the placer is counter-exhausted.
        #[serde(default, skip_serializing_if = "is_not")]
        exhausted: bool,
    },
    /// A demolition charge that was Placed or Set has exploded or is lost.
    ChargeGone {
        /// The demolition charge.
        sw: Piece,
    },
    /// A hexside of a Fortified Location is breached.
    Breached {
        /// Location on one side.
        from: LocationId,
        /// Location on the other side.
        to: LocationId,
    },
    /// A trail-break is made through rubble.
    Cleared {
        /// The ground of the rubble hex.
        at: LocationId,
        /// The ground of the two neighbouring hexes that it leads to.
        #[schemars(extend("uniqueItems" = true))]
        way: [LocationId; 2],
    },
    /// Units begin to clear rubble in this Player Turn.
    Clears {
        /// The units, with the leader who helps.
        units: PieceSet,
        /// The ground of the rubble hex.
        at: LocationId,
        /// The ground of the two neighbouring hexes that the trail-break is to lead to.
        #[schemars(extend("uniqueItems" = true))]
        way: [LocationId; 2],
    },
    /// The list of units that clear rubble is cleared.
    ClearingOver,
    /// An upper level becomes rubble, or works are destroyed.
    Ruined {
        /// The Location that is gone.
        at: LocationId,
    },
    /// A side gains true Control of an objective. Only this side knows.
    Claimed {
        /// Index of the objective, from 0 in the scenario.
        objective: u8,
        /// Side that Controls it now.
        side: Side,
    },
}

impl From<Moving> for Change {
    fn from(moving: Moving) -> Change {
        let Moving { units, pace, allotted, mf_left, spent, stepped, on_road, residual, careful, led } = moving;
        Change::Moving { units, pace, allotted, mf_left, spent, stepped, on_road, residual, careful, led }
    }
}

// Fields that are not in older ledgers are written only if they say something.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_none(value: &u8) -> bool {
    *value == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_not(value: &bool) -> bool {
    !*value
}

/// Returns whether `one` and `next`, made in this order, are one event for onlookers: parts of one operation on a whole
/// stack.
///
/// Units that come into sight, and units that leave the game, are events of their own. Each is reported under its own
/// clause, not under that of what the unit does next.
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

/// Kind of operation on a whole stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Shows,
    Goes,
    Acts,
}
