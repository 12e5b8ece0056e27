//! SPI Sniper! with its optional rule 39, sewers.
//!
//! Man-to-man fighting in a town: both sides plot in secret what each man will do, and all plots are carried out at once.
//! Below the streets run sewers, with ladders up to manholes. The base game is here as far as a scenario needs it to be
//! played to its end; `rulebooks/sniper.toml` says of each clause where it comes from, and what is left out.
#![forbid(unsafe_code)]

mod acts;
mod audit;
pub mod change;
mod check;
pub mod clause;
mod damage;
mod exits;
pub mod eyes;
pub mod fact;
mod fan;
mod fire;
mod glimpses;
mod goal_paths;
mod grenades;
pub mod lines;
mod look;
mod lookout;
mod lots;
mod marks;
mod melee;
pub mod men;
mod morale;
mod movement;
mod noticing;
mod offers;
pub mod order;
pub mod outlook;
pub mod passages;
mod phrase;
mod placing;
mod plan;
pub mod plot;
pub mod position;
mod prospect;
mod reach;
mod roster;
mod sample;
pub mod scenario;
mod scene;
pub mod setting;
pub mod setup;
pub mod sewers;
pub mod sight;
pub mod tables;
pub mod terrain;
#[cfg(test)]
mod tested;
pub mod turn;
pub mod underground;
mod universe;
mod victory;
pub mod ways;

use board::scenario::{Document, Part, Problems};
use rand::Rng;
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Calculator, Choice, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText, GameView, Ground, Guess,
    Knowledge, OfferSink, Outcome, Piece, Plans, Refusal, Seat, SetUp, Side, Turn,
};

use change::Hit;
pub use change::{Change, Report};
pub use eyes::SniperEyes;
pub use fact::Fact;
pub use order::{Draft, Grenade, Order, Posture};
pub use plot::Plot;
pub use position::Position;
pub use setting::Setting;
pub use turn::Step;

/// SPI Sniper!
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sniper;

static RULEBOOK: BuiltIn = BuiltIn::new(include_str!("../../../rulebooks/sniper.toml"), rules::sources!());

impl GameState for Sniper {
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
        let asked = position.agenda.top().is_some_and(|step| step.question().is_some());
        asked && Side::BOTH.iter().any(|side| !position.ready[*side])
    }

    #[inline(always)]
    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        change::apply(position, change);
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(setting: &Setting, piece: Piece) -> Option<&str> {
        setting.names.get(piece.index()).map(AsRef::as_ref)
    }

    #[inline]
    fn outcome(setting: &Setting, position: &Position) -> Option<Outcome> {
        victory::outcome(setting, position)
    }

    fn losses(_: &Setting, position: &Position, side: Side) -> usize {
        let gone = position.men.iter().filter(|man| man.side == side && !man.dummy && man.at.is_none()).count();
        gone.saturating_sub(usize::from(position.left[side]))
    }

    fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
        audit::audit(setting, position)
    }
}

impl GameView for Sniper {
    type Eyes<'a> = SniperEyes<'a>;
    type Fact = Fact;

    #[inline]
    fn eyes<'a>(setting: &'a Setting, position: &'a Position, seat: Seat) -> SniperEyes<'a> {
        SniperEyes::new(setting, position, seat)
    }

    #[inline]
    fn awaited(eyes: SniperEyes<'_>) -> Option<turn::Question> {
        eyes.question()?.question()
    }

    #[inline]
    fn sees(eyes: SniperEyes<'_>, piece: Piece) -> bool {
        eyes.man(piece).is_some()
    }

    fn view(eyes: SniperEyes<'_>, sink: &mut impl FnMut(Fact)) {
        fact::view(eyes, sink);
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        fact::tells_of_enemy(seat, fact)
    }

    fn only_at_rest(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        eyes::could_disclose(change)
    }

    fn together(one: &Change, next: &Change) -> bool {
        one.is_of_a_sweep() && (next.is_of_a_sweep() || *next == Change::Look)
    }
}

impl GameText for Sniper {
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
        let falls = |hit| matches!(hit, Hit::Killed | Hit::Incapacitated);
        match *report {
            Report::Shot { target: man, result, .. }
            | Report::Struck { man, result, .. }
            | Report::Fought { loser: Some(man), result, .. }
                if falls(result) =>
            {
                Some(Out::Piece(man))
            }
            Report::Vanished { at } => Some(Out::At(at)),
            _ => None,
        }
    }

    fn gist(setting: &Setting, facts: &[Fact], report: &Report) -> Option<String> {
        phrase::gist(setting, facts, report)
    }
}

impl GamePlay for Sniper {
    type Order = Order;
    type Draft = Draft;

    #[inline]
    fn candidates(eyes: SniperEyes<'_>, draft: Option<&Draft>, sink: &mut impl OfferSink<Sniper>) {
        offers::candidates(eyes, draft, sink);
    }

    #[inline]
    fn is_offer(eyes: SniperEyes<'_>, candidate: &Choice<Sniper>) -> bool {
        offers::is_offer(eyes, candidate)
    }

    #[inline]
    fn check(eyes: SniperEyes<'_>, order: &Order) -> Result<(), Refusal> {
        check::check(eyes, order)
    }

    fn every(eyes: SniperEyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        universe::universe(eyes, sink);
    }

    #[inline]
    fn resolve(turn: &mut impl Turn<Sniper>, side: Side, order: &Order) {
        turn::resolve(turn, side, order);
    }

    #[inline]
    fn step(turn: &mut impl Turn<Sniper>, step: Step) {
        turn::step(turn, step);
    }

    fn phrase(setting: &Setting, seat: Seat, facts: &[Fact], order: &Order) -> Phrase {
        phrase::order(setting, seat, facts, order)
    }

    fn phrase_draft(setting: &Setting, seat: Seat, facts: &[Fact], draft: &Draft) -> Phrase {
        phrase::draft(setting, seat, facts, draft)
    }
}

impl GameAi for Sniper {
    const PLANS: Option<Plans<Self>> = Some(Plans { unplan: plan::unplan, alone: plan::alone });

    fn sample(known: &Knowledge<Sniper>, rng: &mut impl Rng) -> Option<Guess<Sniper>> {
        sample::sample(known, rng)
    }

    fn prospect(setting: &Setting, position: &Position, side: Side) -> f64 {
        prospect::standing(setting, position).prospect(side)
    }
}

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
            "hidden_movement": options.hidden,
            "hole_cost": options.hole_cost,
            "ladder_cost": options.ladder_cost,
            "even": if options.even_is_level { "level" } else { "also-prone" },
            "roll_down": options.roll_down,
            "jump_table": options.jump_table,
            "sewers": if options.as_printed { "as-printed" } else { "corrected" },
        })
    }
}
