//! Lock 'n Load: Heroes and Leaders, with its sewers and tunnels.
//!
//! A leader or hero with the right card takes his stack from one entrance to another within six hexes, beneath all fire,
//! and comes up behind the enemy or among him. The base game is here as far as a scenario needs it to be played to its
//! end; `rulebooks/heroes.toml` says of each clause where it comes from. Vehicles, ordnance that fires indirectly,
//! breakdowns, the other skill cards, aircraft and off-board artillery are left out.
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
use rand::Rng;
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Calculator, Choice, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, Guess,
    Knowledge, OfferSink, Outcome, Piece, Plans, Refusal, Seat, SetUp, Side, Turn,
};

use ai::{prospect, sample};
use mechanics::audit;
use orders::{check, every, words};
use printed::clause;
use sequence::{answers, questions, turns};
use setup::scenario;
use state::step::Question;
use state::{change, ending};
use text::{reports, scene};
use view::{disclosing, fact};

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

impl GameView for Heroes {
    type Eyes<'a> = HeroesEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> HeroesEyes<'a> {
        HeroesEyes::new(setting, position, seat)
    }

    #[inline]
    fn awaited(eyes: HeroesEyes<'_>) -> Option<Question> {
        let (side, step) = eyes.asked()?;
        if eyes.seat() == Seat::Side(side) { step.question() } else { None }
    }

    #[inline]
    fn sees(eyes: HeroesEyes<'_>, piece: Piece) -> bool {
        eyes.unit(piece).is_some()
    }

    fn view(eyes: HeroesEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn only_at_rest(fact: &Fact) -> bool {
        fact::only_at_rest(fact)
    }

    fn could_disclose(setting: &Setting, change: &Change) -> bool {
        disclosing::could_disclose(setting, change)
    }

    fn together(one: &Change, next: &Change) -> bool {
        disclosing::together(one, next)
    }
}

impl GameText for Heroes {
    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(setting, seat, facts)
    }

    fn ask(setting: &Setting, question: Question, facts: &[Fact]) -> String {
        text::questions::ask(setting, question, facts)
    }

    fn tell(setting: &Setting, _: Seat, facts: &[Fact], report: &Report) -> String {
        reports::tell(setting, facts, report)
    }

    fn out(report: &Report) -> Option<Out> {
        reports::out(report)
    }

    fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        reports::gist(setting, facts, report)
    }
}

impl GamePlay for Heroes {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: HeroesEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Heroes>) {
        questions::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: HeroesEyes<'_>, candidate: &Choice<Heroes>) -> bool {
        questions::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: HeroesEyes<'_>, order: &Order) -> Result<(), Refusal> {
        check::check(eyes, order)
    }

    fn every(eyes: HeroesEyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        every::universe(eyes, sink);
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Heroes>, side: Side, order: &Order) {
        answers::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Heroes>, step: Step) {
        turns::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        words::order(setting, seat, facts, order)
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        words::draft(setting, seat, facts, draft)
    }
}

impl GameAi for Heroes {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Heroes>, rng: &mut impl Rng) -> Option<Guess<Heroes>> {
        sample::sample(known, rng)
    }

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        prospect::standing(setting, position).prospect(side)
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
