//! What a seat is sent as it happens.

use referee::RollAsked;
use rules::Seat;
use serde_json::json;

use crate::game::Game;

/// What a seat was last sent besides its events: the number of changes of stage, and the roll that it was asked for.
pub type Known = (Option<u64>, Option<RollAsked>);

/// Data that has not been sent to a seat yet.
#[derive(Debug)]
pub struct News {
    /// The game as a whole as a message, if it has changed.
    pub info: Option<String>,
    /// Fields of the message with the events and the number of the first, such as `"from":3,"events":[…]`. `None` if
    /// nothing has happened.
    pub events: Option<String>,
    /// Number of the next event.
    pub next: usize,
    /// What the seat is sent by this.
    pub known: Known,
}

impl Game {
    /// Returns everything that a seat has not been sent: events from number `next`, and the game as a whole if its stage
    /// has changed.
    #[must_use]
    pub fn news(&self, seat: Seat, next: usize, known: &Known) -> News {
        let now = (Some(self.stages()), self.roll_of(seat));
        let info = (*known != now).then(|| json!({ "info": self.info(seat) }).to_string());
        let mut news = News { info, events: None, next, known: now };
        if let Ok(table) = self.table() {
            let events = table.events(seat, next);
            if !events.is_empty() {
                // Log heads are left out: the seat's own follows from the events, the public one can be requested at
                // any time.
                news.events = Some(format!("\"from\":{next},\"events\":[{}]", events.join(",")));
                news.next = next + events.len();
            }
        }
        news
    }
}
