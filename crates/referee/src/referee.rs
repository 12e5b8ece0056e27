//! The referee of one game.

mod access;
mod answer;
mod answered;
mod checkpoints;
mod dice_box;
#[cfg(feature = "suite")]
mod fork;
mod offered;
mod perform;
mod plans;
mod recorded;
mod repeated;
mod resign;
mod setup;
mod standing;
mod undo;
mod weight;

use std::collections::BTreeMap;
use std::sync::Arc;

use board::naming::naming;
use fair::{Binding, Key, Nonce, Ordinals};
use rules::resolution::{resolve, settle};
use rules::{BySide, Choice, Refusal, Seat, Side, System, referee_clauses};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::canonical::canonical;
use crate::dice::GivenDice;
use crate::entry::{Act, Entry};
use crate::ledger::{DiceTerms, FORMAT, Header, Line, Sink, Writer};
use crate::names::TrueNames;
use crate::rulings::{PROGRAM, rulings};
use crate::seat::SeatLog;
use crate::shared::{Start, shared};
use crate::weighed::Weighed;
use crate::{RefereeError, SubmitError};
pub use answer::{Ack, Offered, discloses, outcome_name};
use answered::Answered;
use checkpoints::{Checkpoints, Trace};
use dice_box::DiceBox;
pub(crate) use dice_box::Pending;
use recorded::Recorded;
pub use setup::{GameSetup, rulebook_hash, set_up};

/// The referee of one game: holds the true position, serves each seat, and records everything in the ledger.
pub struct Referee<S: System> {
    header: Arc<Header>,
    start: Arc<Start<S>>,
    position: S::Position,
    names: Arc<TrueNames<S>>,
    seats: [SeatLog<S>; 3],
    entries: Weighed<Entry<S>>,
    /// The true position before some of the entries.
    checkpoints: Checkpoints<S>,
    /// Further data about each entry.
    traces: Vec<Trace>,
    /// Indices of entries that began play or gave an order and are not undone.
    standing_entries: Vec<usize>,
    undone: BySide<usize>,
    times_stood: BySide<usize>,
    /// Standing orders by kind of question, in the side's own names.
    standing_orders: BySide<BTreeMap<String, Value>>,
    answered: Answered,
    ordinals: Ordinals,
    dice: DiceBox,
    pending: Option<Pending<S>>,
    recorded: Option<Box<Recorded<S>>>,
    writer: Writer,
    sink: Box<dyn Sink>,
    began: bool,
    /// The side that resigned, if one did.
    resigned: Option<Side>,
    closed: bool,
    broken: bool,
}

impl<S: System> std::fmt::Debug for Referee<S> {
    /// Omits the position, because a referee may be printed in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Referee").field("system", &S::NAME).field("began", &self.began).finish_non_exhaustive()
    }
}

impl<S: System> Referee<S> {
    /// Opens a game and writes its header. Play begins at once if dice are given, else with [`Referee::reveal`].
    ///
    /// # Errors
    /// Fails if the scenario has errors, the nonce does not match its commitment, or the ledger can't be written.
    pub fn open(setup: GameSetup, sink: Box<dyn Sink>) -> Result<Self, RefereeError> {
        let start = shared::<S>(&setup.scenario)?;
        let binding = Binding::Game(setup.game);
        if let Some(commitments) = setup.dice.commitments()
            && !commitments.opened_by_referee(binding, &setup.nonce)
        {
            return Err(RefereeError::Nonce("referee"));
        }
        let header = Header {
            undercity: FORMAT,
            system: S::NAME.to_owned(),
            rules: PROGRAM.to_owned(),
            rulebook: rulebook_hash::<S>(),
            clauses: Some(rulings::<S>()),
            scenario: setup.scenario,
            options: S::options(&start.setting),
            dice: setup.dice,
            fairness: Some(binding.version()),
            game: Some(setup.game),
            nonce: setup.nonce,
            unknown: BTreeMap::new(),
        };
        let mut referee = Self::seated(header, start, sink);
        referee.write(&Line::Header(Box::new(Header::clone(&referee.header))))?;
        if referee.header.dice == DiceTerms::Given {
            referee.begin()?;
        }
        Ok(referee)
    }

