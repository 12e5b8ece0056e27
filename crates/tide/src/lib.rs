#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Only the system is public; most comments would repeat a name.
#![allow(missing_docs)]

pub mod ai;
pub mod calculators;
pub mod mechanics;
pub mod orders;
pub mod printed;
pub mod sequence;
pub mod setting;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;

use board::TerrainId;
use board::scenario::{Diagnostics, Document, Part};
use rules::rulebook::BuiltinRulebook;
use rules::scene::SideColor;
use rules::tools::RuleNote;
use rules::{Calculator, Clause, GameBook, Ground, LengthBound, Outline, SetUp};

pub use orders::{Draft, Order};
use printed::tables::Terrain;
pub use printed::words;
use printed::{clause, notes};
pub use setting::Setting;
pub use state::Tide;
pub use state::change::Change;
pub use state::position::Position;
pub use state::report::Report;
pub use state::step::Step;
pub use view::eyes::TideEyes;
pub use view::fact::Fact;

static RULEBOOK: BuiltinRulebook =
    BuiltinRulebook::new(include_str!("../../../rulebooks/tide.toml"), rules::sources!());

impl GameBook for Tide {
    const NAME: &'static str = "tide";
    const SIDES: [&'static str; 2] = ["soviet", "german"];
    const COLORS: [SideColor; 2] = [SideColor::Brown, SideColor::Blue];
    const ROLLS: &'static [&'static str] = &["attack", "assault attack", "assault cover", "assault defence", "defence"];
    const PASSIVE: &'static [&'static str] = &["hold_fire", "stop", "done", "spend", "fatigue"];

    const CALCULATORS: &'static [Calculator<Self>] =
        &[calculators::sight::SIGHT, calculators::reach::REACH, calculators::arrival::ARRIVAL];

    fn rulebook() -> &'static BuiltinRulebook {
        &RULEBOOK
    }

    fn clauses() -> &'static [Clause] {
        clause::ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Diagnostics> {
        setup::set_up(document)
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &setting.networks, network_links: &[] }
    }

    fn terrain_notes(setting: &Setting, terrain: TerrainId) -> Vec<RuleNote> {
        notes::of(Terrain::nth(terrain.0), setting.options.sewer_cards > 0)
    }

    fn outline(set_up: &SetUp<Self>) -> Outline {
        let setting = &set_up.setting;
        let hidden = setting.hides_below() && setting.options.sewer_cards > 0;
        Outline { turns: Some(setting.rounds.into()), turn: "round", hidden }
    }

    fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
        sequence::length::length_bound(setting, start)
    }

    fn scenario_parts() -> Vec<Part> {
        setup::scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        let options = &setting.options;
        serde_json::json!({
            "sewer_cards": options.sewer_cards,
            "track": options.track.as_slice(),
            "hidden_sewers": options.hidden_sewers,
            "sewer_assault_penalty": options.sewer_assault_penalty,
        })
    }
}
