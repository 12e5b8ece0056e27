//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! rounds = 4
//! actions = 3                 # actions per turn
//! initiative = "soviet"       # the side that begins round 1
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
//! side = "soviet"             # optional: this side wins with at least `points`, otherwise the other side wins
//! points = 6                  # without `side`: the side with more points wins if it has at least these; else a draw
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
    /// Actions per turn, 1 to 20.
    pub(crate) actions: u8,
    /// The side with the initiative in round 1.
    pub(crate) initiative: Army,
}

/// `[[unit]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    /// Its name, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Its side.
    pub(crate) side: Army,
    /// Its figures.
    pub(crate) figures: Figures,
    /// The Location where it starts, such as `C4` or `C4/1`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Its morale; steady by default.
    pub(crate) state: Option<State>,
    /// Its activation token; fresh by default.
    pub(crate) token: Option<Token>,
}

/// `[[objective]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// Its hex.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Command points in each Command Phase, 0 by default.
    #[serde(default)]
    pub(crate) command: u16,
    /// Victory points in each Command Phase, 0 by default.
    #[serde(default)]
    pub(crate) victory: u16,
    /// The side that holds it at the start; neither by default.
    pub(crate) held_by: Option<Army>,
}

/// `[victory]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// The side that must reach the points to win, the other side winning otherwise; without it, the side with more points wins if it reaches them.
    pub(crate) side: Option<Army>,
    /// The victory points needed to win, 0 by default.
    #[serde(default)]
    pub(crate) points: u16,
}

/// `[options]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Number of sewer cards of the Soviet side, 0 to 6; 0 by default.
    #[schemars(with = "Option<u8>")]
    pub(crate) sewer_cards: Option<Spanned<u8>>,
    /// The numbers on every sewer card, rising; 2, 4, 6, 8 by default.
    #[schemars(with = "Option<Vec<u8>>")]
    pub(crate) track: Option<Spanned<Vec<u8>>>,
    /// Whether squads in the sewer are hidden from the German side; false by default.
    pub(crate) hidden_sewers: Option<bool>,
    /// Attack strength that an assault from the sewer loses; 1 by default.
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
