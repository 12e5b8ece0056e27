#![doc = include_str!("../README.md")]
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
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::{Calculator, Clause, Flaw, GameBook, GameState, Ground, Outcome, Piece, SetUp, Side};

use mechanics::audit;
use printed::clause;
use setup::scenario;
use state::step::Question;
use state::{change, ending};

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

static RULEBOOK: BuiltIn = BuiltIn::new(include_str!("../../../rulebooks/heroes.toml"), rules::sources!());

// Here and not in `state/`, for what is audited is looked at by eyes and mechanics too.
impl GameState for Heroes {
    type Setting = Setting;
    type Position = Position;
    type Question = Question;
    type Step = Step;
    type Change = Change;
    type Report = Report;

    #[inline]
    fn agenda(position: &Position) -> &Agenda<Step> {
        &position.agenda
    }

    #[inline]
    fn agenda_mut(position: &mut Position) -> &mut Agenda<Step> {
        &mut position.agenda
    }

    #[inline]
    fn asks(_: &Setting, position: &Position) -> bool {
        position.agenda.top().is_some_and(|step| step.question().is_some())
    }

    #[inline(always)]
    fn apply(setting: &Setting, position: &mut Position, change: &Change) {
        change::apply(setting, position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.units.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        ending::outcome(setting, position)
    }

    fn losses(setting: &Setting, position: &Position, side: Side) -> usize {
        ending::losses(setting, position, side)
    }

    fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
        audit::audit(setting, position)
    }
}

impl GameBook for Heroes {
    const NAME: &'static str = "heroes";
    const SIDES: [&'static str; 2] = ["soviet", "german"];
    const ROLLS: &'static [&'static str] = &[
        "attack",
        "damage",
        "defence",
        "german initiative",
        "german melee",
        "hero",
        "interdiction",
        "rally",
        "soviet initiative",
        "soviet melee",
    ];
    const PASSIVE: &'static [&'static str] = &["hold_fire", "stop", "done", "pass", "stay"];
    const CALCULATORS: &'static [Calculator<Self>] = &[];

    fn rulebook() -> &'static BuiltIn {
        &RULEBOOK
    }

    fn clauses() -> &'static [Clause] {
        clause::ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Problems> {
        setup::set_up(document)
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &setting.networks, joined: &setting.joined }
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
            "rout_below": if options.forced_below { "forced" } else { "any" },
        })
    }
}
