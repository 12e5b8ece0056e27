//! Long work on a pool of threads, shared fairly between parties.
//!
//! Of the parties that wait, the one comes next that has cost least lately. A party that asks for much therefore waits
//! for itself, and not others for it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::party::{Party, present};
use crate::problem::{Code, Problem};

/// Maximum number of pieces of work for which one party waits.
const WAITING: usize = 16;
/// Maximum time that a party waits.
const WAIT: Duration = Duration::from_secs(20);
/// Time after which half of what work has cost is forgotten.
const HALF_LIFE: f64 = 10.0;
/// Number of parties from which on those are forgotten that have cost next to nothing.
const REMEMBERED: usize = 1024;

/// A limit on how much long work of one kind runs at once. More work waits for a permit.
#[derive(Clone, Debug)]
pub struct WorkPool(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    permits: usize,
    free: usize,
    waiting: HashMap<Party, VecDeque<oneshot::Sender<Permit>>>,
    costs: HashMap<Party, Cost>,
}

/// How much work of one kind there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Pieces of work that wait for a permit.
    pub waiting: usize,
    /// Permits in use.
    pub running: usize,
}

/// What the work of a party has cost lately.
#[derive(Clone, Copy, Debug)]
struct Cost {
    seconds: f64,
    at: Instant,
}

impl Cost {
    fn now(self, now: Instant) -> f64 {
        self.seconds * libm::exp2(-now.saturating_duration_since(self.at).as_secs_f64() / HALF_LIFE)
    }
}

impl Queue {
    fn cost(&self, party: Party, now: Instant) -> f64 {
        self.costs.get(&party).map_or(0.0, |cost| cost.now(now))
    }

    fn charge(&mut self, party: Party, since: Instant) {
        let now = Instant::now();
        if self.costs.len() >= REMEMBERED {
            self.costs.retain(|_, cost| cost.now(now) > 0.001);
        }
        let seconds = self.cost(party, now) + now.saturating_duration_since(since).as_secs_f64();
        self.costs.insert(party, Cost { seconds, at: now });
    }

    /// Removes and returns the next that waits: of the party that has cost least.
    fn next(&mut self) -> Option<(Party, oneshot::Sender<Permit>)> {
        let now = Instant::now();
        let cost = |party: &Party| self.cost(*party, now);
        let party = *self.waiting.keys().min_by(|one, other| cost(one).total_cmp(&cost(other)))?;
        let of_client = self.waiting.get_mut(&party)?;
        let next = of_client.pop_front();
        if of_client.is_empty() {
            self.waiting.remove(&party);
        }
        next.map(|next| (party, next))
    }
}

/// The right to run one piece of work, returned to the pool when dropped.
#[derive(Debug)]
pub struct Permit {
    pool: WorkPool,
    party: Party,
    since: Instant,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut queue = self.pool.queue();
        queue.free += 1;
        queue.charge(self.party, self.since);
        drop(queue);
        self.pool.grant();
    }
}

