//! A thread pool for long work, bounded by a semaphore.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Code, Problem};

/// A limit on how much long work of one kind runs at once. More work waits for a permit.
#[derive(Clone, Debug)]
pub struct WorkPool(Arc<Semaphore>);

/// The right to run one piece of work, returned to the pool when dropped.
#[derive(Debug)]
pub struct Permit {
    _permit: OwnedSemaphorePermit,
}

impl WorkPool {
    /// Returns a pool with this many permits.
    #[must_use]
    pub fn new(permits: usize) -> Self {
        WorkPool(Arc::new(Semaphore::new(permits)))
    }

    /// Waits for a permit. Dropping the future gives up its turn.
    ///
    /// # Errors
    /// The server stops.
    pub async fn take(&self) -> Result<Permit, Problem> {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        permit
            .map(|permit| Permit { _permit: permit })
            .map_err(|_| Problem::new(Code::Busy, "the server is shutting down"))
    }

    /// Waits for a permit and runs the work under it ([`Permit::work`]).
    ///
    /// # Errors
    /// The server stops.
    /// The work fails: the message is `failed`.
    pub async fn work<T: Send + 'static>(
        &self,
        failed: &'static str,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.take().await?.work(failed, act).await
    }
}

impl Permit {
    /// Runs the work on a blocking thread. The permit is held until the work is done, even if the caller has gone.
    ///
    /// # Errors
    /// The work fails: the message is `failed`.
    pub async fn work<T: Send + 'static>(
        self,
        failed: &'static str,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let act = move || {
            let done = act();
            drop(self);
            done
        };
        tokio::task::spawn_blocking(act).await.map_err(|_| Problem::new(Code::Failed, failed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A client that asks, leaves and asks again can't use more than the pool's permits.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_permit_is_held_until_the_work_is_done() {
        let pool = WorkPool::new(1);
        let (begun, begins) = mpsc::channel();
        let (end, ends) = mpsc::channel::<()>();
        let here = pool.clone();
        let asked = tokio::spawn(async move {
            let work = move || {
                begun.send(()).unwrap();
                ends.recv().unwrap();
            };
            here.work("it failed", work).await
        });
        begins.recv().unwrap();
        asked.abort();
        assert!(asked.await.is_err_and(|left| left.is_cancelled()));
        assert_eq!(pool.0.available_permits(), 0);
        end.send(()).unwrap();
        let _free = pool.take().await.unwrap();
    }
}
