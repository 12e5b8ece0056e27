//! Requests of a seat. Each is executed once, even if it is sent several times.

use std::collections::HashMap;

use referee::{Ack, RollAsked};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::TableError;

use crate::game::{Game, side_of};
use crate::named;
use crate::problem::{Code, Problem};
use crate::stored::CachedResponse;

/// The response to a request that was executed, or that waits for dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct OrderResponse {
    /// Log head and number of events of the seat's log; null while the order waits for dice. The request is executed
    /// and on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_ack)]
    pub ack: Option<Value>,
    /// Roll for which dice must be entered first; null if the request was executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_roll)]
    pub roll: Option<RollAsked>,
}

/// The responses that a game has given, by seat and id.
#[derive(Debug, Default)]
pub struct Responses {
    by_id: HashMap<(Seat, String), CachedResponse>,
    bytes: usize,
}

impl Responses {
    /// Adds a response, or replaces the one of the same request.
    pub fn insert(&mut self, seat: Seat, response: CachedResponse) {
        let weight = |response: &CachedResponse| {
            response.id.len() + response.answer.len() + size_of::<(Seat, String)>() + size_of::<CachedResponse>()
        };
        self.bytes += weight(&response);
        if let Some(replaced) = self.by_id.insert((seat, response.id.clone()), response) {
            self.bytes -= weight(&replaced);
        }
    }

    /// Returns the estimated bytes of all responses.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A request with the client's own id: a repetition gets the first response and is not executed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    seat: Seat,
    id: String,
    digest: [u8; 32],
}

impl Request {
    /// Returns a request of a seat from its id and content.
    ///
    /// # Errors
    /// The id is empty or longer than 64 characters.
    pub fn new(seat: Seat, id: String, asks: &Value) -> Result<Self, Problem> {
        if id.is_empty() || id.chars().count() > 64 {
            return Err(Problem::new(Code::Malformed, "id: expected 1 to 64 characters"));
        }
        Ok(Request { seat, id, digest: Sha256::digest(asks.to_string().as_bytes()).into() })
    }
}

impl Game {
    /// Returns the response to a request that was already executed.
    fn answered(&self, request: &Request) -> Result<Option<OrderResponse>, Problem> {
        let Some(cached) = self.responses.by_id.get(&(request.seat, request.id.clone())) else { return Ok(None) };
        if cached.request != request.digest {
            return Err(Problem::new(Code::IdReused, "this id was used for another request of this seat"));
        }
        let ack: Option<Value> = serde_json::from_str(&cached.answer)
            .map_err(|_| Problem::new(Code::Failed, "the earlier answer can't be read"))?;
        if ack.is_some() {
            return Ok(Some(OrderResponse { ack, roll: None }));
        }
        // The request waited for dice, or entered dice that were not the last. After the order is executed the referee
        // answers a repetition.
        let done = match (request.seat.side(), &self.table) {
            (Some(side), Some(table)) => table.has_answered(side, &request.id),
            _ => false,
        };
        Ok((!done).then(|| OrderResponse { ack: None, roll: self.roll_of(request.seat) }))
    }

