//! Commitments, dice streams and seals: proof that a referee was fair.
//!
//! The referee publishes the [`GameId`] and its [`Commitment`] to a [`Nonce`],
//! then each seat publishes its own. When all three are out the seats reveal
//! their nonces, and the three together make the [`Key`] of the game: no one
//! could choose it, and once the referee's nonce is revealed too, anyone can
//! compute every roll again. What a commitment is bound to says [`Binding`]. Secret setup is closed under [`Seal`]s and opened at the end, and a
//! [`Chain`] ties the public record together, so that nothing in it can be
//! changed later.
//!
//! This crate chooses no randomness itself: nonces and salts are handed in as
//! bytes, which must come from a source that nobody can predict.
//!
//! ```
//! use fair::{Binding, GameId, Key, Nonce, Seat, Stream};
//!
//! let (referee, a, b) = (Nonce::from([1; 32]), Nonce::from([2; 32]), Nonce::from([3; 32]));
//! let binding = Binding::Game(GameId::from([4; 32]));
//! let published = binding.commitments(&[referee, a, b]);
//! // ... all three commitments are out, the seats reveal ...
//! assert!(published.opened_by(binding, Seat::A, &a));
//! let key = Key::combine(&referee, &a, &b);
//! let faces = key.roll(Stream::Public, 0, "morale", 2);
//! assert!(key.check(Stream::Public, 0, "morale", &faces).is_ok());
//! ```
//!
//! # Bytes, exactly
//!
//! A second implementation needs no more than this. *Framed* means: the length
//! in bytes as an unsigned 64-bit big-endian integer, then the bytes. Text is
//! UTF-8. Every value is 32 bytes and is written as 64 hexadecimal digits, in
//! lower case (either case is read).
//!
//! | value | bytes |
//! |---|---|
//! | the referee's commitment | SHA-256 of framed `undercity/commitment/2`, framed game id, framed `referee`, framed nonce |
//! | a seat's commitment | SHA-256 of framed `undercity/commitment/2`, framed game id, framed `a` or `b`, framed commitment of the referee (32 bytes), framed nonce |
//! | any commitment of version 1 | SHA-256 of framed `undercity/commitment/1`, framed nonce |
//! | key | HMAC-SHA-256, keyed by the referee's nonce, of framed `undercity/key/1`, framed nonce of A, framed nonce of B |
//! | roll | see [`Key::roll`] |
//! | seal | SHA-256 of framed `undercity/seal/1`, framed salt, framed item |
//! | first head | SHA-256 of framed `undercity/chain/1`, framed tag |
//! | next head | SHA-256 of framed `undercity/link/1`, framed head before, framed entry |
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
