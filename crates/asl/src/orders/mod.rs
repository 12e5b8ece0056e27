//! Orders that a side can give, one file for each order. The lists of what may be ordered are with the questions
//! ([`crate::sequence`]).

pub mod before;
pub mod below;
pub mod done;
mod drafts;
pub mod fights;
pub mod leave;
pub mod moves;
mod timing;
pub mod wellformed;

use board::LocationId;
use rules::{Piece, PieceSet};

use crate::printed::words::{Arms, Pace};
use crate::state::Asl;
use crate::state::around::Around;
pub use drafts::{
    AdvanceWith, Against, AttackWith, ChargeWhere, ClearWith, CloseWith, Dig, DigFrom, Draft, EmergeWith, FireWith,
    FortifyWhere, GoWith, PlaceWhere, RallyHow, RoutWhere, SewerWith, TransferTo, TunnelWith, WithdrawWith,
};

rules::orders! {
    /// An order that a side can give.
    Order of Asl {
        /// Records a tunnel, before any unit is placed.
        Tunnel {
            /// One of its entrance Locations.
            from: LocationId,
            /// Its other entrance Location.
            to: LocationId,
            /// Entrenchment that the entrance `to` leads into, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            entrenchment: Option<LocationId>,
            /// Entrenchment that the entrance `from` leads into, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from_entrenchment: Option<LocationId>,
        },
        /// Gives up a Fortified Building Location for a tunnel.
        Forfeit {
            /// The Location given up, if it was recorded already. If left out, one not recorded yet.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<LocationId>,
        },
        /// Records a building Location as fortified.
        Fortify {
            /// The building Location to fortify.
            at: LocationId,
        },
        /// Removes a recorded tunnel. It can then be recorded elsewhere.
        Erase {
            /// One entrance, or the entrenchment it leads into.
            from: LocationId,
            /// The other entrance, or the entrenchment it leads into.
            to: LocationId,
        },
        /// Removes a Location that was recorded as fortified.
        Unfortify {
            /// The building Location concerned.
            at: LocationId,
        },
        /// Takes back a Fortified Building Location that was given up for a tunnel. The tunnel is lost.
        Keep,
        /// Ends the recording of this side.
        Recorded,
        /// Places a unit before the first turn.
        Place {
            /// The unit to place.
            unit: Piece,
            /// Location where it is placed.
            at: LocationId,
        },
        /// Lets the referee place all remaining units at random.
        Deal,
        /// Ends the set-up of this side: all its units are placed.
        Ready,
        /// Makes a rally DR for a broken unit.
        Rally {
            /// The broken unit that tries to rally.
            unit: Piece,
            /// The leader who rallies it; left out if it rallies without one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// Keeps Desperation Morale at the end of this Rally Phase.
        KeepDm {
            /// The broken unit that keeps it.
            unit: Piece,
        },
        /// Makes two half-squads of a squad, if it passes a Task Check with a leader's help.
        Deploy {
            /// The squad.
            unit: Piece,
            /// The leader who helps it.
            leader: Piece,
            /// Weapons of the squad that go to the second half-squad.
            #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
            weapons: PieceSet,
        },
        /// Makes a squad of two half-squads of one kind.
        Recombine {
            /// The two half-squads.
            units: PieceSet,
            /// The leader who permits it.
            leader: Piece,
        },
        /// Makes a recovery dr for an unpossessed weapon.
        Recover {
            /// Unit that takes the weapon.
            unit: Piece,
            /// The unpossessed support weapon.
            sw: Piece,
        },
        /// Makes a repair dr for a machine gun that has malfunctioned.
        Repair {
            /// Unit that holds the weapon.
            unit: Piece,
            /// The machine gun.
            sw: Piece,
        },
        /// Searches for a tunnel entrance that the unit saw used.
        Search {
            /// Unit that searches for it.
            unit: Piece,
            /// Location of the entrance.
            entrance: LocationId,
        },
        /// Hands a weapon from one unit to another.
        Transfer {
            /// Unit that holds the weapon.
            from: Piece,
            /// Unit that gets the weapon.
            to: Piece,
            /// The support weapon transferred.
            sw: Piece,
        },
        /// Drops a weapon in the unit's Location.
        Leave {
            /// Unit that holds the weapon.
            unit: Piece,
            /// The support weapon dropped.
            sw: Piece,
        },
        /// Fires with units together.
        Fire {
            /// Units that fire together.
            units: PieceSet,
            /// The leader who directs the fire, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
            /// Instead of `leader`: a leader in each Location of the units, who direct the fire together.
            #[serde(default, skip_serializing_if = "PieceSet::is_nothing")]
            leaders: PieceSet,
            /// The Location fired at.
            at: LocationId,
            /// What the units fire with. If left out, everything they can fire together.
            #[serde(default, skip_serializing_if = "Arms::is_all")]
            arms: Arms,
        },
        /// Searches a whole building in the Prep Fire Phase.
        MopUp {
            /// Squads and half-squads in it that do so.
            units: PieceSet,
        },
        /// Throws a demolition charge.
        Charge {
            /// Unit that holds the charge.
            unit: Piece,
            /// The Location attacked, adjacent to the unit.
            at: LocationId,
        },
        /// Places a demolition charge in a neighbouring Location, in a move.
        PlaceCharge {
            /// Moving unit that holds the charge.
            unit: Piece,
            /// The Location attacked, adjacent to the unit.
            at: LocationId,
            /// Whether it is Placed on the hexside of the Fortified Location, to breach it.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            breach: bool,
        },
        /// Sets a demolition charge in the unit's own Location, to be detonated later.
        SetCharge {
            /// Unit that holds the charge.
            unit: Piece,
            /// The leader who helps, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// Lets a demolition charge explode that was Placed or Set.
        Detonate {
            /// The demolition charge.
            sw: Piece,
            /// The unit that detonates a Set charge; left out if it was Placed.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            unit: Option<Piece>,
        },
        /// Begins to clear the rubble of the units' hex.
        ClearRubble {
            /// Units that work together.
            units: PieceSet,
            /// The leader who helps, if any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
            /// The two neighbouring hexes that the trail-break is to lead to.
            #[schemars(extend("uniqueItems" = true))]
            way: [LocationId; 2],
        },
        /// Declines to fire at the moving units.
        HoldFire,
        /// Shows a unit under a "?" for the moment, so that the enemy loses his "?".
        Challenge {
            /// The unit shown. It keeps its "?".
            unit: Piece,
        },
        /// Shows no unit to an enemy under a "?".
        LetPass,
        /// Begins to move units of one Location.
        Go {
            /// Units that move together.
            units: PieceSet,
            /// Kind of move, such as `assault`.
            pace: Pace,
        },
        /// Moves the moving units one step.
        Step {
            /// A neighbouring Location to enter.
            to: LocationId,
            /// Whether the units pay 2 MF for the cover of shellholes, and not 1 MF as in Open Ground.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            careful: bool,
        },
        /// Ends the move of the moving units: they search their hex and some around it.
        SearchAround {
            /// The ground of hexes around them, in order of preference: the dr says how many are searched.
            at: Around,
        },
        /// Ends the move of the moving units.
        Stop,
        /// Begins Sewer Movement with units of one Location.
        Sewer {
            /// Units that move together.
            units: PieceSet,
            /// The leader among them who makes the task check; left out if none is needed.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            leader: Option<Piece>,
        },
        /// Chooses the destination of a stack in the sewers. The DEFENDER chooses it if the stack is lost.
        To {
            /// Sewer Location where it goes.
            to: LocationId,
        },
        /// Moves units through a tunnel, from the entrance they are in.
        TunnelMove {
            /// Units that move together.
            units: PieceSet,
            /// The entrance Location at the other end.
            to: LocationId,
        },
        /// Claims a friendly unit above for the emergence dr.
        Claim {
            /// The friendly unit in the manhole.
            unit: Piece,
        },
        /// Claims no friendly unit for the emergence dr.
        ClaimNothing,
        /// Shows a unit to the stack below, or places a hidden one, to modify the emergence dr.
        Show {
            /// The unit to show.
            unit: Piece,
        },
        /// Shows no unit for the emergence dr.
        ShowNothing,
        /// Routs a broken unit one Location further.
        Rout {
            /// The broken unit that routs.
            unit: Piece,
            /// A neighbouring Location to enter.
            to: LocationId,
            /// Whether it pays for the cover of shellholes, which are Open Ground otherwise.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            careful: bool,
        },
        /// Routs a broken unit one Location by Low Crawl.
        LowCrawl {
            /// The broken unit that crawls.
            unit: Piece,
            /// A neighbouring Location to enter.
            to: LocationId,
        },
        /// Shows a unit out of sight that Interdicts the routing unit.
        Interdict {
            /// The unit that Interdicts.
            unit: Piece,
        },
        /// Lets the routing unit go without Interdiction.
        LetGo,
        /// Accepts the surrender of a unit.
        Accept {
            /// The unit that surrenders.
            unit: Piece,
            /// The unit that becomes its Guard.
            guard: Piece,
        },
        /// Rejects the surrender of a unit, and gives no quarter from now on.
        Reject {
            /// The unit that surrenders.
            unit: Piece,
        },
        /// Routs a broken unit through a tunnel.
        RoutTunnel {
            /// The broken unit that routs.
            unit: Piece,
            /// The entrance at the other end.
            to: LocationId,
        },
        /// Moves an unbroken unit out of a Blaze in the Rout Phase.
        Flee {
            /// The unit that flees.
            unit: Piece,
            /// A neighbouring Location to enter.
            to: LocationId,
        },
        /// Keeps a broken unit where it is, or ends its rout.
        Stay {
            /// The broken unit that stays.
            unit: Piece,
        },
        /// Advances units one Location.
        Advance {
            /// Units that advance together.
            units: PieceSet,
            /// A neighbouring Location to enter.
            to: LocationId,
        },
        /// Brings units up from a sewer or out of a tunnel.
        Emerge {
            /// Units that come up together.
            units: PieceSet,
        },
        /// Advances units in a sewer into Close Combat in an adjacent Sewer Location.
        Close {
            /// Units that advance together.
            units: PieceSet,
            /// The enemy's Sewer Location.
            to: LocationId,
        },
        /// Attacks named enemies in Close Combat.
        Attack {
            /// Units that strike together.
            units: PieceSet,
            /// Enemy units that are attacked.
            against: PieceSet,
            /// Whether they are attacked to capture them.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            capture: bool,
        },
        /// Attacks all units under a "?" in Close Combat.
        AttackUnknown {
            /// Units that strike together.
            units: PieceSet,
            /// Whether they are attacked to capture them.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            capture: bool,
        },
        /// Withdraws units from Close Combat.
        Withdraw {
            /// Units that leave together.
            units: PieceSet,
            /// A neighbouring Location to enter.
            to: LocationId,
        },
        /// Lets a single man attack and defend alone in this Close Combat.
        Solo {
            /// The leader or hero.
            unit: Piece,
        },
        /// Destroys a tunnel whose entrance the unit has found.
        Destroy {
            /// Unit that has found the entrance.
            unit: Piece,
            /// Location of the entrance.
            entrance: LocationId,
        },
        /// Ends this side's part of the phase.
        Done,
    }
}
