//! `duel`: both sides plot in secret at once; the last "ready" resolves.

use arrayvec::ArrayVec;
use board::scenario::{Document, Part, Problems};
use board::{Board, BoardWords, LocationId, Look};
use rand::{Rng, RngExt};
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Audience, BySide, Calculator, Choice, Classes, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState,
    GameText, GameView, Ground, Guess, Knowledge, OfferSink, Outcome, Piece, Plans, Pool, Question as _, Refusal, Seat,
    SetUp, Side, Turn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[allow(missing_docs)]
mod clause {
    rules::clauses! {
        PLOT = "D-PLOT",
        READY = "D-READY",
        FIRE = "D-FIRE",
        MOVE = "D-MOVE",
        END = "D-END",
    }
}
use clause::*;

static BOOK: BuiltIn = BuiltIn::new(include_str!("duel.toml"), rules::sources!("duel.rs"));

/// A scenario of the toy.
pub const SCENARIO: &str = r#"
title = "Four columns"
system = "duel"
[board]
labels = "letters"
rows = [". . . ."]
legend = { "." = "clear" }
"#;

const TURNS: u8 = 4;
const COLUMNS: u16 = 4;

/// The toy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Duel;

/// What a man will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Plan {
    #[default]
    Hold,
    Left,
    Right,
    Fire,
}

impl Plan {
    const ALL: [Plan; 4] = [Plan::Hold, Plan::Left, Plan::Right, Plan::Fire];

    /// Where it leads from a column.
    fn from(self, at: LocationId) -> LocationId {
        LocationId(match self {
            Plan::Left => at.0.saturating_sub(1),
            Plan::Right => (at.0 + 1).min(COLUMNS - 1),
            Plan::Hold | Plan::Fire => at.0,
        })
    }
}

/// A man: the two rows of the duel are one strip seen from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    side: Side,
    at: LocationId,
    plan: Plan,
    down: bool,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    agenda: Agenda<Step>,
    men: ArrayVec<Man, 4>,
    ready: BySide<bool>,
    turn: u8,
}

impl Position {
    /// The plans of one side: what a scramble changes.
    pub fn plans(&mut self, side: Side) -> impl Iterator<Item = &mut Plan> {
        self.men.iter_mut().filter(move |man| man.side == side).map(|man| &mut man.plan)
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Plot { man: Piece, plan: Plan },
    Ready,
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Plot,
    Open,
    Fire,
    Move,
    NextTurn,
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Plot { man: Piece, plan: Plan },
    Ready { side: Side, ready: bool },
    Down { man: Piece },
    Move { man: Piece, to: LocationId },
    Turn { now: u8 },
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    Opened { man: Piece, plan: Plan },
    Shot { man: Piece, hit: bool },
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Man { piece: Piece, side: Side, at: LocationId, down: bool },
    Plan { piece: Piece, plan: Plan },
    Ready { side: Side },
    Turn { now: u8 },
}

/// The door.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a> {
    truth: &'a Position,
    seat: Seat,
}

impl<'a> Eyes<'a> {
    fn men(self) -> impl Iterator<Item = (Piece, &'a Man)> {
        (0..).map(Piece).zip(&self.truth.men)
    }

    fn own(self, piece: Piece) -> Option<&'a Man> {
        let man = self.truth.men.get(piece.index())?;
        (self.seat == man.side.seat() && !man.down).then_some(man)
    }

    fn plotting(self) -> bool {
        self.truth.agenda.top() == Some(Step::Plot)
    }

    fn ready(self) -> Option<Side> {
        self.seat.side().filter(|side| self.truth.ready[*side])
    }
}

rules::questions! {
    /// The kinds of questions.
    Question {
        /// What it does, in secret.
        Plot = "plot" by PLOT,
    }
}

impl GameState for Duel {
    type Setting = Board;
    type Position = Position;
    type Question = Question;
    type Step = Step;
    type Change = Change;
    type Report = Report;