    fn note_done(&mut self, request: Request, done: Result<Ack, TableError>) -> Result<OrderResponse, Problem> {
        match done {
            Ok(ack) => {
                let ack = self.note_answer(&request, Some(&ack))?;
                if self.table.as_ref().is_some_and(|table| table.outcome().is_some()) {
                    self.stages += 1;
                }
                Ok(OrderResponse { ack: Some(ack), roll: None })
            }
            Err(TableError::Roll(_)) => {
                self.note_answer(&request, None)?;
                self.changed = true;
                // Only the seat that must roll learns about the roll.
                Ok(OrderResponse { ack: None, roll: self.roll_of(request.seat) })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Stores the response to a request, for repetitions; null while it waits for dice.
    fn note_answer(&mut self, request: &Request, ack: Option<&Ack>) -> Result<Value, Problem> {
        let ack = serde_json::to_value(ack).map_err(|error| Problem::new(Code::Failed, error))?;
        let cached = CachedResponse {
            seat: request.seat.index() as u8,
            id: request.id.clone(),
            request: request.digest,
            answer: ack.to_string(),
        };
        self.responses.insert(request.seat, cached.clone());
        self.response = Some(cached);
        Ok(ack)
    }

    fn fresh(&self, request: &Request, if_heard: Option<usize>) -> Result<(), Problem> {
        let heard = self.table()?.ack(request.seat).heard;
        match if_heard {
            Some(expected) if expected != heard => Err(Problem::new(
                Code::Stale,
                format!("the order was based on event {expected}; your log is at {heard}"),
            )),
            _ => Ok(()),
        }
    }

    /// Executes an order.
    ///
    /// # Errors
    /// A rule refuses the order.
    /// The id was used for another request.
    /// The order is based on an older view.
    pub fn order(
        &mut self,
        request: Request,
        order: &Value,
        if_heard: Option<usize>,
    ) -> Result<OrderResponse, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        // A repetition gets the first response, whatever has happened since.
        if !self.table()?.has_answered(side, &request.id) {
            self.fresh(&request, if_heard)?;
        }
        let id = Some(request.id.clone());
        let done = self.submit(side, order, id)?;
        self.note_done(request, done)
    }

    /// Undoes the side's last order.
    ///
    /// # Errors
    /// The errors of [`Game::order`].
    pub fn undo(&mut self, request: Request) -> Result<OrderResponse, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        self.unless_guided("undo is")?;
        let done = self.table_mut()?.undo(side);
        self.note_done(request, done)
    }

    /// Resigns the game for the side.
    ///
    /// # Errors
    /// The errors of [`Game::order`].
    pub fn resign(&mut self, request: Request) -> Result<OrderResponse, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        let done = self.table_mut()?.resign(side);
        self.note_done(request, done)
    }

    /// Sets or clears a standing order.
    ///
    /// # Errors
    /// The errors of [`Game::order`].
    pub fn stand(
        &mut self,
        request: Request,
        question: &str,
        answer: Option<&Value>,
    ) -> Result<OrderResponse, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        self.unless_guided("standing orders are")?;
        let done = self.table_mut()?.stand(side, question, answer);
        self.note_done(request, done)
    }

    /// Enters dice that an order waits for.
    ///
    /// # Errors
    /// No order waits for dice.
    /// Another seat must enter them.
    /// The faces don't fit the roll.
    pub fn dice(&mut self, request: Request, label: &str, faces: Vec<u8>) -> Result<OrderResponse, Problem> {
        side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        match self.rolls_for() {
            None => return Err(Problem::new(Code::Stage, "no order is waiting for dice")),
            Some(seat) if seat != request.seat => {
                return Err(Problem::new(Code::NotYourSeat, "the other side enters these dice"));
            }
            Some(_) => {}
        }
        match self.table_mut()?.give_dice(label, faces, request.seat.side()) {
            Ok(Some(_)) => {
                self.changed = true;
                // The seat that entered the dice may not be the one that ordered, and only gets the head of its own
                // log.
                let ack = self.table()?.ack(request.seat);
                self.note_done(request, Ok(ack))
            }
            Ok(None) => Err(Problem::new(Code::Stage, "no order is waiting for dice")),
            Err(error) => self.note_done(request, Err(error)),
        }
    }

    /// Returns the seat that must enter the dice an order waits for: the only seat that may see them, or else the seat
    /// that ordered. The other side enters the dice of a computer player.
    fn rolls_for(&self) -> Option<Seat> {
        let side = self.table.as_ref()?.rolling_side()?;
        let computer = self.pre_game.players[side.index()].is_computer();
        Some(if computer { side.other() } else { side }.seat())
    }

    /// Returns the roll for which this seat must enter dice.
    #[must_use]
    pub fn roll_of(&self, seat: Seat) -> Option<RollAsked> {
        if self.rolls_for()? == seat { self.table.as_ref()?.roll_asked() } else { None }
    }
}
