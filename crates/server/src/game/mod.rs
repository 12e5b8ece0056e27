//! One game in memory.
//!
//! A game resolves an order at once, and nobody hears of it until its line is on disk: whoever asked waits for that
//! outside the game's lock, so that many orders share one sync.

mod computer;
mod info;
mod slot;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use fair::{Commitment, Nonce};
use referee::ledger::Sink;
use referee::{Ack, RefereeError, RollAsked};
use rules::{Seat, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::{BoardJson, Fair, Offer, Table, TableError};

pub use computer::seat as seat_computers;
pub use info::{OutcomeInfo, SeatInfo};
pub use slot::Slot;

use crate::api::named;
use crate::opening::{Dice, Opening, Stage};
use crate::problem::{Code, Problem};
use crate::store::{Answered, GameId, Kept, Write};

/// Gathers the lines of one act until they are handed to the keeper together.
#[derive(Clone, Debug, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Sink for Lines {
    fn append(&mut self, line: &str) -> std::io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        Ok(())
    }
}

/// What a request is answered that was done, or that waits for dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Done {
    /// How far the seat's log goes now, and its head. The request is done and on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_ack)]
    pub ack: Option<Value>,
    /// The dice that must be entered before it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_roll)]
    pub roll: Option<RollAsked>,
}

/// A request with the client's own id of it: asked again, it is answered again and not done again.
#[derive(Clone, Debug)]
pub struct Request {
    seat: Seat,
    id: String,
    digest: [u8; 32],
}

impl Request {
    /// A seat's request: its id and what it asks.
    ///
    /// # Errors
    /// When the id is empty or longer than 64 characters.
    pub fn new(seat: Seat, id: String, asks: &Value) -> Result<Self, Problem> {
        if id.is_empty() || id.chars().count() > 64 {
            return Err(Problem::new(Code::Malformed, "id: expected 1 to 64 characters"));
        }
        Ok(Request { seat, id, digest: Sha256::digest(asks.to_string().as_bytes()).into() })
    }
}

/// A game: what came before its ledger, and the table once play has begun.
pub struct Game {
    id: GameId,
    opening: Opening,
    table: Option<Box<dyn Table>>,
    lines: Lines,
    /// Lines handed to the keeper so far.
    handed: u64,
    answers: HashMap<(Seat, String), Answered>,
    /// The request whose order waits for dice.
    waiting: Option<Request>,
    /// What is to be kept of the act under way.
    unsaved: Vec<Write>,
    answer: Option<Answered>,
    stages: u64,
}

impl std::fmt::Debug for Game {
    /// Says nothing of the truth: a game may end up in a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("id", &self.id).finish_non_exhaustive()
    }
}

fn unplayable(error: RefereeError) -> Problem {
    match error {
        RefereeError::Scenario(problems) => Problem::mistakes(&problems),
        _ => Problem::new(Code::Failed, "the game could not begin").spoilt(),
    }
}

impl Game {
    /// A game as it was kept.
    ///
    /// # Errors
    /// When its ledger cannot be replayed to the end.
    pub fn rebuilt(id: GameId, kept: Kept) -> Result<Self, Problem> {
        let lines = Lines::default();
        let broken = || Problem::new(Code::Failed, "the ledger of this game cannot be replayed");
        let table = if kept.ledger.is_empty() {
            None
        } else {
            let system = table::system(&kept.opening.system).ok_or_else(broken)?;
            let replayed = system.replay(&kept.ledger, Some(Box::new(lines.clone()))).map_err(|_| broken())?;
            if replayed.stopped.is_some() {
                return Err(broken());
            }
            Some(replayed.table)
        };
        let answers = kept.answers.into_iter().filter_map(|answered| {
            let seat = *Seat::ALL.get(usize::from(answered.seat))?;
            Some(((seat, answered.id.clone()), answered))
        });
        Ok(Game {
            id,
            opening: kept.opening,
            table,
            lines,
            handed: kept.lines,
            answers: answers.collect(),
            waiting: None,
            unsaved: Vec::new(),
            answer: None,
            stages: 0,
        })
    }

