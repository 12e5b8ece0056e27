//! SPI Sniper! with its optional rule 39, sewers.
//!
//! Man-to-man fighting in a town: both sides plot in secret what each man will do, and all plots are carried out at once.
//! Below the streets run sewers, with ladders up to manholes. The base game is here as far as a scenario needs it to be
//! played to its end; `rulebooks/sniper.toml` says of each clause where it comes from, and what is left out.
//!
//! Each folder uses only those before it: `printed`, `setting`, `state`, `view`, `text`, `mechanics`, `orders`, `sequence`.
//! Beside them stand `setup`, which knows none after `state`, and `ai`, which knows neither `text` nor `sequence`.
#![forbid(unsafe_code)]

mod ai;
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

use board::scenario::{Document, Part, Problems};
use rules::rulebook::BuiltIn;
use rules::{Calculator, Clause, GameBook, Ground, SetUp};

pub use orders::{Draft, Order};
pub use printed::words::{Grenade, Posture};
pub use setting::Setting;
pub use setting::{outlook, sight};
pub use state::Sniper;
pub use state::change::Change;
pub use state::plot::Plot;
pub use state::position::Position;
pub use state::report::Report;
pub use state::step::Step;
pub use view::SniperEyes;
pub use view::fact::Fact;

static RULEBOOK: BuiltIn = BuiltIn::new(include_str!("../../../rulebooks/sniper.toml"), rules::sources!());

impl GameBook for Sniper {
    const NAME: &'static str = "sniper";
    const SIDES: [&'static str; 2] = ["attacker", "defender"];
    const ROLLS: &'static [&'static str] = &[
        "attacker melee",
        "attacker panic",
        "defender melee",
        "defender panic",
        "direction",
        "fire",
        "grenade",
        "jump",
        "lot",
        "roll down",
        "scatter",
    ];
    const PASSIVE: &'static [&'static str] = &["ready"];
    const CALCULATORS: &'static [Calculator<Self>] = &[];

    fn rulebook() -> &'static BuiltIn {
        &RULEBOOK
    }

    fn clauses() -> &'static [Clause] {
        printed::clause::ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Problems> {
        setup::set_up(document)
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &setting.networks, joined: &[] }
    }

    fn scenario_parts() -> Vec<Part> {
        setup::scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        setting.options.told()
    }
}
