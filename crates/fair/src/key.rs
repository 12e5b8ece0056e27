//! The key of a game, made from the nonces of all three parties.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::Nonce;
use crate::framing::framed;
use crate::hex32::secret_hex;

/// The secret from which all rolls of a game are computed.
///
/// There is no key before both seats have revealed their nonces: a key comes only from [`Key::combine`], or from one
/// saved earlier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);
secret_hex!(Key);

impl Key {
    /// Combines the nonces of the referee, seat A and seat B.
    ///
    /// Anyone can do so once all three are revealed. Without the referee's nonce, the dice are unpredictable.
    #[must_use]
    pub fn combine(referee: &Nonce, a: &Nonce, b: &Nonce) -> Self {
        let mut mac = keyed(referee.as_bytes());
        framed(&[b"undercity/key/1", a.as_bytes(), b.as_bytes()], |bytes| mac.update(bytes));
        Self(mac.finalize().into_bytes().into())
    }

    /// Creates an HMAC under this key.
    pub(crate) fn mac(&self) -> Hmac<Sha256> {
        keyed(&self.0)
    }
}

/// Pads the key with zeros to the HMAC block size of 64 bytes, as HMAC does itself. The fixed length excludes errors.
fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = [0; 64];
    let (filled, _) = block.split_at_mut(key.len());
    filled.copy_from_slice(key);
    Hmac::new(&block.into())
}