    /// The number of the game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// How far the game has come.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match (&self.table, self.opening.stage()) {
            (Some(table), _) if table.outcome().is_some() => Stage::Over,
            (None, Some(stage)) => stage,
            _ => Stage::Play,
        }
    }

    /// Counts the changes of stage and of what was committed, since the game was read.
    #[must_use]
    pub fn stages(&self) -> u64 {
        self.stages
    }

    /// The table.
    ///
    /// # Errors
    /// Before play.
    pub fn table(&self) -> Result<&dyn Table, Problem> {
        self.table.as_deref().ok_or_else(not_begun)
    }

    fn table_mut(&mut self) -> Result<&mut Box<dyn Table>, Problem> {
        self.table.as_mut().ok_or_else(not_begun)
    }

    /// Begins play if nothing is left to wait for.
    ///
    /// # Errors
    /// When the scenario has mistakes.
    pub fn begin(&mut self) -> Result<(), Problem> {
        if self.table.is_some() || self.opening.stage().is_some() {
            return Ok(());
        }
        let system = table::system(&self.opening.system)
            .ok_or_else(|| Problem::new(Code::UnknownSystem, "this program does not know the game's system"))?;
        let (scenario, nonce) = (self.opening.scenario.clone(), self.opening.nonce);
        let sink = Box::new(self.lines.clone());
        let table = match &self.opening.dice {
            Dice::Players => system.open(referee::Opening { scenario, nonce, commitments: None }, sink),
            Dice::Fair(fair) => {
                let [Some(a), Some(b)] = fair.nonces else { return Ok(()) };
                system.begin(Fair { scenario, nonces: [nonce, a, b] }, sink)
            }
        };
        self.table = Some(table.map_err(unplayable)?);
        self.stages += 1;
        Ok(())
    }

    /// Takes a side's commitment.
    ///
    /// # Errors
    /// See [`Opening::commit`].
    pub fn commit(&mut self, side: Side, commitment: Commitment) -> Result<(), Problem> {
        if self.opening.commit(side, commitment)? {
            self.note_opening();
        }
        Ok(())
    }

    /// Takes a side's nonce; with the second one play begins.
    ///
    /// # Errors
    /// See [`Opening::reveal`].
    pub fn reveal(&mut self, side: Side, nonce: Nonce) -> Result<(), Problem> {
        if self.opening.reveal(side, nonce)? {
            self.note_opening();
        }
        self.begin()
    }

    fn note_opening(&mut self) {
        self.stages += 1;
        self.unsaved.push(Write::Opening(self.id, self.opening.clone()));
    }

    /// What there is to keep since the last call; handed to the keeper before anybody is answered.
    pub(crate) fn take_writes(&mut self) -> Vec<Write> {
        let mut writes = std::mem::take(&mut self.unsaved);
        let lines = self.lines.take();
        let answered = self.answer.take();
        if !lines.is_empty() {
            let after = self.handed;
            self.handed += lines.len() as u64;
            writes.push(Write::Lines { game: self.id, after, lines, answered });
        }
        writes
    }

    /// The answer to a request that was done before.
    fn answered(&self, request: &Request) -> Result<Option<Done>, Problem> {
        if let (Some(waiting), Some(table)) = (&self.waiting, &self.table)
            && (waiting.seat, &waiting.id, waiting.digest) == (request.seat, &request.id, request.digest)
        {
            return Ok(table.roll_asked().map(|roll| Done { ack: None, roll: Some(roll) }));
        }
        let Some(answered) = self.answers.get(&(request.seat, request.id.clone())) else { return Ok(None) };
        if answered.request != request.digest {
            return Err(Problem::new(Code::IdReused, "this id was used for another request of this seat"));
        }
        let ack = serde_json::from_str(&answered.answer)
            .map_err(|_| Problem::new(Code::Failed, "the answer that was given cannot be read"))?;
        Ok(Some(Done { ack: Some(ack), roll: None }))
    }

    fn note_done(&mut self, request: Request, done: Result<Ack, TableError>) -> Result<Done, Problem> {
        match done {
            Ok(ack) => {
                let ack = serde_json::to_value(ack).map_err(|error| Problem::new(Code::Failed, error))?;
                let answered = Answered {
                    seat: request.seat.index() as u8,
                    id: request.id.clone(),
                    request: request.digest,
                    answer: ack.to_string(),
                };
                self.answers.insert((request.seat, request.id), answered.clone());
                self.answer = Some(answered);
                if self.table.as_ref().is_some_and(|table| table.outcome().is_some()) {
                    self.stages += 1;
                }
                Ok(Done { ack: Some(ack), roll: None })
            }
            Err(TableError::Roll(roll)) => {
                self.waiting = Some(request);
                Ok(Done { ack: None, roll: Some(roll) })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn fresh(&self, request: &Request, if_heard: Option<usize>) -> Result<(), Problem> {
        let heard = self.table()?.ack(request.seat).heard;
        match if_heard {
            Some(expected) if expected != heard => {
                Err(Problem::new(Code::Stale, format!("the order was made after event {expected}; you have {heard}")))
            }
            _ => Ok(()),
        }
    }

    /// Gives an order.
    ///
    /// # Errors
    /// A refusal, or an id that was used for something else.
    pub fn order(&mut self, request: Request, order: &Value, if_heard: Option<usize>) -> Result<Done, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        self.fresh(&request, if_heard)?;
        let id = Some(request.id.clone());
        let done = self.table_mut()?.submit(side, order, id);
        self.note_done(request, done)
    }

    /// Takes back the last order.
    ///
    /// # Errors
    /// As [`Game::order`].
    pub fn undo(&mut self, request: Request) -> Result<Done, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        let done = self.table_mut()?.undo(side);
        self.note_done(request, done)
    }

    /// Leaves or withdraws a standing order.
    ///
    /// # Errors
    /// As [`Game::order`].
    pub fn stand(&mut self, request: Request, question: &str, answer: Option<&Value>) -> Result<Done, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        let done = self.table_mut()?.stand(side, question, answer);
        self.note_done(request, done)
    }

    /// Enters dice that an order waits for.
    ///
    /// # Errors
    /// When no dice are waited for, another seat must enter them, or they do not fit.
    pub fn dice(&mut self, request: Request, label: &str, faces: Vec<u8>) -> Result<Done, Problem> {
        side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        match self.rolls_for() {
            None => return Err(Problem::new(Code::Stage, "no dice are waited for")),
            Some(seat) if seat != request.seat => {
                return Err(Problem::new(Code::NotYourSeat, "the other side enters these dice"));
            }
            Some(_) => {}
        }
        // The order itself is remembered by its own id in the ledger; what waits from here on is the dice.
        let order = self.waiting.take();
        match self.table_mut()?.give_dice(label, faces, request.seat.side()) {
            Ok(Some(ack)) => self.note_done(request, Ok(ack)),
            Ok(None) => Err(Problem::new(Code::Stage, "no dice are waited for")),
            Err(error) => {
                let rolled = matches!(error, TableError::Roll(_));
                let done = self.note_done(request, Err(error));
                self.waiting = order;
                if rolled { done } else { Err(done.err().unwrap_or_else(not_begun)) }
            }
        }
    }

    /// The seat that enters the dice an order waits for: whoever alone may see them, else whoever ordered.
    fn rolls_for(&self) -> Option<Seat> {
        let roll = self.table.as_ref()?.roll_asked()?;
        let alone = roll.seen_by.and_then(Side::from_index).map(Side::seat);
        alone.or(self.waiting.as_ref().map(|request| request.seat))
    }

    /// The dice that this seat must enter.
    #[must_use]
    pub fn roll_of(&self, seat: Seat) -> Option<RollAsked> {
        if self.rolls_for()? == seat { self.table.as_ref()?.roll_asked() } else { None }
    }

    /// Answers one question by a standing order, if one covers it.
    ///
    /// # Errors
    /// A failure of the referee.
    pub fn answer_standing(&mut self) -> Result<(), Problem> {
        match self.table.as_mut().map(|table| table.answer_standing()) {
            Some(Err(error @ TableError::Failed(_))) => Err(error.into()),
            Some(Ok(true)) => {
                self.note_if_over();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn note_if_over(&mut self) {
        if self.stage() == Stage::Over {
            self.stages += 1;
        }
    }

    /// An order of the server's own player.
    pub(crate) fn computer_orders(&mut self, side: Side, order: &Value) -> Result<(), Problem> {
        self.table_mut()?.submit(side, order, None)?;
        self.note_if_over();
        Ok(())
    }

    /// The board, which is the same before play and in it.
    ///
    /// # Errors
    /// When the scenario cannot be set up.
    pub fn board(&self) -> Result<BoardJson, Problem> {
        if let Some(table) = &self.table {
            return Ok(table.board());
        }
        let system = table::system(&self.opening.system)
            .ok_or_else(|| Problem::new(Code::UnknownSystem, "this program does not know the game's system"))?;
        // Nobody plays this game: any nonces do.
        let nonces = [[0; 32]; 3].map(Nonce::from);
        let scenario = self.opening.scenario.clone();
        Ok(system.begin(Fair { scenario, nonces }, Box::new(())).map_err(unplayable)?.board())
    }

    /// What a side may choose now.
    ///
    /// # Errors
    /// When the draft cannot be read.
    pub fn offers(&self, side: Side, draft: Option<&Value>) -> Result<Vec<Offer>, Problem> {
        match &self.table {
            Some(table) => Ok(table.offers(side, draft)?),
            None => Ok(Vec::new()),
        }
    }
}

/// The side of a seat.
///
/// # Errors
/// When it is a spectator's.
pub fn side_of(seat: Seat) -> Result<Side, Problem> {
    seat.side().ok_or_else(|| Problem::new(Code::NotYourSeat, "a spectator gives no orders"))
}

fn not_begun() -> Problem {
    Problem::new(Code::Stage, "play has not begun: both sides commit to a nonce and reveal it first")
}
