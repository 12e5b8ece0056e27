//! Links: whoever has one, has the right to its seat.

use sha2::{Digest, Sha256};

/// Bytes of randomness in a link.
const BYTES: usize = 24;

/// A link to a seat: 48 hexadecimal digits that nobody can guess.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A link of these random bytes.
    #[must_use]
    pub fn of(bytes: [u8; BYTES]) -> Self {
        Token(hex::encode(bytes))
    }

    /// As it is written.
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

/// What the store keeps of a link: whoever reads the store cannot sit down with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a link as it is written.
    #[must_use]
    pub fn of(token: &str) -> Self {
        TokenHash(Sha256::new().chain_update(b"undercity/link/").chain_update(token.as_bytes()).finalize().into())
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
