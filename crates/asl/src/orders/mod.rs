//! What a side can order: a file for each order. The lists of what may be ordered stand with the questions
//! ([`crate::sequence`]).

pub mod before;
pub mod below;
pub mod done;
pub mod fights;
pub mod leave;
pub mod moves;
mod timing;
pub mod wellformed;

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::words::Pace;
use crate::state::Asl;

rules::orders! {
    /// What a side can order.
    Order of Asl {
        /// A tunnel is recorded, before anybody is placed.
        Tunnel {
            /// One entrance.
            from: LocationId,
            /// The other.
            to: LocationId,
            /// The entrenchment that the second entrance leads into.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            entrenchment: Option<LocationId>,
            /// The entrenchment that the first entrance leads into.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from_entrenchment: Option<LocationId>,
        },
        /// A Fortified Building Location is given up for a tunnel: one not recorded yet, or the one in this place.
        Forfeit {
            /// Where.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<LocationId>,
        },
        /// A building Location is recorded as fortified.
        Fortify {
            /// Where.
            at: LocationId,
        },
        /// A recorded tunnel is struck out: it can be recorded elsewhere.
        Erase {
            /// One entrance, or the entrenchment it leads into.
            from: LocationId,
            /// The other, likewise.
            to: LocationId,
        },
        /// A Location recorded as fortified is struck out.
        Unfortify {
            /// Where.
            at: LocationId,
        },
        /// A Fortified Building Location that was given up for a tunnel is kept after all, and the tunnel is not.
        Keep,
        /// The recording is over.
        Recorded,
        /// A unit is placed before the first turn.
        Place {
            /// The unit.
            unit: Piece,
            /// Where.
            at: LocationId,
        },
        /// The referee places all units that are left.
        Deal,
        /// All units are placed.
        Ready,
        /// A unit tries to rally.
        Rally {
            /// The unit.
            unit: Piece,
            /// The leader who rallies it; none if it rallies itself.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// A unit tries to take up a weapon that lies about.
        Recover {
            /// The unit.
            unit: Piece,
            /// The weapon.
            sw: Piece,
        },
        /// A unit looks for a tunnel entrance that it saw used.
        Search {
            /// The unit.
            unit: Piece,
            /// The entrance Location.
            entrance: LocationId,
        },
        /// A weapon is handed over.
        Transfer {
            /// Who has it.
            from: Piece,
            /// Who gets it.
            to: Piece,
            /// The weapon.
            sw: Piece,
        },
        /// A weapon is left where it is.
        Leave {
            /// Who has it.
            unit: Piece,
            /// The weapon.
            sw: Piece,
        },
        /// Units fire together, with all machine guns they hold.
        Fire {
            /// Who fires.
            units: PieceSet,
            /// The leader who directs the fire.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
            /// The Location fired at.
            at: LocationId,
        },
        /// A unit places a demolition charge.
        Charge {
            /// Who.
            unit: Piece,
            /// The Location attacked.
            at: LocationId,
        },
        /// Nobody fires at the movers.
        HoldFire,
        /// Units of one Location begin to move.
        Go {
            /// Who.
            units: PieceSet,
            /// How.
            pace: Pace,
        },
        /// The moving units go on.
        Step {
            /// A neighbouring Location.
            to: LocationId,
        },
        /// The moving units stop.
        Stop,
        /// Units of one Location use Sewer Movement.
        Sewer {
            /// Who.
            units: PieceSet,
            /// The leader among them who tries the task check; none where they may go without.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// Where a stack in the sewers goes: chosen by its side, or by the DEFENDER when it is lost.
        To {
            /// The Sewer Location.
            to: LocationId,
        },
        /// Units go through a tunnel, from the entrance they are in.
        TunnelMove {
            /// Who.
            units: PieceSet,
            /// The entrance Location at the other end.
            to: LocationId,
        },
        /// A friend above is shown for the emergence dr.
        Claim {
            /// Who.
            unit: Piece,
        },
        /// No friend above is shown.
        ClaimNothing,
        /// A unit is shown to the stack below, or placed, to count against its emergence.
        Show {
            /// Who.
            unit: Piece,
        },
        /// Nobody is shown.
        ShowNothing,
        /// A broken unit routs one Location on.
        Rout {
            /// Who.
            unit: Piece,
            /// Where to.
            to: LocationId,
        },
        /// A broken unit routs through a tunnel.
        RoutTunnel {
            /// Who.
            unit: Piece,
            /// The entrance at the other end.
            to: LocationId,
        },
        /// A broken unit stays, or ends its rout.
        Stay {
            /// Who.
            unit: Piece,
        },
        /// Units advance.
        Advance {
            /// Who.
            units: PieceSet,
            /// Where to.
            to: LocationId,
        },
        /// Units come up from a sewer or out of a tunnel.
        Emerge {
            /// Who.
            units: PieceSet,
        },
        /// Units in a sewer close with the enemy in the next Sewer Location.
        Close {
            /// Who.
            units: PieceSet,
            /// The enemy's Sewer Location.
            to: LocationId,
        },
        /// Units attack in Close Combat.
        Attack {
            /// Who.
            units: PieceSet,
            /// Whom.
            against: PieceSet,
        },
        /// Units attack a "?" in Close Combat.
        AttackUnknown {
            /// Who.
            units: PieceSet,
        },
        /// A unit destroys a tunnel by the entrance it has found.
        Destroy {
            /// Who.
            unit: Piece,
            /// The entrance Location.
            entrance: LocationId,
        },
        /// No more in this phase.
        Done,
    }
    /// A first part of an order.
    Draft {
        /// A tunnel: choose an entrance.
        Dig as Dig,
        /// A tunnel: choose the other end.
        Tunnel as DigFrom {
            /// One entrance.
            from: LocationId,
        },
        /// A Location is fortified: choose which.
        Fortify as FortifyWhere,
        /// A unit is placed: choose where.
        Place as PlaceWhere {
            /// The unit.
            unit: Piece,
        },
        /// A unit rallies: choose how.
        Rally as RallyHow {
            /// The unit.
            unit: Piece,
        },
        /// A weapon is handed over: choose to whom.
        Transfer as TransferTo {
            /// Who has it.
            from: Piece,
            /// The weapon.
            sw: Piece,
        },
        /// Units fire: choose the target, or who else.
        Fire as FireWith {
            /// Who so far.
            units: PieceSet,
            /// The leader, if one directs the fire.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// A unit places a demolition charge: choose where.
        Charge as ChargeWhere {
            /// Who.
            unit: Piece,
        },
        /// Units move: choose how, or who else.
        Go as GoWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units use Sewer Movement: choose the leader, or who else.
        Sewer as SewerWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units go through a tunnel: choose which, or who else.
        TunnelMove as TunnelWith {
            /// Who so far.
            units: PieceSet,
        },
        /// A unit routs: choose where to.
        Rout as RoutWhere {
            /// Who.
            unit: Piece,
        },
        /// Units advance: choose where to, or who else.
        Advance as AdvanceWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units come up: choose who else.
        Emerge as EmergeWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units in a sewer close with the enemy: choose which, or who else.
        Close as CloseWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units attack in Close Combat: choose whom, or who else.
        Attack as AttackWith {
            /// Who so far.
            units: PieceSet,
        },
        /// Units attack in Close Combat: choose whom else.
        Against as Against {
            /// Who.
            units: PieceSet,
            /// Whom so far.
            against: PieceSet,
        },
    }
}
