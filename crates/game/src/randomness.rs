//! Random nonces, links and seeds from the operating system.

use fair::Nonce;

use crate::link::Token;
use crate::problem::{Code, Problem};

/// Returns a random nonce.
pub fn nonce() -> Result<Nonce, Problem> {
    bytes().map(Nonce::from)
}

/// Returns a random link.
pub fn token() -> Result<Token, Problem> {
    bytes().map(Token::of)
}

/// Returns the face of a rolled die, 1 to 6.
pub fn face() -> Result<u8, Problem> {
    loop {
        let [byte] = bytes()?;
        // 252 is divisible by 6: the bytes above it would favour low faces.
        if byte < 252 {
            return Ok(1 + byte % 6);
        }
    }
}

/// Returns `N` random bytes.
pub fn bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::new(Code::Failed, "can't read random bytes from the operating system"))?;
    Ok(bytes)
}
