//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! rounds = 4
//! actions = 3                 # actions of a turn
//! initiative = "soviet"       # who begins
//!
//! [[unit]]
//! id = "1st squad"
//! side = "soviet"
//! figures = { regular = 3, officer = 1 }    # also elite, mg_crew
//! at = "C4"                   # or an upper floor: "C4/1"
//! state = "steady"            # default; or "pinned", "disrupted"
//! token = "fresh"             # default; or "fatigued", "op_fire"
//!
//! [[objective]]
//! at = "D5"
//! command = 1                 # command points in each Command Phase (default 0)
//! victory = 2                 # victory points in each Command Phase (default 0)
//! held_by = "german"          # optional
//!
//! [victory]
//! side = "soviet"             # wins with at least so many points, else the other side does;
//! points = 6                  # without `side` whoever has more wins if it has at least so many, else it is a draw
//!
//! [[network]]                 # sewer tokens; or `manhole = true` on hexes of the board
//! kind = "sewer"
//! entrances = ["C4", "F6"]
//!
//! [options]                   # all optional
//! sewer_cards = 2
//! track = [2, 4, 6, 8]
//! hidden_sewers = false
//! sewer_assault_penalty = 1
//! ```
//!
//! Terrains: clear, road, railway, woods, building (floors 1 to 3), collapsed.

use board::scenario::{Part, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::figures::Figures;
use crate::printed::words::{Army, State, Token};

/// `[play]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Rounds of the game, 1 to 99.
    pub(crate) rounds: u8,
    /// Actions of a turn, 1 to 20.
    pub(crate) actions: u8,
    /// Who begins.
    pub(crate) initiative: Army,
}

/// `[[unit]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Whose it is.
    pub(crate) side: Army,
    /// Who is in it.
    pub(crate) figures: Figures,
    /// Where it starts.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Its morale.
    pub(crate) state: Option<State>,
    /// Its activation token.
    pub(crate) token: Option<Token>,
}

/// `[[objective]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// Its hex.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Command points.
    #[serde(default)]
    pub(crate) command: u16,
    /// Victory points.
    #[serde(default)]
    pub(crate) victory: u16,
    /// Who holds it at the start.
    pub(crate) held_by: Option<Army>,
}

/// `[victory]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// The side that has to reach the points.
    pub(crate) side: Option<Army>,
    /// Victory points.
    #[serde(default)]
    pub(crate) points: u16,
}

/// `[options]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// How many sewer cards the Soviet side has.
    #[schemars(with = "Option<u8>")]
    pub(crate) sewer_cards: Option<Spanned<u8>>,
    /// The numbers on every sewer card.
    #[schemars(with = "Option<Vec<u8>>")]
    pub(crate) track: Option<Spanned<Vec<u8>>>,
    /// Whether the German side is kept from seeing who is below.
    pub(crate) hidden_sewers: Option<bool>,
    /// Attack strength lost by an assault out of the sewer.
    pub(crate) sewer_assault_penalty: Option<u8>,
}

/// The sections of a scenario that this system adds, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::items::<Unit>("unit").required(),
        Part::items::<Mark>("objective"),
        Part::section::<Victory>("victory"),
        Part::section::<OptionsSection>("options"),
    ]
}