    fn agenda(position: &Position) -> &Agenda<Step> {
        &position.agenda
    }

    fn agenda_mut(position: &mut Position) -> &mut Agenda<Step> {
        &mut position.agenda
    }

    fn asks(setting: &Board, position: &Position) -> bool {
        Side::BOTH.iter().any(|side| Self::awaited(Self::eyes(setting, position, side.seat())).is_some())
    }

    fn apply(_: &Board, position: &mut Position, change: &Change) {
        match *change {
            Change::Plot { man, plan } => position.men[man.index()].plan = plan,
            Change::Ready { side, ready } => position.ready[side] = ready,
            Change::Down { man } => position.men[man.index()].down = true,
            Change::Move { man, to } => position.men[man.index()].at = to,
            Change::Turn { now } => position.turn = now,
        }
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(_: &Board, piece: Piece) -> Option<&str> {
        ["r1", "r2", "b1", "b2"].get(piece.index()).copied()
    }

    fn outcome(_: &Board, position: &Position) -> Option<Outcome> {
        let standing = |side| position.men.iter().filter(|man| man.side == side && !man.down).count();
        let (a, b) = (standing(Side::A), standing(Side::B));
        let over = position.turn > TURNS || a == 0 || b == 0;
        let winner = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Side::A),
            std::cmp::Ordering::Less => Some(Side::B),
            std::cmp::Ordering::Equal => None,
        };
        over.then_some(Outcome { winner, clause: END, why: "more men standing" })
    }

    fn losses(_: &Board, _: &Position, _: Side) -> usize {
        0
    }
}

impl GameView for Duel {
    type Eyes<'a> = Eyes<'a>;
    type Fact = Fact;

    fn eyes<'a>(_: &'a Board, truth: &'a Position, seat: Seat) -> Eyes<'a> {
        Eyes { truth, seat }
    }

    fn awaited(eyes: Eyes<'_>) -> Option<Question> {
        eyes.seat.side()?;
        (eyes.plotting() && eyes.ready().is_none()).then_some(Question::Plot)
    }

    fn sees(_: Eyes<'_>, _: Piece) -> bool {
        true
    }

    fn view(eyes: Eyes<'_>, sink: &mut impl FnMut(Fact)) {
        for (piece, man) in eyes.men() {
            sink(Fact::Man { piece, side: man.side, at: man.at, down: man.down });
            if eyes.own(piece).is_some() {
                sink(Fact::Plan { piece, plan: man.plan });
            }
        }
        eyes.ready().into_iter().for_each(|side| sink(Fact::Ready { side }));
        sink(Fact::Turn { now: eyes.truth.turn });
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        matches!(fact, Fact::Man { side, .. } if seat.side() != Some(*side))
    }

    fn only_at_rest(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Board, change: &Change) -> bool {
        !matches!(change, Change::Plot { .. })
    }

    fn together(_: &Change, _: &Change) -> bool {
        false
    }
}

impl GameText for Duel {
    fn scene(_: &Board, _: Seat, _: &[Fact]) -> Scene {
        Scene::default()
    }

    fn ask(_: &Board, question: Question, _: &[Fact]) -> String {
        question.word().to_owned()
    }

    fn tell(_: &Board, _: Seat, _: &[Fact], report: &Report) -> String {
        match report {
            Report::Opened { plan, .. } => format!("{plan:?}"),
            Report::Shot { hit, .. } => format!("hit: {hit}"),
        }
    }

    fn out(_: &Report) -> Option<Out> {
        None
    }

    fn gist(_: &Board, _: &[Fact], _: &Report) -> Option<String> {
        None
    }
}

impl GamePlay for Duel {
    type Order = Order;
    type Draft = ();

    fn candidates(eyes: Eyes<'_>, _: Option<&()>, sink: &mut impl OfferSink<Self>) {
        Self::every(eyes, Every::Order, &mut |order| {
            if Self::check(eyes, &order).is_ok() {
                sink.order(order);
            }
        });
    }

