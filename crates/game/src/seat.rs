//! What a seat asks of its own log, and what it sends before play.

use fair::{Commitment, Nonce};
use rules::Seat;
use serde::{Deserialize, Serialize};
use table::seat_named;
use utoipa::{IntoParams, ToSchema};

use crate::game::{Game, side_of};
use crate::info::SeatInfo;
use crate::link::Token;
use crate::pre_game::Stage;
use crate::problem::{Code, Problem};
use crate::randomness;

/// A request to commit to a nonce.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommitRequest {
    /// Commitment to the side's nonce: 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-fA-F]{64}$")]
    pub commitment: Commitment,
}

/// A request to reveal a nonce.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RevealRequest {
    /// The nonce that opens the side's commitment: 64 hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-fA-F]{64}$")]
    pub nonce: Nonce,
}

/// A request to renew the link of a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenewRequest {
    /// New link, made by the client of 48 random hexadecimal digits in lower case. A client that made it has it even if
    /// the answer is lost. If left out, the server makes it.
    #[serde(default)]
    #[schema(min_length = 48, max_length = 48, pattern = "^[0-9a-f]{48}$")]
    pub link: Option<String>,
}

/// The new link of a seat.
#[derive(Serialize, ToSchema)]
pub struct Renewed {
    /// Secret part of the new link.
    pub link: String,
}

/// Returns the problem for a number after the next event's number.
pub fn beyond(from: usize, heard: usize) -> Problem {
    Problem::new(Code::Sequence, format!("there is no event {from} yet; the next one will be {heard}"))
}

/// Returns the seat of a name in a game of these sides.
///
/// # Errors
/// No seat has this name.
pub fn named_seat(sides: [&str; 2], name: &str) -> Result<Seat, Problem> {
    let unknown = || Problem::new(Code::UnknownSeat, format!("eyes: no seat of this game is named `{name}`"));
    seat_named(sides, name).ok_or_else(unknown)
}

/// The seat whose events are sent, and the first event.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Number of the first event, counted from 0.
    #[serde(default)]
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub from: usize,
    /// A side's name or `spectator`: another seat's log, available after the game. The link's own seat if left out.
    pub eyes: Option<String>,
}

/// Returns the problem of a ledger that is asked for during play.
#[must_use]
pub fn sealed() -> Problem {
    Problem::new(Code::Sealed, "the ledger holds both sides' secrets: it can't be read until the game ends")
}

impl RenewRequest {
    /// Returns the new link of a seat: the client's, or a random one.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// The client's link doesn't have the form of one.
    pub fn link(self, seat: Seat) -> Result<Token, Problem> {
        if seat.side().is_none() {
            return Err(Problem::new(Code::NotYourSeat, "spectators share their link, so none of them can renew it"));
        }
        match self.link {
            None => randomness::token(),
            Some(own) => Token::parse(&own)
                .ok_or_else(|| Problem::new(Code::Malformed, "link: expected 48 hexadecimal digits in lower case")),
        }
    }
}

impl Game {
    /// Commits the side of a seat to its nonce.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// The errors of [`Game::commit`].
    pub fn take_commitment(&mut self, seat: Seat, body: &CommitRequest) -> Result<SeatInfo, Problem> {
        self.commit(side_of(seat)?, body.commitment)?;
        Ok(self.info(seat))
    }

    /// Reveals the nonce of a seat's side.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// The errors of [`Game::reveal`].
    pub fn take_nonce(&mut self, seat: Seat, body: &RevealRequest) -> Result<SeatInfo, Problem> {
        self.reveal(side_of(seat)?, body.nonce)?;
        Ok(self.info(seat))
    }

    /// Returns the events of a seat as a JSON array; after the game, those of any seat.
    ///
    /// # Errors
    /// Another seat's events are asked for during play.
    /// The first event is beyond the end.
    pub fn events(&self, own: Seat, query: &EventsQuery) -> Result<String, Problem> {
        let seat = match query.eyes.as_deref() {
            None => own,
            Some(name) => named_seat(self.sides(), name)?,
        };
        if seat != own && self.stage() != Stage::Over {
            return Err(Problem::new(Code::Sealed, "another seat's log can't be read until the game ends"));
        }
        let events = self.table().map(|table| (table.events(seat, query.from), table.ack(seat).heard));
        let (events, heard) = events.unwrap_or_default();
        if query.from > heard { Err(beyond(query.from, heard)) } else { Ok(format!("[{}]", events.join(","))) }
    }
}
