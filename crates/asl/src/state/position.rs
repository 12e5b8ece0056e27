//! The position of a game, with all hidden information.

use arrayvec::ArrayVec;
use board::{HexId, LocationId};
use rules::agenda::Agenda;
use rules::objectives::{Held, OBJECTIVES};
use rules::{BySide, Piece, PieceSet, Side};

use crate::printed::words::{Pace, Phase};
use crate::setting::Setting;
use crate::state::below::Below;
use crate::state::fight::Fight;
use crate::state::lines::Lines;
use crate::state::pieces::Pieces;
use crate::state::step::Step;
use crate::state::unit::Unit;

/// Maximum number of tunnels of a side.
pub const TUNNELS: usize = 8;
/// Maximum number of fortified Locations of both sides.
pub const FORTS: usize = 16;
/// Maximum number of Locations with residual firepower.
pub const RESIDUALS: usize = 64;
/// Maximum number of hexes in which rubble falls or a sewer is buried in play.
pub const FALLEN: usize = 64;
/// Maximum number of Locations that a side is barred from at a time: all within range of a move below (B8.41a).
pub const BARRED: usize = 40;
/// Maximum number of Manhole Locations from which stacks enter the sewers in one phase.
pub const ENTERED: usize = 16;

/// Maximum number of pairs of Locations in which fire is noted in one phase.
pub const FIRED: usize = 64;
/// Maximum number of charges that are Placed or Set at a time.
pub const CHARGES: usize = 8;
/// Maximum number of breached hexsides.
pub const BREACHES: usize = 8;
/// Maximum number of trail-breaks made in play.
pub const CLEARED: usize = 8;
/// Maximum number of upper levels that become rubble.
pub const RUINED: usize = 64;
/// Maximum number of stacks that clear rubble in one Player Turn.
pub const CLEARINGS: usize = 8;

/// Units that move together, and their movement factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    pub units: PieceSet,
    pub pace: Pace,
    /// Half movement factors they have in this move, the bonus of roads not counted.
    pub allotted: u8,
    /// Half movement factors left.
    pub mf_left: u8,
    /// Half movement factors spent in the last step.
    pub spent: u8,
    /// Whether they have entered a Location.
    pub stepped: bool,
    /// Whether they have moved along roads only.
    pub on_road: bool,
    /// Highest residual firepower that has attacked them in their present Location.
    pub residual: u8,
    /// Whether they have paid for the cover of shellholes in their present Location (ASL-A21).
    pub careful: bool,
    /// Whether a leader has moved with them all the way, so that their factors include his bonus.
    pub led: bool,
}

impl Moving {
    /// Returns a move under way, not along roads only, in which nothing is spent yet.
    #[must_use]
    pub const fn begun(units: PieceSet, pace: Pace, factors: u8) -> Moving {
        let (allotted, mf_left) = (factors, factors);
        let (stepped, on_road, careful, led) = (true, false, false, false);
        Moving { units, pace, allotted, mf_left, spent: 0, stepped, on_road, residual: 0, careful, led }
    }
}

/// A demolition charge that is Placed or Set, and has not exploded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charge {
    /// The demolition charge.
    pub sw: Piece,
    /// The unit that placed it.
    pub unit: Piece,
    /// The Location it attacks.
    pub at: LocationId,
    /// The Location on the other side of the hexside it shall breach.
    pub toward: Option<LocationId>,
    /// Whether it is Set, and not Placed.
    pub set: bool,
    /// Whether only a "?" was there when it was placed.
    pub halved: bool,
    /// Whether the placer was counter-exhausted.
    pub exhausted: bool,
    /// The Game Turn in which it was placed.
    pub turn: u8,
}

/// Units that clear rubble in this Player Turn (ASL-A71).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clearing {
    /// The units, with the leader who helps.
    pub units: PieceSet,
    /// The ground of the rubble hex.
    pub at: LocationId,
    /// The ground of the two neighbouring hexes that the trail-break is to lead to.
    pub way: [LocationId; 2],
}