    fn is_offer(_: Eyes<'_>, _: &Choice<Self>) -> bool {
        true
    }

    fn check(eyes: Eyes<'_>, order: &Order) -> Result<(), Refusal> {
        READY.forbids(Self::awaited(eyes).is_none(), "nothing is to be plotted now")?;
        match *order {
            Order::Plot { man, .. } => PLOT.forbids(eyes.own(man).is_none(), "no man of yours who stands"),
            Order::Ready => Ok(()),
        }
    }

    fn every(eyes: Eyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        for (man, _) in eyes.men() {
            Plan::ALL.into_iter().for_each(|plan| sink(Order::Plot { man, plan }));
        }
        sink(Order::Ready);
    }

    fn resolve(turn: &mut impl Turn<Self>, side: Side, order: &Order) {
        match *order {
            Order::Plot { man, plan } => turn.change(PLOT, Change::Plot { man, plan }),
            Order::Ready => {
                turn.change(READY, Change::Ready { side, ready: true });
                if turn.position().ready[side.other()] {
                    turn.pop();
                    turn.push(Step::Open);
                }
            }
        }
    }

    fn step(turn: &mut impl Turn<Self>, step: Step) {
        match step {
            Step::NextTurn => {
                let now = turn.position().turn + 1;
                turn.change(END, Change::Turn { now });
                turn.push(Step::NextTurn);
                turn.push(Step::Plot);
            }
            Step::Open => {
                for (man, Man { plan, .. }) in standing(turn.position()) {
                    turn.report(READY, Audience::All, Report::Opened { man, plan });
                }
                turn.push(Step::Move);
                turn.push(Step::Fire);
            }
            Step::Fire => {
                // All shots from the state before them.
                let mut hits: ArrayVec<Piece, 4> = ArrayVec::new();
                let men = standing(turn.position());
                for (man, shooter) in men.iter().filter(|(_, man)| man.plan == Plan::Fire) {
                    let hit =
                        turn.roll(Pool::open(1, Classes::at_least(5), "shot", FIRE).of(shooter.side)).successes() == 1;
                    turn.report(FIRE, Audience::All, Report::Shot { man: *man, hit });
                    let opposite = men.iter().find(|(_, other)| other.side != shooter.side && other.at == shooter.at);
                    hits.extend(opposite.filter(|_| hit).map(|(target, _)| *target).filter(|_| hits.len() < 4));
                }
                hits.into_iter().for_each(|man| turn.change(FIRE, Change::Down { man }));
            }
            Step::Move => {
                for (man, Man { plan, at, .. }) in standing(turn.position()) {
                    turn.change(MOVE, Change::Move { man, to: plan.from(at) });
                    turn.change(PLOT, Change::Plot { man, plan: Plan::Hold });
                }
                for side in Side::BOTH {
                    turn.change(READY, Change::Ready { side, ready: false });
                }
            }
            Step::Plot => {}
        }
    }

    fn phrase(_: &Board, _: Seat, _: &[Fact], order: &Order) -> Phrase {
        let verb = format!("{order:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
        Phrase::new(&verb, format!("{verb}."), END)
    }

    fn phrase_draft(_: &Board, _: Seat, _: &[Fact], (): &()) -> Phrase {
        Phrase { verb: String::new(), sentence: String::new(), pieces: vec![], places: vec![], clauses: vec![] }
    }
}

impl GameAi for Duel {
    const PLANS: Option<Plans<Self>> = Some(Plans {
        unplan: |_, position, side| {
            position.ready[side] = false;
            position.plans(side).for_each(|plan| *plan = Plan::Hold);
        },
        alone: |_, _, _, _| None,
    });

    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>> {
        let mut men: ArrayVec<Man, 4> = ArrayVec::new();
        let mut seen = Vec::new();
        let (mut turn, mut ready) = (0, BySide::default());
        for fact in known.facts() {
            match *fact {
                Fact::Man { piece, side, at, down } => {
                    let plan = Plan::ALL[rng.random_range(0..4)];
                    men.try_push(Man { side, at, plan, down }).ok()?;
                    seen.push(Some(piece));
                }
                Fact::Ready { side } => ready[side] = true,
                Fact::Turn { now } => turn = now,
                Fact::Plan { .. } => {}
            }
        }
        for fact in known.facts() {
            if let Fact::Plan { piece, plan } = fact {
                let index = seen.iter().position(|other| *other == Some(*piece))?;
                men[index].plan = *plan;
            }
        }
        let mut agenda = Agenda::default();
        agenda.push(Step::NextTurn);
        agenda.push(Step::Plot);
        Some(Guess::new(known, Position { agenda, men, ready, turn }, seen))
    }

