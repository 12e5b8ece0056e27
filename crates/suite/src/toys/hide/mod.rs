//! `hide`: moles below counters, hounds above. It has hidden stacks, a nested reaction, orders about unseen pieces, and
//! hidden obstacles. With `LEAK`, copies leak on purpose, to test that the suite notices.

mod ai;
mod mechanics;
mod orders;
mod printed;
mod sequence;
mod setting;
mod setup;
mod state;
mod tests;
mod text;
mod view;

use board::scenario::{Diagnostics, Document, Part};
use rules::rulebook::BuiltinRulebook;
use rules::scene::SideColor;
use rules::{Calculator, Clause, GameBook, Ground, LengthBound, Outline, SetUp};

pub use orders::Order;
pub use printed::leak;
pub use setting::Setting;
pub use state::{Hide, Position};
pub use tests::world;

static BOOK: BuiltinRulebook =
    BuiltinRulebook::new(include_str!("../hide.toml"), rules::sources!(in "$CARGO_MANIFEST_DIR/src/toys/hide"));

impl<const LEAK: u8> GameBook for Hide<LEAK> {
    const NAME: &'static str = "hide";
    const SIDES: [&'static str; 2] = ["mole", "hound"];
    const COLORS: [SideColor; 2] = [SideColor::Brown, SideColor::Blue];
    const ROLLS: &'static [&'static str] = &["noise", "lost", "listen", "pounce", "search"];
    const PASSIVE: &'static [&'static str] = &["wait"];
    const CALCULATORS: &'static [Calculator<Self>] = &[];

    fn rulebook() -> &'static BuiltinRulebook {
        &BOOK
    }

    fn clauses() -> &'static [Clause] {
        printed::ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Diagnostics> {
        setup::set_up(document)
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &[], network_links: &[] }
    }

    fn outline(_: &SetUp<Self>) -> Outline {
        Outline { turns: None, turn: "turn", hidden: true }
    }

    /// A mole has a move and two reactions in a round, a hound one move; each of them rolls at most one die, and the first
    /// a second one in a copy that leaks.
    fn length_bound(_: &Setting, _: &Position) -> LengthBound {
        let orders = 4 * (u64::from(printed::ROUNDS) + 1);
        LengthBound { orders, dice: 2 * orders, free_questions: 0, certain: true }
    }

    fn scenario_parts() -> Vec<Part> {
        Vec::new()
    }

    fn options(_: &Setting) -> serde_json::Value {
        serde_json::json!({})
    }
}
