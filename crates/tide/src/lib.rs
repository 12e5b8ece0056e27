//! Tide of Iron: Stalingrad, with its sewers.
//!
//! Soviet squads go below on hexes with sewer tokens, advance on sewer cards and come up, or assault, behind the enemy.
//! The base game is here as far as a scenario needs it to be played to its end; `rulebooks/tide.toml` says of each
//! clause where it comes from. Vehicles, strategy cards, mortars, campaign rules and the rally of officers are left out.
#![forbid(unsafe_code)]

mod arrival;
mod audit;
pub mod change;
mod check;
pub mod clause;
pub mod eyes;
pub mod fact;
pub mod figures;
mod fire;
mod heard;
mod melee;
mod morale;
mod movement;
mod muster;
mod objectives;
mod offers;
pub mod order;
mod phrase;
pub mod position;
mod prospect;
mod sample;
pub mod scenario;
mod scene;
pub mod setting;
pub mod setup;
mod sight;
pub mod tables;
#[cfg(test)]
mod tested;
pub mod turn;
mod underground;
mod universe;

use board::scenario::{Document, Part, Problems};
use rand::Rng;
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Calculator, Choice, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, Guess,
    Knowledge, OfferSink, Outcome, Piece, Plans, Refusal, Seat, SetUp, Side, Turn,
};

pub use change::{Change, Report};
pub use eyes::TideEyes;
pub use fact::Fact;
pub use order::{Draft, Mode, Order};
pub use position::Position;
pub use setting::Setting;
pub use turn::Step;

/// Tide of Iron: Stalingrad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tide;

static RULEBOOK: BuiltIn = BuiltIn::new(include_str!("../../../rulebooks/tide.toml"), rules::sources!());

impl GameState for Tide {
    type Setting = Setting;
    type Position = Position;
    type Question = turn::Question;
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
    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        change::apply(position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.squads.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        fact::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        position.squads.iter().filter(|squad| squad.side == side && !squad.is_alive()).count()
    }

    fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
        audit::audit(setting, position)
    }
}

impl GameView for Tide {
    type Eyes<'a> = TideEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> TideEyes<'a> {
        TideEyes::new(setting, position, seat)
    }

    #[inline]
    fn awaited(eyes: TideEyes<'_>) -> Option<turn::Question> {
        let (side, step) = eyes.asked()?;
        if eyes.seat() == Seat::Side(side) { step.question() } else { None }
    }

    #[inline]
    fn sees(eyes: TideEyes<'_>, piece: Piece) -> bool {
        eyes.squad(piece).is_some()
    }

    fn view(eyes: TideEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn only_at_rest(fact: &Fact) -> bool {
        matches!(fact, Fact::Pending(_))
    }

    fn could_disclose(setting: &Setting, change: &Change) -> bool {
        eyes::could_disclose(setting, change)
    }

    fn together(one: &Change, next: &Change) -> bool {
        let sweep = |change: &Change| matches!(change, Change::Token { .. } | Change::State { .. });
        sweep(one) && sweep(next)
    }
}

impl GameText for Tide {
    fn scene(setting: &Setting, seat: Seat, facts: &[Fact]) -> Scene {
        scene::scene(setting, seat, facts)
    }

    fn ask(setting: &Setting, question: turn::Question, facts: &[Fact]) -> String {
        phrase::ask(setting, question, facts)
    }

    fn tell(setting: &Setting, _: Seat, facts: &[Fact], report: &Report) -> String {
        phrase::tell(setting, facts, report)
    }

    fn out(report: &Report) -> Option<Out> {
        match *report {
            Report::Destroyed { unit, .. } => Some(Out::Piece(unit)),
            _ => None,
        }
    }

    fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        phrase::gist(setting, facts, report)
    }
}

impl GamePlay for Tide {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: TideEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Tide>) {
        offers::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: TideEyes<'_>, candidate: &Choice<Tide>) -> bool {
        offers::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: TideEyes<'_>, order: &Order) -> Result<(), Refusal> {
        check::check(eyes, order)
    }

    fn every(eyes: TideEyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        universe::universe(eyes, sink);
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Tide>, side: Side, order: &Order) {
        turn::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Tide>, step: Step) {
        turn::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        phrase::order(setting, seat, facts, order)
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        phrase::draft(setting, seat, facts, draft)
    }
}

impl GameAi for Tide {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Tide>, rng: &mut impl Rng) -> Option<Guess<Tide>> {
        sample::sample(known, rng)
    }

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        prospect::standing(setting, position).prospect(side)
    }
}

impl GameBook for Tide {
    const NAME: &'static str = "tide";
    const SIDES: [&'static str; 2] = ["soviet", "german"];
    const ROLLS: &'static [&'static str] = &["attack", "assault attack", "assault cover", "assault defence", "defence"];
    const PASSIVE: &'static [&'static str] = &["hold_fire", "stop", "fatigue"];

    const CALCULATORS: &'static [Calculator<Self>] = &[arrival::ARRIVAL];

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
        Ground { board: &setting.board, networks: &setting.networks, joined: &[] }
    }

    fn scenario_parts() -> Vec<Part> {
        scenario::parts()
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
