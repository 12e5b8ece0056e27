//! Data that never change during a game.

pub mod edges;
pub mod sight;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network};
use rules::objectives::{Brings, Goal, Objectives};
use rules::speech::{counted, listed};
use rules::{BySide, Side};

use crate::printed::clause::{S5, S11};
use crate::printed::words::{Army, Card};
use crate::setting::sight::Sight;

/// Largest number of squares on a sewer card.
pub const SQUARES: usize = 12;
/// Largest number of steps out of a Location: six hexes and two floors.
pub const STEPS: usize = 8;
/// Value of [`Spot::objective`] without an objective.
pub const NO_OBJECTIVE: u8 = u8::MAX;

/// A step to another Location, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    /// The Location where it leads.
    pub to: LocationId,
    /// Cost in movement points (TOI-B19).
    pub cost: u8,
}

/// Fixed properties of a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub hex: HexId,
    /// Number of the floor; 0 is the ground (TOI-B20).
    pub level: u8,
    /// Height above the lowest ground: elevation of the hex plus floor.
    pub height: i16,
    /// Cover of the Location, in defence dice (TOI-B21).
    pub cover: u8,
    /// Whether the hex has a sewer token.
    pub sewer: bool,
    /// Index of the objective in the hex, or [`NO_OBJECTIVE`].
    pub objective: u8,
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

/// Points for an objective in each Command Phase (TOI-B26).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    pub command: u16,
    pub victory: u16,
    /// The only side that its command points are paid to; `None` if they are paid to either.
    pub nation: Option<Side>,
}

impl Points {
    /// Command points for a side that holds the objective.
    #[must_use]
    pub fn command_for(self, side: Side) -> u16 {
        if self.nation.is_none_or(|nation| nation == side) { self.command } else { 0 }
    }
}

impl Brings for Points {
    fn points(self) -> u16 {
        self.victory
    }

    fn words(self, unit: [&str; 2]) -> Option<String> {
        let [one, many] = unit;
        let only = self.nation.map(|nation| format!(" for the {} side only", Army::of(nation).words()));
        let command = (self.command > 0).then(|| {
            let points = counted(self.command, "command point", "command points");
            format!("{points}{}", only.unwrap_or_default())
        });
        let victory = (self.victory > 0).then(|| counted(self.victory, one, many));
        // The points that only one side gets come last.
        let words: Vec<String> =
            if self.nation.is_some() { [victory, command] } else { [command, victory] }.into_iter().flatten().collect();
        (!words.is_empty()).then(|| listed(&words))
    }

    fn most(self) -> u16 {
        self.command.max(self.victory)
    }
}

/// What a side needs to win at the end of any round (TOI-B38).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtOnce {
    pub side: Side,
    /// Victory points; 0 if any number is enough.
    pub points: u16,
    /// Indices of the objectives that it must hold.
    pub holds: Vec<u8>,
}

/// The options of the scenario, with defaults applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of sewer cards, 0 to 6 (TOI-S1).
    pub sewer_cards: u8,
    /// Numbers on each sewer card (TOI-S11).
    pub track: ArrayVec<u8, SQUARES>,
    /// Whether the German side can't see squads below (TOI-S5).
    pub hidden_sewers: bool,
    /// Attack strength lost by an assault from the sewer (TOI-S14).
    pub sewer_assault_penalty: u8,
}

/// Returns the exit range in hexes: the number on the first square that is not covered, or the last number (TOI-S11).
#[must_use]
pub fn exit_range(options: &Options, covered: u8) -> u8 {
    let open = if S11.is_in_force() { usize::from(covered) } else { 0 };
    options.track.get(open).or(options.track.last()).copied().unwrap_or(0)
}

/// Data that never change during a game.
#[derive(Debug)]
pub struct Setting {
    pub board: Board,
    /// By Location of the surface: first the grounds, then the floors.
    pub spots: Vec<Spot>,
    /// Lines of sight on the surface (TOI-B22, TOI-B35).
    pub sight: Sight,
    /// Sewer networks of the scenario.
    pub networks: Vec<Network>,
    /// Grounds of all hexes with a sewer token, in board order.
    pub tokens: Vec<LocationId>,
    /// Locations of the sewer cards in use, in the order of [`Card::ALL`].
    pub card_places: ArrayVec<LocationId, 6>,
    pub options: Options,
    /// Number of rounds in the game.
    pub rounds: u8,
    /// Number of actions in a turn of each side (TOI-B2).
    pub actions: BySide<u8>,
    pub objectives: Objectives<Points>,
    /// Points that a side needs to win.
    pub goal: Goal,
    /// With a side that needs points: the fewest points that make the game a draw (TOI-B27).
    pub draw: Option<u16>,
    /// Conditions that win at the end of any round (TOI-B38).
    pub at_once: Vec<AtOnce>,
    /// Names of the squads in the scenario.
    pub names: Vec<Arc<str>>,
}

impl Setting {
    /// Returns the properties of a Location; `None` if it is not on the board.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// Distance in hexes between two Locations; the largest number if one of them is not on the board.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// Returns the Location of a card; `None` if the scenario doesn't use it.
    #[must_use]
    pub fn card_place(&self, card: Card) -> Option<LocationId> {
        self.card_places.get(card.index()).copied()
    }

    /// Whether only the Soviet side sees squads below (TOI-S5).
    #[inline]
    #[must_use]
    pub fn hides_below(&self) -> bool {
        self.options.hidden_sewers && S5.is_in_force()
    }

    /// Lists the cards that the scenario uses.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        Card::ALL.into_iter().take(usize::from(self.options.sewer_cards))
    }
}
