//! Which server holds a game.

use std::collections::HashMap;
use std::sync::Arc;

use super::{GameRegistry, locked};
use crate::games::on_disk;
use crate::problem::{Code, Problem};
use crate::seats::TokenHash;
use crate::servers::Term;
use crate::store::{GameId, Hold, ServerId, StoreError, Taken};

/// Maximum number of games that are known to be elsewhere.
const ELSEWHERE: usize = 100_000;

/// The games that other servers held when this one last asked.
#[derive(Debug, Default)]
pub struct Elsewhere(HashMap<GameId, ServerId>);

impl Elsewhere {
    fn note(&mut self, game: GameId, server: ServerId) {
        if self.0.len() >= ELSEWHERE {
            self.0.clear();
        }
        self.0.insert(game, server);
    }
}

/// Where the game of a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This server holds it.
    Here,
    /// Another server holds it.
    Elsewhere(GameId, ServerId),
}

impl GameRegistry {
    /// Returns where the game of a link is. A game that no server holds is taken.
    ///
    /// # Errors
    /// The link is unknown.
    /// The game can't be read.
    pub async fn place(&self, token: &str) -> Result<Place, Problem> {
        let (game, _) = self.links.seat(TokenHash::of(token)).await?;
        let Some(membership) = &self.membership else { return Ok(Place::Here) };
        if self.has(game) {
            return Ok(Place::Here);
        }
        let known = locked(&self.elsewhere).0.get(&game).copied();
        if let Some(server) = known.filter(|server| membership.is_listed(*server)) {
            return Ok(Place::Elsewhere(game, server));
        }
        match self.live_game(game).await {
            Ok(_) => Ok(Place::Here),
            Err(problem) if problem.code() == Code::NotHeld => {
                let server = locked(&self.elsewhere).0.get(&game).copied().ok_or(problem)?;
                membership.until_listed(server).await;
                Ok(Place::Elsewhere(game, server))
            }
            Err(problem) => Err(problem),
        }
    }

    fn has(&self, game: GameId) -> bool {
        locked(&self.games).get(&game).and_then(|cell| cell.get()).is_some_and(|live| !live.failed())
    }

    /// Forgets that a game is elsewhere: the server there doesn't hold it, or can't be reached.
    pub fn not_elsewhere(&self, game: GameId) {
        locked(&self.elsewhere).0.remove(&game);
    }

    /// Returns the present term of this server.
    pub(super) fn term(&self) -> Arc<Term> {
        match &self.membership {
            Some(membership) => membership.present_term(),
            None => Arc::clone(&self.unlimited),
        }
    }

    /// Takes a game for this server in a term.
    ///
    /// # Errors
    /// Another server holds it.
    /// The term is over.
    /// The store can't be written.
    pub(super) async fn take(&self, game: GameId, term: &Term) -> Result<Hold, Problem> {
        let store = Arc::clone(&self.config.store);
        if term.is_over() {
            return Err(StoreError::LeaseOver.into());
        }
        let server = term.server();
        match on_disk(move || store.take(game, server)).await? {
            Taken::Here(hold) => {
                // The server that had it may have renewed links.
                self.links.forget(&[game]);
                self.not_elsewhere(game);
                Ok(hold)
            }
            Taken::Elsewhere(server) => {
                locked(&self.elsewhere).note(game, server);
                Err(Problem::new(Code::NotHeld, "another server holds this game; try again").retry_after(1))
            }
        }
    }

    /// Drops the games of a term that is over, and closes their sockets.
    pub fn drop_lost(&self) {
        let mut lost = 0;
        for live in self.live_games().into_iter().filter(|live| live.is_lost()) {
            live.end();
            lost += 1;
        }
        locked(&self.games).retain(|_, cell| cell.get().is_none_or(|live| !live.is_lost()));
        if lost > 0 {
            tracing::warn!(games = lost, "the lease of this server ran out: other servers may take its games");
        }
    }
}
