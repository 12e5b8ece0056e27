//! `hide`: moles below counters, hounds above. Hidden stacks, a nested reaction, an enemy who directs what he cannot
//! see, and a truth that bars. `LEAK` makes copies that leak on purpose, to see that the suite notices.

pub mod world;

use arrayvec::ArrayVec;
use board::scenario::{Document, Part, Problem, Problems};
use board::{Board, BoardWords, LocationId, Look};
use rand::{Rng, RngExt};
use rules::agenda::Agenda;
use rules::rulebook::BuiltIn;
use rules::scene::{Out, Phrase, Scene};
use rules::{
    Audience, Calculator, Choice, Classes, Clause, Every, Flaw, GameAi, GameBook, GamePlay, GameState, GameText,
    GameView, Ground, Guess, Knowledge, OfferSink, Outcome, Piece, Plans, Pool, Question as _, Refusal, Seat, SetUp,
    Side, Turn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The ways a copy of this system leaks.
pub mod leak {
    /// The honest system.
    pub const NONE: u8 = 0;
    /// A counter carries the true number of what is below it.
    pub const ID: u8 = 1;
    /// Offers stand in an order that depends on what is below.
    pub const OFFER_ORDER: u8 = 2;
    /// A refusal cites another clause where something real is below.
    pub const CLAUSE: u8 = 3;
    /// A public number counts hidden moves.
    pub const SEQUENCE: u8 = 4;
    /// An open roll happens only for a real mole.
    pub const ROLLS: u8 = 5;
    /// Undo asks who really was near.
    pub const UNDO: u8 = 6;
    /// A question is asked only about a real mole.
    pub const PROMPT: u8 = 7;
    /// The words of a refusal differ where something real is below.
    pub const TEXT: u8 = 8;
    /// A find by a listed clause reaches the hound in one event with what another clause does, and under that one.
    pub const CITED: u8 = 9;
    /// More of a mole in sight becomes known as hounds walk.
    pub const VAGUE: u8 = 10;
    /// Every leak that tells two truths apart.
    pub const ALL: [u8; 8] = [ID, OFFER_ORDER, CLAUSE, SEQUENCE, ROLLS, UNDO, PROMPT, TEXT];
}

#[allow(missing_docs)]
mod clause {
    rules::clauses! {
        SLIP = "H-SLIP",
        RISE = "H-RISE",
        WALK = "H-WALK",
        BAR = "H-BAR",
        SEARCH = "H-SEARCH",
        LISTEN = "H-LISTEN",
        POUNCE = "H-POUNCE",
        END = "H-END",
    }
}
use clause::*;

static BOOK: BuiltIn = BuiltIn::new(include_str!("hide.toml"), rules::sources!("hide.rs"));

/// A scenario of the toy.
pub const SCENARIO: &str = r#"
title = "Six hexes"
system = "hide"
[board]
labels = "letters"
rows = [". . . . . ."]
legend = { "." = "clear" }
"#;

const MOLE: Side = Side::A;
const HOUND: Side = Side::B;
const ROUNDS: u8 = 6;

/// The toy, honest with `LEAK` = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hide<const LEAK: u8>;

/// The strip of hexes.
#[derive(Debug)]
pub struct Setting {
    board: Board,
}

/// A mole or a hound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    side: Side,
    at: LocationId,
    below: bool,
    real: bool,
    out: bool,
}

/// The whole truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    agenda: Agenda<Step>,
    men: ArrayVec<Man, 8>,
    round: u8,
    /// For the leak by sequence: real moles' moves.
    stamp: u8,
}

impl Position {
    /// Whether each hidden counter is real: what a scramble changes.
    pub fn contents(&mut self) -> impl Iterator<Item = (Piece, &mut bool)> {
        let numbered = (0u16..).map(Piece).zip(self.men.iter_mut());
        numbered.filter(|(_, man)| man.below && !man.out).map(|(piece, man)| (piece, &mut man.real))
    }

    /// The counters below a hex.
    pub fn below(&self, at: LocationId) -> impl Iterator<Item = Piece> {
        let numbered = (0u16..).map(Piece).zip(&self.men);
        numbered.filter(move |(_, man)| man.below && !man.out && man.at == at).map(|(piece, _)| piece)
    }
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Slip { mole: Piece, to: LocationId },
    Rise { mole: Piece },
    Wait,
    Walk { hound: Piece, to: LocationId },
    Search { hound: Piece },
    Direct { to: LocationId },
    Listen { yes: bool },
    Pounce { yes: bool },
    Flee { to: LocationId },
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Mole,
    Hound,
    NextRound,
    Slip { mole: Piece, to: LocationId },
    Direct { mole: Piece },
    Moved { mole: Piece },
    Listen { mole: Piece },
    Pounce { mole: Piece },
    Flee { mole: Piece },
}

