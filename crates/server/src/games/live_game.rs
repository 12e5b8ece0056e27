//! A game that seats use, and how much of it is on disk. While it is not used, only its place is in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Instant;

use game::{Game, GameKind, Size};
use table::Luck;
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, watch};
use tracing::Span;

use super::Loader;
use crate::problem::{Code, Problem};
use crate::servers::Term;
use crate::store::{GameId, Hold, StoreError, Write, WriteQueue};

/// The number of a game's writes that are on disk, and whether the game failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PersistState {
    /// Number of writes that are on disk.
    pub safe: u64,
    /// Whether a write or the game failed: the game must be loaded from the store again.
    pub failed: bool,
}

#[derive(Debug)]
struct Inner {
    /// The game; `None` while it is put away. The store has all of it then.
    game: Option<Game>,
    /// Number of writes passed to the write queue.
    written: u64,
    /// Number of changes of stage before the game was put away.
    stages: u64,
}

/// A game that seats use, with its lock.
#[derive(Debug)]
pub struct LiveGame {
    hold: Hold,
    /// The term of the server in which it took the game.
    term: Arc<Term>,
    kind: GameKind,
    loader: Loader,
    inner: Arc<Mutex<Inner>>,
    persist_state: Arc<watch::Sender<PersistState>>,
    /// The error of the first write that failed.
    cause: Arc<OnceLock<StoreError>>,
    writes: Arc<WriteQueue>,
    /// Computed once after the game, since it takes long.
    luck: OnceCell<Luck>,
    started: Instant,
    used: AtomicU64,
    /// Size of the game in memory, as of the last time that it was not in use.
    size: std::sync::Mutex<Size>,
}

impl LiveGame {
    #[must_use]
    pub fn new(game: Game, hold: Hold, term: Arc<Term>, loader: Loader, writes: Arc<WriteQueue>) -> Self {
        LiveGame {
            hold,
            term,
            kind: game.kind(),
            loader,
            inner: Arc::new(Mutex::new(Inner { game: Some(game), written: 0, stages: 0 })),
            persist_state: Arc::new(watch::Sender::new(PersistState::default())),
            cause: Arc::default(),
            writes,
            luck: OnceCell::new(),
            started: Instant::now(),
            used: AtomicU64::new(0),
            size: std::sync::Mutex::default(),
        }
    }