    /// Creates a referee that has not written the first line of its ledger.
    pub(crate) fn seated(header: Header, start: Arc<Start<S>>, sink: Box<dyn Sink>) -> Self {
        let position = S::Position::clone(&start.position);
        let names = TrueNames::<S>::new(&start.setting, &position);
        let commitment = header.binding().referee(&header.nonce).to_hex();
        let seat =
            |seat: Seat| SeatLog::new(&start.setting, seat, &format!("{commitment}/{}", seat.index()), header.nonce);
        let dice = match header.dice {
            DiceTerms::Fair(_) | DiceTerms::Players(_) => DiceBox::Unrevealed,
            DiceTerms::Given => DiceBox::Given(Box::new(GivenDice::new(S::SIDES))),
        };
        Referee {
            seats: Seat::ALL.map(seat),
            header: Arc::new(header),
            start,
            position,
            names,
            entries: Weighed::default(),
            checkpoints: Checkpoints::default(),
            traces: Vec::new(),
            standing_entries: Vec::new(),
            undone: BySide::default(),
            times_stood: BySide::default(),
            standing_orders: BySide::default(),
            answered: Answered::default(),
            ordinals: Ordinals::default(),
            dice,
            pending: None,
            recorded: None,
            writer: Writer::default(),
            sink,
            began: false,
            resigned: None,
            closed: false,
            broken: false,
        }
    }

    /// Takes the nonces of both seats and begins play.
    ///
    /// # Errors
    /// Fails if a nonce does not match its commitment, play has begun, or the ledger can't be written.
    pub fn reveal(&mut self, a: Nonce, b: Nonce) -> Result<(), RefereeError> {
        let Some(commitments) = self.header.dice.commitments() else {
            return Err(RefereeError::Order("the dice of this game are given, not computed"));
        };
        if self.began || !matches!(self.dice, DiceBox::Unrevealed) {
            return Err(RefereeError::Order("the nonces were revealed already"));
        }
        let binding = self.header.binding();
        for (seat, nonce, side) in [(fair::Seat::A, a, S::SIDES[0]), (fair::Seat::B, b, S::SIDES[1])] {
            if !commitments.opened_by(binding, seat, &nonce) {
                return Err(RefereeError::Nonce(side));
            }
        }
        self.write(&Line::Reveal { a, b })?;
        self.take_key(&a, &b);
        self.begin()
    }

    pub(crate) fn take_key(&mut self, a: &Nonce, b: &Nonce) {
        let key = Key::combine(&self.header.nonce, a, b);
        self.dice = match self.header.dice {
            DiceTerms::Fair(_) => DiceBox::Fair(key),
            DiceTerms::Players(_) => DiceBox::Own(key, Box::new(GivenDice::new(S::SIDES))),
            DiceTerms::Given => return,
        };
    }

    pub(crate) fn begin(&mut self) -> Result<(), RefereeError> {
        if self.began {
            return Err(RefereeError::Order("play has begun already"));
        }
        if matches!(self.dice, DiceBox::Unrevealed) {
            return Err(RefereeError::Order("the nonces are not revealed yet"));
        }
        match self.resolved(|setting, position, mut dice, record| settle::<S>(setting, position, &mut dice, record)) {
            Ok(items) => self.commit(Act::Begin, items),
            Err(_) => Err(RefereeError::Order("a scenario can't begin with entered dice")),
        }
    }

    /// Submits an order of a side. When this returns an [`Ack`], the order is carried out and saved in the ledger. An
    /// order repeated under its id gets its first answer, also while it waits for dice.
    ///
    /// # Errors
    /// Fails if the order is refused, needs dice to be entered first, or the referee fails.
    pub fn submit(&mut self, side: Side, order: S::Order, id: Option<String>) -> Result<Ack, SubmitError> {
        if let Some(id) = &id {
            let words = self.words(side, &order)?;
            if let Some(ack) = self.answer_again(side, id, &words)? {
                return Ok(ack);
            }
            if let Some(roll) = self.waits_again(side, id, &order)? {
                return Err(SubmitError::Roll(roll));
            }
        }
        self.check(side, &order)?;
        self.order(side, order, id, false)
    }

    /// Submits an order in a side's own names. An order repeated under its id gets its first answer, whatever became of
    /// the pieces it names: names are resolved for new orders only.
    ///
    /// # Errors
    /// Fails if a name is unknown (REF-3), or as in [`Referee::submit`].
    pub fn submit_written(&mut self, side: Side, written: &Value, id: Option<String>) -> Result<Ack, SubmitError> {
        if let Some(id) = &id
            && let Some(ack) = self.repeated(side, id, written)?
        {
            return Ok(ack);
        }
        let order = self.read(side.seat(), written)?;
        self.submit(side, order, id)
    }

