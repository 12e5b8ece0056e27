#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// Only the system is public; most comments would repeat a name.
#![allow(missing_docs)]

mod ai;
pub mod calculators;
mod mechanics;
mod orders;
pub mod printed;
mod sequence;
pub mod setting;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod text;
pub mod view;

pub use orders::{Draft, Order};
pub use printed::words::Pace;
pub use setting::Setting;
pub use state::Asl;
pub use state::change::Change;
pub use state::position::Position;
pub use state::report::Report;
pub use state::step::Step;
pub use view::AslEyes;
pub use view::fact::Fact;

use board::TerrainId;
use board::scenario::{Diagnostics, Document, Part};
use rules::rulebook::BuiltinRulebook;
use rules::scene::SideColor;
use rules::tools::RuleNote;
use rules::{Calculator, Clause, GameBook, Ground, LengthBound, Outline, SetUp};

use crate::printed::terrain::Terrain;
use crate::printed::words::Cover;

static RULEBOOK: BuiltinRulebook = BuiltinRulebook::new(include_str!("../../../rulebooks/asl.toml"), rules::sources!());

impl GameBook for Asl {
    const NAME: &'static str = "asl";
    const SIDES: [&'static str; 2] = ["german", "russian"];
    const COLORS: [SideColor; 2] = [SideColor::Blue, SideColor::Brown];
    const ROLLS: &'static [&'static str] = &[
        "ambush by the attacker",
        "ambush by the defender",
        "attack",
        "berserk check",
        "clearance",
        "close combat",
        "collapse",
        "coloured die",
        "concealment",
        "deal",
        "deploy",
        "direction",
        "emergence",
        "falling rubble",
        "heat of battle",
        "interdiction",
        "morale check",
        "pin task check",
        "rally",
        "random selection",
        "recovery",
        "repair",
        "rubble",
        "search",
        "search casualties",
        "set charge",
        "sewer",
        "task check",
        "wound",
    ];
    const PASSIVE: &'static [&'static str] = &[
        "hold_fire",
        "let_pass",
        "claim_nothing",
        "show_nothing",
        "let_go",
        "stop",
        "done",
        "stay",
        "recorded",
        "ready",
        "accept",
    ];

    const FREE: &'static [&'static str] = &["tunnel", "forfeit", "fortify", "erase", "unfortify", "keep", "place"];
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

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &[], network_links: &[] }
    }

    fn terrain_notes(_: &Setting, terrain: TerrainId) -> Vec<RuleNote> {
        calculators::terrain::notes(Terrain::nth(terrain.0))
    }

    fn outline(set_up: &SetUp<Self>) -> Outline {
        let (setting, units) = (&set_up.setting, &set_up.position.units);
        let covered = [Cover::Concealed, Cover::Hidden].iter().any(|cover| !units.lying(*cover).is_empty());
        let hidden = covered || setting.allotted.a || setting.allotted.b;
        Outline { turns: Some(setting.turns.into()), turn: "turn", hidden }
    }

    fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
        sequence::length::length_bound(setting, start)
    }

    fn scenario_parts() -> Vec<Part> {
        setup::scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        serde_json::json!({ "straight_down": setting.options.straight_down })
    }
}
