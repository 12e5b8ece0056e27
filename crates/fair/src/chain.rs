//! The chain that ties a record together, entry by entry.

use serde::{Deserialize, Serialize};

use crate::framing::digest;
use crate::hex32::public_hex;

/// What a chain has come to: it stands for every entry so far, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head([u8; 32]);
public_hex!(Head);

/// A hash chain. Whoever wrote down a [`Head`] will notice when anything
/// before it is changed, left out or put in.
///
/// ```
/// use fair::Chain;
///
/// let mut chain = Chain::start("public ledger");
/// let head = chain.advance(b"first entry");
/// assert_eq!(chain.head(), head);
///
/// // A chain goes on from its head alone.
/// let mut later = Chain::from(head);
/// assert_eq!(later.advance(b"second"), chain.advance(b"second"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chain {
    head: Head,
}

impl Chain {
    /// A chain without entries. `tag` says what it is the chain of, so that
    /// chains of different things never meet.
    #[must_use]
    pub fn start(tag: &str) -> Self {
        Self { head: Head(digest("undercity/chain/1", &[tag.as_bytes()])) }
    }

    /// Adds an entry and gives the new head.
    pub fn advance(&mut self, entry: &[u8]) -> Head {
        self.head = Head(digest("undercity/link/1", &[&self.head.0, entry]));
        self.head
    }

    /// The head after all entries so far.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }
}

impl From<Head> for Chain {
    fn from(head: Head) -> Self {
        Self { head }
    }
}
