#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Used in this workspace only: names that say enough have no comment.
#![allow(missing_docs)]

mod ai;
pub mod calculators;
mod mechanics;
pub mod orders;
pub mod printed;
mod sequence;
pub mod setting;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod text;
pub mod view;

use board::TerrainId;
use board::scenario::{Diagnostics, Document, Part};
use rules::rulebook::BuiltinRulebook;
use rules::scene::SideColor;
use rules::tools::RuleNote;
use rules::{Calculator, Clause, GameBook, Ground, LengthBound, Outline, SetUp};

use crate::printed::terrain::Terrain;

pub use orders::{Draft, Order};
pub use printed::words::{Grenade, Posture};
pub use setting::Setting;
pub use setting::{sight, sight_index};
pub use state::Sniper;
pub use state::change::Change;
pub use state::plot::Plot;
pub use state::position::Position;
pub use state::report::Report;
pub use state::step::Step;
pub use view::SniperEyes;
pub use view::fact::Fact;

static RULEBOOK: BuiltinRulebook =
    BuiltinRulebook::new(include_str!("../../../rulebooks/sniper.toml"), rules::sources!());

impl GameBook for Sniper {
    const NAME: &'static str = "sniper";
    const SIDES: [&'static str; 2] = ["attacker", "defender"];
    const COLORS: [SideColor; 2] = [SideColor::Brown, SideColor::Blue];
    const ROLLS: &'static [&'static str] = &[
        "attacker melee",
        "attacker panic",
        "chit",
        "defender melee",
        "defender panic",
        "direction",
        "fire",
        "grenade",
        "jump",
        "lot",
        "nerves",
        "roll down",
        "scatter",
    ];
    const PASSIVE: &'static [&'static str] = &["ready"];
    const FREE: &'static [&'static str] = &[
        "step",
        "march",
        "fire",
        "watch",
        "watch_side",
        "throw",
        "prepare",
        "rearm",
        "posture",
        "reload",
        "clear",
        "place",
    ];
    const CALCULATORS: &'static [Calculator<Self>] = calculators::ALL;

    fn rulebook() -> &'static BuiltinRulebook {
        &RULEBOOK
    }

    fn clauses() -> &'static [Clause] {
        printed::clause::ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Diagnostics> {
        setup::set_up(document)
    }

    fn setting_bytes(setting: &Setting) -> usize {
        let locations = setting.board.locations().len();
        // Sight is a bit for each pair, and steps are a byte for each pair in reach.
        locations * locations
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &setting.networks, network_links: &[] }
    }

    fn terrain_notes(setting: &Setting, terrain: TerrainId) -> Vec<RuleNote> {
        calculators::terrain::notes(setting, Terrain::nth(terrain.0))
    }

    fn outline(set_up: &SetUp<Self>) -> Outline {
        let setting = &set_up.setting;
        let hidden = setting.options.hidden || setting.area_of.iter().any(Option::is_some);
        Outline { turns: setting.limit.map(u16::from), turn: "turn", hidden }
    }

    fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
        sequence::length::length_bound(setting, start)
    }

    fn scenario_parts() -> Vec<Part> {
        setup::scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        setting.options.told()
    }
}
