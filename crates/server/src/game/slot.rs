//! A game in memory with what its users wait for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use table::Luck;
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, watch};

use super::Game;
use crate::problem::{Code, Problem};
use crate::store::Keeper;

/// How much of what a game handed over is on disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Writes that are on disk.
    pub safe: u64,
    /// Whether one could not be kept, or the game failed: it must be read from the store again.
    pub failed: bool,
}

#[derive(Debug)]
struct Seated {
    game: Game,
    /// Writes handed to the keeper.
    written: u64,
}

/// A game in memory.
#[derive(Debug)]
pub struct Slot {
    seated: Arc<Mutex<Seated>>,
    marks: Arc<watch::Sender<Mark>>,
    keeper: Arc<Keeper>,
    /// Worked out once when the game is over: it takes long.
    luck: OnceCell<Luck>,
    started: Instant,
    used: AtomicU64,
}

impl Slot {
    /// Seats a game.
    #[must_use]
    pub fn new(game: Game, keeper: Arc<Keeper>) -> Self {
        Slot {
            seated: Arc::new(Mutex::new(Seated { game, written: 0 })),
            marks: Arc::new(watch::Sender::new(Mark::default())),
            keeper,
            luck: OnceCell::new(),
            started: Instant::now(),
            used: AtomicU64::new(0),
        }
    }

    /// Tells whenever something of the game has come to be on disk.
    #[must_use]
    pub fn marks(&self) -> watch::Receiver<Mark> {
        self.marks.subscribe()
    }

    /// Whether the game must be read from the store again.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.marks.borrow().failed
    }

    /// The luck of the finished game, once somebody has asked for it.
    #[must_use]
    pub fn luck(&self) -> &OnceCell<Luck> {
        &self.luck
    }

    /// How long nobody has used it.
    #[must_use]
    pub fn idle(&self) -> std::time::Duration {
        self.started.elapsed().saturating_sub(std::time::Duration::from_millis(self.used.load(Ordering::Relaxed)))
    }

    fn touch(&self) {
        self.used.store(self.started.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// Does something with the game; returns when all that the game did so far is on disk.
    ///
    /// # Errors
    /// What `act` says; a store that failed; a game that failed.
    pub async fn with<T>(&self, act: impl FnOnce(&mut Game) -> Result<T, Problem>) -> Result<T, Problem> {
        self.touch();
        self.attend(act).await
    }

    /// The same without counting as use, for what the server does of itself.
    ///
    /// # Errors
    /// As [`Slot::with`].
    pub async fn attend<T>(&self, act: impl FnOnce(&mut Game) -> Result<T, Problem>) -> Result<T, Problem> {
        let (done, written) = {
            let mut seated = self.seated.lock().await;
            self.act(&mut seated, act)
        };
        self.when_safe(done, written).await
    }

    /// The same for what takes long: on a thread that may be kept busy.
    ///
    /// # Errors
    /// As [`Slot::with`].
    pub async fn with_long<T: Send + 'static>(
        self: &Arc<Self>,
        act: impl FnOnce(&mut Game) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.touch();
        let mut seated: OwnedMutexGuard<Seated> = Arc::clone(&self.seated).lock_owned().await;
        let slot = Arc::clone(self);
        let long = tokio::task::spawn_blocking(move || slot.act(&mut seated, act));
        let (done, written) = long.await.map_err(|_| Problem::new(Code::Failed, "the server is shutting down"))?;
        self.when_safe(done, written).await
    }

    fn act<T>(
        &self,
        seated: &mut Seated,
        act: impl FnOnce(&mut Game) -> Result<T, Problem>,
    ) -> (Result<T, Problem>, u64) {
        if self.failed() {
            return (Err(read_again().spoilt()), 0);
        }
        // After a panic the game is not used again but read from the store: nothing half done is seen.
        let done = catch_unwind(AssertUnwindSafe(|| act(&mut seated.game)))
            .unwrap_or_else(|_| Err(Problem::new(Code::Failed, "the referee failed; the game is unchanged").spoilt()));
        if done.as_ref().err().is_some_and(Problem::is_spoilt) {
            self.marks.send_modify(|mark| mark.failed = true);
            return (done, 0);
        }
        if seated.game.take_changed() {
            self.marks.send_modify(|_| {});
        }
        for write in seated.game.take_writes() {
            seated.written += 1;
            let marks = Arc::clone(&self.marks);
            self.keeper.write(
                write,
                Box::new(move |kept| {
                    marks.send_modify(|mark| match kept {
                        Ok(()) => mark.safe += 1,
                        Err(_) => mark.failed = true,
                    });
                }),
            );
        }
        (done, seated.written)
    }

    async fn when_safe<T>(&self, done: Result<T, Problem>, written: u64) -> Result<T, Problem> {
        if done.as_ref().err().is_some_and(Problem::is_spoilt) {
            return done;
        }
        let mark = *self.marks.borrow();
        if mark.safe < written || mark.failed {
            let mut marks = self.marks.subscribe();
            let mark = marks.wait_for(|mark| mark.failed || mark.safe >= written).await;
            if mark.map_or(true, |mark| mark.failed) {
                return Err(read_again());
            }
        }
        done
    }
}

fn read_again() -> Problem {
    Problem::new(Code::Store, "the game is being reloaded; try again").retry_after(1)
}
