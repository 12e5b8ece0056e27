//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! turns = 12                  # the scenario's own limit (default: none)
//! kind = "patrol"             # block clearing, ambush, cordon
//!
//! [sides]                     # names of the sides (optional)
//! attacker = "Patrol"
//! defender = "Garrison"
//!
//! [[man]]
//! id = "Weber"
//! side = "attacker"
//! weapon = "rifle"            # a key of the weapons table
//! at = "1050"                 # or area = "west edge": placed in secret before the first turn
//! frag = 2                    # grenades (default 0)
//! smoke = 1                   # smoke grenades (default 0)
//! posture = "standing"        # prone; at middle level ducked, leaning
//! wounded = false
//! route = ["1045", "2040"]    # places he goes through until his side sees an enemy
//!
//! [[dummy]]
//! id = "Nobody"
//! side = "defender"
//! area = "block"              # or at
//!
//! [[area]]
//! name = "block"
//! hexes = ["1112", "1113"]    # ground and floors of these hexes; below ground name the place: "1050/ladder"
//! sewer = "West main"         # sewer level all along a sewer; alone or besides hexes
//!
//! [panic]                     # whose men may panic (default: nobody's)
//! attacker = true
//! defender = true
//!
//! [preservation]              # total of chits at which a side gives up (default: never)
//! attacker = 9
//! defender = 10
//!
//! [victory]                   # left out: a side wins only by having the last men who can fight
//! men = 3
//! entry = "west"              # patrol: the edge it enters by and returns to
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

use board::scenario::{Part, Spanned, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::sections::TablesSection;
use crate::printed::words::{Army, Grenade, Kind, Posture};

/// An edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Edge {
    North,
    South,
    East,
    West,
}

impl Edge {
    /// Returns the edge's name for a sentence.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Edge::North => "the north edge",
            Edge::South => "the south edge",
            Edge::East => "the east edge",
            Edge::West => "the west edge",
        }
    }
}

/// `[play]`: Kind of the game, and its limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// The scenario's own limit: number of turns, 1 to 99. Default: none, and play continues until a side has won.
    #[schemars(with = "Option<u8>")]
    pub(crate) turns: Option<Spanned<Whole<1, 99>>>,
    /// Kind of scenario: decides how the game is won.
    pub(crate) kind: Kind,
}

/// `[sides]`: Names of the two sides.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Titles {
    /// Name of the first side. Default: `"attacker"`.
    pub(crate) attacker: Option<String>,
    /// Name of the second side. Default: `"defender"`.
    pub(crate) defender: Option<String>,
}

/// `[[man]]`: One man; 1 to 24 per side. The other side sees the list of men with their weapons and where each can begin, but no
/// route.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManEntry {
    /// His name, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Side he belongs to.
    pub(crate) side: Army,
    /// His weapon: a key of the weapons table. Default: `"rifle"`. A flamethrower, satchel charge or rifle grenade only if
    /// `[tables]` has it.
    #[schemars(with = "Option<String>")]
    pub(crate) weapon: Option<Spanned<String>>,
    /// Starting place; give this or `area`.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// Area in which his side places him in secret; give this or `at`.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// Fragmentation grenades, 0 to 9. Default: 0.
    #[serde(default)]
    pub(crate) frag: u8,
    /// Smoke grenades, 0 to 9. Default: 0.
    #[serde(default)]
    pub(crate) smoke: u8,
    /// Prepared grenade that he begins with in hand, one of his. Default: none, he has his weapon in hand.
    pub(crate) hand: Option<Grenade>,
    /// Posture at the start. Default: `"standing"`, on a ladder `"ducked"`.
    pub(crate) posture: Option<Posture>,
    /// Whether he begins wounded. Default: `false`.
    #[serde(default)]
    pub(crate) wounded: bool,
    /// Patrol: the places he goes through, in order, until the patrol has seen an enemy. If prone he first stands up. Needs `at`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(crate) route: Vec<Spanned<String>>,
}

/// `[[dummy]]`: A marker with no man; at most 16 per side, and at most 64 men and dummies in all.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DummyEntry {
    /// Its name, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Side that owns the dummy.
    pub(crate) side: Army,
    /// Starting place; give this or `area`.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// Area in which its side places it in secret; give this or `at`.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
}

