//! Trials: games without a ledger, whose every chance is decided outside, for programs that learn and search.
//!
//! A trial has the seats of a game, each with its log. It is copied in little time, and it goes where it is sent: each
//! die, and each lot between pieces that look alike, is one decision of chance.

mod fallen;
mod imagined;
mod knowledge;
mod quick;
mod saved;
mod transcript;

use std::sync::Arc;

use board::scenario::Diagnostics;
use fair::{Head, Ordinals};
use rules::resolution::{resolve, settle};
use rules::{BySide, Choice, Knowledge, Outcome, Pool, Refusal, Seat, Side, System};

use crate::RefereeError;
use crate::entry::{Item, Recorder};
use crate::ledger::ScenarioText;
use crate::names::Lots;
use crate::seat::{SeatLog, happen};
use crate::shared::{Start, shared};

use fallen::Fallen;
use knowledge::knowledge_of;
pub use quick::QuickTrial;
use transcript::{Heard, Transcript};

/// What a trial waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// An order of this side. Where both sides have to give one, in secret from one another, side A comes first.
    Order(Side),
    /// One die, with faces 1 to 6, each as probable as the others.
    Die {
        /// The roll that it belongs to.
        pool: Pool,
        /// Number of its dice that have fallen.
        fallen: u8,
    },
    /// A lot among pieces that look alike to a side, each as probable as the others: which of them it is told of next.
    Lot {
        /// The side that sees them.
        side: Side,
        /// Number of pieces that are left.
        of: usize,
    },
    /// Nothing: the game is over.
    Nothing(Outcome),
}

/// What was done at the wrong time, or is out of range.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The rules refuse the order; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The trial waits for something else. Contains what was done.
    #[error("the game doesn't wait for {0} now")]
    NotAwaited(&'static str),
    /// A die has faces 1 to 6, and a lot chooses one of the pieces that are left.
    #[error("{given} is out of range: expected {least} to {most}")]
    Range {
        /// The value.
        given: usize,
        /// The lowest value.
        least: usize,
        /// The highest value.
        most: usize,
    },
    /// A trial that a side imagines has no beginning, and can't be written.
    #[error("an imagined game can't be saved: it begins in the middle")]
    Imagined,
    /// The bytes are not a trial of this scenario. Contains the reason.
    #[error("this isn't a saved state of the scenario: {0}")]
    Unreadable(String),
    /// The referee failed, which is a defect of the system.
    #[error(transparent)]
    Failed(#[from] RefereeError),
}

/// The act under way, with what chance has decided so far.
#[derive(Clone, Debug)]
struct UnderWay<S: System> {
    /// The order; `None` for the beginning of play.
    order: Option<(Side, S::Order)>,
    faces: Vec<u8>,
    lots: BySide<Vec<u8>>,
    awaited: Awaited,
}

/// A game without a ledger whose chance is decided outside.
pub struct Trial<S: System> {
    start: Arc<Start<S>>,
    position: S::Position,
    seats: [SeatLog<S>; 2],
    transcripts: BySide<Transcript>,
    /// The results of each act; `None` in a trial that a side imagines, which begins in the middle.
    acts: Option<Vec<Arc<[Item<S>]>>>,
    ordinals: Ordinals,
    under_way: Option<UnderWay<S>>,
    orders: u32,
    /// The side that comes first where both have an order to give.
    first: Side,
}

impl<S: System> std::fmt::Debug for Trial<S> {
    /// Omits the position, as a referee does.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trial").field("system", &S::NAME).field("orders", &self.orders).finish_non_exhaustive()
    }
}

impl<S: System> Clone for Trial<S> {
    fn clone(&self) -> Self {
        Trial {
            start: Arc::clone(&self.start),
            position: self.position.clone(),
            seats: self.seats.each_ref().map(|log| log.fork(&self.start.setting, Vec::new())),
            transcripts: BySide::new(|side| self.transcripts[side].clone()),
            acts: self.acts.clone(),
            ordinals: self.ordinals,
            under_way: self.under_way.clone(),
            orders: self.orders,
            first: self.first,
        }
    }
}

