//! Games are loaded from the store, on the first request and again after they were put away.

use std::sync::Arc;
use std::time::Instant;

use game::{Game, GameKind};
use tracing::Span;

use crate::held::Growth;
use crate::monitor::millis;
use crate::problem::Problem;
use crate::store::{GameId, Hold, Store, StoreError};
use crate::work_pool::{Load, WorkPool};

/// Runs work that waits for the disk on a blocking thread.
pub async fn on_disk<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Problem> {
    let span = Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(act)).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(Problem::of_ended(&error, "the store could not be used")),
    }
}

/// Loads games, a few at a time. It has a pool of its own: other long work may hold its permit while it waits for a
/// game.
#[derive(Clone)]
pub struct Loader {
    store: Arc<dyn Store>,
    pool: WorkPool,
    growth: Growth,
}

impl std::fmt::Debug for Loader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loader").finish_non_exhaustive()
    }
}

impl Loader {
    /// Returns a loader that rebuilds at most `at_once` games at once.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, at_once: usize) -> Self {
        Loader { store, pool: WorkPool::new(at_once), growth: Growth::default() }
    }

    /// Returns how many games are loaded, and wait for it.
    #[must_use]
    pub fn load_now(&self) -> Load {
        self.pool.load()
    }

    /// Returns how much games have grown, by loading and by play.
    #[must_use]
    pub fn growth(&self) -> &Growth {
        &self.growth
    }

    /// Rebuilds a game from the store.
    ///
    /// # Errors
    /// The game is not in the store.
    /// The game can't be read. It is then set aside.
    pub async fn load(&self, hold: Hold) -> Result<Game, Problem> {
        let game = hold.game;
        let permit = self.pool.take().await?;
        let store = Arc::clone(&self.store);
        let read = move || {
            let stored = store.load(game)?.ok_or(StoreError::Gone(game))?;
            Game::rebuilt(stored).map_err(|why| StoreError::Unreadable(game, why.0))
        };
        let begun = Instant::now();
        match permit.work("the game could not be read", read).await? {
            Ok(read) => {
                self.growth.add(read.size().own);
                let GameKind { system, scenario } = read.kind();
                tracing::debug!(game = game.0, system, scenario, millis = millis(begun), "a game was loaded");
                Ok(read)
            }
            Err(error) => Err(self.set_aside(game, error).await),
        }
    }

    /// Notes why a game can't be read, so that it isn't tried again at each request. Returns the problem.
    async fn set_aside(&self, game: GameId, error: StoreError) -> Problem {
        if let Some(fault) = error.fault().map(str::to_owned) {
            let store = Arc::clone(&self.store);
            // A damaged store may refuse even this. Then the next request tries again.
            let _ = on_disk(move || store.set_aside(game, &fault)).await;
            return Problem::from(StoreError::Unreadable(game, String::new()));
        }
        error.into()
    }
}
