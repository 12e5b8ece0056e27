//! What never changes in a game.

pub mod edges;
pub mod sight;

use std::sync::Arc;

use arrayvec::ArrayVec;
use board::{Board, HexId, LocationId, Network, SightTable};
use rules::objectives::{Brings, Goal, Objectives};

use crate::printed::clause::{S5, S11};
use crate::printed::words::Card;

/// The most squares of a sewer card.
pub const SQUARES: usize = 12;
/// Steps out of a Location at most: six hexes and two floors.
pub const STEPS: usize = 8;
/// In [`Spot::objective`]: none.
pub const NO_OBJECTIVE: u8 = u8::MAX;

/// A step to a neighbouring Location and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveEdge {
    /// Where it leads.
    pub to: LocationId,
    /// Movement points (TOI-B19).
    pub cost: u8,
}

/// What the rules want to know of a Location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its hex.
    pub hex: HexId,
    /// Floor, 0 being the ground (TOI-B20).
    pub level: u8,
    /// Height above the lowest ground: the hex's elevation and the floor.
    pub height: i16,
    /// Points of cover (TOI-B21).
    pub cover: u8,
    /// Whether the hex has a sewer token.
    pub sewer: bool,
    /// The objective in the hex, or [`NO_OBJECTIVE`].
    pub objective: u8,
    /// Steps out of it.
    pub edges: ArrayVec<MoveEdge, STEPS>,
}

/// What an objective brings in each Command Phase (TOI-B26).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Command points.
    pub command: u16,
    /// Victory points.
    pub victory: u16,
}

impl Brings for Points {
    fn points(self) -> u16 {
        self.victory
    }

    fn most(self) -> u16 {
        self.command.max(self.victory)
    }
}

/// The options as resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many sewer cards there are (TOI-S1).
    pub sewer_cards: u8,
    /// The numbers on each card (TOI-S11).
    pub track: ArrayVec<u8, SQUARES>,
    /// Whether the German side is kept from seeing who is below (TOI-S5).
    pub hidden_sewers: bool,
    /// Attack strength lost by an assault out of the sewer (TOI-S14).
    pub sewer_assault_penalty: u8,
}

/// Exit range in hexes with so many squares covered: the lowest number still free, or the last one (TOI-S11).
#[must_use]
pub fn exit_range(options: &Options, covered: u8) -> u8 {
    let open = if S11.is_in_force() { usize::from(covered) } else { 0 };
    options.track.get(open).or(options.track.last()).copied().unwrap_or(0)
}

/// What never changes in a game.
#[derive(Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// By Location of the surface: the grounds, then the floors.
    pub spots: Vec<Spot>,
    /// Who sees whom on the surface (TOI-B22).
    pub sight: SightTable,
    /// The sewers as the scenario names them.
    pub networks: Vec<Network>,
    /// The grounds of all hexes with a sewer token, in board order.
    pub tokens: Vec<LocationId>,
    /// The Locations of the cards, as many as there are cards.
    pub card_places: ArrayVec<LocationId, 6>,
    /// The options.
    pub options: Options,
    /// Rounds of the game.
    pub rounds: u8,
    /// Actions of a turn.
    pub actions: u8,
    /// The objectives.
    pub objectives: Objectives<Points>,
    /// What has to be reached.
    pub goal: Goal,
    /// The scenario's names of the squads.
    pub names: Vec<Arc<str>>,
}

impl Setting {
    /// What the rules want to know of a Location; `None` beside the board.
    #[inline]
    #[must_use]
    pub fn spot(&self, at: LocationId) -> Option<&Spot> {
        self.spots.get(at.index())
    }

    /// Distance in hexes between two Locations of the board; the farthest there is for others.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: LocationId, b: LocationId) -> u16 {
        match (self.spot(a), self.spot(b)) {
            (Some(a), Some(b)) => self.board.grid().distance(a.hex, b.hex),
            _ => u16::MAX,
        }
    }

    /// The Location of a card, if the scenario has it.
    #[must_use]
    pub fn card_place(&self, card: Card) -> Option<LocationId> {
        self.card_places.get(card.index()).copied()
    }

    /// Whether only the Soviet side sees who is below (TOI-S5).
    #[inline]
    #[must_use]
    pub fn hides_below(&self) -> bool {
        self.options.hidden_sewers && S5.is_in_force()
    }

    /// The cards of the scenario.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        Card::ALL.into_iter().take(usize::from(self.options.sewer_cards))
    }
}
