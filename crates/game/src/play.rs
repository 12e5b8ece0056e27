//! What a seat asks in play: its screen, its offers, and its orders.

use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::guide::GuideState;
use table::{Offer, PendingOdds, WhyNot};
use utoipa::ToSchema;

use crate::game::{Game, side_of};
use crate::info::SeatInfo;
use crate::named;
use crate::problem::{Code, Problem};
use crate::request::Request;
use crate::values;

/// A request for a side's offers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OffersRequest {
    /// Draft of the chosen offer; if left out, the first offers are returned.
    #[serde(default, deserialize_with = "values::perhaps_written")]
    #[schema(schema_with = named::perhaps_draft)]
    pub draft: Option<Value>,
}

/// The offers of a side, with the question that it is asked.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    /// The question as text; null if the side waits.
    #[schema(required = true)]
    pub asked: Option<String>,
    /// Kind of the question, such as `move`; null if the side waits.
    #[schema(required = true)]
    pub question: Option<&'static str>,
    /// Whether the question is asked in the middle of an order of the other side, as for fire at units that move. It may
    /// then come again soon.
    pub reaction: bool,
    /// Number of events in the seat's log. Send it back as `if_heard` to give an order only if nothing has happened
    /// since.
    pub heard: usize,
    /// Offers to choose from; empty if the side waits.
    #[schema(schema_with = named::offers)]
    pub offers: Vec<Offer>,
}

/// All data of one screen, from a single moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableSnapshot {
    /// The game as a whole, from this seat.
    pub info: SeatInfo,
    /// What the seat sees; null before play begins.
    #[schema(schema_with = named::perhaps_scene, required = true)]
    pub scene: Option<Value>,
    /// The side's offers; null for a spectator.
    #[schema(required = true)]
    pub offers: Option<Offers>,
    /// Verbs that the side's pieces can't use now, with reasons; empty if the side waits.
    #[schema(schema_with = named::why_nots)]
    pub why_not: Vec<WhyNot>,
    /// Progress of a guided game, for its learner; null in other games.
    #[schema(schema_with = named::perhaps_guide, required = true)]
    pub guide: Option<GuideState>,
}

/// A request for the odds of an order.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The order, as an offer contains it.
    #[schema(schema_with = named::order)]
    pub order: Value,
}

/// A request to give an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderRequest {
    /// The order, as an offer contains it.
    #[schema(schema_with = named::order)]
    pub order: Value,
    /// The client's own id of the order, 1 to 64 characters. A repeated id gets the first response and is not executed
    /// again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    pub id: String,
    /// Number of events that the seat must have heard. Otherwise the order is refused as `stale`. No condition if left
    /// out.
    #[serde(default, deserialize_with = "values::perhaps_whole")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub if_heard: Option<usize>,
}

/// A request to undo the last order, or to resign.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    pub id: String,
}

/// A request to set or clear a standing order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingOrderRequest {
    /// Kind of question that it answers.
    #[schema(max_length = 64)]
    pub question: String,
    /// Answer to the question, as an order; null clears the standing order.
    #[serde(default, deserialize_with = "values::perhaps_written")]
    #[schema(schema_with = named::perhaps_order)]
    pub answer: Option<Value>,
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    pub id: String,
}

/// Entered dice: faces that players rolled at their table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRequest {
    /// Label of the roll, as the request for dice names it.
    pub label: String,
    /// Faces of the dice, each 1 to 6.
    #[serde(deserialize_with = "values::faces")]
    #[schema(schema_with = named::faces)]
    pub faces: Vec<u8>,
    /// The client's own id of the request, 1 to 64 characters. A repeated id is not executed again.
    #[schema(min_length = 1, max_length = 64, example = "17")]
    pub id: String,
}

impl OrderRequest {
    /// Returns the request of a seat.
    ///
    /// # Errors
    /// The errors of [`Request::new`].
    pub fn request(&self, seat: Seat) -> Result<Request, Problem> {
        Request::new(seat, self.id.clone(), &json!(["order", &self.order]))
    }
}

impl ActionRequest {
    /// Returns the request of a seat, to undo or to resign as `what` says.
    ///
    /// # Errors
    /// The errors of [`Request::new`].
    pub fn request(&self, seat: Seat, what: &str) -> Result<Request, Problem> {
        Request::new(seat, self.id.clone(), &json!([what]))
    }
}

impl StandingOrderRequest {
    /// Returns the request of a seat.
    ///
    /// # Errors
    /// The name of the question is too long.
    /// The errors of [`Request::new`].
    pub fn request(&self, seat: Seat) -> Result<Request, Problem> {
        if self.question.chars().count() > 64 {
            return Err(Problem::new(Code::Malformed, "question: expected at most 64 characters"));
        }
        Request::new(seat, self.id.clone(), &json!(["standing", &self.question, &self.answer]))
    }
}

impl DiceRequest {
    /// Returns the request of a seat.
    ///
    /// # Errors
    /// The errors of [`Request::new`].
    pub fn request(&self, seat: Seat) -> Result<Request, Problem> {
        Request::new(seat, self.id.clone(), &json!(["dice", &self.label, &self.faces]))
    }
}

impl Game {
    /// Returns all data of one screen: what a seat sees, its offers and refused verbs, from a single moment.
    ///
    /// # Errors
    /// The referee fails.
    pub fn snapshot(&self, seat: Seat) -> Result<TableSnapshot, Problem> {
        let info = self.info(seat);
        let Ok(table) = self.table() else {
            return Ok(TableSnapshot { info, scene: None, offers: None, why_not: Vec::new(), guide: None });
        };
        let scene = Some(table.scene(seat)?);
        let Some(side) = seat.side() else {
            return Ok(TableSnapshot { info, scene, offers: None, why_not: Vec::new(), guide: None });
        };
        let (offers, why_not) = (self.offered(seat, None)?, table.why_not(side)?);
        let guide = self.guide_state(seat);
        Ok(TableSnapshot { info, scene, offers: Some(offers), why_not, guide })
    }

    /// Returns what a side can choose now, or next after a draft.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// The draft can't be read.
    pub fn offered(&self, seat: Seat, draft: Option<&Value>) -> Result<Offers, Problem> {
        let side = side_of(seat)?;
        let offers = self.offers(side, draft)?;
        let Ok(table) = self.table() else {
            return Ok(Offers { asked: None, question: None, reaction: false, heard: 0, offers });
        };
        let (question, asked) = table.pending_question(side).unzip();
        let (reaction, heard) = (table.is_reaction(side), table.ack(seat).heard);
        Ok(Offers { asked, question, reaction, heard, offers })
    }

    /// Returns the verbs that a side's pieces can't use now, with the clause that forbids each.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// The referee fails.
    pub fn why_not(&self, seat: Seat) -> Result<Vec<WhyNot>, Problem> {
        let side = side_of(seat)?;
        match self.table() {
            Ok(table) => Ok(table.why_not(side)?),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// Returns the odds of an order, which are still to be computed.
    ///
    /// # Errors
    /// The seat is a spectator's.
    /// A rule refuses the order.
    /// Play has not begun.
    pub fn odds(&self, seat: Seat, asked: &OddsRequest) -> Result<PendingOdds, Problem> {
        let side = side_of(seat)?;
        Ok(self.table()?.odds(side, &asked.order)?)
    }
}
