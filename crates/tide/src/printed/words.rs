//! Enumerations of the game: cards, actions, morale, tokens, phases, fire and figures.

use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rules::army! { Soviet = "Soviet", German = "German" }

pub const SOVIET: Side = Side::A;
pub const GERMAN: Side = Side::B;

rules::words! {
    /// A sewer card, by its colour (TOI-S1).
    Card {
        /// The red card, first of six.
        Red = "red",
        /// The blue card, second of six.
        Blue = "blue",
        /// The green card, third of six.
        Green = "green",
        /// The yellow card, fourth of six.
        Yellow = "yellow",
        /// The white card, fifth of six.
        White = "white",
        /// The black card, last of six.
        Black = "black",
    }
}

impl Card {
    /// All cards in the order in which scenarios use them.
    pub const ALL: [Card; 6] = [Card::Red, Card::Blue, Card::Green, Card::Yellow, Card::White, Card::Black];

    /// Index of the card in [`Card::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

rules::words! {
    /// Action of an activated squad.
    Action {
        /// Advance: the squad moves without firing (TOI-B3).
        Advance = "Advance",
        /// Fire and Movement: the squad may fire before or after it moves (TOI-B15).
        FireAndMovement = "Fire and Movement",
        /// Assault: the squad may move, then assaults an adjacent enemy (TOI-B16).
        Assault = "Assault",
        /// The squad has emerged and has not chosen its action.
        Emerge = "Emerge",
        /// The squad assaults from the sewer, and all seats see it.
        SewerAssault = "Assault from the sewer",
        /// The squad assaults from a hidden sewer. Only its own side sees which squad it is (TOI-S5).
        UnseenAssault = "Assault from a hidden sewer",
    }
}

rules::words! {
    /// Morale of a squad (TOI-B23).
    State {
        /// Steady: without a morale marker.
        Steady = "steady",
        /// Pinned: it can only be fatigued, or fire at half its firepower beside an officer.
        Pinned = "pinned",
        /// Disrupted: it can only be fatigued.
        Disrupted = "disrupted",
    }
}

rules::words! {
    /// Activation token of a squad (TOI-B4).
    Token {
        /// No token: it can be activated.
        Fresh = "fresh",
        /// Fatigued: it has acted this round.
        Fatigued = "fatigued",
        /// In Op Fire mode on the board (TOI-B14).
        OpFire = "Op Fire",
    }
}

rules::words! {
    /// A phase of the round (TOI-B1).
    Phase {
        /// Action Phase: the sides act in turn.
        Action = "Action Phase",
        /// Command Phase: points for objectives (TOI-B26).
        Command = "Command Phase",
        /// Status Phase: tokens are removed and squads recover (TOI-B5).
        Status = "Status Phase",
        /// The game has ended.
        Over = "game over",
    }
}

/// Kind of fire: the effect that it aims for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Normal fire, which kills figures (TOI-B12).
    Normal,
    /// Suppressive fire, which lowers morale (TOI-B13).
    Suppressive,
}

impl Mode {
    pub const BOTH: [Mode; 2] = [Mode::Normal, Mode::Suppressive];
}

/// Kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// A regular infantryman of a squad.
    Regular,
    /// An elite infantryman of a squad.
    Elite,
    /// An officer who leads a squad.
    Officer,
    /// A machine gun with its crew.
    MgCrew,
}

impl Figure {
    pub const ALL: [Figure; 4] = [Figure::Regular, Figure::Elite, Figure::Officer, Figure::MgCrew];

    /// English name with its article, such as `a regular`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Figure::Regular => "a regular",
            Figure::Elite => "an elite",
            Figure::Officer => "the officer",
            Figure::MgCrew => "the machine-gun crew",
        }
    }
}
