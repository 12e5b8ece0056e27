//! The sections of a scenario file that this system adds to the generic part ([`board::scenario`]):
//!
//! ```toml
//! [play]
//! rounds = 4
//! actions = 3                 # actions per turn, or { soviet = 2, german = 3 }
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
//! nation = "soviet"           # optional: command points are paid only to this side (default: to either)
//!
//! [victory]
//! side = "soviet"             # optional: this side wins with at least `points`, otherwise the other side wins
//! points = 6                  # without `side`: the side with more points wins if it has at least these; else a draw
//! draw = 4                    # with `side`: fewer than `points`, but at least these, make the game a draw
//!
//! [[victory.at_once]]         # optional: this side wins at the end of any round in which it has what is listed
//! side = "german"
//! points = 8                  # victory points, or
//! holds = ["D5"]              # hexes with objectives, or both
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

use std::fmt;

use board::scenario::{Part, Spanned, Whole};
use rules::BySide;
use schemars::JsonSchema;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::printed::figures::Figures;
use crate::printed::words::{Army, State, Token};

/// `[play]`: Length of the game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// Rounds of the game, 1 to 99.
    #[schemars(with = "u8")]
    pub(crate) rounds: Spanned<Whole<1, 99>>,
    /// Actions per turn, 1 to 20: one number, or `{ soviet = 2, german = 3 }`.
    #[schemars(with = "ActionsSchema")]
    pub(crate) actions: Spanned<Actions>,
    /// The side with the initiative in round 1.
    pub(crate) initiative: Army,
}

/// Actions of each side in its turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Actions(pub(crate) BySide<Whole<1, 20>>);

impl<'de> Deserialize<'de> for Actions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = Actions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 1 to 20, or one for each side: { soviet = 2, german = 3 }")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Actions, E> {
                let number = u8::try_from(number);
                let both = number.map_err(|_| E::custom("expected a whole number from 1 to 20"))?;
                Ok(Actions(BySide { a: Whole(both), b: Whole(both) }))
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Actions, M::Error> {
                let (mut soviet, mut german) = (None, None);
                while let Some(side) = map.next_key::<Army>()? {
                    let number = Some(map.next_value()?);
                    match side {
                        Army::Soviet => soviet = number,
                        Army::German => german = number,
                    }
                }
                let each = |number: Option<_>, side| number.ok_or_else(|| M::Error::missing_field(side));
                Ok(Actions(BySide { a: each(soviet, "soviet")?, b: each(german, "german")? }))
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

/// The forms of `actions`, for the schema.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum ActionsSchema {
    /// The number of actions of both sides.
    Both(u8),
    /// The number of actions of each side.
    Each {
        /// Actions of the Soviet side.
        soviet: u8,
        /// Actions of the German side.
        german: u8,
    },
}

/// `[[unit]]`: One squad. At least one per side, at most 64 in all, at most three of one side in a Location, and none below
/// ground.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    /// Name of the squad, unique in the scenario.
    #[schemars(with = "String")]
    pub(crate) id: Spanned<String>,
    /// The side of the squad.
    pub(crate) side: Army,
    /// Number of figures of each kind. Together they fill 1 to 4 places; a crew fills two.
    pub(crate) figures: Figures,
    /// The Location where it starts, such as `C4` or `C4/1`.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Morale at the start. Default: `"steady"`.
    pub(crate) state: Option<State>,
    /// Activation token at the start. Default: `"fresh"`.
    pub(crate) token: Option<Token>,
}

/// `[[objective]]`: One hex with an objective marker; at most 16.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// The hex of the objective.
    #[schemars(with = "String")]
    pub(crate) at: Spanned<String>,
    /// Command points for its holder in each Command Phase. Default: 0.
    #[serde(default)]
    pub(crate) command: u16,
    /// Victory points for its holder in each Command Phase. Default: 0.
    #[serde(default)]
    pub(crate) victory: u16,
    /// The side that holds it at the start. Default: neither.
    pub(crate) held_by: Option<Army>,
    /// The only side that its command points are paid to. Default: either.
    pub(crate) nation: Option<Army>,
}

/// `[victory]`: Points needed to win, and the side that needs them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Victory {
    /// The side that wins with at least this many points; otherwise the other side does. If left out, the side with more points
    /// wins if it has at least this many; otherwise the game is a draw.
    pub(crate) side: Option<Army>,
    /// Victory points needed to win. Default: 0.
    #[serde(default)]
    pub(crate) points: u16,
    /// With `side`: fewer than `points`, but at least these, make the game a draw. Default: no draw.
    #[schemars(with = "Option<u16>")]
    pub(crate) draw: Option<Spanned<u16>>,
    /// Conditions that win at the end of any round.
    #[serde(default)]
    pub(crate) at_once: Vec<AtOnceEntry>,
}

/// `[[victory.at_once]]`: The side wins at the end of any round in which it has all that is listed. At least one of `points`
/// and `holds`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtOnceEntry {
    /// The side that wins.
    #[schemars(with = "Army")]
    pub(crate) side: Spanned<Army>,
    /// Victory points that it must have. Default: any number.
    pub(crate) points: Option<u16>,
    /// Hexes with objectives that it must hold. Default: none.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(crate) holds: Vec<Spanned<String>>,
}

/// `[options]`: Rules that this scenario changes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionsSection {
    /// Number of sewer cards of the Soviet side, 0 to 6. 0: there is no sewer rule. Default: 0.
    #[schemars(with = "Option<u8>")]
    pub(crate) sewer_cards: Option<Spanned<u8>>,
    /// Numbers on every sewer card: 1 to 12 numbers, rising. Default: 2, 4, 6, 8.
    #[schemars(with = "Option<Vec<u8>>")]
    pub(crate) track: Option<Spanned<Vec<u8>>>,
    /// Whether the German side can't see squads in the sewer, nor who assaults from there until the assault is won. Default: `false`.
    pub(crate) hidden_sewers: Option<bool>,
    /// Attack strength that an assault from the sewer loses. Default: 1.
    pub(crate) sewer_assault_penalty: Option<u8>,
}

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