    /// Returns the number of the game in the store.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.hold.game
    }

    /// Returns this server's hold on the game.
    #[must_use]
    pub fn hold(&self) -> Hold {
        self.hold
    }

    #[must_use]
    pub fn kind(&self) -> &GameKind {
        &self.kind
    }

    /// Returns a channel that changes when a write of the game reaches the disk, or the game fails.
    #[must_use]
    pub fn persist_state(&self) -> watch::Receiver<PersistState> {
        self.persist_state.subscribe()
    }

    /// Returns whether the game must be loaded from the store again, by whichever server holds it then.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.persist_state.borrow().failed || self.is_lost()
    }

    /// Returns whether another server may have taken the game.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.term.is_over()
    }

    /// Ends everything that waits for this game: it must be loaded again.
    pub fn end(&self) {
        self.persist_state.send_modify(|state| state.failed = true);
    }

    /// Returns the luck of the finished game, once it has been requested.
    #[must_use]
    pub fn luck(&self) -> &OnceCell<Luck> {
        &self.luck
    }

    /// Returns the time since the last use.
    #[must_use]
    pub fn idle(&self) -> std::time::Duration {
        self.started.elapsed().saturating_sub(std::time::Duration::from_millis(self.used.load(Ordering::Relaxed)))
    }

    fn touch(&self) {
        self.used.store(self.started.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// Runs `act` with the game. Returns when everything the game did so far is on disk.
    ///
    /// # Errors
    /// The error of `act`.
    /// The store failed.
    /// The game failed.
    pub async fn with<T>(&self, act: impl FnOnce(&mut Game) -> Result<T, Problem>) -> Result<T, Problem> {
        self.touch();
        self.attend(act).await
    }

    /// Runs `act` as [`LiveGame::with`] does, without counting as use: for actions of the server itself.
    ///
    /// # Errors
    /// The errors of [`LiveGame::with`].
    pub async fn attend<T>(&self, act: impl FnOnce(&mut Game) -> Result<T, Problem>) -> Result<T, Problem> {
        let (done, written) = {
            let mut inner = self.ready().await?;
            self.act(&mut inner, act)
        };
        self.when_safe(done, written).await
    }

    /// Runs `act` as [`LiveGame::attend`] does, unless the game is put away.
    ///
    /// # Errors
    /// The errors of [`LiveGame::with`].
    pub async fn attend_in_memory(&self, act: impl FnOnce(&mut Game) -> Result<(), Problem>) -> Result<(), Problem> {
        let (done, written) = {
            let mut inner = self.inner.lock().await;
            if inner.game.is_none() {
                return Ok(());
            }
            self.act(&mut inner, act)
        };
        self.when_safe(done, written).await
    }

    /// Returns the game under its lock, loaded from the store if it was put away.
    async fn ready(&self) -> Result<OwnedMutexGuard<Inner>, Problem> {
        let mut inner = Arc::clone(&self.inner).lock_owned().await;
        if inner.game.is_none() && !self.failed() {
            let game = self.loader.load(self.hold).await?;
            inner.game = Some(game.after_stages(inner.stages));
        }
        Ok(inner)
    }

    /// Puts the game away: from now on only the store has it, until it is used again. Returns false if it is in use, or
    /// not all of it is on disk yet.
    pub fn put_away(&self) -> bool {
        let Ok(mut inner) = self.inner.try_lock() else { return false };
        let state = *self.persist_state.borrow();
        if state.failed || state.safe < inner.written {
            return false;
        }
        if let Some(game) = inner.game.take() {
            inner.stages = game.stages();
        }
        *self.last_size() = Size::default();
        true
    }

    /// Packs what the game is seldom asked for, unless it is in use at this moment. When it was used plays no part:
    /// otherwise the time of an answer would tell a side of the other's acts.
    pub fn pack(&self) {
        if let Ok(mut inner) = self.inner.try_lock()
            && let Some(game) = &mut inner.game
        {
            game.pack();
        }
    }

    /// Forgets what only odds and computer players need, unless the game is in use.
    pub fn forget(&self) {
        if let Ok(inner) = self.inner.try_lock()
            && let Some(game) = &inner.game
        {
            game.forget();
        }
    }

    fn last_size(&self) -> std::sync::MutexGuard<'_, Size> {
        self.size.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the size of the game in memory, as of the last time that it was not in use; nothing if it is put away.
    pub fn size(&self) -> Size {
        if let Ok(inner) = self.inner.try_lock() {
            *self.last_size() = inner.game.as_ref().map_or_else(Size::default, Game::size);
        }
        *self.last_size()
    }

    /// Runs `act` as [`LiveGame::with`] does, on a blocking thread: for long work.
    ///
    /// # Errors
    /// The errors of [`LiveGame::with`].
    pub async fn with_long<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Game) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.touch();
        let mut inner = self.ready().await?;
        let live = Arc::clone(self);
        let span = Span::current();
        let long = tokio::task::spawn_blocking(move || span.in_scope(|| live.act(&mut inner, act)));
        let (done, written) = long.await.map_err(|error| Problem::of_ended(&error, "the referee failed"))?;
        self.when_safe(done, written).await
    }

    fn act<T>(
        &self,
        inner: &mut Inner,
        act: impl FnOnce(&mut Game) -> Result<T, Problem>,
    ) -> (Result<T, Problem>, u64) {
        let Some(game) = inner.game.as_mut().filter(|_| !self.failed()) else {
            return (Err(self.read_again().spoilt()), 0);
        };
        let size = game.size().own;
        // After a panic the game is not used again, but loaded from the store, so no partial change is visible.
        let done = catch_unwind(AssertUnwindSafe(|| act(game)))
            .unwrap_or_else(|_| Err(Problem::new(Code::Failed, "the referee failed; the game is unchanged").spoilt()));
        if done.as_ref().err().is_some_and(Problem::is_spoilt) {
            self.persist_state.send_modify(|state| state.failed = true);
            return (done, 0);
        }
        self.loader.growth().add(game.size().own.saturating_sub(size));
        if game.take_changed() {
            self.persist_state.send_modify(|_| {});
        }
        for change in game.take_changes() {
            inner.written += 1;
            let (persist_state, cause) = (Arc::clone(&self.persist_state), Arc::clone(&self.cause));
            self.writes.write(
                Write { hold: self.hold, change },
                Box::new(move |written| {
                    persist_state.send_modify(|state| match written {
                        Ok(()) => state.safe += 1,
                        Err(error) => {
                            cause.get_or_init(|| error);
                            state.failed = true;
                        }
                    });
                }),
            );
        }
        (done, inner.written)
    }

    async fn when_safe<T>(&self, done: Result<T, Problem>, written: u64) -> Result<T, Problem> {
        if done.as_ref().err().is_some_and(Problem::is_spoilt) {
            return done;
        }
        let state = *self.persist_state.borrow();
        if state.safe < written || state.failed {
            let mut persist_state = self.persist_state.subscribe();
            let state = persist_state.wait_for(|state| state.failed || state.safe >= written).await;
            if state.map_or(true, |state| state.failed) {
                return Err(self.read_again());
            }
        }
        // What was seen may be old by now.
        if self.is_lost() {
            return Err(self.read_again());
        }
        done
    }

    /// Returns the problem of a game that must be loaded again: the store's error, if there was one.
    fn read_again(&self) -> Problem {
        let again = || Problem::new(Code::Store, "the game is being reloaded; try again").retry_after(1);
        self.cause.get().cloned().map_or_else(again, Problem::from)
    }
}
