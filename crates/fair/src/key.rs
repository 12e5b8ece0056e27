//! The key of a game, made of what all three parties put in.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::Nonce;
use crate::framing::framed;
use crate::hex32::secret_hex;

/// What all rolls of a game come from.
///
/// There is no key before both seats have revealed their nonces: the only
/// makers are [`Key::combine`] and reading one written down earlier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);
secret_hex!(Key);

impl Key {
    /// Combines the referee's nonce with those of seats A and B.
    ///
    /// Anyone can do so once all three are revealed; before that, whoever lacks
    /// the referee's nonce can foresee nothing.
    #[must_use]
    pub fn combine(referee: &Nonce, a: &Nonce, b: &Nonce) -> Self {
        let mut mac = keyed(referee.as_bytes());
        framed(&[b"undercity/key/1", a.as_bytes(), b.as_bytes()], |bytes| mac.update(bytes));
        Self(mac.finalize().into_bytes().into())
    }

    /// A fresh HMAC under this key.
    pub(crate) fn mac(&self) -> Hmac<Sha256> {
        keyed(&self.0)
    }
}

/// HMAC fills a short key up with zeros to one block of 64 bytes; filling it
/// here leaves no length that could be wrong.
fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = [0; 64];
    let (filled, _) = block.split_at_mut(key.len());
    filled.copy_from_slice(key);
    Hmac::new(&block.into())
}