impl<S: System> Trial<S> {
    /// Begins a game of a scenario.
    ///
    /// # Errors
    /// The scenario has mistakes.
    /// The referee fails.
    pub fn new(scenario: &ScenarioText) -> Result<Self, RefereeError> {
        let start = shared::<S>(scenario).map_err(|errors: Diagnostics| RefereeError::Scenario(errors))?;
        let seats = Side::BOTH.map(|side| {
            let lots = Lots::Drawn { lots: Vec::new(), used: 0 };
            SeatLog::<S>::with_lots(&start.setting, side.seat(), S::NAME, lots)
        });
        let mut trial = Trial {
            position: S::Position::clone(&start.position),
            seats,
            start,
            transcripts: BySide::default(),
            acts: Some(Vec::new()),
            ordinals: Ordinals::default(),
            under_way: None,
            orders: 0,
            first: Side::A,
        };
        for log in &mut trial.seats {
            log.look(&trial.start.setting, &trial.position, None, true)?;
        }
        trial.write_down()?;
        trial.carry_out(None)?;
        Ok(trial)
    }

    /// What the trial waits for.
    ///
    /// # Errors
    /// Neither side has an order to give, though the game is not over: a defect of the system.
    pub fn awaited(&self) -> Result<Awaited, RefereeError> {
        if let Some(under_way) = &self.under_way {
            return Ok(under_way.awaited);
        }
        if let Some(outcome) = S::outcome(&self.start.setting, &self.position) {
            return Ok(Awaited::Nothing(outcome));
        }
        let asked = |side: &Side| S::pending_question(self.eyes(side.seat())).is_some();
        let stuck = RefereeError::Order("no side has an order to give, but the game is not over");
        [self.first, self.first.other()].iter().find(|side| asked(side)).copied().map(Awaited::Order).ok_or(stuck)
    }

    /// Gives an order for the side that the trial waits for.
    ///
    /// # Errors
    /// The trial waits for something else.
    /// The rules refuse the order.
    /// The referee fails.
    pub fn order(&mut self, side: Side, order: S::Order) -> Result<(), TrialError> {
        if self.awaited()? != Awaited::Order(side) {
            return Err(TrialError::NotAwaited("an order of this side"));
        }
        S::check(self.eyes(side.seat()), &order)?;
        self.carry_out(Some((side, order)))?;
        Ok(())
    }

    /// Lets a die fall.
    ///
    /// # Errors
    /// The trial waits for something else.
    /// The face is not 1 to 6.
    /// The referee fails.
    pub fn die(&mut self, face: u8) -> Result<(), TrialError> {
        let Some(UnderWay { awaited: Awaited::Die { pool, fallen }, faces, .. }) = &mut self.under_way else {
            return Err(TrialError::NotAwaited("a die"));
        };
        if !(1..=6).contains(&face) {
            return Err(TrialError::Range { given: usize::from(face), least: 1, most: 6 });
        }
        faces.push(face);
        *fallen += 1;
        // Nothing follows from a part of a roll.
        if *fallen < pool.dice { Ok(()) } else { Ok(self.attempt()?) }
    }

    /// Draws a lot: the index of one of the pieces that are left.
    ///
    /// # Errors
    /// The trial waits for something else.
    /// The index is too high.
    /// The referee fails.
    pub fn lot(&mut self, lot: u8) -> Result<(), TrialError> {
        let Some(UnderWay { awaited: Awaited::Lot { side, of }, lots, .. }) = &mut self.under_way else {
            return Err(TrialError::NotAwaited("a lot"));
        };
        if usize::from(lot) >= *of {
            return Err(TrialError::Range { given: usize::from(lot), least: 0, most: *of - 1 });
        }
        lots[*side].push(lot);
        Ok(self.attempt()?)
    }

    fn carry_out(&mut self, order: Option<(Side, S::Order)>) -> Result<(), RefereeError> {
        let (faces, lots) = (Vec::new(), BySide::default());
        let awaited = Awaited::Lot { side: Side::A, of: 1 };
        self.under_way = Some(UnderWay { order, faces, lots, awaited });
        self.attempt()
    }

