//! Nonces: the contributions of the parties to the dice.

use crate::hex32::secret_hex;

/// 32 random bytes chosen by the referee or a seat; secret until revealed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce([u8; 32]);
secret_hex!(Nonce);