/// `[[area]]`: Where a side places its men in secret before the first turn. Areas of the two sides don't overlap. Middle level is
/// allowed in every kind of scenario.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreaEntry {
    /// Name that men and dummies refer to.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// Hexes, each with its ground and floors; or single places below ground, such as `"1050/ladder"` for a middle level.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(crate) hexes: Vec<Spanned<String>>,
    /// Name of a network whose sewer level belongs to the area, except what the kind of scenario forbids.
    #[schemars(with = "Option<String>")]
    pub(crate) sewer: Option<Spanned<String>>,
}

/// `[panic]`: Sides whose men may panic.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Panics {
    /// Whether men of the first side may panic. Default: `false`.
    #[serde(default)]
    pub(crate) attacker: bool,
    /// Whether men of the second side may panic. Default: `false`.
    #[serde(default)]
    pub(crate) defender: bool,
}

/// `[preservation]`: Losses at which a side gives up.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preservation {
    /// Total of chits at which the first side gives up, 1 to 99. Default: it never does.
    pub(crate) attacker: Option<u8>,
    /// Total of chits at which the second side gives up, 1 to 99. Default: it never does.
    pub(crate) defender: Option<u8>,
}

/// `[victory]`: Who wins. If left out, the game is a draw unless one side has no men left.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// Number of men needed to win: see the kinds of scenarios.
    pub(crate) men: u8,
    /// Patrol: the edge it enters by and must return to.
    pub(crate) entry: Option<Edge>,
    /// Patrol: the edge it must reach.
    pub(crate) far: Option<Edge>,
    /// Block clearing: name of the area to clear.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// Ambush: the edge the column must leave by.
    pub(crate) edge: Option<Edge>,
}

/// `[[printed]]`: Ends of a sewer used with the option `sewers = "as-printed"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Printed {
    /// Name of the sewer in `[[network]]`.
    #[schemars(with = "String")]
    pub(crate) sewer: Spanned<String>,
    /// Its two end hexes as printed.
    #[schemars(with = "[String; 2]")]
    pub(crate) line: [Spanned<String>; 2],
}

/// Modifier for fire from middle level into the sewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Even {
    /// Fire counts as prone fire.
    #[default]
    AlsoProne,
    /// Fire has no modifier.
    Level,
}

/// Choice between two sets of sewer ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sewers {
    /// Ends given in `[[network]]`.
    #[default]
    Corrected,
    /// Ends given in `[[printed]]`.
    AsPrinted,
}

/// `[options]`: Optional rules and their numbers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Whether a side sees only the enemies its men see. Default: `true`.
    pub(crate) hidden_movement: Option<bool>,
    /// Movement points to enter a manhole hex on the ground, 1 to 10. Default: 2.
    #[schemars(with = "Option<u8>")]
    pub(crate) hole_cost: Option<Spanned<u8>>,
    /// Movement points between sewer and middle level, 1 to 10. Default: 5.
    #[schemars(with = "Option<u8>")]
    pub(crate) ladder_cost: Option<Spanned<u8>>,
    /// Modifier for fire from middle level into the sewer. Default: `"also-prone"`.
    #[serde(default)]
    pub(crate) even: Even,
    /// Whether a grenade on the ground of a manhole hex falls into the sewer on a roll of 1 or 2. Default: `false`.
    #[serde(default)]
    pub(crate) roll_down: bool,
    /// Whether a man who falls off a ladder is wounded on a roll of 5 or 6. Default: `false`.
    #[serde(default)]
    pub(crate) jump_table: bool,
    /// Ends of the sewers. Default: `"corrected"`.
    #[serde(default)]
    pub(crate) sewers: Sewers,
}

/// Returns the sections this system adds to a scenario, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::section::<Titles>("sides"),
        Part::items::<ManEntry>("man").required(),
        Part::items::<DummyEntry>("dummy"),
        Part::items::<AreaEntry>("area"),
        Part::section::<Panics>("panic"),
        Part::section::<Preservation>("preservation"),
        Part::section::<Victory>("victory"),
        Part::items::<Printed>("printed"),
        Part::section::<OptionsSection>("options"),
        Part::section::<TablesSection>("tables"),
    ]
}