#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Step { piece: Piece, to: LocationId, near: bool },
    Surface { mole: Piece },
    Remove { piece: Piece },
    Round { now: u8 },
    Stamp,
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    Barred { at: LocationId },
    Lost { at: LocationId },
    Heard { at: LocationId, real: bool },
    Pounced { caught: bool },
}

#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fact {
    Man {
        piece: Piece,
        side: Side,
        at: LocationId,
        below: bool,
        real: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tag: Option<u8>,
    },
    Unknown {
        at: LocationId,
        count: u8,
        tag: u16,
    },
    Round {
        now: u8,
        stamp: u8,
    },
    Listening {
        at: LocationId,
    },
    Directing {
        at: LocationId,
    },
}

/// The door.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'a> {
    setting: &'a Setting,
    truth: &'a Position,
    seat: Seat,
}

impl<'a> Eyes<'a> {
    fn man(self, piece: Piece) -> Option<&'a Man> {
        let man = self.truth.men.get(piece.index())?;
        let known = !man.out && (!man.below || self.seat == MOLE.seat());
        known.then_some(man)
    }

    fn men(self) -> impl Iterator<Item = (Piece, &'a Man)> {
        (0..self.truth.men.len() as u16).filter_map(move |id| Some((Piece(id), self.man(Piece(id))?)))
    }

    fn step(self) -> Option<Step> {
        self.truth.agenda.top()
    }

    /// How many counters lie on a hex: everybody sees counters.
    fn counters(self, at: LocationId) -> u8 {
        self.truth.men.iter().filter(|man| man.below && !man.out && man.at == at).count() as u8
    }

    fn counter_of(self, mole: Piece) -> Option<LocationId> {
        self.truth.men.get(mole.index()).map(|man| man.at)
    }

    fn hexes(self) -> impl Iterator<Item = LocationId> {
        self.setting.board.location_ids()
    }

    /// What only a leak would ask: whether something real lies below a hex.
    fn leaked_real(self, at: LocationId) -> bool {
        real_below(self.truth, at)
    }
}

fn near(a: LocationId, b: LocationId) -> bool {
    a.0.abs_diff(b.0) <= 1
}

fn real_below(truth: &Position, at: LocationId) -> bool {
    truth.men.iter().any(|man| man.side == MOLE && man.below && man.real && !man.out && man.at == at)
}

rules::questions! {
    /// The kinds of questions.
    Question {
        /// What a mole does.
        Mole = "mole" by SLIP,
        /// What a hound does.
        Hound = "hound" by WALK,
        /// Where a lost mole comes to.
        Direct = "direct" by SLIP,
        /// Whether a hound listens.
        Listen = "listen" by LISTEN,
        /// Whether a hound pounces.
        Pounce = "pounce" by POUNCE,
        /// Where a mole flees to.
        Flee = "flee" by POUNCE,
    }
}

impl<const LEAK: u8> GameState for Hide<LEAK> {
    type Setting = Setting;
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

    fn asks(setting: &Setting, position: &Position) -> bool {
        Side::BOTH.iter().any(|side| Self::awaited(Self::eyes(setting, position, side.seat())).is_some())
    }

    fn apply(_: &Setting, position: &mut Position, change: &Change) {
        match *change {
            Change::Step { piece, to, .. } => position.men[piece.index()].at = to,
            Change::Surface { mole } => position.men[mole.index()].below = false,
            Change::Remove { piece } => position.men[piece.index()].out = true,
            Change::Round { now } => position.round = now,
            Change::Stamp => position.stamp += 1,
        }
    }

    fn pieces(position: &Position) -> usize {
        position.men.len()
    }

    fn piece_name(_: &Setting, piece: Piece) -> Option<&str> {
        ["m1", "m2", "m3", "h1", "h2"].get(piece.index()).copied()
    }

    fn outcome(_: &Setting, position: &Position) -> Option<Outcome> {
        let moles = || position.men.iter().filter(|man| man.side == MOLE && man.real && !man.out);
        if moles().any(|man| !man.below && man.at == LocationId(5)) {
            return Some(Outcome { winner: Some(MOLE), clause: END, why: "a mole got through" });
        }
        let over = position.round > ROUNDS || moles().count() == 0;
        over.then_some(Outcome { winner: Some(HOUND), clause: END, why: "no mole got through" })
    }

