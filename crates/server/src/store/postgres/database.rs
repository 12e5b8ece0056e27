//! The connections to a database.

use std::future::Future;
use std::time::{Duration, Instant};

use deadpool_postgres::{Client, ClientWrapper, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use tokio::runtime;

use super::trouble::{Trouble, patiently};
use super::{DatabaseUrl, StoreError};

/// Number of connections besides those for orders and leases. A request holds one for a few milliseconds.
const CONNECTIONS: usize = 8;
/// Time for which a request is tried while the database can't be reached. A database that was killed is back by then.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum time of one attempt. A network that loses everything doesn't report it.
const ATTEMPT: Duration = Duration::from_secs(5);

/// Pools of connections, and the runtime on which they live. Callers are threads that may block.
#[derive(Debug)]
pub struct Database {
    pool: Pool,
    /// One connection for leases, which can't wait for requests and orders.
    leases: Pool,
    url: DatabaseUrl,
    /// Taken when it is dropped.
    runtime: Option<runtime::Runtime>,
}

impl Database {
    /// Returns a pool without connections.
    ///
    /// # Errors
    /// A thread can't be started.
    /// The trusted certificates can't be read.
    pub fn new(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let failed = |error: &dyn std::fmt::Display| StoreError::Failed(format!("{url}: {error}"));
        // The sockets alone: what is asked runs on the thread of its caller.
        let runtime =
            runtime::Builder::new_multi_thread().worker_threads(1).thread_name("database").enable_all().build();
        let tls = url.tls()?;
        let pool = |size| {
            let config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
            let manager = Manager::from_config(url.config.clone(), tls.clone(), config);
            let pool = Pool::builder(manager).max_size(size).runtime(Runtime::Tokio1);
            let pool = pool.wait_timeout(Some(PATIENCE)).create_timeout(Some(PATIENCE)).build();
            pool.map_err(|error| failed(&error))
        };
        Ok(Database {
            pool: pool(CONNECTIONS)?,
            leases: pool(1)?,
            url: url.clone(),
            runtime: Some(runtime.map_err(|error| failed(&error))?),
        })
    }

    /// Waits for work with the database.
    ///
    /// # Errors
    /// The error of the work, with the address of the database if it can't be reached.
    pub fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let Some(runtime) = &self.runtime else { return Err(StoreError::Failed("the store is closed".to_owned())) };
        runtime.block_on(work).map_err(|error| match error {
            StoreError::Unreachable(why) => StoreError::Unreachable(format!("{}: {why}", self.url)),
            error => error,
        })
    }

    /// Does something with a connection of the pool, until it succeeds or is refused. `act` learns whether an earlier
    /// attempt lost its connection, so that it may have been done.
    ///
    /// # Errors
    /// The error of the last attempt.
    pub fn with<T>(&self, act: impl AsyncFn(&mut Client, bool) -> Result<T, Trouble>) -> Result<T, StoreError> {
        self.within(ATTEMPT, act)
    }

    /// Does something as [`Database::with`] does, that may take `most` time.
    ///
    /// # Errors
    /// The error of the last attempt.
    pub fn within<T>(
        &self,
        most: Duration,
        act: impl AsyncFn(&mut Client, bool) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        self.wait(patiently(PATIENCE, async |again| done_with(self.pool.get().await?, most, &act, again).await))
    }

    /// Does something for a lease, with a connection of its own. One attempt takes up to a third of the lease, and all
    /// of them as long as the lease.
    ///
    /// # Errors
    /// The error of the last attempt.
    pub fn for_lease<T>(
        &self,
        lease: Duration,
        act: impl AsyncFn(&mut Client, bool) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let third = lease / 3;
        self.wait(patiently(lease - third, async |again| {
            let begun = Instant::now();
            let client = in_time(third, async { Ok(self.leases.get().await?) }).await?;
            done_with(client, third.saturating_sub(begun.elapsed()), &act, again).await
        }))
    }

    /// Returns a connection that leaves the pool.
    ///
    /// # Errors
    /// The database can't be reached, or refuses.
    pub async fn connect(&self) -> Result<ClientWrapper, Trouble> {
        in_time(ATTEMPT, async { Ok(Object::take(self.pool.get().await?)) }).await
    }
}

/// Does something with a connection within `most` time. A connection that is lost doesn't go back to its pool.
async fn done_with<T>(
    mut client: Client,
    most: Duration,
    act: &impl AsyncFn(&mut Client, bool) -> Result<T, Trouble>,
    again: bool,
) -> Result<T, Trouble> {
    let done = in_time(most, act(&mut client, again)).await;
    if matches!(done, Err(Trouble::Lost(_))) {
        // It may wait for an answer, or be in a transaction.
        drop(Object::take(client));
    }
    done
}

/// Does something within `most` time.
pub async fn in_time<T>(most: Duration, act: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    let late = || Err(Trouble::Lost(format!("the database did not answer within {} ms", most.as_millis())));
    tokio::time::timeout(most, act).await.unwrap_or_else(|_| late())
}

/// As [`in_time`], for one attempt.
pub async fn one_attempt<T>(act: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    in_time(ATTEMPT, act).await
}

impl Drop for Database {
    /// A runtime must not be waited for on a thread of another one.
    fn drop(&mut self) {
        self.pool.close();
        self.leases.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
