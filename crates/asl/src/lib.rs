//! Advanced Squad Leader: infantry, with the sewers and tunnels of chapter B8.
//!
//! A stack goes down a manhole, is lost or is not, and comes up three hexes on among the enemy, or stays below with him
//! above. The base game is here as far as a scenario needs it to be played to its end: eight phases, fire, First Fire,
//! morale, rout, concealment and Close Combat; `rulebooks/asl.toml` says of each clause where it comes from. Vehicles,
//! Guns that fire, off-board artillery, aircraft, smoke, weather, night and Heat of Battle are left out.
#![forbid(unsafe_code)]

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

use board::scenario::{Document, Part, Problems};
use rand::Rng;
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Calculator, Choice, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, Guess,
    Knowledge, OfferSink, Outcome, Piece, Plans, Refusal, Seat, SetUp, Side, Turn,
};

use crate::state::report::below::BelowReport;
use crate::state::report::fights::FightReport;

static RULEBOOK: BuiltIn = BuiltIn::new(include_str!("../../../rulebooks/asl.toml"), rules::sources!());

impl GameState for Asl {
    type Setting = Setting;
    type Position = Position;
    type Question = state::step::Question;
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
        position.agenda.steps().last().is_some_and(|step| step.asks_anybody(position))
    }

    #[inline(always)]
    fn apply(setting: &Setting, position: &mut Position, change: &Change) {
        state::apply::apply(setting, position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.units.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        state::ending::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        let lost = |unit: &&state::unit::Unit| {
            let gone = matches!(
                unit.fate,
                printed::words::Fate::Lost | printed::words::Fate::LostUnseen | printed::words::Fate::Captured
            );
            unit.side == side && unit.is_men() && gone
        };
        position.units.iter().filter(lost).count()
    }

    fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
        mechanics::audit::audit(setting, position)
    }
}

impl GameView for Asl {
    type Eyes<'a> = AslEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> AslEyes<'a> {
        AslEyes::new(setting, position, seat)
    }

    #[inline(always)]
    fn awaited(eyes: AslEyes<'_>) -> Option<state::step::Question> {
        eyes.asked(eyes.seat().side()?)?.question()
    }

    #[inline]
    fn sees(eyes: AslEyes<'_>, piece: Piece) -> bool {
        eyes.unit(piece).is_some()
    }

    fn view(eyes: AslEyes<'_>, sink: &mut impl FnMut(Fact)) {
        view::fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        view::fact::tells_of_enemy(seat, fact)
    }

    fn only_at_rest(fact: &Fact) -> bool {
        matches!(fact, Fact::Pending(_))
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        view::disclosing::could_disclose(change)
    }

    fn together(one: &Change, next: &Change) -> bool {
        state::change::together(one, next)
    }
}

impl GameText for Asl {
    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        text::scene::scene(setting, seat, facts)
    }

    fn ask(setting: &Setting, question: state::step::Question, facts: &[Fact]) -> String {
        text::questions::ask(setting, question, facts)
    }

    fn tell(setting: &Setting, _: Seat, facts: &[Fact], report: &Report) -> String {
        text::reports::tell(setting, facts, report)
    }

    fn out(report: &Report) -> Option<Out> {
        match *report {
            Report::Fight(FightReport::Eliminated { unit } | FightReport::Surrenders { unit }) => {
                Some(Out::Piece(unit))
            }
            Report::Burns { at }
            | Report::Below(BelowReport::Trapped { from: at, .. } | BelowReport::TunnelShut { at, .. }) => {
                Some(Out::At(at))
            }
            _ => None,
        }
    }

    fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        match report {
            Report::Fight(report) => text::fights::gist(setting, facts, report),
            Report::Below(report) => text::below::gist(setting, facts, report),
            Report::Conceals { .. } => {
                Some(text::reports::tell(setting, facts, report).trim_end_matches('.').to_owned())
            }
            _ => None,
        }
    }
}

impl GamePlay for Asl {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: AslEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Asl>) {
        sequence::questions::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: AslEyes<'_>, candidate: &Choice<Asl>) -> bool {
        sequence::questions::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: AslEyes<'_>, order: &Order) -> Result<(), Refusal> {
        orders::check::check(eyes, order)
    }

    fn every(eyes: AslEyes<'_>, which: Every, sink: &mut impl FnMut(Order)) {
        match which {
            Every::Order => orders::every::universe(eyes, sink),
            Every::Kind => orders::every::of_every_kind(eyes, sink),
        }
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Asl>, side: Side, order: &Order) {
        sequence::turns::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Asl>, step: Step) {
        sequence::turns::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        orders::words::order(setting, seat, facts, order)
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        orders::draft_words::draft(setting, seat, facts, draft)
    }
}

impl GameAi for Asl {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Asl>, rng: &mut impl Rng) -> Option<Guess<Asl>> {
        ai::sample::sample(known, rng)
    }

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        ai::prospect::standing(setting, position).prospect(side)
    }
}

impl GameBook for Asl {
    const NAME: &'static str = "asl";
    const SIDES: [&'static str; 2] = ["german", "russian"];
    const ROLLS: &'static [&'static str] = &[
        "ambush by the attacker",
        "ambush by the defender",
        "attack",
        "close combat",
        "concealment",
        "deal",
        "emergence",
        "interdiction",
        "morale check",
        "pin task check",
        "rally",
        "random selection",
        "recovery",
        "rubble",
        "sewer",
        "task check",
        "wound",
    ];
    const PASSIVE: &'static [&'static str] =
        &["hold_fire", "claim_nothing", "show_nothing", "stop", "done", "stay", "recorded", "ready"];

    const CALCULATORS: &'static [Calculator<Self>] = calculators::ALL;

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
        Ground { board: &setting.board, networks: &[], joined: &[] }
    }

    fn scenario_parts() -> Vec<Part> {
        setup::scenario::parts()
    }

    fn options(setting: &Setting) -> serde_json::Value {
        serde_json::json!({ "straight_down": setting.options.straight_down })
    }
}
