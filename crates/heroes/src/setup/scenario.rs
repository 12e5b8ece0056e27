//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! turns = 6
//! initiative = "soviet"       # who has it before the first roll
//! city = true                 # sewers are of cities (default false)
//!
//! [[unit]]
//! id = "1st squad"
//! side = "soviet"
//! kind = "squad"              # half_squad, leader, hero
//! at = "C4"                   # or inside an entrance: "C4/sewer", "C4/tunnel"
//! fp = 2                      # this and all that follows is optional
//! range = 5
//! mf = 4
//! morale = 5
//! leadership = 1              # leaders
//! weapon = "lmg"              # mmg, hmg, gun
//! sewer_rat = true            # leaders and heroes
//! self_rally = false
//! state = "shaken"
//! wounded = false
//! hidden = true
//!
//! [granted]                   # who may use sewers and tunnels; a side left out: all
//! soviet = ["1st squad"]
//!
//! [granted.tunnel]            # who may use tunnels, instead; likewise [granted.sewer]
//! soviet = []
//!
//! [hidden]                    # where hidden units may be; a side left out: all cover, and inside all entrances
//! german = ["D5", "E5/tunnel"]
//!
//! [[objective]]
//! at = "D5"
//! points = 1
//! held_by = "german"
//!
//! [victory]
//! side = "soviet"             # wins with objectives of so many points at the end, else the other side does;
//! points = 6                  # without `side` whoever has more wins if it has at least so many, else it is a draw
//!
//! [[map]]                     # optional: the boards the map is put together from
//! name = "Board 20"
//! from = "A1"                 # two opposite corners
//! to = "H10"
//! city = true                 # hexes on no board are of a city if [play] says so
//!
//! [[network]]                 # entrances; or `manhole = true` on hexes of the board
//! kind = "sewer"              # or "tunnel"
//! entrances = ["C4", "F6"]
//!
//! [[link]]                    # with networks = "declared": these two are connected
//! between = ["sewer 1", "tunnel 2"]
//!
//! [[blaze]]
//! at = "C4"
//! from = 1                    # from the beginning of this turn (default 1)
//! until = 3                   # to the end of this turn (default: for good)
//!
//! [[fortification]]
//! at = "D4"
//! kind = "foxholes"           # wire, mines
//!
//! [options]                   # all optional
//! networks = "all"            # or "declared"
//! range = 6
//! entrances = "marked"        # or "strict"
//! water = "every-path"        # or "straight-line"
//! set_up = "printed"          # or "secret": each side places its hidden units before the first turn
//! rout_below = "any"          # or "forced": only those rout below who have to rout
//! ```
//!
//! Terrains: clear, road, light woods, wood building, stone building, rubble, bunker, fortress, water.

use board::scenario::{Part, Spanned};
use rules::Side;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::counter::{Grant, Kind, Weapon};
use crate::printed::words::{Army, State};

/// `[play]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Turns of the game, 1 to 99.
    pub(crate) turns: u8,
    /// Who has the initiative before the first roll.
    pub(crate) initiative: Army,
    /// Whether the map is a city, but for boards of it that say otherwise.
    #[serde(default)]
    pub(crate) city: bool,
}

/// `[[unit]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// Whose it is.
    pub(crate) side: Army,
    /// Its kind.
    pub(crate) kind: Kind,
    /// Where it starts.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Firepower without its weapon.
    pub(crate) fp: Option<u8>,
    /// Range in hexes without its weapon.
    pub(crate) range: Option<u8>,
    /// Movement points.
    pub(crate) mf: Option<u8>,
    /// Morale.
    pub(crate) morale: Option<u8>,
    /// Leadership.
    pub(crate) leadership: Option<u8>,
    /// Its weapon.
    pub(crate) weapon: Option<Weapon>,
    /// Whether it holds the Sewer Rat card.
    #[serde(default)]
    pub(crate) sewer_rat: bool,
    /// Whether it rallies without a leader.
    pub(crate) self_rally: Option<bool>,
    /// Its morale now.
    pub(crate) state: Option<State>,
    /// Whether it is wounded.
    #[serde(default)]
    pub(crate) wounded: bool,
    /// Whether it is set up hidden.
    #[serde(default)]
    pub(crate) hidden: bool,
}

/// Lists of units, or of places, one a side.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lists {
    /// Of the Soviet side.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) soviet: Option<Vec<Spanned<String>>>,
    /// Of the German side.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) german: Option<Vec<Spanned<String>>>,
}

impl Lists {
    pub(crate) fn of(&self, side: Side) -> Option<&[Spanned<String>]> {
        match side {
            Side::A => self.soviet.as_deref(),
            Side::B => self.german.as_deref(),
        }
    }
}

