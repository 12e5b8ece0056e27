//! Links to seats: anyone with a link can play its seat.

use sha2::{Digest, Sha256};

/// Number of random bytes in a link.
const BYTES: usize = 24;

/// A link to a seat: 48 random hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Returns the link with these random bytes.
    #[must_use]
    pub fn of(bytes: [u8; BYTES]) -> Self {
        Token(hex::encode(bytes))
    }

    /// Returns a link that a client made itself; `None` if it doesn't have the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 2 * BYTES && text.bytes().all(is_digit)).then(|| Token(text.to_owned()))
    }

    /// Returns the link as text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(secret)")
    }
}

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
