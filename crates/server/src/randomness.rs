//! Where nonces, links and a computer player's choices come from: the machine's own randomness.

use fair::Nonce;

use crate::problem::{Code, Problem};
use crate::seats::Token;

/// A fresh nonce.
pub fn nonce() -> Result<Nonce, Problem> {
    bytes().map(Nonce::from)
}

/// A fresh link.
pub fn token() -> Result<Token, Problem> {
    bytes().map(Token::of)
}

/// Fresh bytes.
pub fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::new(Code::Failed, "can't read random bytes from the operating system"))?;
    Ok(bytes)
}
