//! A clock that also counts the time while the machine sleeps.

use std::time::Duration;

/// Returns the time since some fixed moment. Unlike [`std::time::Instant`] it also counts while the machine is suspended:
/// a virtual machine may be, for longer than a lease.
#[cfg(target_os = "linux")]
pub fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// Returns the time since the first call.
#[cfg(not(target_os = "linux"))]
pub fn now() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}
