//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! turns = 6
//! initiative = "soviet"       # the side that has it in turn 1
//! city = true                 # sewers exist only in cities (default false)
//!
//! [[unit]]
//! id = "1st squad"
//! side = "soviet"
//! kind = "squad"              # half_squad, leader, hero
//! at = "C4"                   # or inside an entrance: "C4/sewer", "C4/tunnel"
//! fp = 2                      # optional, like all keys below; defaults depend on the kind
//! range = 5
//! mf = 4
//! morale = 5
//! leadership = 1              # leaders only
//! weapon = "lmg"              # mmg, hmg, gun
//! sewer_rat = true            # leaders and heroes only
//! self_rally = false
//! assault = true              # can make assault moves
//! assaulter = true            # leaders only: gives the capability to the units in his Location
//! state = "shaken"
//! wounded = false
//! hidden = true
//!
//! [granted]                   # units that may use sewers and tunnels (default: all of a side)
//! soviet = ["1st squad"]
//!
//! [granted.tunnel]            # replaces [granted] for tunnels; [granted.sewer] for sewers
//! soviet = []
//!
//! [hidden]                    # where hidden units may be (default: all cover, and inside all entrances)
//! german = ["D5", "E5/tunnel"]
//!
//! [[objective]]
//! at = "D5"
//! points = 1
//! held_by = "german"
//!
//! [victory]
//! side = "soviet"             # wins if it holds at least this many points at the end; otherwise the other side wins.
//! points = 6                  # Without `side`, the side ahead wins if it has at least this many; otherwise a draw
//!
//! [[map]]                     # optional: the boards that make up the map
//! name = "Board 20"
//! from = "A1"                 # two opposite corners
//! to = "H10"
//! city = true                 # hexes outside all boards follow [play]
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
//! until = 3                   # to the end of this turn (default: the whole game)
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
//! reduced_fire = "subtract"   # or "halve": fire of Ops Complete units, and after an assault move
//! hero_skill = "picked"       # or "drawn": a die decides whether a new hero has the Sewer Rat card
//! rout_below = "any"          # or "forced": only units that an enemy or a fire drives out can rout below ground
//! ```
//!
//! Terrains: clear, road, light woods, wood building, stone building, rubble, bunker, fortress, water, brush.

use board::scenario::{Part, Spanned, Whole};
use rules::Side;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::printed::counter::{Grant, Kind, Weapon};
use crate::printed::words::{Army, State};
use crate::setup::options::OptionsSection;

/// `[play]`: Length of the game and kind of map.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Turns of the game, 1 to 99.
    #[schemars(with = "u8")]
    pub(crate) turns: Spanned<Whole<1, 99>>,
    /// The side that has the initiative in turn 1.
    pub(crate) initiative: Army,
    /// Whether the map is a city. Boards under `[[map]]` can differ. Default: false.
    #[serde(default)]
    pub(crate) city: bool,
}

/// `[[unit]]`: One unit. At least one per side, at most 56 in all. Numbers that are left out are those of its kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitEntry {
    /// Name of the unit, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// The side of the unit.
    pub(crate) side: Army,
    /// Kind of the counter, such as `squad`.
    pub(crate) kind: Kind,
    /// Where it starts: a hex such as `C4`, or inside an entrance, `C4/sewer` or `C4/tunnel`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Firepower without its weapon, 0 to 20.
    pub(crate) fp: Option<u8>,
    /// Range in hexes without its weapon, 0 to 30.
    pub(crate) range: Option<u8>,
    /// Movement points, 0 to 12.
    pub(crate) mf: Option<u8>,
    /// Morale, 1 to 12.
    pub(crate) morale: Option<u8>,
    /// Leadership, 0 to 3; only leaders have more than 0.
    pub(crate) leadership: Option<u8>,
    /// The weapon that it carries. Default: none.
    pub(crate) weapon: Option<Weapon>,
    /// Whether it has the Sewer Rat card; leaders and heroes only.
    #[serde(default)]
    pub(crate) sewer_rat: bool,
    /// Whether it can rally by itself. Default: leaders and heroes only.
    pub(crate) self_rally: Option<bool>,
    /// Whether it can make assault moves. Default: false.
    #[serde(default)]
    pub(crate) assault: bool,
    /// Whether it holds the Assaulter card: in Good Order he lets all units in his Location make assault moves. Leaders
    /// only. Default: false.
    #[serde(default)]
    pub(crate) assaulter: bool,
    /// Whether it starts in Good Order or Shaken. Default: Good Order.
    pub(crate) state: Option<State>,
    /// Whether it starts wounded; leaders and heroes only.
    #[serde(default)]
    pub(crate) wounded: bool,
    /// Whether it starts hidden.
    #[serde(default)]
    pub(crate) hidden: bool,
}