/// A recorded tunnel of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tunnel {
    /// Its two entrance Locations: ground, inside of a pillbox, or an entrenchment.
    pub ends: [LocationId; 2],
    /// Whether it is destroyed.
    pub gone: bool,
    /// Enemy units that saw each entrance used (B8.63a). Includes units that have left the game since: whether the last
    /// of them lives must not show.
    pub saw: [PieceSet; 2],
    /// Those of `saw` that have found the entrance.
    pub found: [PieceSet; 2],
}

/// A fortified building Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fort {
    pub side: Side,
    pub at: LocationId,
    /// Whether the other side knows of it.
    pub known: bool,
    /// Whether the scenario names it. If so, it can't be given up (B8.6a).
    pub fixed: bool,
}

/// Residual firepower in a Location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residual {
    pub at: LocationId,
    pub fp: u8,
}

/// The position of a game, with all hidden information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// All pieces, including those out of the game.
    pub(crate) units: Pieces,
    /// Lines of sight between pieces.
    pub(crate) lines: Lines,
    /// The Game Turn, from 1.
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// The ATTACKER: whose Player Turn it is.
    pub(crate) attacker: Side,
    /// The units on the move.
    pub(crate) moving: Option<Moving>,
    /// The side that holds each objective.
    pub(crate) held: Held,
    /// The tunnels of each side, each side numbering its own from 0.
    pub(crate) tunnels: BySide<ArrayVec<Tunnel, TUNNELS>>,
    /// The fortified Locations, sorted by side and Location.
    pub(crate) forts: ArrayVec<Fort, FORTS>,
    /// Tunnels that a side may still record.
    pub(crate) tunnels_left: BySide<u8>,
    /// Fortified Locations that a side may still record, or give up for tunnels.
    pub(crate) forts_left: BySide<u8>,
    /// Whether each side has ended its recording.
    pub(crate) recorded: BySide<bool>,
    /// Whether the set-up of each side is over. Before, the other seats don't see what it has placed.
    pub(crate) placed: BySide<bool>,
    pub(crate) residual: ArrayVec<Residual, RESIDUALS>,
    /// Covers of the scenario (rubble, Blaze) that are on the board, as bits.
    pub(crate) covered: u16,
    /// Hexes in which rubble fell in play.
    pub(crate) rubble: ArrayVec<HexId, FALLEN>,
    /// Hexes whose sewer is buried (B8.5e).
    pub(crate) buried: ArrayVec<HexId, FALLEN>,
    /// Locations from which the units of the side that is asked are barred for now.
    pub(crate) barred: ArrayVec<LocationId, BARRED>,
    /// Manhole Locations from which a stack has entered the sewers in this Movement Phase (B8.41b).
    pub(crate) entered: ArrayVec<LocationId, ENTERED>,
    /// Locations from which a side has fired in this phase (in First Fire: at this expenditure of movement factors), each
    /// with the Location fired at (ASL-A33).
    pub(crate) fired_at: ArrayVec<(LocationId, LocationId), FIRED>,
    /// Whether a side has refused a surrender (No Quarter, ASL-A52).
    pub(crate) no_quarter: BySide<bool>,
    /// Enemies that the routing units have seen during the rout under way (ASL-A14).
    pub(crate) fled_from: PieceSet,
    /// The Location where the rout under way began (ASL-A14).
    pub(crate) rout_from: Option<LocationId>,
    /// Captured units that have a Guard (ASL-A53).
    pub(crate) prisoners: PieceSet,
    /// The side that truly Controls each objective; [`Position::held`] is what all know (ASL-A59).
    pub(crate) truly: Held,
    /// Whether each side has gained true Control of each objective unseen since all know who holds it.
    pub(crate) unseen_gains: BySide<[bool; OBJECTIVES]>,
    /// Charges that are Placed or Set (ASL-A66, ASL-A68).
    pub(crate) charges: ArrayVec<Charge, CHARGES>,
    /// Breached hexsides of Fortified Locations, each as the two Locations (ASL-A72).
    pub(crate) breaches: ArrayVec<(LocationId, LocationId), BREACHES>,
    /// Rubble hexes with a trail-break made in play, each with the two hexes it leads to (ASL-A71).
    pub(crate) cleared: ArrayVec<(HexId, [HexId; 2]), CLEARED>,
    /// Units that clear rubble in this Player Turn (ASL-A71).
    pub(crate) clearings: ArrayVec<Clearing, CLEARINGS>,
    /// Upper levels that have become rubble and works destroyed with those in them, and can't be entered (ASL-A72).
    pub(crate) ruined: ArrayVec<LocationId, RUINED>,
    pub(crate) agenda: Agenda<Step>,
}

