//! Secret setup, closed in public and opened at the end.

use thiserror::Error;

use crate::framing::digest;
use crate::hex32::{public_hex, secret_hex};

/// 32 random bytes that keep a sealed item from being guessed. A salt serves
/// one item only: under a shared salt equal items would show.
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

/// The item or salt shown is not what was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what was shown does not match its seal {seal}")]
pub struct SealBroken {
    /// The seal as published.
    pub seal: Seal,
}

impl Seal {
    /// Closes `item` under `salt`.
    #[must_use]
    pub fn close(salt: &Salt, item: &[u8]) -> Self {
        Self(digest("undercity/seal/1", &[&salt.0, item]))
    }

    /// Checks that `item` under `salt` is what was sealed.
    ///
    /// # Errors
    /// [`SealBroken`] when it is not.
    pub fn open(&self, salt: &Salt, item: &[u8]) -> Result<(), SealBroken> {
        if Self::close(salt, item) == *self { Ok(()) } else { Err(SealBroken { seal: *self }) }
    }
}
