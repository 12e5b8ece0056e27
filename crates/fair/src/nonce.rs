//! What a party puts into the dice, and the promise not to change it.

use crate::framing::digest;
use crate::hex32::{public_hex, secret_hex};

/// 32 random bytes chosen by the referee or a seat; secret until revealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce([u8; 32]);
secret_hex!(Nonce);

/// The published promise to reveal one certain [`Nonce`] later.
///
/// ```
/// use fair::Nonce;
///
/// let nonce = Nonce::from([7; 32]);
/// assert!(nonce.commitment().opens(&nonce));
/// assert!(!nonce.commitment().opens(&Nonce::from([8; 32])));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);
public_hex!(Commitment);

impl Nonce {
    /// The promise to reveal this nonce.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(digest("undercity/commitment/1", &[&self.0]))
    }
}

impl Commitment {
    /// Whether `nonce` is the one that was promised.
    #[must_use]
    pub fn opens(&self, nonce: &Nonce) -> bool {
        nonce.commitment() == *self
    }
}
