//! Hash chains, which bind the entries of a record to each other.

use serde::{Deserialize, Serialize};

use crate::framing::digest;
use crate::hex32::public_hex;

/// The hash of a chain up to some entry. It determines every entry so far, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head([u8; 32]);
public_hex!(Head);

/// A hash chain. Anyone who noted a [`Head`] can detect if an entry before it is changed, removed or inserted.
///
/// ```
/// use fair::Chain;
///
/// let mut chain = Chain::start("public ledger");
/// let head = chain.advance(b"first entry");
/// assert_eq!(chain.head(), head);
///
/// // A chain continues from its head alone.
/// let mut later = Chain::from(head);
/// assert_eq!(later.advance(b"second"), chain.advance(b"second"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chain {
    head: Head,
}

impl Chain {
    /// Starts a chain without entries. `tag` names its subject, which gives chains of different subjects different
    /// heads.
    #[must_use]
    pub fn start(tag: &str) -> Self {
        Self { head: Head(digest("undercity/chain/1", &[tag.as_bytes()])) }
    }

    /// Adds an entry and returns the new head.
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
