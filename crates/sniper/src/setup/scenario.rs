//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! turns = 12
//! kind = "patrol"             # block clearing, ambush, cordon
//!
//! [sides]                     # what the sides are called in this scenario (optional)
//! attacker = "Patrol"
//! defender = "Garrison"
//!
//! [[man]]
//! id = "Weber"
//! side = "attacker"
//! weapon = "rifle"            # a key of the weapons table
//! at = "1050"                 # or area = "west edge": placed in secret before the first turn
//! frag = 2                    # grenades (default 0), smoke likewise
//! smoke = 1
//! posture = "standing"        # prone; at middle level ducked, leaning
//! wounded = false
//! route = ["1045", "2040"]    # where he goes until something is seen
//!
//! [[dummy]]
//! id = "Nobody"
//! side = "defender"
//! area = "block"              # or at
//!
//! [[area]]
//! name = "block"
//! hexes = ["1112", "1113"]    # ground and floors of these hexes; a place below as such: "1050/ladder"
//! sewer = "West main"         # besides, or alone: sewer level all along a sewer
//!
//! [preservation]              # panic on two dice above this level; 12 (default) never
//! attacker = 9
//! defender = 10
//!
//! [victory]                   # left out: nobody wins but by having the only men left
//! men = 3
//! entry = "west"              # patrol: the edge it comes from and goes back to
//! far = "east"                # patrol: the opposite one
//! area = "block"              # block clearing
//! edge = "east"               # ambush
//!
//! [[network]]                 # the sewers: lines
//! kind = "sewer"
//! name = "West main"
//! line = ["1053", "1001"]
//!
//! [[printed]]                 # with sewers = "as-printed": another line for a sewer
//! sewer = "South cross"
//! line = ["0534", "3936"]
//!
//! [options]                   # all optional
//! hidden_movement = true
//! hole_cost = 2
//! ladder_cost = 5
//! even = "also-prone"         # or "level"
//! roll_down = false
//! jump_table = false
//! sewers = "corrected"        # or "as-printed"
//!
//! [tables.fire]               # sections of data/sniper-tables.toml, each replaced whole
//! prone = 2
//! level_range = 1
//! ```
//!
//! Terrains: street, court, room, stairs, rubble, hole. Hexside features: wall, door, window. Manholes are hexes of the
//! board with `manhole = true`.

use board::scenario::{Part, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::sections::TablesSection;
use crate::printed::words::{Army, Kind, Posture};

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Edge {
    North,
    South,
    East,
    West,
}

/// `[play]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Turns of the game, 1 to 99.
    pub(crate) turns: u8,
    /// What kind of scenario it is.
    pub(crate) kind: Kind,
}

/// `[sides]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Titles {
    /// What the first side is called.
    pub(crate) attacker: Option<String>,
    /// What the second side is called.
    pub(crate) defender: Option<String>,
}

/// `[[man]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManEntry {
    /// His name.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Whose he is.
    pub(crate) side: Army,
    /// His weapon: a key of the weapons table.
    #[schemars(with = "Option<String>")]
    pub(crate) weapon: Option<Spanned<String>>,
    /// Where he starts.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// In which area he is placed.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// Grenades, 9 at most.
    #[serde(default)]
    pub(crate) frag: u8,
    /// Smoke grenades, 9 at most.
    #[serde(default)]
    pub(crate) smoke: u8,
    /// How he holds himself.
    pub(crate) posture: Option<Posture>,
    /// Whether he is wounded.
    #[serde(default)]
    pub(crate) wounded: bool,
    /// Where he goes until something is seen.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(crate) route: Vec<Spanned<String>>,
}

/// `[[dummy]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DummyEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Whose it is.
    pub(crate) side: Army,
    /// Where it starts.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// In which area it is placed.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
}

/// `[[area]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// Its hexes, ground and floors; or places below ground.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(crate) hexes: Vec<Spanned<String>>,
    /// A sewer, the sewer level of which belongs to it.
    #[schemars(with = "Option<String>")]
    pub(crate) sewer: Option<Spanned<String>>,
}

/// `[preservation]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preservation {
    /// Of the first side, 2 to 12.
    pub(crate) attacker: Option<u8>,
    /// Of the second side, 2 to 12.
    pub(crate) defender: Option<u8>,
}

/// `[victory]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// How many men.
    pub(crate) men: u8,
    /// Patrol: where it comes from.
    pub(crate) entry: Option<Edge>,
    /// Patrol: the opposite edge.
    pub(crate) far: Option<Edge>,
    /// Block clearing: the block.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// Ambush: where the column leaves.
    pub(crate) edge: Option<Edge>,
}

/// `[[printed]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Printed {
    /// The name of a network.
    #[schemars(with = "String")]
    pub(crate) sewer: Spanned<String>,
    /// Its ends as printed.
    #[schemars(with = "[String; 2]")]
    pub(crate) line: [Spanned<String>; 2],
}

/// How a man at middle level fires into the sewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Even {
    /// Prone there too.
    #[default]
    AlsoProne,
    /// Unmodified.
    Level,
}

/// Which ends the sewers have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sewers {
    /// Those of the networks.
    #[default]
    Corrected,
    /// Those of `[[printed]]`.
    AsPrinted,
}

/// `[options]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Whether a side sees only the enemies its men see.
    pub(crate) hidden_movement: Option<bool>,
    /// Movement points to enter a manhole hex on the ground.
    #[schemars(with = "Option<u8>")]
    pub(crate) hole_cost: Option<Spanned<u8>>,
    /// Movement points between sewer and middle level.
    #[schemars(with = "Option<u8>")]
    pub(crate) ladder_cost: Option<Spanned<u8>>,
    /// How a man at middle level fires into the sewer.
    #[serde(default)]
    pub(crate) even: Even,
    /// Whether a grenade may drop through a manhole.
    #[serde(default)]
    pub(crate) roll_down: bool,
    /// Whether who falls off a ladder rolls for it.
    #[serde(default)]
    pub(crate) jump_table: bool,
    /// Which ends the sewers have.
    #[serde(default)]
    pub(crate) sewers: Sewers,
}

/// The sections of a scenario that this system adds, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::section::<Titles>("sides"),
        Part::items::<ManEntry>("man").required(),
        Part::items::<DummyEntry>("dummy"),
        Part::items::<AreaEntry>("area"),
        Part::section::<Preservation>("preservation"),
        Part::section::<Victory>("victory"),
        Part::items::<Printed>("printed"),
        Part::section::<OptionsSection>("options"),
        Part::section::<TablesSection>("tables"),
    ]
}