    fn losses(_: &Setting, _: &Position, _: Side) -> usize {
        0
    }
}

impl<const LEAK: u8> GameView for Hide<LEAK> {
    type Eyes<'a> = Eyes<'a>;
    type Fact = Fact;

    fn eyes<'a>(setting: &'a Setting, truth: &'a Position, seat: Seat) -> Eyes<'a> {
        Eyes { setting, truth, seat }
    }

    fn awaited(eyes: Eyes<'_>) -> Option<Question> {
        let side = eyes.seat.side()?;
        match (side, eyes.step()?) {
            (MOLE, Step::Mole) => Some(Question::Mole),
            (MOLE, Step::Flee { .. }) => Some(Question::Flee),
            (HOUND, Step::Hound) => Some(Question::Hound),
            (HOUND, Step::Direct { .. }) => Some(Question::Direct),
            (HOUND, Step::Listen { .. }) => Some(Question::Listen),
            (HOUND, Step::Pounce { .. }) => Some(Question::Pounce),
            _ => None,
        }
    }

    fn sees(eyes: Eyes<'_>, piece: Piece) -> bool {
        eyes.man(piece).is_some()
    }

    fn view(eyes: Eyes<'_>, sink: &mut impl FnMut(Fact)) {
        for (piece, man) in eyes.men() {
            let Man { side, at, below, real, .. } = *man;
            let tag = (LEAK == leak::VAGUE && eyes.seat != side.seat() && eyes.truth.stamp > 0).then_some(7);
            sink(Fact::Man { piece, side, at, below, real, tag });
        }
        for at in eyes.hexes() {
            let count = eyes.counters(at);
            if count > 0 {
                let tag = u16::from(LEAK == leak::ID && eyes.leaked_real(at));
                sink(Fact::Unknown { at, count, tag });
            }
        }
        let stamp = if LEAK == leak::SEQUENCE { eyes.truth.stamp } else { 0 };
        sink(Fact::Round { now: eyes.truth.round, stamp });
        match eyes.step() {
            Some(Step::Direct { mole }) => {
                eyes.counter_of(mole).into_iter().for_each(|at| sink(Fact::Directing { at }))
            }
            Some(Step::Listen { mole }) => {
                eyes.counter_of(mole).into_iter().for_each(|at| sink(Fact::Listening { at }))
            }
            _ => {}
        }
    }

    fn tells_of_enemy(seat: Seat, fact: &Fact) -> bool {
        match fact {
            Fact::Man { side, .. } => seat.side() != Some(*side),
            Fact::Unknown { .. } => seat != MOLE.seat(),
            Fact::Round { .. } | Fact::Listening { .. } | Fact::Directing { .. } => false,
        }
    }

    fn only_at_rest(_: &Fact) -> bool {
        false
    }

    fn could_disclose(_: &Setting, change: &Change) -> bool {
        match change {
            // To walk on unhindered tells that nothing real was below.
            Change::Step { near, .. } => LEAK != leak::UNDO || *near,
            Change::Surface { .. } | Change::Remove { .. } => true,
            Change::Round { .. } | Change::Stamp => false,
        }
    }

    fn together(one: &Change, next: &Change) -> bool {
        LEAK == leak::CITED && matches!((one, next), (Change::Surface { .. }, Change::Stamp))
    }
}

impl<const LEAK: u8> GameText for Hide<LEAK> {
    fn scene(_: &Setting, _: Seat, _: &[Fact]) -> Scene {
        Scene::default()
    }

    fn ask(_: &Setting, question: Question, _: &[Fact]) -> String {
        question.word().to_owned()
    }

    fn tell(_: &Setting, _: Seat, _: &[Fact], report: &Report) -> String {
        match report {
            Report::Barred { .. } => "barred".to_owned(),
            Report::Lost { .. } => "a mole is lost".to_owned(),
            Report::Heard { real, .. } => format!("something real: {real}"),
            Report::Pounced { caught } => format!("caught: {caught}"),
        }
    }

    fn out(_: &Report) -> Option<Out> {
        None
    }

    fn gist(_: &Setting, _: &[Fact], report: &Report) -> Option<String> {
        match report {
            Report::Barred { .. } => None,
            Report::Lost { .. } => Some("a mole is lost".to_owned()),
            Report::Heard { real, .. } => Some(format!("something real: {real}")),
            Report::Pounced { caught } => Some(format!("caught: {caught}")),
        }
    }
}