/// Lists of units or Locations, one list per side.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lists {
    /// List of the Soviet side; if left out, the default applies.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) soviet: Option<Vec<Spanned<String>>>,
    /// List of the German side; if left out, the default applies.
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

/// `[granted]`: The units that may use sewers and tunnels. If a side is left out, all its units may; an empty list means none.
/// A list for sewers or tunnels alone replaces the common list there.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Granted {
    /// Granted units of the Soviet side. If left out: all.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) soviet: Option<Vec<Spanned<String>>>,
    /// Granted units of the German side. If left out: all.
    #[schemars(with = "Option<Vec<String>>")]
    pub(crate) german: Option<Vec<Spanned<String>>>,
    /// Units that may use sewers, instead of the common list.
    #[serde(default)]
    pub(crate) sewer: Lists,
    /// Units that may use tunnels, instead of the common list.
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

    /// Returns the grant of a side for a unit of this name; without a name, for units that can't be on a list.
    pub(crate) fn to(&self, side: Side, name: Option<&str>) -> Grant {
        let granted = |own: &Lists| {
            let list = own.of(side).or(self.both(side).map(Vec::as_slice));
            list.is_none_or(|list| list.iter().any(|unit| Some(unit.get_ref().as_str()) == name))
        };
        Grant { sewers: granted(&self.sewer), tunnels: granted(&self.tunnel) }
    }

    /// Returns all names on the lists of a side.
    pub(crate) fn named(&self, side: Side) -> impl Iterator<Item = &Spanned<String>> {
        let own = [&self.sewer, &self.tunnel].into_iter().filter_map(move |lists| lists.of(side)).flatten();
        self.both(side).into_iter().flatten().chain(own)
    }
}

/// `[[map]]`: One board of the map. Boards don't overlap. Hexes on no board follow `city` of `[play]`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapEntry {
    /// Name as printed on the board.
    pub(crate) name: String,
    /// A corner hex, such as `A1`.
    #[schemars(with = "String")]
    pub(crate) from: Spanned<String>,
    /// The hex at the opposite corner, such as `H10`.
    #[schemars(with = "String")]
    pub(crate) to: Spanned<String>,
    /// Whether the board is a city. Default: false.
    #[serde(default)]
    pub(crate) city: bool,
}

/// `[[objective]]`: One objective; at most 16.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// The hex of the objective.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Points for holding it at the end, 0 to 1000. Default: 1.
    pub(crate) points: Option<u16>,
    /// The side that holds it at the start. Default: neither.
    pub(crate) held_by: Option<Army>,
}

/// `[victory]`: Who wins, by the objectives that a side holds at the end.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// The side that wins with at least this many points; otherwise the other side does. If left out, the side with more points
    /// wins if it has at least this many; otherwise the game is a draw.
    pub(crate) side: Option<Army>,
    /// Points needed to win. Default: 0.
    #[serde(default)]
    pub(crate) points: u16,
}

/// `[[link]]`: A connection of two networks, for the option `networks = "declared"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Link {
    /// Names of the two networks.
    #[schemars(with = "[String; 2]")]
    pub(crate) between: [Spanned<String>; 2],
}

/// `[[blaze]]`: A burning hex; at most 8.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlazeEntry {
    /// The hex that burns.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// First turn in which it burns. Default: 1.
    pub(crate) from: Option<u8>,
    /// Last turn in which it burns. Default: the last turn of the game.
    pub(crate) until: Option<u8>,
}

/// Kind of a fortification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Work {
    /// Foxholes: a better target modifier (HNL-B22).
    Foxholes,
    /// Wire: units that enter must stop (HNL-B22).
    Wire,
    /// Mines: they attack units that enter (HNL-B22).
    Mines,
}

/// `[[fortification]]`: A fortification in a hex.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fortification {
    /// The hex of the fortification.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Kind of the fortification, such as `mines`.
    pub(crate) kind: Work,
}

#[must_use]
pub fn parts() -> Vec<Part> {
    vec![
        Part::section::<Play>("play").required(),
        Part::items::<UnitEntry>("unit").required(),
        Part::section::<Granted>("granted"),
        Part::section::<Lists>("hidden").about(
            "The Locations where hidden units of a side can be; both sides know them. If a side is left out: all hexes with a positive \
             target modifier, and the inside of all entrances.",
        ),
        Part::items::<Mark>("objective"),
        Part::section::<Victory>("victory"),
        Part::items::<MapEntry>("map"),
        Part::items::<Link>("link"),
        Part::items::<BlazeEntry>("blaze"),
        Part::items::<Fortification>("fortification"),
        Part::section::<OptionsSection>("options"),
    ]
}
