//! Work that takes long, of which only a few at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{Code, Problem};

/// WorkPool for one kind of work that takes long. Whoever comes waits for one.
#[derive(Clone, Debug)]
pub struct WorkPool(Arc<Semaphore>);

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    _permit: OwnedSemaphorePermit,
}

impl WorkPool {
    /// So many of them.
    #[must_use]
    pub fn new(permits: usize) -> Self {
        WorkPool(Arc::new(Semaphore::new(permits)))
    }

    /// Waits for a place. Whoever leaves meanwhile waits no more.
    ///
    /// # Errors
    /// When the server stops.
    pub async fn take(&self) -> Result<Permit, Problem> {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        permit
            .map(|permit| Permit { _permit: permit })
            .map_err(|_| Problem::new(Code::Busy, "the server is shutting down"))
    }

    /// Waits for a place and does it there ([`Permit::work`]).
    ///
    /// # Errors
    /// When the server stops; what `failed` says when it failed.
    pub async fn work<T: Send + 'static>(
        &self,
        failed: &'static str,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.take().await?.work(failed, act).await
    }
}

impl Permit {
    /// Does it on a thread that may be kept busy. The place is taken until it is done, also when whoever asked has left.
    ///
    /// # Errors
    /// What `failed` says when it failed.
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

    /// Whoever asks and leaves, and asks again, takes no more than the places there are.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_place_is_taken_until_the_work_is_done() {
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
