//! The words of the game: sides, cards, actions, morale, tokens, phases, figures.

use rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rules::army! { Soviet = "Soviet", German = "German" }

/// The Soviet side.
pub const SOVIET: Side = Side::A;
/// The German side.
pub const GERMAN: Side = Side::B;

rules::words! {
    /// A sewer card, by its colour (TOI-S1).
    Card {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

impl Card {
    /// All cards, in the order they are given out.
    pub const ALL: [Card; 6] = [Card::Red, Card::Blue, Card::Green, Card::Yellow, Card::White, Card::Black];

    /// Its place in [`Card::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

rules::words! {
    /// What an activated squad is doing.
    Action {
        /// Advance.
        Advance = "Advance",
        /// Fire and Movement.
        FireAndMovement = "Fire and Movement",
        /// Assault.
        Assault = "Assault",
        /// It has come up and has not chosen its action.
        Emerge = "Emerge",
        /// It assaults from the sewer for all to see.
        SewerAssault = "Assault from the sewer",
        /// It assaults from a hidden sewer: its own side alone knows which squad does (TOI-S5).
        UnseenAssault = "Assault from a hidden sewer",
    }
}

rules::words! {
    /// A squad's morale (TOI-B23).
    State {
        /// In good order.
        Steady = "steady",
        /// Pinned.
        Pinned = "pinned",
        /// Disrupted.
        Disrupted = "disrupted",
    }
}

rules::words! {
    /// A squad's activation token (TOI-B4).
    Token {
        /// None: it can be activated.
        Fresh = "fresh",
        /// Fatigue side up.
        Fatigued = "fatigued",
        /// Op Fire side up, on the board.
        OpFire = "Op Fire",
    }
}

rules::words! {
    /// The phases of a round (TOI-B1).
    Phase {
        /// Action Phase.
        Action = "Action Phase",
        /// Command Phase.
        Command = "Command Phase",
        /// Status Phase.
        Status = "Status Phase",
        /// The game is over.
        Over = "game over",
    }
}

/// How a squad fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// To kill (TOI-B12).
    Normal,
    /// To keep heads down (TOI-B13).
    Suppressive,
}

impl Mode {
    /// Both ways.
    pub const BOTH: [Mode; 2] = [Mode::Normal, Mode::Suppressive];
}

/// A kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// A regular infantryman.
    Regular,
    /// An elite infantryman.
    Elite,
    /// An officer.
    Officer,
    /// A machine gun with its crew.
    MgCrew,
}

impl Figure {
    /// All kinds.
    pub const ALL: [Figure; 4] = [Figure::Regular, Figure::Elite, Figure::Officer, Figure::MgCrew];

    /// One of it, in plain words.
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
