//! Random nonces, links and seeds from the operating system.

use fair::Nonce;

use crate::problem::{Code, Problem};
use crate::seats::Token;

/// Returns a random nonce.
pub fn nonce() -> Result<Nonce, Problem> {
    bytes().map(Nonce::from)
}

/// Returns a random link.
pub fn token() -> Result<Token, Problem> {
    bytes().map(Token::of)
}

/// Returns `N` random bytes.
pub fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::new(Code::Failed, "can't read random bytes from the operating system"))?;
    Ok(bytes)
}
