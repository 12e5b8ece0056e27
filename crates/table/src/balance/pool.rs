//! Threads that play games, and the games that come from them.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Threads that do jobs, each of which has any number of results. When the pool is dropped, no further job is begun, and
/// results of the jobs in hand are lost.
pub struct Pool<R> {
    results: Receiver<R>,
}

/// The answer of [`Pool::next`].
#[derive(Clone, Debug, PartialEq)]
pub enum PoolNews<R> {
    /// What one job sent, in the order of sending.
    Result(R),
    /// Nothing has come in the given time.
    Waiting,
    /// All jobs are done, and all results were returned.
    Done,
}

/// The way of results from a job to the pool.
pub struct Results<R>(Sender<R>);

impl<R> Results<R> {
    /// Sends a result, and returns whether the pool still exists. If it doesn't, the job may end.
    pub fn send(&self, result: R) -> bool {
        self.0.send(result).is_ok()
    }
}

impl<R: Send + 'static> Pool<R> {
    /// Starts threads. Each takes the next job when it has none, until there is none. `work` does a job, and returns
    /// whether its thread should take the next.
    ///
    /// # Errors
    /// A thread can't be started. Those before it end after one job.
    pub fn start<J: 'static>(
        threads: usize,
        next: impl FnMut() -> Option<J> + Send + 'static,
        work: impl Fn(J, &Results<R>) -> bool + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let (sender, results) = channel();
        let (next, work) = (Arc::new(Mutex::new(next)), Arc::new(work));
        for _ in 0..threads.max(1) {
            let (next, work, sender) = (Arc::clone(&next), Arc::clone(&work), Results(sender.clone()));
            let job = move || (next.lock().ok()?)();
            thread::Builder::new().spawn(move || {
                while let Some(job) = job() {
                    if !work(job, &sender) {
                        return;
                    }
                }
            })?;
        }
        Ok(Pool { results })
    }

    /// Returns the next result, waiting for at most this time.
    #[must_use]
    pub fn next(&self, at_most: Duration) -> PoolNews<R> {
        match self.results.recv_timeout(at_most) {
            Ok(result) => PoolNews::Result(result),
            Err(RecvTimeoutError::Timeout) => PoolNews::Waiting,
            Err(RecvTimeoutError::Disconnected) => PoolNews::Done,
        }
    }
}
