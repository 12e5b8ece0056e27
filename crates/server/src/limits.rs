//! Rate limits per IP address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::config::Limits;

/// Maximum number of stored addresses. Beyond it, full buckets are dropped; if none is full, new addresses are refused.
const REMEMBERED: usize = 10_000;

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// A token bucket for each IP address: every request takes a token, and tokens return at a constant rate.
#[derive(Debug)]
pub struct Rates {
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
    a_second: f64,
    burst: f64,
}

impl Rates {
    /// Returns full buckets with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Rates {
            buckets: Mutex::default(),
            a_second: f64::from(limits.requests_a_second),
            burst: f64::from(limits.burst),
        }
    }

    /// Takes a token of the address; returns whether there was one.
    pub fn admit(&self, address: IpAddr) -> bool {
        self.admit_at(address, Instant::now())
    }

    fn admit_at(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| self.filled(bucket, now) < self.burst);
            if buckets.len() >= REMEMBERED {
                return false;
            }
        }
        let bucket = buckets.entry(address).or_insert(Bucket { left: self.burst, at: now });
        let left = self.filled(bucket, now);
        let admitted = left >= 1.0;
        *bucket = Bucket { left: if admitted { left - 1.0 } else { left }, at: now };
        admitted
    }

    fn filled(&self, bucket: &Bucket, now: Instant) -> f64 {
        (bucket.left + now.saturating_duration_since(bucket.at).as_secs_f64() * self.a_second).min(self.burst)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_taken_then_a_steady_rate() {
        let rates = Rates::new(&Limits { requests_a_second: 10, burst: 3, ..Limits::default() });
        let (one, two) = (IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv4Addr::new(127, 0, 0, 2)));
        let now = Instant::now();
        assert_eq!([0; 4].map(|_| rates.admit_at(one, now)), [true, true, true, false]);
        assert!(rates.admit_at(two, now));
        let later = now + Duration::from_millis(150);
        assert_eq!([0; 2].map(|_| rates.admit_at(one, later)), [true, false]);
    }
}