impl<const LEAK: u8> GamePlay for Hide<LEAK> {
    type Order = Order;
    type Draft = ();

    fn candidates(eyes: Eyes<'_>, draft: Option<&()>, sink: &mut impl OfferSink<Self>) {
        if draft.is_some() {
            return;
        }
        let mut orders = Vec::new();
        Self::every(eyes, Every::Order, &mut |order| {
            if Self::check(eyes, &order).is_ok() {
                orders.push(order);
            }
        });
        if LEAK == leak::OFFER_ORDER && eyes.hexes().any(|at| at.0 < 2 && eyes.leaked_real(at)) {
            orders.reverse();
        }
        orders.into_iter().for_each(|order| sink.order(order));
    }

    fn is_offer(_: Eyes<'_>, _: &Choice<Self>) -> bool {
        true
    }

    fn check(eyes: Eyes<'_>, order: &Order) -> Result<(), Refusal> {
        let Some(step) = eyes.step() else { return Err(Refusal::new(END, "nothing is asked")) };
        let question = Self::awaited(eyes);
        let own = |piece: Piece, side| eyes.man(piece).filter(|man| man.side == side && eyes.seat == Seat::Side(side));
        match (*order, question) {
            (Order::Slip { mole, to }, Some(Question::Mole)) => match own(mole, MOLE) {
                Some(man) => SLIP.forbids(!man.below || man.at == to || !near(man.at, to), "one hex, below"),
                None => Err(Refusal::new(SLIP, "no mole of yours")),
            },
            (Order::Rise { mole }, Some(Question::Mole)) => {
                RISE.forbids(!own(mole, MOLE).is_some_and(|man| man.below), "only a mole below comes up")
            }
            (Order::Wait, Some(Question::Mole | Question::Hound)) => Ok(()),
            (Order::Walk { hound, to }, Some(Question::Hound)) => match own(hound, HOUND) {
                Some(man) if near(man.at, to) && man.at != to => Ok(()),
                Some(_) if LEAK == leak::CLAUSE && eyes.leaked_real(to) => Err(Refusal::new(BAR, "one hex")),
                Some(_) if LEAK == leak::TEXT && eyes.leaked_real(to) => Err(Refusal::new(WALK, "not there")),
                Some(_) => Err(Refusal::new(WALK, "one hex")),
                None => Err(Refusal::new(WALK, "no hound of yours")),
            },
            (Order::Search { hound }, Some(Question::Hound)) => SEARCH.forbids(
                own(hound, HOUND).is_none_or(|man| eyes.counters(man.at) == 0),
                "there is no counter in its hex",
            ),
            (Order::Direct { to }, Some(Question::Direct)) => {
                let Step::Direct { mole } = step else { return Err(Refusal::new(SLIP, "nothing is lost")) };
                let from = eyes.counter_of(mole);
                SLIP.forbids(!from.is_some_and(|from| from != to && near(from, to)), "one hex from where it is")
            }
            (Order::Listen { .. }, Some(Question::Listen)) | (Order::Pounce { .. }, Some(Question::Pounce)) => Ok(()),
            (Order::Flee { to }, Some(Question::Flee)) => {
                let Step::Flee { mole } = step else { return Err(Refusal::new(POUNCE, "nobody flees")) };
                POUNCE.forbids(!eyes.man(mole).is_some_and(|man| man.at != to && near(man.at, to)), "one hex away")
            }
            _ => Err(Refusal::new(END, "that is not what is asked")),
        }
    }

    fn every(eyes: Eyes<'_>, _: Every, sink: &mut impl FnMut(Order)) {
        for (piece, man) in eyes.men() {
            for to in eyes.hexes() {
                sink(if man.side == MOLE { Order::Slip { mole: piece, to } } else { Order::Walk { hound: piece, to } });
            }
            sink(if man.side == MOLE { Order::Rise { mole: piece } } else { Order::Search { hound: piece } });
        }
        for to in eyes.hexes() {
            sink(Order::Direct { to });
            sink(Order::Flee { to });
        }
        sink(Order::Wait);
        for yes in [false, true] {
            sink(Order::Listen { yes });
            sink(Order::Pounce { yes });
        }
    }

