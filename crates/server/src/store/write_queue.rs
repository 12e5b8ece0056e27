//! One thread that writes for all games: writes that arrive while the disk is busy become one transaction.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::{Store, StoreError, Write};

/// A callback for when a write is on disk, or has failed.
pub type OnWritten = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Maximum number of writes per transaction: limits how long the first waits for the last.
const MOST: usize = 512;

/// The queue of the writing thread.
#[derive(Debug)]
pub struct WriteQueue {
    queue: Option<Sender<(Write, OnWritten)>>,
    thread: Option<JoinHandle<()>>,
}

impl WriteQueue {
    /// Starts the thread.
    ///
    /// # Errors
    /// The thread can't be started.
    pub fn start(store: Arc<dyn Store>) -> std::io::Result<Self> {
        let (queue, writes) = channel();
        let thread =
            std::thread::Builder::new().name("write-queue".to_owned()).spawn(move || write_all(&*store, &writes))?;
        Ok(WriteQueue { queue: Some(queue), thread: Some(thread) })
    }

    /// Queues a write. Writes of one game are stored in the order of this queue.
    pub fn write(&self, write: Write, done: OnWritten) {
        let gone = match &self.queue {
            Some(queue) => queue.send((write, done)).err().map(|unsent| unsent.0.1),
            None => Some(done),
        };
        if let Some(done) = gone {
            done(Err(StoreError::Failed("the store is closed".to_owned())));
        }
    }
}

impl Drop for WriteQueue {
    /// Waits until all queued writes are on disk.
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write_all(store: &dyn Store, queue: &Receiver<(Write, OnWritten)>) {
    while let Ok(first) = queue.recv() {
        let gathered = std::iter::once(first).chain(queue.try_iter().take(MOST - 1));
        let (batch, waiting): (Vec<Write>, Vec<OnWritten>) = gathered.unzip();
        match store.write(&batch) {
            Ok(()) => waiting.into_iter().for_each(|done| done(Ok(()))),
            // Each alone would wait as long again.
            Err(error @ (StoreError::Busy | StoreError::InUse | StoreError::Unreachable(_))) => {
                waiting.into_iter().for_each(|done| done(Err(error.clone())));
            }
            // Each write is tried alone, so one game's error doesn't affect another.
            Err(_) => {
                for (write, done) in batch.iter().zip(waiting) {
                    done(store.write(std::slice::from_ref(write)));
                }
            }
        }
    }
}