impl WorkPool {
    /// Returns a pool with this many permits.
    #[must_use]
    pub fn new(permits: usize) -> Self {
        WorkPool(Arc::new(Mutex::new(Queue { permits, free: permits, waiting: HashMap::new(), costs: HashMap::new() })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how much work there is.
    #[must_use]
    pub fn load(&self) -> Load {
        let queue = self.queue();
        let waiting = queue.waiting.values().flatten().filter(|waiting| !waiting.is_closed()).count();
        Load { waiting, running: queue.permits - queue.free }
    }

    /// Gives free permits to those that wait.
    fn grant(&self) {
        loop {
            let mut queue = self.queue();
            if queue.free == 0 {
                return;
            }
            let Some((party, next)) = queue.next() else { return };
            if next.is_closed() {
                continue;
            }
            queue.free -= 1;
            drop(queue);
            // Who leaves at this moment drops the permit, and the next one gets it.
            let _ = next.send(Permit { pool: self.clone(), party, since: Instant::now() });
        }
    }

    /// Waits for a permit for the party of the present task ([`present`]). Dropping the future gives up its turn.
    ///
    /// # Errors
    /// The party waits for too much already, or has waited too long.
    pub async fn take(&self) -> Result<Permit, Problem> {
        self.take_for(present()).await
    }

    /// Waits for a permit for a party.
    ///
    /// # Errors
    /// The errors of [`WorkPool::take`].
    pub async fn take_for(&self, party: Party) -> Result<Permit, Problem> {
        let (turn, comes) = oneshot::channel();
        {
            let mut queue = self.queue();
            let of_client = queue.waiting.entry(party).or_default();
            of_client.retain(|waiting| !waiting.is_closed());
            if of_client.len() >= WAITING {
                return Err(busy());
            }
            of_client.push_back(turn);
        }
        self.grant();
        match tokio::time::timeout(WAIT, comes).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(busy()),
        }
    }

    /// Waits for a permit and runs the work under it ([`Permit::work`]).
    ///
    /// # Errors
    /// The errors of [`WorkPool::take`].
    /// The work fails: the message is `failed`.
    pub async fn work<T: Send + 'static>(
        &self,
        failed: &'static str,
        act: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.take().await?.work(failed, act).await
    }
}

fn busy() -> Problem {
    Problem::new(Code::Busy, "the server has much to do for you already; try again in some seconds").retry_after(5)
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
        let span = tracing::Span::current();
        let act = move || {
            let done = span.in_scope(act);
            drop(self);
            done
        };
        tokio::task::spawn_blocking(act).await.map_err(|error| Problem::of_ended(&error, failed))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    use super::*;

    fn address(n: u8) -> Party {
        Party::Client(std::net::IpAddr::from(Ipv4Addr::new(10, 0, 0, n)).into())
    }

    /// Begins to wait. Returns whether it has to.
    fn waits(turn: &mut (impl Future + Unpin)) -> bool {
        std::pin::Pin::new(turn).poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_pending()
    }

    /// A party that asks, leaves and asks again can't use more than the pool's permits.
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
        assert_eq!(pool.queue().free, 0);
        end.send(()).unwrap();
        let _free = pool.take().await.unwrap();
    }

    /// However much one party asks for, the next permit but the running one is that of another.
    #[tokio::test]
    async fn a_client_that_has_cost_little_comes_before_one_that_asks_for_much() {
        let pool = WorkPool::new(1);
        let running = pool.take_for(address(1)).await.unwrap();
        let (came, comes) = mpsc::channel();
        let mut waiting = Vec::new();
        for party in [1, 1, 1, 1, 2] {
            let (pool, came) = (pool.clone(), came.clone());
            waiting.push(tokio::spawn(async move {
                let permit = pool.take_for(address(party)).await.unwrap();
                came.send(party).unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
                drop(permit);
            }));
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        drop(running);
        for one in waiting {
            one.await.unwrap();
        }
        drop(came);
        assert_eq!(comes.iter().collect::<Vec<_>>(), [2, 1, 1, 1, 1]);
    }

    #[tokio::test]
    async fn a_client_waits_for_so_much_and_is_then_told_when_to_come_again() {
        let pool = WorkPool::new(1);
        let running = pool.take_for(address(1)).await.unwrap();
        let mut waiting: Vec<_> = (0..WAITING).map(|_| Box::pin(pool.take_for(address(1)))).collect();
        for one in &mut waiting {
            assert!(waits(one));
        }
        assert!(pool.take_for(address(1)).await.is_err());
        // Another party can still wait, and those that leave make room.
        let mut other = Box::pin(pool.take_for(address(2)));
        assert!(waits(&mut other));
        waiting.clear();
        let mut again = Box::pin(pool.take_for(address(1)));
        assert!(waits(&mut again));
        drop(running);
        assert!(other.await.is_ok());
        assert!(again.await.is_ok());
    }
}