    fn resolve(turn: &mut impl Turn<Self>, _: Side, order: &Order) {
        let asked = turn.position().agenda.top();
        turn.pop();
        match (*order, asked) {
            (Order::Slip { mole, to }, _) => turn.push(Step::Slip { mole, to }),
            (Order::Rise { mole }, _) => rise(turn, mole),
            (Order::Walk { hound, to }, _) => {
                if real_below(turn.position(), to) {
                    turn.report(BAR, Audience::All, Report::Barred { at: to });
                } else {
                    step_to(turn, WALK, hound, to);
                    if LEAK == leak::VAGUE && turn.position().stamp == 0 {
                        turn.change(WALK, Change::Stamp);
                    }
                }
            }
            (Order::Search { hound }, _) => search(turn, hound),
            (Order::Direct { to }, Some(Step::Direct { mole })) => {
                step_to(turn, SLIP, mole, to);
                turn.push(Step::Moved { mole });
            }
            (Order::Listen { yes: true }, Some(Step::Listen { mole })) => {
                let heard = turn.roll(Pool::open(1, Classes::at_least(6), "listen", LISTEN)).successes() == 1;
                if heard {
                    let man = turn.position().men[mole.index()];
                    turn.report(LISTEN, Audience::All, Report::Heard { at: man.at, real: man.real });
                }
            }
            (Order::Pounce { yes: true }, Some(Step::Pounce { mole })) => {
                let caught = turn.roll(Pool::open(1, Classes::at_least(4), "pounce", POUNCE)).successes() == 1;
                turn.report(POUNCE, Audience::All, Report::Pounced { caught });
                if caught {
                    turn.push(Step::Flee { mole });
                }
            }
            (Order::Flee { to }, Some(Step::Flee { mole })) => step_to(turn, POUNCE, mole, to),
            _ => {}
        }
    }

    fn step(turn: &mut impl Turn<Self>, step: Step) {
        match step {
            Step::NextRound => {
                let now = turn.position().round + 1;
                turn.change(END, Change::Round { now });
                turn.push(Step::NextRound);
                turn.push(Step::Hound);
                turn.push(Step::Mole);
            }
            Step::Slip { mole, to } => {
                let real = turn.position().men[mole.index()].real;
                if LEAK == leak::ROLLS && real {
                    turn.roll(Pool::open(1, Classes::SUM, "noise", SLIP));
                }
                let lost = turn.roll(Pool::secret(1, Classes::at_least(5), "lost", SLIP, MOLE)).successes() == 1;
                if LEAK == leak::SEQUENCE && real {
                    turn.change(SLIP, Change::Stamp);
                }
                if lost {
                    let at = turn.position().men[mole.index()].at;
                    turn.report(SLIP, Audience::All, Report::Lost { at });
                    turn.push(Step::Direct { mole });
                } else {
                    step_to(turn, SLIP, mole, to);
                    turn.push(Step::Moved { mole });
                }
            }
            Step::Moved { mole } => {
                let man = turn.position().men[mole.index()];
                let near_hound = turn.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
                if near_hound && (LEAK != leak::PROMPT || man.real) {
                    turn.push(Step::Listen { mole });
                }
            }
            Step::Mole | Step::Hound | Step::Direct { .. } | Step::Listen { .. } => {}
            Step::Pounce { .. } | Step::Flee { .. } => {}
        }
    }

    fn phrase(_: &Setting, _: Seat, _: &[Fact], order: &Order) -> Phrase {
        let verb = format!("{order:?}").split([' ', '{']).next().unwrap_or_default().to_owned();
        Phrase::new(&verb, format!("{verb}."), END)
    }

    fn phrase_draft(_: &Setting, _: Seat, _: &[Fact], (): &()) -> Phrase {
        Phrase { verb: String::new(), sentence: String::new(), pieces: vec![], places: vec![], clauses: vec![] }
    }
}

impl<const LEAK: u8> GameAi for Hide<LEAK> {
    const PLANS: Option<Plans<Self>> = None;