    /// Carries out the act under way with what chance has decided so far. If something is undecided, nothing changes
    /// but what is awaited.
    fn attempt(&mut self) -> Result<(), RefereeError> {
        let Some(under_way) = &mut self.under_way else { return Ok(()) };
        let setting = &self.start.setting;
        let mut recorder = Recorder::<S>::new(self.ordinals);
        let mut dice = Fallen { faces: under_way.faces.iter(), now: Vec::new(), missing: None };
        let mut tried = self.position.clone();
        match &under_way.order {
            None => settle::<S>(setting, &mut tried, &mut dice, &mut recorder),
            Some((side, order)) => resolve::<S>(setting, &mut tried, *side, order, &mut dice, &mut recorder),
        }
        if let Some(pool) = dice.missing {
            let fallen = u8::try_from(dice.faces.len()).unwrap_or_default();
            under_way.awaited = Awaited::Die { pool, fallen };
            return Ok(());
        }
        let mut seats = self.seats.each_ref().map(|log| log.fork(setting, Vec::new()));
        for (side, log) in Side::BOTH.into_iter().zip(&mut seats) {
            log.set_lots(Lots::Drawn { lots: under_way.lots[side].clone(), used: 0 });
        }
        if let Some((side, order)) = &under_way.order {
            seats[side.index()].hear_order(setting, &self.position, order)?;
        }
        let mut position = self.position.clone();
        match happen(setting, &mut position, &mut seats, &recorder.items, false) {
            Err(RefereeError::Lot(Seat::Side(side), of)) => {
                under_way.awaited = Awaited::Lot { side, of };
                return Ok(());
            }
            done => done?,
        }
        self.orders += u32::from(under_way.order.is_some());
        (self.position, self.seats, self.ordinals) = (position, seats, recorder.ordinals);
        if let Some(acts) = &mut self.acts {
            acts.push(recorder.items.into());
        }
        self.under_way = None;
        self.write_down()
    }

    /// Moves what the seats have heard to their transcripts.
    fn write_down(&mut self) -> Result<(), RefereeError> {
        for (side, log) in Side::BOTH.into_iter().zip(&mut self.seats) {
            let heard = log.take_events();
            if !heard.is_empty() {
                self.transcripts[side].0.push(heard.into_iter().map(Heard::new).collect::<Result<_, _>>()?);
            }
        }
        Ok(())
    }

    /// The first position of the scenario, before its first step is resolved.
    #[must_use]
    pub fn start(&self) -> &S::Position {
        &self.start.position
    }

    /// The constant part of the game.
    #[must_use]
    pub fn setting(&self) -> &Arc<S::Setting> {
        &self.start.setting
    }

    /// The true position restricted to what a seat may see.
    #[must_use]
    pub fn eyes(&self, seat: Seat) -> S::Eyes<'_> {
        S::eyes(&self.start.setting, &self.position, seat)
    }

    /// The log of a side, with its names and its view. Its events are in the [transcript](Trial::transcript).
    #[must_use]
    pub fn log(&self, side: Side) -> &SeatLog<S> {
        &self.seats[side.index()]
    }

    /// All that a side has heard up to the act under way, oldest first: each event as a line of JSON in its own names. It
    /// is the log of a game without its seals.
    pub fn transcript(&self, side: Side) -> impl Iterator<Item = &str> {
        self.transcripts[side].0.iter().flat_map(|part| part.iter().map(|heard| heard.line.as_str()))
    }

    /// The transcript without the English text that follows from the rest.
    pub fn bare_transcript(&self, side: Side) -> impl Iterator<Item = &str> {
        self.transcripts[side].0.iter().flat_map(|part| part.iter().map(Heard::bare))
    }

    /// The hash of a side's transcript. Equal transcripts have equal hashes.
    #[must_use]
    pub fn head(&self, side: Side) -> Head {
        self.log(side).head()
    }

    /// Number of orders given by both sides.
    #[must_use]
    pub const fn orders(&self) -> u32 {
        self.orders
    }

    /// The order under way, which waits for chance, with its side.
    #[must_use]
    pub fn order_under_way(&self) -> Option<&(Side, S::Order)> {
        self.under_way.as_ref()?.order.as_ref()
    }

    /// Lists what a side may choose now: at first, or after a draft.
    pub fn offers(&self, side: Side, draft: Option<&S::Draft>, into: &mut Vec<Choice<S>>) {
        into.clear();
        rules::offers::<S>(self.eyes(side.seat()), draft, into);
    }

    /// Returns the knowledge of a side, read from its transcript.
    ///
    /// # Errors
    /// An event can't be read, which is a defect of the system.
    pub fn knowledge(&self, side: Side) -> Result<Knowledge<S>, RefereeError> {
        knowledge_of(&self.start.setting, self.log(side), self.transcript(side))
    }

    /// The true position. For the host, tests and the end of the game only; never show it to a seat.
    #[must_use]
    pub fn true_position(&self) -> &S::Position {
        &self.position
    }
}