    /// Checks whether a side may give an order now.
    ///
    /// # Errors
    /// Refuses with the clause that forbids the order.
    pub fn check(&self, side: Side, order: &S::Order) -> Result<(), Refusal> {
        if !self.began {
            return Err(Refusal::new(referee_clauses::AWAITED, "play has not begun"));
        }
        if self.pending.is_some() {
            return Err(Refusal::new(referee_clauses::ENTERED, "an order is waiting for its dice"));
        }
        if self.outcome().is_some() {
            return Err(Refusal::new(referee_clauses::OVER, "the game is over"));
        }
        if self.pending_question(side).is_none() {
            return Err(Refusal::new(referee_clauses::AWAITED, "you have no order to give now"));
        }
        S::check(self.eyes(side.seat()), order)
    }

    fn order(&mut self, side: Side, order: S::Order, id: Option<String>, standing: bool) -> Result<Ack, SubmitError> {
        let waits = Line::Waits { by: side, order, id: id.clone(), standing };
        self.try_order(Pending { side, order, id, standing }, Some(waits))
    }

    /// Tries a checked order with the dice available. If it must wait for more, writes the line `news`; `None` if the
    /// ledger already has it.
    fn try_order(&mut self, given: Pending<S>, news: Option<Line<S>>) -> Result<Ack, SubmitError> {
        if self.broken {
            return Err(RefereeError::Broken.into());
        }
        let Pending { side, order, .. } = given;
        let words = given.id.as_ref().map(|_| self.words(side, &order)).transpose()?;
        let resolved = self.resolved(|setting, position, mut dice, record| {
            resolve::<S>(setting, position, side, &order, &mut dice, record);
        });
        let items = match resolved {
            Ok(items) => items,
            Err(asked) => {
                self.wait(given, news)?;
                return Err(SubmitError::Roll(asked));
            }
        };
        let Pending { id, standing, .. } = given;
        self.commit(Act::Order { by: side, order, id: id.clone(), standing }, items)?;
        let ack = self.ack(side.seat());
        if let (Some(id), Some(words)) = (id, words) {
            self.answered.insert(side, id, words, ack);
        }
        // The order is saved. If the last line can't be written, it is written when the game is resumed.
        if self.close_if_over().is_err() {
            self.broken = true;
        }
        Ok(ack)
    }

    /// Returns the offers of a side, sorted by their JSON in its own names to make the order uninformative.
    ///
    /// # Errors
    /// Fails if an offer has no name for the seat, which is a defect of the system.
    pub fn offers(&self, side: Side, draft: Option<&S::Draft>) -> Result<Vec<Offered<S>>, RefereeError> {
        if self.pending_question(side).is_none() || self.pending.is_some() {
            return Ok(Vec::new());
        }
        let mut choices: Vec<Choice<S>> = Vec::new();
        rules::offers::<S>(self.eyes(side.seat()), draft, &mut choices);
        naming(self.seats[side.index()].names(), || {
            let mut offers = choices
                .into_iter()
                .map(|choice| {
                    let written = match &choice {
                        Choice::Order(order) => canonical(order),
                        Choice::Draft(draft) => canonical(draft),
                    };
                    Ok(Offered { written: written.map_err(RefereeError::unnamed)?, choice })
                })
                .collect::<Result<Vec<_>, RefereeError>>()?;
            offers.sort_by(|one, other| one.written.cmp(&other.written));
            Ok(offers)
        })
    }

    /// Reads JSON that a seat wrote in its own names.
    ///
    /// # Errors
    /// Refuses if the seat does not know a name (REF-3), or the JSON does not have the form of `T` (REF-8).
    pub fn read<T: DeserializeOwned>(&self, seat: Seat, written: &Value) -> Result<T, Refusal> {
        let (read, unknown) =
            naming(self.seat(seat).names(), || board::naming::noting_unknown(|| T::deserialize(written)));
        let clause = if unknown { referee_clauses::NAMES } else { referee_clauses::COMPLETE };
        read.map_err(|error| Refusal::new(clause, error.to_string()))
    }
}
