#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Only the system is public; most comments would repeat a name.
#![allow(missing_docs)]

mod ai;
mod calculators;
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

use printed::tables::Terrain;
use printed::{clause, notes};
use setup::scenario;

pub use orders::{Draft, Order};
pub use printed::words::Pace;
pub use setting::Setting;
pub use state::Heroes;
pub use state::change::Change;
pub use state::position::Position;
pub use state::report::Report;
pub use state::step::Step;
pub use view::HeroesEyes;
pub use view::fact::Fact;

static RULEBOOK: BuiltinRulebook =
    BuiltinRulebook::new(include_str!("../../../rulebooks/heroes.toml"), rules::sources!());

impl GameBook for Heroes {
    const NAME: &'static str = "heroes";
    const SIDES: [&'static str; 2] = ["soviet", "german"];
    const COLORS: [SideColor; 2] = [SideColor::Brown, SideColor::Blue];
    const ROLLS: &'static [&'static str] = &[
        "attack",
        "damage",
        "defence",
        "german initiative",
        "german melee",
        "hero",
        "interdiction",
        "rally",
        "skill",
        "soviet initiative",
        "soviet melee",
        "spot",
    ];
    const PASSIVE: &'static [&'static str] = &["hold_fire", "stop", "done", "pass", "stay", "melee"];
    const CALCULATORS: &'static [Calculator<Self>] = &[calculators::sight::SIGHT, calculators::reach::REACH];

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
        Ground { board: &setting.board, networks: &setting.networks, network_links: &setting.network_links }
    }

    fn terrain_notes(_: &Setting, terrain: TerrainId) -> Vec<RuleNote> {
        notes::of(Terrain::nth(terrain.0))
    }

    fn outline(set_up: &SetUp<Self>) -> Outline {
        let hidden = set_up.position.units.iter().any(|unit| unit.hidden);
        Outline { turns: Some(set_up.setting.turns.into()), turn: "turn", hidden }
    }

    fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
        sequence::length::length_bound(setting, start)
    }

    fn scenario_parts() -> Vec<Part> {
        scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        let options = &setting.options;
        serde_json::json!({
            "networks": if options.declared { "declared" } else { "all" },
            "range": options.range,
            "entrances": if options.strict { "strict" } else { "marked" },
            "water": if options.straight_water { "straight-line" } else { "every-path" },
            "set_up": if options.secret_set_up { "secret" } else { "printed" },
            "reduced_fire": if options.halved_fire { "halve" } else { "subtract" },
            "rout_below": if options.forced_below { "forced" } else { "any" },
            "hero_skill": if options.drawn_skill { "drawn" } else { "picked" },
        })
    }
}
