//! The place of this server among those that share its store: its lease, and the addresses of the others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::watch;

use super::clock;
use super::term::{Others, Term};
use crate::monitor::Monitor;
use crate::store::{ServerId, Sharing, Store, StoreError};

/// How this server works beside others of its store.
#[derive(Clone, Debug)]
pub struct Between {
    /// Address on which the others reach it. It is for a private network.
    pub listen: std::net::SocketAddr,
    /// Address that the others use, if it differs.
    pub address: Option<String>,
    /// Time after which the others take the games of a server that no longer answers its database.
    pub lease: Duration,
}

/// The store can't be shared, or the server can't be listed in it.
#[derive(Debug, thiserror::Error)]
pub enum NotAMember {
    #[error("only a PostgreSQL database can be shared by several servers")]
    NotShared,
    #[error("this server can't be listed in its store: {0}")]
    Store(#[from] StoreError),
}

/// Number of looks at the other servers in the time of a lease. The lease is prolonged at each of them.
const LOOKS: u32 = 6;
/// Longest time between two looks. A server that was started is known to all others after that time.
const LOOK: Duration = Duration::from_secs(1);

/// The place of this server among those that share its store. A thread of its own prolongs the lease, so that no other work
/// of the server delays it.
pub struct Membership {
    inner: Arc<Inner>,
    secret: [u8; 32],
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl std::fmt::Debug for Membership {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Membership").field("address", &self.inner.address).finish_non_exhaustive()
    }
}

struct Inner {
    store: Arc<dyn Store>,
    address: String,
    lease: Duration,
    monitor: Arc<Monitor>,
    /// Changes when a term ends or begins.
    term: watch::Sender<Arc<Term>>,
    others: watch::Sender<Others>,
    /// Ends the thread.
    left: (Mutex<bool>, std::sync::Condvar),
}

impl Inner {
    fn sharing(&self) -> Result<&dyn Sharing, NotAMember> {
        self.store.sharing().ok_or(NotAMember::NotShared)
    }

    /// Lists this server, which begins a term.
    fn join(&self) -> Result<(), NotAMember> {
        let asked = clock::now();
        let server = self.sharing()?.join(&self.address, self.lease)?;
        self.term.send_replace(Arc::new(Term::new(server, asked, self.lease)));
        self.monitor.metrics.terms.inc();
        tracing::info!(server = server.0, address = self.address, "this server is listed in its store");
        Ok(())
    }

    /// Prolongs the lease and looks who else there is. A term that is over is followed by another.
    fn look(&self) -> Result<(), NotAMember> {
        let term = Arc::clone(&self.term.borrow());
        if let Some(server) = term.server().filter(|_| !term.is_over()) {
            let asked = clock::now();
            match self.sharing()?.prolong(server, self.lease) {
                Ok(listed) => {
                    term.prolong(asked, self.lease);
                    // An earlier term of this server may not be over for the database yet.
                    let others = listed.into_iter().filter(|one| one.address != self.address);
                    self.note_others(others.map(|one| (one.id, one.address.into())).collect());
                }
                Err(StoreError::LeaseOver) => term.end(),
                Err(error) => {
                    if term.is_over() {
                        self.lost();
                    }
                    return Err(error.into());
                }
            }
        }
        if term.is_over() {
            self.lost();
            if let Some(server) = term.server() {
                // For the database it may not be over yet. Nothing of it is used any more.
                self.sharing()?.leave(server)?;
            }
            self.join()?;
        }
        Ok(())
    }

    /// Tells that the term is over. Who else there is isn't known any more.
    fn lost(&self) {
        self.note_others(HashMap::new());
        self.term.send_modify(|_| {});
    }

    fn note_others(&self, others: HashMap<ServerId, Arc<str>>) {
        self.others.send_if_modified(|known| {
            let changed = **known != others;
            if changed {
                *known = Arc::new(others);
            }
            changed
        });
    }

    /// Returns the time between two looks.
    fn interval(&self) -> Duration {
        (self.lease / LOOKS).min(LOOK)
    }

    /// Waits until the next look. Returns whether this server has left.
    fn wait(&self) -> bool {
        let (left, told) = &self.left;
        let left = left.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = told.wait_timeout_while(left, self.interval(), |left| !*left);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Ends the thread at its next look.
    fn end(&self) {
        let (left, told) = &self.left;
        *left.lock().unwrap_or_else(PoisonError::into_inner) = true;
        told.notify_all();
    }

    fn stay(&self) {
        while !self.wait() {
            if let Err(NotAMember::Store(error)) = self.look() {
                self.monitor.store_failed("prolong", &error);
            }
        }
    }
}

impl Membership {
    /// Lists this server in its store under an address, and prolongs its lease from now on. It waits for the store.
    ///
    /// # Errors
    /// The store can't be shared, read or written.
    /// A thread can't be started.
    pub fn begin(
        store: Arc<dyn Store>,
        address: String,
        lease: Duration,
        monitor: Arc<Monitor>,
    ) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let inner = Inner {
            store,
            address,
            lease,
            monitor,
            term: watch::Sender::new(Arc::new(Term::unlimited())),
            others: watch::Sender::default(),
            left: Default::default(),
        };
        let secret = inner.sharing()?.secret().map_err(NotAMember::from)?;
        inner.join()?;
        inner.look()?;
        let inner = Arc::new(inner);
        let own = Arc::clone(&inner);
        let thread = std::thread::Builder::new().name("lease".to_owned()).spawn(move || own.stay())?;
        Ok(Membership { inner, secret, thread: Mutex::new(Some(thread)) })
    }

    /// Returns the present term.
    #[must_use]
    pub fn present_term(&self) -> Arc<Term> {
        Arc::clone(&self.inner.term.borrow())
    }

    /// Returns the present term. The channel changes when it ends, or another begins.
    #[must_use]
    pub fn term(&self) -> watch::Receiver<Arc<Term>> {
        self.inner.term.subscribe()
    }

    /// Returns whether another server's lease is not over.
    #[must_use]
    pub fn is_listed(&self, server: ServerId) -> bool {
        self.inner.others.borrow().contains_key(&server)
    }

    /// Waits until another server is listed, for two looks at most: one that has just been started may not be yet.
    pub async fn until_listed(&self, server: ServerId) {
        let mut others = self.others();
        let listed = others.wait_for(|others| others.contains_key(&server));
        let _ = tokio::time::timeout(2 * self.interval(), listed).await;
    }

    /// Returns the time between two looks at the store.
    #[must_use]
    pub fn interval(&self) -> Duration {
        self.inner.interval()
    }

    /// Returns the other servers. The channel changes with them.
    #[must_use]
    pub fn others(&self) -> watch::Receiver<Others> {
        self.inner.others.subscribe()
    }

    /// Returns the secret by which servers of this store know each other.
    #[must_use]
    pub const fn secret(&self) -> &[u8; 32] {
        &self.secret
    }

    /// Returns the time after which the games of a server that has stopped are free.
    #[must_use]
    pub fn lease(&self) -> Duration {
        self.inner.lease
    }

    /// Ends the term and the lease: other servers can take its games at once. It waits for the store.
    pub fn leave(&self) {
        self.inner.end();
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
        let term = self.present_term();
        if let Some((server, sharing)) = term.server().zip(self.inner.store.sharing()) {
            term.end();
            if let Err(error) = sharing.leave(server) {
                // The others wait until the lease is over.
                self.inner.monitor.store_failed("leave", &error);
            }
        }
    }
}

impl Drop for Membership {
    /// A server that doesn't leave is like one that was killed: its lease runs out.
    fn drop(&mut self) {
        self.inner.end();
    }
}
