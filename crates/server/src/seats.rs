//! Links to seats as the store has them.

use sha2::{Digest, Sha256};

/// The hash of a link, for the store. A reader of the store can't recover the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Returns the hash of a link's text.
    #[must_use]
    pub fn of(token: &str) -> Self {
        TokenHash(Sha256::new().chain_update(b"undercity/link/").chain_update(token.as_bytes()).finalize().into())
    }

    /// Returns the hash with these bytes, as the store has them.
    pub(crate) const fn stored(bytes: [u8; 32]) -> Self {
        TokenHash(bytes)
    }

    /// Returns the 32 bytes of the hash.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
