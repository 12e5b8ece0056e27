//! Links to seats: anyone with a link can play its seat.

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