    /// Shots plotted at an enemy are good, and to face one when all have moved is good for the second side.
    fn prospect(_: &Board, position: &Position, side: Side) -> f64 {
        let standing = standing(position);
        let after = |man: &Man| man.plan.from(man.at);
        let good = |of: Side| {
            let men = standing.iter().filter(|(_, man)| man.side == of);
            let value = |(_, man): &(Piece, Man)| {
                let mut others = standing.iter().filter(|(_, other)| other.side != of);
                let shoots = man.plan == Plan::Fire && others.clone().any(|(_, other)| other.at == man.at);
                let faces = of == Side::B && others.any(|(_, other)| after(other) == after(man));
                0.1 + 0.03 * f64::from(u8::from(shoots)) + 0.02 * f64::from(u8::from(faces))
            };
            men.map(value).sum::<f64>()
        };
        0.5 + good(side) - good(side.other())
    }
}

impl GameBook for Duel {
    const NAME: &'static str = "duel";
    const SIDES: [&'static str; 2] = ["red", "blue"];
    const ROLLS: &'static [&'static str] = &["shot"];
    const PASSIVE: &'static [&'static str] = &["ready"];
    const CALCULATORS: &'static [Calculator<Self>] = &[];

    fn rulebook() -> &'static BuiltIn {
        &BOOK
    }

    fn clauses() -> &'static [Clause] {
        ALL
    }

    fn set_up(document: &Document) -> Result<SetUp<Self>, Problems> {
        const WORDS: BoardWords = BoardWords { terrains: &[("clear", Look::Plain)], features: &[] };
        let mut reader = document.reader();
        let _ = reader.head();
        let board = reader.board(&WORDS);
        let (warnings, board) = match (reader.finish(), board) {
            (Ok(warnings), Some(board)) => (warnings, board),
            (Err(problems), _) => return Err(problems),
            (Ok(warnings), None) => return Err(warnings.0),
        };
        let man = |side, at| Man { side, at: LocationId(at), plan: Plan::Hold, down: false };
        let men = [man(Side::A, 0), man(Side::A, 2), man(Side::B, 0), man(Side::B, 3)].into_iter().collect();
        let mut agenda = Agenda::default();
        agenda.push(Step::NextTurn);
        let position = Position { agenda, men, ready: BySide::default(), turn: 0 };
        Ok(SetUp { setting: board, position, warnings })
    }

    fn ground(setting: &Board) -> Ground<'_> {
        Ground { board: setting, networks: &[], joined: &[] }
    }

    fn scenario_parts() -> Vec<Part> {
        Vec::new()
    }

    fn options(_: &Board) -> serde_json::Value {
        serde_json::json!({})
    }
}

fn standing(position: &Position) -> ArrayVec<(Piece, Man), 4> {
    (0..).map(Piece).zip(position.men.iter().copied()).filter(|(_, man)| !man.down).collect()
}

/// Checks what must hold of every position.
///
/// # Errors
/// What does not hold.
pub fn audit(_: &Board, position: &Position) -> Result<(), Flaw> {
    let off = position.men.iter().any(|man| man.at.0 >= COLUMNS);
    if off || position.agenda.overflowed() { Err(Flaw("a man off the strip".to_owned())) } else { Ok(()) }
}
