//! Counters of rolls, one for each stream.

use serde::{Deserialize, Serialize};

use crate::Stream;

/// The number of rolls that each stream has given so far.
///
/// ```
/// use fair::{Ordinals, Stream};
///
/// let mut ordinals = Ordinals::default();
/// assert_eq!(ordinals.take(Stream::A), 0);
/// assert_eq!(ordinals.take(Stream::A), 1);
/// assert_eq!(ordinals.take(Stream::Public), 0);
/// assert_eq!(ordinals.taken(Stream::A), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ordinals {
    public: u64,
    a: u64,
    b: u64,
}

impl Ordinals {
    /// Returns the ordinal of the next roll of `stream`, from 0, and advances the counter.
    pub fn take(&mut self, stream: Stream) -> u64 {
        let count = match stream {
            Stream::Public => &mut self.public,
            Stream::A => &mut self.a,
            Stream::B => &mut self.b,
        };
        let ordinal = *count;
        *count = ordinal.saturating_add(1);
        ordinal
    }

    /// Number of rolls given by `stream` so far.
    #[must_use]
    pub const fn taken(&self, stream: Stream) -> u64 {
        match stream {
            Stream::Public => self.public,
            Stream::A => self.a,
            Stream::B => self.b,
        }
    }
}