impl Position {
    #[inline]
    pub(crate) fn unit(&self, piece: Piece) -> Option<&Unit> {
        self.units.get(piece.index())
    }

    /// Computes all lines of sight again, and looks where the objectives are. Must be called after a position is assembled.
    pub(crate) fn look(&mut self, setting: &Setting) {
        let places = setting.objectives.iter().map(|objective| objective.at);
        self.units.seek(places.flat_map(|at| std::iter::once(at).chain(setting.other_part(at))));
        self.lines = Lines::all(&setting.sight, self.covered, &self.units);
    }
}

impl Step {
    /// Returns whether it is a question that a side has still to answer.
    #[inline]
    #[must_use]
    pub fn asks_anybody(&self, position: &Position) -> bool {
        let recorded = || matches!(self, Step::Record) && position.recorded.a && position.recorded.b;
        self.is_question() && !recorded()
    }

    /// Returns whether it is a question to `side`.
    #[inline(always)]
    #[must_use]
    pub fn asks(&self, position: &Position, side: Side) -> bool {
        match self {
            Step::Record => !position.recorded[side],
            step => step.asked(position) == Some(side),
        }
    }

    /// Returns which sides it is a question to.
    #[inline(always)]
    #[must_use]
    pub fn awaits(&self, position: &Position) -> BySide<bool> {
        match self {
            Step::Record => BySide { a: !position.recorded.a, b: !position.recorded.b },
            step => {
                let asked = step.asked(position);
                BySide { a: matches!(asked, Some(Side::A)), b: matches!(asked, Some(Side::B)) }
            }
        }
    }

    /// Returns the side it asks; `None` if it is not a question to one side alone.
    #[inline(always)]
    fn asked(&self, position: &Position) -> Option<Side> {
        match self {
            Step::SetUp { side } => Some(*side),
            Step::Move | Step::StepOn | Step::Advance => Some(position.attacker),
            Step::Fight(step) => step.asks(position),
            Step::Below(step) => step.asks(position),
            _ => None,
        }
    }
}

impl Fight {
    /// Returns the side it asks; `None` if it is not a question.
    #[inline(always)]
    #[must_use]
    pub fn asks(&self, position: &Position) -> Option<Side> {
        Some(match *self {
            Fight::Rally { side, .. } | Fight::ChooseRout { side } | Fight::CloseCombat { side, .. } => side,
            Fight::Interdict { side, .. }
            | Fight::Surrender { side, .. }
            | Fight::Challenge { side, .. }
            | Fight::Withdraw { side, .. }
            | Fight::Infiltrate { side, .. } => side,
            Fight::PrepFire | Fight::AdvancingFire => position.attacker,
            Fight::FirstFire { .. } | Fight::FinalFire => position.attacker.other(),
            _ => return None,
        })
    }
}

impl Below {
    /// Returns the side it asks; `None` if it is not a question.
    #[inline(always)]
    #[must_use]
    pub fn asks(&self, position: &Position) -> Option<Side> {
        Some(match *self {
            Below::Choose { .. } | Below::Claim(_) => position.attacker,
            Below::Direct { .. } | Below::Show(_) => position.attacker.other(),
            Below::Destroy { side } => side,
            Below::Emergence { .. } | Below::Verdict(_) | Below::MayDestroy { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() < 8192, "{} bytes", size_of::<Position>());
        assert!(size_of::<Unit>() <= 32, "{} bytes", size_of::<Unit>());
    }
}