/// `[granted]`: lists for sewers and tunnels alike, and lists for one of them, which take their place.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Granted {
    /// Units of the Soviet side.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) soviet: Option<Vec<Spanned<String>>>,
    /// Units of the German side.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) german: Option<Vec<Spanned<String>>>,
    /// Who may use sewers.
    #[serde(default)]
    pub(crate) sewer: Lists,
    /// Who may use tunnels.
    #[serde(default)]
    pub(crate) tunnel: Lists,
}

impl Granted {
    const fn both(&self, side: Side) -> Option<&Vec<Spanned<String>>> {
        match side {
            Side::A => self.soviet.as_ref(),
            Side::B => self.german.as_ref(),
        }
    }

    /// What a side grants to a unit of this name, or to one that is on no list.
    pub(crate) fn to(&self, side: Side, name: Option<&str>) -> Grant {
        let granted = |own: &Lists| {
            let list = own.of(side).or(self.both(side).map(Vec::as_slice));
            list.is_none_or(|list| list.iter().any(|unit| Some(unit.get_ref().as_str()) == name))
        };
        Grant { sewers: granted(&self.sewer), tunnels: granted(&self.tunnel) }
    }

    /// Every name on a list of a side.
    pub(crate) fn named(&self, side: Side) -> impl Iterator<Item = &Spanned<String>> {
        let own = [&self.sewer, &self.tunnel].into_iter().filter_map(move |lists| lists.of(side)).flatten();
        self.both(side).into_iter().flatten().chain(own)
    }
}

/// `[[map]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapEntry {
    /// What the board is called.
    pub(crate) name: String,
    /// One corner.
    #[schemars(with = "String")]
    pub(crate) from: Spanned<String>,
    /// The opposite corner.
    #[schemars(with = "String")]
    pub(crate) to: Spanned<String>,
    /// Whether it is a city.
    #[serde(default)]
    pub(crate) city: bool,
}

/// `[[objective]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// Its hex.
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
pub(crate) struct Victory {
    /// The side that has to reach the points.
    pub(crate) side: Option<Army>,
    /// Points of objectives.
    #[serde(default)]
    pub(crate) points: u16,
}

/// `[[link]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Link {
    /// The names of two networks.
    #[schemars(with = "[String; 2]")]
    pub(crate) between: [Spanned<String>; 2],
}

/// `[[blaze]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlazeEntry {
    /// Its hex.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// From the beginning of which turn it burns.
    pub(crate) from: Option<u8>,
    /// To the end of which turn.
    pub(crate) until: Option<u8>,
}

/// What has been built on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// Foxholes.
    Foxholes,
    /// Wire.
    Wire,
    /// Mines.
    Mines,
}

/// `[[fortification]]`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fortification {
    /// Where.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// What.
    pub(crate) kind: Work,
}

/// Which networks are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Networks {
    /// All of them.
    #[default]
    All,
    /// Only those that are declared to be.
    Declared,
}

/// Which hexes can be entrances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entrances {
    /// Those that are marked.
    #[default]
    Marked,
    /// No stone buildings among them.
    Strict,
}

/// When water is in the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WaterRule {
    /// When every shortest path leads beneath it.
    #[default]
    EveryPath,
    /// When the straight line does.
    StraightLine,
}

/// Who says where hidden units are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HiddenSetUp {
    /// The scenario.
    #[default]
    Printed,
    /// Each side, before the first turn.
    Secret,
}

/// Who can rout below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoutBelow {
    /// Every Shaken unit at an entrance; who need not rout may stay.
    #[default]
    Any,
    /// Only units that have to rout.
    Forced,
}

/// `[options]`
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Which networks are connected.
    #[serde(default)]
    pub(crate) networks: Networks,
    /// Hexes of an underground move.
    #[schemars(with = "Option<u8>")]
    pub(crate) range: Option<Spanned<u8>>,
    /// Which hexes can be entrances.
    #[serde(default)]
    pub(crate) entrances: Entrances,
    /// When water is in the way.
    #[serde(default)]
    pub(crate) water: WaterRule,
    /// Who says where hidden units are.
    #[serde(default)]
    pub(crate) set_up: HiddenSetUp,
    /// Who can rout below.
    #[serde(default)]
    pub(crate) rout_below: RoutBelow,
}

/// The sections of a scenario that this system adds, for the JSON Schema.
#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::items::<UnitEntry>("unit").required(),
        Part::section::<Granted>("granted"),
        Part::section::<Lists>("hidden"),
        Part::items::<Mark>("objective"),
        Part::section::<Victory>("victory"),
        Part::items::<MapEntry>("map"),
        Part::items::<Link>("link"),
        Part::items::<BlazeEntry>("blaze"),
        Part::items::<Fortification>("fortification"),
        Part::section::<OptionsSection>("options"),
    ]
}
