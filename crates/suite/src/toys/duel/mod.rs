//! Duel, a small game to copy: both sides plan in secret at once, then both plans are carried out together.
//!
//! `docs/write-a-system.md` builds it step by step. The folders are those of every system; a folder that would hold
//! one short file is that file.

pub mod ai;
pub mod mechanics;
pub mod orders;
pub mod printed;
pub mod sequence;
pub mod setting;
pub mod setup;
pub mod state;
pub mod tests;
pub mod text;
pub mod view;

use board::scenario::{Diagnostics, Document, Part};
use rules::rulebook::BuiltinRulebook;
use rules::scene::SideColor;
use rules::{Calculator, Clause, GameBook, Ground, LengthBound, Outline, SetUp};

pub use orders::Order;
use printed::clause;
pub use printed::words::Plan;
pub use setting::Setting;
pub use state::Duel;
pub use state::position::Position;
pub use state::step::Question;

static RULEBOOK: BuiltinRulebook =
    BuiltinRulebook::new(include_str!("../duel.toml"), rules::sources!(in "$CARGO_MANIFEST_DIR/src/toys/duel"));

impl GameBook for Duel {
    const NAME: &'static str = "duel";
    const SIDES: [&'static str; 2] = ["red", "blue"];
    const COLORS: [SideColor; 2] = [SideColor::Brown, SideColor::Blue];
    const ROLLS: &'static [&'static str] = &["shot"];
    const PASSIVE: &'static [&'static str] = &["ready"];
    const FREE: &'static [&'static str] = &["plot"];
    const CALCULATORS: &'static [Calculator<Self>] = &[];

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
        Ground { board: &setting.board, networks: &[], network_links: &[] }
    }

    fn outline(set_up: &SetUp<Self>) -> Outline {
        Outline { turns: Some(set_up.setting.turns.into()), turn: "turn", hidden: false }
    }

    fn length_bound(setting: &Setting, start: &Position) -> LengthBound {
        sequence::length::length_bound(setting, start)
    }

    fn scenario_parts() -> Vec<Part> {
        setup::parts()
    }

    fn options(_: &Setting) -> serde_json::Value {
        serde_json::json!({})
    }
}
