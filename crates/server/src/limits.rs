//! Rate limits per client.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::client::Client;
use crate::config::Limits;

/// Number of requests after which clients are forgotten who may again send a whole burst.
const SWEEP: u32 = 4096;

type Buckets<C> = RateLimiter<Client, DashMapStateStore<Client>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// A token bucket for each client: every request takes a token, and tokens return at a constant rate.
#[derive(Debug)]
pub struct Rates<C: Clock = DefaultClock> {
    buckets: Buckets<C>,
    clock: C,
    requests: AtomicU32,
}

impl Rates {
    /// Returns full buckets with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Rates::with_clock(limits, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Rates<C> {
    fn with_clock(limits: &Limits, clock: C) -> Self {
        let at_least_one = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(at_least_one(limits.requests_a_second)).allow_burst(at_least_one(limits.burst));
        Rates { buckets: RateLimiter::dashmap_with_clock(quota, clock.clone()), clock, requests: AtomicU32::new(0) }
    }

    /// Takes a token of the client.
    ///
    /// # Errors
    /// The client has none left. The error is the time until there is one.
    pub fn admit(&self, client: Client) -> Result<(), Duration> {
        // A full bucket is like none, so the memory is that of the requests since the last sweep and of clients who
        // are near their limit. The map is swept in parts, each under a lock of its own.
        if self.requests.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.buckets.retain_recent();
        }
        self.buckets.check_key(&client).map_err(|until| until.wait_time_from(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn client(number: u32) -> Client {
        IpAddr::from(Ipv4Addr::from(number)).into()
    }

    fn rates(requests_a_second: u32, burst: u32) -> (Rates<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        (Rates::with_clock(&Limits { requests_a_second, burst, ..Limits::default() }, clock.clone()), clock)
    }

    #[test]
    fn a_burst_is_taken_then_a_steady_rate() {
        let (rates, clock) = rates(10, 3);
        assert_eq!([0; 4].map(|_| rates.admit(client(1)).is_ok()), [true, true, true, false]);
        assert_eq!(rates.admit(client(1)), Err(Duration::from_millis(100)), "the wait until the next token");
        assert!(rates.admit(client(2)).is_ok());
        clock.advance(Duration::from_millis(150));
        assert_eq!([0; 2].map(|_| rates.admit(client(1)).is_ok()), [true, false]);
    }

    #[test]
    fn all_addresses_of_an_ipv6_network_are_one_client() {
        let (rates, _) = rates(1, 2);
        let within = |host: u16| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 0, 7, 0, 0, 0, host)).into();
        assert_eq!([1, 2, 3].map(|host| rates.admit(within(host)).is_ok()), [true, true, false]);
    }

    #[test]
    fn a_new_client_is_admitted_however_many_came_before_and_memory_stays_bounded() {
        let (rates, clock) = rates(100, 400);
        for number in 0..200_000 {
            clock.advance(Duration::from_micros(50));
            assert!(rates.admit(client(number)).is_ok(), "client {number}");
            assert!(rates.buckets.len() < 2 * SWEEP as usize);
        }
    }

    #[test]
    fn a_client_near_its_limit_is_not_forgotten() {
        let (rates, _) = rates(1, 3);
        assert_eq!([0; 3].map(|_| rates.admit(client(0)).is_ok()), [true; 3]);
        for number in 1..=2 * SWEEP {
            assert!(rates.admit(client(number)).is_ok());
        }
        assert!(rates.admit(client(0)).is_err());
    }
}
