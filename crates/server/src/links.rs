//! The links of a server that are in memory, and their renewal.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules::Seat;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::games::on_disk;
use crate::problem::{Code, Problem};
use crate::seats::TokenHash;
use crate::store::{GameId, Hold, Store};

/// Maximum number of links in memory.
const LINKS: usize = 10_000;
/// Number of renewals that a socket may be late with. Beyond it, the socket is closed and the client connects again.
const LATE: usize = 256;
/// Close code of a socket whose link was renewed.
const RENEWED: CloseCode = CloseCode::Library(4001);

/// Links that were looked up in the store.
#[derive(Debug, Default)]
struct Known {
    seats: HashMap<TokenHash, (GameId, Seat)>,
    /// Number of renewals so far. A link that was read before a renewal may be void after it.
    renewals: u64,
}

/// Seats by link, looked up in the store once.
pub struct Links {
    store: Arc<dyn Store>,
    known: Mutex<Known>,
    renewals: broadcast::Sender<TokenHash>,
}

impl Links {
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Links { store, known: Mutex::default(), renewals: broadcast::Sender::new(LATE) }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the game and the seat of a link.
    ///
    /// # Errors
    /// The link is unknown.
    /// The store can't be read.
    pub async fn seat(&self, link: TokenHash) -> Result<(GameId, Seat), Problem> {
        let renewals = {
            let known = self.known();
            if let Some(found) = known.seats.get(&link) {
                return Ok(*found);
            }
            known.renewals
        };
        let store = Arc::clone(&self.store);
        let (game, seat) = on_disk(move || store.seat(&link)).await?.ok_or_else(unknown)?;
        let seat = *Seat::ALL.get(usize::from(seat)).ok_or_else(unknown)?;
        let mut known = self.known();
        if known.renewals == renewals {
            if known.seats.len() >= LINKS {
                known.seats.clear();
            }
            known.seats.insert(link, (game, seat));
        }
        Ok((game, seat))
    }

    /// Replaces a link by another. The first is void from now on, and its sockets are closed.
    ///
    /// # Errors
    /// The link was renewed meanwhile, or the other is a link already.
    /// Another server has taken the game.
    /// The store can't be written.
    pub async fn renew(&self, hold: Hold, link: TokenHash, by: TokenHash) -> Result<(), Problem> {
        let store = Arc::clone(&self.store);
        if !on_disk(move || store.renew(hold, &link, &by)).await? {
            return Err(unknown());
        }
        let mut known = self.known();
        known.renewals += 1;
        known.seats.remove(&link);
        drop(known);
        // Without a socket there is no receiver.
        let _ = self.renewals.send(link);
        Ok(())
    }

    /// Forgets the links of games that were removed, or that another server had.
    pub fn forget(&self, games: &[GameId]) {
        let mut known = self.known();
        // What is being read now may be void too.
        known.renewals += 1;
        known.seats.retain(|_, (game, _)| !games.contains(game));
    }

    /// Returns a watch on a link, which is valid now.
    ///
    /// # Errors
    /// The link was renewed.
    /// The store can't be read.
    pub async fn watch(&self, link: TokenHash) -> Result<LinkWatch, Problem> {
        let renewals = self.renewals.subscribe();
        self.seat(link).await?;
        Ok(LinkWatch { link, renewals })
    }
}

fn unknown() -> Problem {
    Problem::new(Code::UnknownSeat, "no seat has this link; check that you copied all of it")
}

/// Tells a socket that its link was renewed.
#[derive(Debug)]
pub struct LinkWatch {
    link: TokenHash,
    renewals: broadcast::Receiver<TokenHash>,
}

impl LinkWatch {
    /// Waits until the socket must be closed, and returns the close code with the reason.
    pub async fn ended(&mut self) -> (CloseCode, &'static str) {
        loop {
            match self.renewals.recv().await {
                Ok(link) if link == self.link => return (RENEWED, "this link was renewed"),
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => return (CloseCode::Again, "reconnect"),
                Err(RecvError::Closed) => return (CloseCode::Away, "the server is shutting down"),
            }
        }
    }
}