    fn sample(known: &Knowledge<Self>, rng: &mut impl Rng) -> Option<Guess<Self>> {
        let mut men: ArrayVec<Man, 8> = ArrayVec::new();
        let mut seen = Vec::new();
        for fact in known.facts() {
            match *fact {
                Fact::Man { piece, side, at, below, real, .. } => {
                    men.try_push(Man { side, at, below, real, out: false }).ok()?;
                    seen.push(Some(piece));
                }
                Fact::Unknown { at, count, .. } if known.seat() != MOLE.seat() => {
                    for _ in 0..count {
                        let real = rng.random_bool(2.0 / 3.0);
                        men.try_push(Man { side: MOLE, at, below: true, real, out: false }).ok()?;
                        seen.push(None);
                    }
                }
                _ => {}
            }
        }
        let round = known.facts().iter().find_map(|fact| match fact {
            Fact::Round { now, .. } => Some(*now),
            _ => None,
        })?;
        let mut agenda = Agenda::default();
        agenda.push(Step::NextRound);
        Some(Guess::new(known, Position { agenda, men, round, stamp: 0 }, seen)).filter(|_| {
            // What is asked is not in the view of the toy but for these; a guess in the middle of them is not made.
            !known.facts().iter().any(|fact| matches!(fact, Fact::Listening { .. } | Fact::Directing { .. }))
        })
    }

    fn prospect(_: &Setting, _: &Position, _: Side) -> f64 {
        0.5
    }
}

impl<const LEAK: u8> GameBook for Hide<LEAK> {
    const NAME: &'static str = "hide";
    const SIDES: [&'static str; 2] = ["mole", "hound"];
    const ROLLS: &'static [&'static str] = &["noise", "lost", "listen", "pounce", "search"];
    const PASSIVE: &'static [&'static str] = &["wait"];
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
        if board.as_ref().is_some_and(|board| board.locations().len() < 6) {
            reader.problem(0..0, Problem::new("expected six hexes"));
        }
        // A file without a board is refused by `finish`, so the error here is never empty.
        let (warnings, board) = match (reader.finish(), board) {
            (Ok(warnings), Some(board)) => (warnings, board),
            (Err(problems), _) => return Err(problems),
            (Ok(warnings), None) => return Err(warnings.0),
        };
        let mole = |at, real| Man { side: MOLE, at: LocationId(at), below: true, real, out: false };
        let hound = |at| Man { side: HOUND, at: LocationId(at), below: false, real: true, out: false };
        let men = [mole(0, true), mole(1, false), mole(2, true), hound(3), hound(4)].into_iter().collect();
        let mut agenda = Agenda::default();
        agenda.push(Step::NextRound);
        let position = Position { agenda, men, round: 0, stamp: 0 };
        Ok(SetUp { setting: Setting { board }, position, warnings })
    }

    fn ground(setting: &Setting) -> Ground<'_> {
        Ground { board: &setting.board, networks: &[], joined: &[] }
    }

    fn scenario_parts() -> Vec<Part> {
        Vec::new()
    }

    fn options(_: &Setting) -> serde_json::Value {
        serde_json::json!({})
    }
}

fn step_to<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, clause: Clause, piece: Piece, to: LocationId) {
    let near = turn.position().men.iter().any(|man| man.side == MOLE && man.real && man.below && near(man.at, to));
    turn.change(clause, Change::Step { piece, to, near });
}

fn rise<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, mole: Piece) {
    turn.change(RISE, Change::Surface { mole });
    let man = turn.position().men[mole.index()];
    if !man.real {
        turn.change(RISE, Change::Remove { piece: mole });
        return;
    }
    let hound_near = turn.position().men.iter().any(|hound| hound.side == HOUND && near(hound.at, man.at));
    if hound_near {
        turn.push(Step::Pounce { mole });
    }
}

fn search<const LEAK: u8>(turn: &mut impl Turn<Hide<LEAK>>, hound: Piece) {
    let found = turn.roll(Pool::open(1, Classes::at_least(4), "search", SEARCH)).successes() == 1;
    let at = turn.position().men[hound.index()].at;
    let below = turn.position().men.iter().position(|man| man.below && !man.out && man.at == at);
    if let (true, Some(index)) = (found, below) {
        let mole = Piece(index as u16);
        turn.change(SEARCH, Change::Surface { mole });
        if LEAK == leak::CITED {
            turn.change(WALK, Change::Stamp);
        }
        if !turn.position().men[index].real {
            turn.change(SEARCH, Change::Remove { piece: mole });
        }
    }
}

/// Checks what must hold of every position.
///
/// # Errors
/// What does not hold.
pub fn audit(setting: &Setting, position: &Position) -> Result<(), Flaw> {
    let flaw = |why: &str| Err(Flaw(why.to_owned()));
    if position.agenda.overflowed() {
        return flaw("the agenda overflowed");
    }
    if position.men.iter().any(|man| man.at.index() >= setting.board.locations().len()) {
        return flaw("a man off the board");
    }
    Ok(())
}
