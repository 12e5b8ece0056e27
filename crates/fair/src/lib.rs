#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod chain;
mod commitment;
mod dice;
mod framing;
mod hex32;
mod key;
mod nonce;
mod ordinals;
mod seal;
mod stream;

pub use chain::{Chain, Head};
pub use commitment::{Binding, Commitment, Commitments, GameId, Seat};
pub use dice::RollMismatch;
pub use hex32::HexError;
pub use key::Key;
pub use nonce::Nonce;
pub use ordinals::Ordinals;
pub use seal::{Salt, Seal, SealBroken};
pub use stream::Stream;
