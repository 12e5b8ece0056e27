//! Requests of a seat: each is done once, however often it is sent.

use referee::{Ack, RollAsked};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::TableError;

use super::{Game, side_of};
use crate::api::named;
use crate::problem::{Code, Problem};
use crate::store::CachedResponse;

/// The response to a request that was done, or that waits for dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct OrderResponse {
    /// The seat's log head and the number of events in its log. The request is done and on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_ack)]
    pub ack: Option<Value>,
    /// The dice that must be entered before it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = named::perhaps_roll)]
    pub roll: Option<RollAsked>,
}

/// A request with the client's own id of it: asked again, it is answered again and not done again.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Game {
    /// The answer to a request that was done before.
    fn answered(&self, request: &Request) -> Result<Option<OrderResponse>, Problem> {
        let Some(cached) = self.responses.get(&(request.seat, request.id.clone())) else { return Ok(None) };
        if cached.request != request.digest {
            return Err(Problem::new(Code::IdReused, "this id was used for another request of this seat"));
        }
        let ack: Option<Value> = serde_json::from_str(&cached.answer)
            .map_err(|_| Problem::new(Code::Failed, "the earlier answer can't be read"))?;
        if ack.is_some() {
            return Ok(Some(OrderResponse { ack, roll: None }));
        }
        // An order that waited for dice, or dice that were not the last it needed. Once the order is done the referee
        // answers it again.
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
                // Whose roll it is not hears nothing of it.
                Ok(OrderResponse { ack: None, roll: self.roll_of(request.seat) })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps the answer to a request, to give it again; none while it waits for dice.
    fn note_answer(&mut self, request: &Request, ack: Option<&Ack>) -> Result<Value, Problem> {
        let ack = serde_json::to_value(ack).map_err(|error| Problem::new(Code::Failed, error))?;
        let cached = CachedResponse {
            seat: request.seat.index() as u8,
            id: request.id.clone(),
            request: request.digest,
            answer: ack.to_string(),
        };
        self.responses.insert((request.seat, request.id.clone()), cached.clone());
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

    /// Gives an order.
    ///
    /// # Errors
    /// A refusal, or an id that was used for something else.
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
        // One that was done before is answered again, whatever has happened since.
        if !self.table()?.has_answered(side, &request.id) {
            self.fresh(&request, if_heard)?;
        }
        let id = Some(request.id.clone());
        let done = self.table_mut()?.submit(side, order, id);
        self.note_done(request, done)
    }

    /// Takes back the last order.
    ///
    /// # Errors
    /// As [`Game::order`].
    pub fn undo(&mut self, request: Request) -> Result<OrderResponse, Problem> {
        let side = side_of(request.seat)?;
        if let Some(done) = self.answered(&request)? {
            return Ok(done);
        }
        let done = self.table_mut()?.undo(side);
        self.note_done(request, done)
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// As [`Game::order`].
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
    /// As [`Game::order`].
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
        let done = self.table_mut()?.stand(side, question, answer);
        self.note_done(request, done)
    }

    /// Enters dice that an order waits for.
    ///
    /// # Errors
    /// When no order is waiting for dice, another seat must enter them, or they do not fit.
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
                // Who entered the dice need not be who ordered, and hears of his own log only.
                let ack = self.table()?.ack(request.seat);
                self.note_done(request, Ok(ack))
            }
            Ok(None) => Err(Problem::new(Code::Stage, "no order is waiting for dice")),
            Err(error) => self.note_done(request, Err(error)),
        }
    }

    /// The seat that enters the dice an order waits for: whoever alone may see them, else whoever ordered. For the
    /// computer, which has no dice, the other side does it.
    fn rolls_for(&self) -> Option<Seat> {
        let side = self.table.as_ref()?.rolls()?;
        let computer = self.pre_game.players[side.index()].is_computer();
        Some(if computer { side.other() } else { side }.seat())
    }

    /// The dice that this seat must enter.
    #[must_use]
    pub fn roll_of(&self, seat: Seat) -> Option<RollAsked> {
        if self.rolls_for()? == seat { self.table.as_ref()?.roll_asked() } else { None }
    }
}
