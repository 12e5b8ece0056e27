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
//! side = "german"             # of this side's order of battle: its tunnels can lead into it (B8.6d; default: neither)
//!
//! [[pillbox]]                 # the values of a pillbox; without an entry it has no arc, +5 and the room of any Location
//! at = "D3"
//! facing = ["C3", "C4"]       # the neighbouring hexes of its Covered Arc
//! capacity = 1                # squads
//! ca = 3                      # modifier through the arc
//! nca = 5                     # modifier on other sides
//!
//! [[cover]]                   # rubble over a hex
//! at = "D5"
//! trail_break = true          # crossed by a full trail-break (B24.4)
//! way = ["C5", "E5"]          # the neighbouring hexes that the trail-break leads to
//! from = 2                    # from the beginning of this turn (default 1)
//! until = 3                   # to the end of this turn (default: for good)
//!
//! [[blaze]]                   # a Blaze, with the same keys
//! at = "C4"
//!
//! [[objective]]
//! at = "D5"                   # a Location
//! points = 1
//! held_by = "russian"
//!
//! [victory]
//! side = "german"             # wins with so many points, else the other side does; without `side` the side with more
//! points = 6                  # wins, if it has at least so many, else it is a draw
//! casualties = true           # eliminated enemies count: a squad 2, a half-squad 1, a leader 1 or more
//!
//! [options]
//! straight_down = false       # a stack may stay under the manhole where it enters (B8.41a)
//! ```
//!
//! Terrains: open, road, wooden building, stone building, rubble, wooden rubble, woods, brush, grain, shellholes, water,
//! pillbox. Hexsides: wall, hedge.

use std::fmt;

use board::scenario::{Part, Spanned, Whole};
use rules::Side;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::printed::flags::Flag;
use crate::printed::words::Army;

/// `[play]`: Length of the game, order of the sides, and sewers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Game Turns, 1 to 99.
    #[schemars(with = "u8")]
    pub(crate) turns: Spanned<Whole<1, 99>>,
    /// The side that moves first in each turn.
    pub(crate) first: Army,
    /// The side that is placed first. Default: the side that moves second.
    pub(crate) first_to_place: Option<Army>,
    /// Whether units can use the sewers. Default: `false`.
    pub(crate) sewers: Option<bool>,
    /// Whether only printed circles are manholes. Default: `false`.
    #[serde(default)]
    pub(crate) deluxe: bool,
}

/// One number for each side.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Number of the German side.
    pub(crate) german: Option<u8>,
    /// Number of the Russian side.
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

/// `[[area]]`: Locations where a side places its units.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaEntry {
    /// Its name, for `area` of units.
    #[schemars(with = "String")]
    pub(crate) name: Spanned<String>,
    /// The side whose units can be placed there. Default: either.
    pub(crate) side: Option<Army>,
    /// All Locations of the area.
    #[schemars(with = "Vec<String>")]
    pub(crate) at: Vec<Spanned<String>>,
}

/// `[[unit]]`: A unit or a support weapon; at least one unit per side. It has `at` or `area`, or if a weapon `held_by`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Its name, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Side of the unit: `german` or `russian`.
    pub(crate) side: Army,
    /// Its counter, by what is printed on it.
    #[schemars(with = "crate::printed::kind::Kind")]
    pub(crate) kind: Spanned<String>,
    /// The Location where it starts.
    #[schemars(with = "Option<String>")]
    pub(crate) at: Option<Spanned<String>>,
    /// The area in which its side places it.
    #[schemars(with = "Option<String>")]
    pub(crate) area: Option<Spanned<String>>,
    /// The unit that holds this weapon at the start.
    #[schemars(with = "Option<String>")]
    pub(crate) held_by: Option<Spanned<String>>,
    /// Whether it starts under a “?”. Default: `false`.
    #[serde(default)]
    pub(crate) concealed: bool,
    /// Whether it starts hidden. Default: `false`.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Its markers at the start. Default: none.
    #[serde(default)]
    pub(crate) state: Vec<Flag>,
}

