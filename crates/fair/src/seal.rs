//! Seals over secrets, such as a hidden set-up, which are opened at the end of the game.

use thiserror::Error;

use crate::framing::digest;
use crate::hex32::{public_hex, secret_hex};

/// 32 random bytes that prevent guessing of a sealed item. Use each salt for one item only: equal items under the same
/// salt have equal seals.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Salt([u8; 32]);
secret_hex!(Salt);

/// The published seal over one secret item.
///
/// ```
/// use fair::{Salt, Seal};
///
/// let salt = Salt::from([9; 32]);
/// let seal = Seal::close(&salt, b"tunnel from 1053 to 1055");
/// assert!(seal.open(&salt, b"tunnel from 1053 to 1055").is_ok());
/// assert!(seal.open(&salt, b"tunnel from 1053 to 1057").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seal([u8; 32]);
public_hex!(Seal);

/// The error if an item or salt is not what was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what was shown does not match its seal {seal}")]
pub struct SealBroken {
    /// The seal as it was published.
    pub seal: Seal,
}

impl Seal {
    /// Seals `item` with `salt`.
    #[must_use]
    pub fn close(salt: &Salt, item: &[u8]) -> Self {
        Self(digest("undercity/seal/1", &[&salt.0, item]))
    }

    /// Checks that `item` and `salt` are what was sealed.
    ///
    /// # Errors
    /// Returns [`SealBroken`] if the item or the salt is another one.
    pub fn open(&self, salt: &Salt, item: &[u8]) -> Result<(), SealBroken> {
        if Self::close(salt, item) == *self { Ok(()) } else { Err(SealBroken { seal: *self }) }
    }
}
