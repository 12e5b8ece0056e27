//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! turns = 6
//! first = "german"            # moves first in each turn
//! first_to_place = "russian"  # default: the side that does not move first
//! sewers = true               # sewers can be used (B8.1a; default false)
//! deluxe = false              # only printed circles are manholes
//!
//! [elr]                       # Experience Level Rating (default 3)
//! german = 4
//!
//! [[area]]                    # where units can be placed
//! name = "factory"
//! side = "german"             # default: either
//! at = ["C4", "C4/1"]
//!
//! [[unit]]
//! id = "1st squad"
//! side = "german"
//! kind = "4-6-7"              # the names are those of the counters; leader 8-1, hero, dummy, lmg, german lmg, dc, gun
//! at = "C4"                   # or area = "factory", or held_by = "1st squad" for weapons
//! concealed = true            # starts under a "?"
//! hidden = true               # starts hidden
//! state = ["broken", "wounded"]
//!
//! [capability]                # who may use sewers without a leader's task check: names, or true for all
//! russian = true
//!
//! [[fortified]]               # a Fortified Location named by the scenario: public
//! side = "russian"
//! at = "C4"
//!
//! [fortify]                   # Fortified Locations that a side records itself
//! russian = 2
//!
//! [tunnels]                   # tunnels that a side records itself
//! russian = 1
//!
//! [[entrenchment]]            # an entrenchment in a hex
//! at = "E5"
//! side = "german"             # of this side's order of battle: tunnels of its can lead into it (B8.6d; default: nobody's)
//!
//! [[cover]]                   # rubble over a hex
//! at = "D5"
//! trail_break = true          # crossed by a full trail-break (B24.4)
//! from = 2                    # from the beginning of this turn (default 1)
//! until = 3                   # to the end of this turn (default: for good)
//!
//! [[blaze]]                   # a Blaze, likewise
//! at = "C4"
//!
//! [[objective]]
//! at = "D5"                   # a Location
//! points = 1
//! held_by = "russian"
//!
//! [victory]
//! side = "german"             # wins with so many points, else the other side does; without `side` whoever has more
//! points = 6                  # wins, if it has at least so many, else it is a draw
//! casualties = true           # eliminated enemies count: a squad 2, a half-squad or a single man 1
//!
//! [options]
//! straight_down = false       # a stack may stay beneath the manhole it enters by (B8.41a)
//! ```
//!
//! Terrains: open, road, wooden building, stone building, rubble, wooden rubble, woods, brush, grain, shellholes, water,
//! pillbox. Hexsides: wall, hedge.

use board::scenario::{Part, Spanned};
use rules::Side;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::flags::Flag;
use crate::printed::words::Army;

/// `[play]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Game Turns, 1 to 99.
    pub(crate) turns: u8,
    /// Who moves first in each turn.
    pub(crate) first: Army,
    /// Who is placed first; else the side that does not move first.
    pub(crate) first_to_place: Option<Army>,
    /// Whether sewers can be used.
    #[serde(default)]
    pub(crate) sewers: bool,
    /// Whether only printed circles are manholes.
    #[serde(default)]
    pub(crate) deluxe: bool,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Of the German side.
    pub(crate) german: Option<u8>,
    /// Of the Russian side.
    pub(crate) russian: Option<u8>,
}

impl Numbers {
    pub(crate) const fn of(&self, side: Side) -> Option<u8> {
        match side {
            Side::A => self.german,
            Side::B => self.russian,
        }
    }
}

/// `[[area]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaEntry {
    /// What it is called.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// Whose units are placed there; else of either side.
    pub(crate) side: Option<Army>,
    /// Its Locations.
    #[schemars(with = "Vec<String>")]
    pub(crate) at: Vec<Spanned<String>>,
}

/// `[[unit]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Whose it is.
    pub(crate) side: Army,
    /// What is printed on it.
    #[schemars(with = "crate::printed::kind::Kind")]
    pub(crate) kind: Spanned<String>,
    /// Where it starts.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// The area its side places it in.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// Who holds it, of a weapon.
    #[schemars(with = "Option<String>")]
    pub(crate) held_by: Option<Spanned<String>>,
    /// Whether it starts under a "?".
    #[serde(default)]
    pub(crate) concealed: bool,
    /// Whether it starts hidden.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Its markers.
    #[serde(default)]
    pub(crate) state: Vec<Flag>,
}

/// Some units, or all.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Who {
    /// All of a side, or none.
    All(bool),
    /// Those named.
    Some(Vec<String>),
}

/// `[capability]`
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capability {
    /// Of the German side.
    pub(crate) german: Option<Who>,
    /// Of the Russian side.
    pub(crate) russian: Option<Who>,
}

impl Capability {
    pub(crate) const fn of(&self, side: Side) -> Option<&Who> {
        match side {
            Side::A => self.german.as_ref(),
            Side::B => self.russian.as_ref(),
        }
    }
}

/// `[[fortified]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortEntry {
    /// Whose it is.
    pub(crate) side: Army,
    /// Where.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
}

/// `[[entrenchment]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrenchmentEntry {
    /// Its hex.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Of whose order of battle it is: only tunnels of that side can lead into it (B8.6d). Default: of neither.
    pub(crate) side: Option<Army>,
}

/// `[[cover]]` and `[[blaze]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// Its hex.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Whether a trail-break goes all across it.
    #[serde(default)]
    pub(crate) trail_break: bool,
    /// From the beginning of which turn it is there.
    pub(crate) from: Option<u8>,
    /// To the end of which turn.
    pub(crate) until: Option<u8>,
}

/// `[[objective]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its Location.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Points for holding it at the end.
    pub(crate) points: Option<u16>,
    /// Who holds it at the start.
    pub(crate) held_by: Option<Army>,
}

/// `[victory]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side that has to reach the points.
    pub(crate) side: Option<Army>,
    /// Points.
    #[serde(default)]
    pub(crate) points: u16,
    /// Whether eliminated enemies count.
    #[serde(default)]
    pub(crate) casualties: bool,
}

/// `[options]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionsSection {
    /// Whether a stack may stay beneath the manhole it enters by.
    #[serde(default)]
    pub(crate) straight_down: bool,
}

/// The sections of a scenario that this system adds, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::section::<Numbers>("elr"),
        Part::items::<AreaEntry>("area"),
        Part::items::<UnitEntry>("unit").required(),
        Part::section::<Capability>("capability"),
        Part::items::<FortEntry>("fortified"),
        Part::section::<Numbers>("fortify"),
        Part::section::<Numbers>("tunnels"),
        Part::items::<EntrenchmentEntry>("entrenchment"),
        Part::items::<Cover>("cover"),
        Part::items::<Cover>("blaze"),
        Part::items::<Mark>("objective"),
        Part::section::<Victory>("victory"),
        Part::section::<OptionsSection>("options"),
    ]
}