/// Some units, or all.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Who {
    /// All units of a side, or none of them.
    All(bool),
    /// Names of the units.
    Some(Vec<String>),
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Who;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false or a list of unit names")
            }

            fn visit_bool<E>(self, all: bool) -> Result<Who, E> {
                Ok(Who::All(all))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Who, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Who::Some)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// `[capability]`: The units that go below without a task check: `true` for all of a side, or a list of names.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Capability {
    /// German units that go below without a check.
    pub(crate) german: Option<Who>,
    /// Russian units that go below without a check.
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

/// `[[fortified]]`: A Fortified Building Location that both sides know.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FortEntry {
    /// The side that fortified it.
    pub(crate) side: Army,
    /// The Location, such as `C4`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
}

/// `[[entrenchment]]`: An entrenchment in a hex.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrenchmentEntry {
    /// Label of its hex, such as `E5`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// The side whose order of battle it belongs to. Only that side's tunnels can lead into it (B8.6d). Default: neither.
    pub(crate) side: Option<Army>,
}

/// `[[pillbox]]`: The values of a pillbox, in a hex of that terrain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PillboxEntry {
    /// Label of its hex, such as `D3`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Labels of the two neighbouring hexes of its Covered Arc.
    #[schemars(with = "Vec<String>")]
    pub(crate) facing: Vec<Spanned<String>>,
    /// Squads that it holds, 1 to 3. Default: 1.
    pub(crate) capacity: Option<u8>,
    /// Modifier against attacks through its Covered Arc. Default: 3.
    pub(crate) ca: Option<i8>,
    /// Modifier against other attacks. Default: 5.
    pub(crate) nca: Option<i8>,
}

/// Rubble or a Blaze over a hex, for some turns.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// Label of its hex, such as `D5`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Whether a full trail-break crosses the rubble (B24.4). Default: `false`.
    #[serde(default)]
    pub(crate) trail_break: bool,
    /// Labels of the two neighbouring hexes that the trail-break leads to. Default: its hexsides cost as rubble does.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) way: Option<Vec<Spanned<String>>>,
    /// First turn in which it is there, from the turn's beginning. Default: 1.
    pub(crate) from: Option<u8>,
    /// Last turn in which it is there. Default: the last turn of the game.
    pub(crate) until: Option<u8>,
}

/// `[[objective]]`: A Location worth points at the end.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The Location, such as `C4/1`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Points for holding it at the end. Default: 1.
    pub(crate) points: Option<u16>,
    /// The side that holds it at the start. Default: neither.
    pub(crate) held_by: Option<Army>,
}

/// `[victory]`: Conditions for winning the game.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// The side that wins with at least this many points; otherwise the other side does. If left out, the side with more points
    /// wins if it has at least this many; otherwise the game is a draw.
    pub(crate) side: Option<Army>,
    /// Points needed to win. Default: 0.
    #[serde(default)]
    pub(crate) points: u16,
    /// Whether eliminated enemies count: a squad 2, a half-squad 1, a leader 1 and 1 for each point of his leadership
    /// below 0, a hero none. Default: `false`.
    #[serde(default)]
    pub(crate) casualties: bool,
}

/// `[options]`: Variants of the rules that the players agree on.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionsSection {
    /// Whether a stack may stay under the manhole where it enters (B8.41a). Default: `false`.
    #[serde(default)]
    pub(crate) straight_down: bool,
}

/// The sections of a scenario that this system adds, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::left_out("network"),
        Part::section::<Play>("play").required(),
        Part::section::<Numbers>("elr").about("Experience Level Rating. Default: 3."),
        Part::items::<AreaEntry>("area"),
        Part::items::<UnitEntry>("unit").required(),
        Part::section::<Capability>("capability"),
        Part::items::<FortEntry>("fortified"),
        Part::section::<Numbers>("fortify")
            .about("Number of Fortified Building Locations that a side records in secret."),
        Part::section::<Numbers>("tunnels").about("Number of tunnels that a side records in secret."),
        Part::items::<EntrenchmentEntry>("entrenchment"),
        Part::items::<PillboxEntry>("pillbox"),
        Part::items::<Cover>("cover").about("Rubble over a hex."),
        Part::items::<Cover>("blaze").about("A Blaze in a hex."),
        Part::items::<Mark>("objective"),
        Part::section::<Victory>("victory"),
        Part::section::<OptionsSection>("options"),
    ]
}
