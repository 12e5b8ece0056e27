//! The time in which a server may answer for the games that it holds.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::clock;
use crate::store::ServerId;

/// Addresses of the servers of a store whose leases are not over, by their numbers.
pub type Others = Arc<HashMap<ServerId, Arc<str>>>;

/// The time from the moment when a server is listed in its store until its lease is over. A term that is over stays over:
/// another server may have taken any of its games.
#[derive(Debug)]
pub struct Term {
    /// Number of the server in this term; `None` if it has the store for itself.
    server: Option<ServerId>,
    /// Nanoseconds of the clock until which it lasts; 0 if it is over.
    until: AtomicU64,
}

/// Part of a lease that is left unused, since the database's clock may be a little faster than ours: one of this many.
const MARGIN: u32 = 20;

impl Term {
    /// Returns the term of a server that has the store for itself. It never ends.
    #[must_use]
    pub fn unlimited() -> Self {
        Term { server: None, until: AtomicU64::new(u64::MAX) }
    }

    /// Returns the term of a server that asked for a lease at a time of the clock.
    #[must_use]
    pub fn new(server: ServerId, asked: Duration, lease: Duration) -> Self {
        Term { server: Some(server), until: AtomicU64::new(end(asked, lease)) }
    }

    /// Returns the number of the server; `None` if it has the store for itself.
    #[must_use]
    pub const fn server(&self) -> Option<ServerId> {
        self.server
    }

    /// Returns whether the term is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let until = self.until.load(Ordering::SeqCst);
        if until == u64::MAX || clock::now().as_nanos() < u128::from(until) {
            return false;
        }
        // Unless it was prolonged at this moment.
        until == 0 || self.until.compare_exchange(until, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// Prolongs the term, if it isn't over, by a lease that was asked for at a time of the clock.
    pub fn prolong(&self, asked: Duration, lease: Duration) {
        if !self.is_over() {
            // If it ends at this moment, the value has changed.
            let until = self.until.load(Ordering::SeqCst);
            if until != 0 {
                let _ = self.until.compare_exchange(until, end(asked, lease), Ordering::SeqCst, Ordering::SeqCst);
            }
        }
    }

    /// Ends the term.
    pub fn end(&self) {
        self.until.store(0, Ordering::SeqCst);
    }
}

/// Returns the nanoseconds of the clock when a lease ends.
fn end(asked: Duration, lease: Duration) -> u64 {
    (asked + lease - lease / MARGIN).as_nanos().min(u128::from(u64::MAX - 1)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_ends_with_its_lease_and_never_begins_again() {
        let (now, lease) = (clock::now(), Duration::from_secs(1000));
        let term = Term::new(ServerId(1), now, lease);
        let until = term.until.load(Ordering::SeqCst);
        term.prolong(now + lease / 2, lease);
        assert!(!term.is_over() && term.until.load(Ordering::SeqCst) > until, "it is prolonged");
        // By a lease that is over when it comes.
        term.prolong(now, Duration::ZERO);
        term.prolong(clock::now(), lease);
        assert!(term.is_over(), "it was over before it was prolonged");
    }

    #[test]
    fn a_lease_counts_from_the_moment_when_it_was_asked_for() {
        let lease = Duration::from_secs(10);
        let asked = clock::now().checked_sub(lease).unwrap();
        assert!(Term::new(ServerId(1), asked, lease).is_over(), "the answer was late");
        let term = Term::new(ServerId(1), clock::now(), lease);
        term.end();
        assert!(term.is_over());
        assert!(!Term::unlimited().is_over());
    }
}
